"""Splits by problem: no problem, in whatever language, is in two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from equimorph.bench.making import rank
from equimorph.bench.problems import Problem

SPLITS = ("train", "validation", "test")


def shares_of(text: str) -> tuple[int, ...]:
    """Return the shares of the splits that a text such as 6/2/2 says.

    Raises:
        ValueError: the text gives another number of shares, or all are zero.
    """
    parts = text.split("/")
    if len(parts) != len(SPLITS) or not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError(f"shares are three whole numbers, such as 6/2/2, not {text!r}")
    shares = tuple(map(int, parts))
    if not sum(shares):
        raise ValueError("one share at least is more than 0")
    return shares


def splits_of(problems: Iterable[Problem], shares: Sequence[int], seed: int) -> dict[str, str]:
    """Return the split of each group of problems; the numbers of groups are as near to the shares as whole numbers are.

    Args:
        problems: all of them.
        shares: Shares of train, validation and test.
        seed: draws.
    """
    groups = sorted({problem.group for problem in problems}, key=lambda group: rank(seed, "split", group))
    splits, at = dict[str, str](), 0
    for number, name in enumerate(SPLITS):
        end = (2 * len(groups) * sum(shares[: number + 1]) + sum(shares)) // (2 * sum(shares))
        splits.update(dict.fromkeys(groups[at:end], name))
        at = end
    return splits
