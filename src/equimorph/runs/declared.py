"""Options declared on the dataclass that they fill; the command line, the check of values and the docs follow from its fields.

To add an option, add one field with an `Option`, and its words under ``Attributes:``, which are its help, too::

    @dataclass(frozen=True, kw_only=True)
    class SearchOptions:
        '''The options of a search.

        Attributes:
            budget: Maximum number of model calls. Default: no limit.
            scope: Populations: suite, all methods are one; input, each method has its own.

        Raises:
            SearchError: a value is out of its range.
        '''

        budget: Annotated[int | None, Option(minimum=1)] = None
        scope: Annotated[Literal["suite", "input"], Option()] = "suite"

        def __post_init__(self) -> None:
            check_values(self, SearchError)

A verb of the command line takes the whole dataclass as one parameter (see `equimorph.cli.declared`). A field without an
`Option` is not on the command line; a field that is itself a dataclass with options gives its options in its place.
Words that are computed are named before the class and given as `help`; an annotation holds no comprehension, because it
is evaluated where its names are not seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from math import inf
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

MOST_SECONDS = 1_000_000
"""The largest time limit, in seconds."""


class Panel(StrEnum):
    """The groups of options in the help of a verb, in this order."""

    INPUT = "Input"
    CHAT = "With --chat"
    LOCAL = "With --hf"
    SAMPLING = "With --chat or --hf"
    MUTATORS = "Mutators"
    SELECTION = "Selection"
    SAMPLES = "Samples"
    CHECKS = "Checks"
    TESTS = "Tests"
    PROOFS = "Proofs"
    OUTPUT = "Output"
    WORKERS = "Workers and parts"
    OTHER = "Other"


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option of the command line, and the range of its value.

    Attributes:
        help: Help text; for a field, by default its words under ``Attributes:`` of its class.
        panel: Group in the help.
        flags: Flags with blanks between, such as "-k --steps"; by default the name of the field.
        minimum, maximum: Limits of a number, both included.
        choices: The only valid values; by default the values of a `Literal`.
        suggestions: Values that the shell completes; others are valid, too.
        noun: Name of a value in the message about a wrong one; the name of the field by default.
        metavar: Placeholder for the value in the help; its type by default.
        kind: Type of the value on the command line, if it differs from the field's type.
        text: Default on the command line, if it differs from the field's default; one text for several values, too.
        parse: Makes the value of the field from the text of the command line, or from a list of texts if the field
            holds several values. A `ValueError` is reported as one about this option.
        check: raises a `ValueError` where a value of the command line is wrong.
        exists: Whether a file or folder of this name must exist.
        folder, file: it must not be a file; it must not be a folder.
        after: Name of the option that this one follows in the help, if it differs from the order of fields or
            parameters.
        argument: it has no flag, only a place.
    """

    help: str = ""
    panel: Panel = Panel.SELECTION
    flags: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: Iterable[str] | Callable[[], Iterable[str]] | None = None
    suggestions: Sequence[str] = ()
    noun: str = ""
    metavar: str | None = None
    kind: Any = None
    text: str | None = None
    parse: Callable[[Any], Any] | None = None
    check: Callable[[Any], object] | None = None
    exists: bool = False
    folder: bool = False
    file: bool = False
    after: str = ""
    hidden: bool = False
    argument: bool = False


@dataclass(frozen=True)
class Declared:
    """A field or a parameter with its option.

    Attributes:
        name: Name of the field.
        kind: Type of one value.
        many: Whether the field holds several values.
        optional: Whether None is a value, too.
        default: Default; `dataclasses.MISSING` if there is none.
        option: Option with help, and with the choices of a `Literal`.
    """

    name: str
    kind: Any
    many: bool
    optional: bool
    default: Any
    option: Option

    @classmethod
    def of(cls, name: str, hint: Any, default: Any, help: str = "") -> Declared | None:  # noqa: ANN401 - of any type
        """Return the option of an annotation; None if it has none.

        Args:
            name: Name of the field or parameter.
            hint: Its annotation.
            default: Its default.
            help: Help text for an option that has none itself.
        """
        option = next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Option)), None)
        if option is None:
            return None
        parts = [part for part in _parts(hint.__origin__) if part is not NoneType]
        many = option.text is None and get_origin(parts[0]) not in (None, Literal)
        kind = get_args(parts[0])[0] if many else parts[0]
        named = get_origin(kind) is Literal and get_origin(parts[0]) is not Mapping
        choices = get_args(kind) if named and option.choices is None else option.choices
        words = replace(option, help=option.help or help, choices=choices)
        return cls(name, kind, many, NoneType in _parts(hint.__origin__), default, words)

    def choices(self) -> tuple[str, ...] | None:
        """Return the only values that there are; None if there are others."""
        given = self.option.choices
        return None if given is None else tuple(given() if callable(given) else given)

    def fault(self, value: object) -> str:
        """Return the demand that a value fails; else an empty text."""
        if value is None and self.optional:
            return ""
        least, most, choices = self.option.minimum, self.option.maximum, self.choices()
        values: Collection[Any] = [value]
        if self.many and isinstance(value, Collection) and not isinstance(value, str):
            values = value
        if choices is not None:
            return "" if all(one in choices for one in values) else " or ".join(choices)
        if least is None and most is None:
            return ""
        number = Integral if self.kind is int else Real
        if any(isinstance(one, bool) or not isinstance(one, number) for one in values):
            return "a whole number" if self.kind is int else "a number"
        lower, upper = -inf if least is None else least, inf if most is None else most
        if all(lower <= one <= upper for one in values):
            return ""
        return f"{least:g} or more" if most is None else f"from {lower:g} to {most:g}"


def _parts(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401 - of any type
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


@cache
def declared(cls: type) -> Mapping[str, Declared | type]:
    """Return the declarations of a dataclass's fields, by name, in their order: an option, or a dataclass with options.

    Raises:
        TypeError: an option has no words.
    """
    hints = get_type_hints(cls, include_extras=True)
    words = {name: text for base in reversed(cls.__mro__) for name, text in _attributes(base.__doc__ or "")}
    result: dict[str, Declared | type] = {}
    for field in fields(cls):
        hint = hints[field.name]
        default = field.default if field.default_factory is MISSING else field.default_factory()
        option = Declared.of(field.name, hint, default, words.get(field.name, ""))
        if option is not None:
            if not option.option.help and not option.option.hidden:
                raise TypeError(f"{cls.__name__}.{field.name} has no words under Attributes:")
            result[field.name] = option
        elif isinstance(hint, type) and is_dataclass(hint) and declared(hint):
            result[field.name] = hint
    return result


_SECTION = re.compile(r"^ *Attributes:\n(.*?)(?:\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)
_ENTRY = re.compile(r"^( *)(\w+): (.*(?:\n\1 +.*)*)", re.MULTILINE)


def _attributes(doc: str) -> Iterator[tuple[str, str]]:
    """Yield the names and the words of the attributes of a class, by its docstring."""
    for section in _SECTION.finditer(doc):
        for entry in _ENTRY.finditer(section[1]):
            yield entry[2], " ".join(entry[3].split())


def check_values(values: Any, error: type[Exception]) -> None:  # noqa: ANN401 - of any dataclass
    """Check that each option of a dataclass is one of its choices, or in its range.

    Args:
        values: the dataclass.
        error: is raised with the name of the option and its value.
    """
    cls: Any = type(values)
    for name, one in declared(cls).items():
        if isinstance(one, Declared) and (wanted := one.fault(getattr(values, name))):
            raise error(f"{name} is {wanted}, not {getattr(values, name)!r}")


def no_such(noun: str, value: str, names: Sequence[str]) -> str:
    """Return the message about a value that is none of these names: it suggests the closest one, or lists them all."""
    return f"no {noun} {value!r}; " + (closest(value, names) or f"there are: {', '.join(names)}")


def closest(value: str, names: Sequence[str]) -> str:
    """Return a hint at the name that is closest to a value; "" if none is."""
    return "".join(f"did you mean {name}?" for name in get_close_matches(value, names, n=1))
