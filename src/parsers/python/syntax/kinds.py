"""Sets of libcst's classes: libcst's base classes are abstract, and `isinstance` asks them in Python, node by node."""

from __future__ import annotations

import libcst as cst

__all__ = ["concrete"]


def concrete(*kinds: type) -> frozenset[type]:
    """Return all classes of libcst's nodes that are one of these classes, so that `type(node)` can be looked up."""
    return frozenset(
        [kind for kind in vars(cst).values() if isinstance(kind, type) and issubclass(kind, kinds)]
    )
