"""The Java methods that a mutant model is tried on where a user gives none: small, plain, and different from one another.

They are ours, written for this purpose. Every fourth one is of the gallery in which the vectors of the others look for the nearest.
"""

from __future__ import annotations

from pathlib import Path

_METHODS = Path(__file__).with_name("probes.txt").read_text(encoding="utf-8")

PROBES: tuple[str, ...] = tuple(f"{method}\n" for method in _METHODS.strip().split("\n\n"))
