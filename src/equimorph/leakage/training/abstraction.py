"""Abstracted training data, in which names and literals are numbered: METHOD_1, VAR_2, TYPE_3, STRING_1.

Abstracted data cannot be compared with raw code (leakage specification, 4.4): nothing would be found, whatever leaks.
The abstraction follows Tufano et al. (src2abs), whose names Bugs2Fix has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from equimorph.leakage.samples import Item

SAMPLED = 1000
"""Of how many items `abstracted` decides."""
_ABSTRACT = re.compile(
    rb"(?<![\w$])(?:METHOD|VAR|TYPE|STRING|INT|FLOAT|CHAR|DOUBLE|LONG|ANNOTATION|IDENTIFIER)_[0-9]+(?![\w$])"
)
_LEAST = 2


def is_abstract(item: Item) -> bool:
    """Return whether an item's sides have at least two abstract names; one may be a constant of real code."""
    placeholders = set[bytes]()
    for side in (item.buggy, item.fixed):
        for match in _ABSTRACT.finditer(side or b""):
            placeholders.add(match[0])
            if len(placeholders) >= _LEAST:
                return True
    return False


def abstracted(items: Iterable[Item]) -> bool:
    """Return whether most items are abstracted, of the first `SAMPLED` ones that have a text; False if there is none."""
    judged = [is_abstract(item) for item in islice(items, SAMPLED) if item.buggy or item.fixed]
    return 2 * sum(judged) > len(judged)
