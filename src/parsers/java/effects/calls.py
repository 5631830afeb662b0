"""Effects of calls: proven for the methods in `parsers.java.table`, assumed for getters by the convention of their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from parsers.java.effects.model import Effects, Throws

if TYPE_CHECKING:
    from parsers.java.table import MethodFact
    from parsers.java.types.types import Type

_GETTER = re.compile(
    r"(?:get|is|has)[A-Z]\w*|size|length|isEmpty|name|ordinal|hashCode"
    r"|(?:int|long|double|float|short|byte|char|boolean)Value"
)
_NO_GETTER = re.compile(r"getAnd[A-Z]\w*|(?:is|has)(?:And|Or)[A-Z]\w*")
_THROW_LEVEL = {"none": Throws.NONE, "npe": Throws.NPE, "any": Throws.ANY}
_TAKES: dict[str, Callable[[Type], bool]] = {
    "primitive": lambda type_: type_.is_primitive,
    "number": lambda type_: type_.is_numeric,
    "String": lambda type_: type_.is_string,
    "text": lambda type_: type_.is_primitive or type_.is_string,
    "any": lambda type_: True,
}


def effects_of(fact: MethodFact) -> Effects:
    """Return the effects of a known method that writes nothing, but not of its receiver and arguments."""
    return Effects(reads_heap=fact.reads, throws=_THROW_LEVEL[fact.throws])


def fits(fact: MethodFact, types: Iterable[Type]) -> bool:
    """Return whether the arguments of a call have the types for which a fact is proven."""
    return all(_TAKES[taken](type_) for taken, type_ in zip(fact.takes, types, strict=True))


def is_getter(name: str) -> bool:
    """Return whether a method without arguments is named like one that only reads."""
    return bool(_GETTER.fullmatch(name)) and not _NO_GETTER.fullmatch(name)
