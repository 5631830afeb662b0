"""Estimates from n samples of which c pass: that one of k samples passes, and that all of k do.

Source: M. Chen et al., Evaluating Large Language Models Trained on Code (2021), section 2.1, for pass@k; pass^k is the same count
of draws without replacement for samples that all pass.
"""

from __future__ import annotations

from math import comb

__all__ = ["pass_all", "pass_at"]


def pass_at(samples: int, passed: int, k: int) -> float:
    """Return the unbiased estimate of pass@k, 1 - C(n-c, k) / C(n, k).

    The binomials are whole numbers, so that only the last division is rounded; the product over 1 - k / i gives the same number
    but for rounding.

    Args:
        samples: Number of samples n.
        passed: Number of samples that pass, c.
        k: Number of samples drawn.

    Raises:
        ValueError: There are fewer than k samples, or the numbers are no counts.
    """
    draws = _draws(samples, passed, k)
    return (draws - comb(samples - passed, k)) / draws


def pass_all(samples: int, passed: int, k: int) -> float:
    """Return the unbiased estimate of pass^k, C(c, k) / C(n, k): all of k samples pass.

    Args:
        samples, passed, k: See `pass_at`.

    Raises:
        ValueError: See `pass_at`.
    """
    draws = _draws(samples, passed, k)
    return comb(passed, k) / draws


def _draws(samples: int, passed: int, k: int) -> int:
    if not 0 <= passed <= samples or not 1 <= k <= samples:
        raise ValueError(f"{k} of {samples} samples, of which {passed} pass")
    return comb(samples, k)
