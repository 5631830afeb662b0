"""Seeds of random choices, from keys alone: equal on every machine and in any order of work."""

from __future__ import annotations

import hashlib


def seed_of(*keys: object) -> int:
    """Return a seed of 63 bits that depends on the `repr` of the keys alone."""
    return int.from_bytes(hashlib.sha256(repr(keys).encode("utf-8", "surrogatepass")).digest()[:8]) >> 1
