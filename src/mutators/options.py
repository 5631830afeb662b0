"""Options of mutators: declared once on the class, read by the command line, records, docs and callers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mutators.model import MutationError

__all__ = ["Option", "Value", "configured"]

Value = str | tuple[str, ...]
"""A value of an option, or the values of one that takes several."""


@dataclass(frozen=True)
class Option:
    """An option of a mutator: one of several words, or some of them.

    Args:
        name: Keyword of the constructor and attribute of the mutator.
        values: All valid words.
        help: Help for ``--help`` and the docs; a phrase without a full stop.
        default: Default value; by default the first word, or all words if several may be given.
        many: Whether several may be given.
        flag: Name on the command line; by default ``--`` and the name. Mutators that share a flag share its values.
        noun: Name of a word of it in messages; by default the name.
        param: Parameter of a site that has one of the words, if the sites of different words differ.

    Raises:
        MutationError: there are no words, or the default is not one of them.
    """

    name: str
    values: tuple[str, ...]
    help: str
    default: Value = ()
    many: bool = False
    flag: str = ""
    noun: str = ""
    param: str | None = None

    def __post_init__(self) -> None:
        self._set("values", tuple(self.values))
        if not self.values:
            raise MutationError(f"the option {self.name!r} has no values")
        self._set("flag", self.flag or f"--{self.name.replace('_', '-')}")
        self._set("noun", self.noun or self.name)
        self._set("default", self.check(self.default or (self.values if self.many else self.values[0])))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def check(self, value: str | Iterable[str]) -> Value:
        """Return the value as the mutator keeps it, each word once.

        Raises:
            MutationError: a word is not one of `values`.
        """
        words = (value,) if isinstance(value, str) else tuple(dict.fromkeys(value))
        for word in words:
            if word not in self.values:
                raise MutationError(f"no {self.noun} {word!r}; there are: {', '.join(self.values)}")
        if self.many:
            return words
        if len(words) != 1:
            raise MutationError(f"{self.name} takes one {self.noun}, not {len(words)}")
        return words[0]

    def of_params(self, params: Mapping[str, Any]) -> Value:
        """Return the value with which a mutator makes the sites that have some parameters."""
        if self.param is None or self.param not in params:
            return self.values if self.many else self.default
        return (str(params[self.param]),) if self.many else str(params[self.param])


def configured(
    name: str, options: Iterable[Option], given: tuple[object, ...], named: Mapping[str, object]
) -> dict[str, Value]:
    """Return the values of all options of a mutator, by name.

    Args:
        name: Name of the mutator.
        options: Options that the mutator declares.
        given: Values in the order of the declarations.
        named: Values by name.

    Raises:
        MutationError: the option does not exist, or its value is invalid; the message lists the existing ones.
    """
    declared = {option.name: option for option in options}
    if len(given) > len(declared):
        raise MutationError(f"{name} takes {len(declared)} options, not {len(given)}")
    values = dict(zip(declared, given, strict=False))
    for option, value in named.items():
        if option not in declared:
            known = f"; there are: {', '.join(declared)}" if declared else ""
            raise MutationError(f"{name} has no option {option!r}{known}")
        if option in values:
            raise MutationError(f"{name}: two values for its option {option!r}")
        values[option] = value
    for option, value in values.items():
        if not isinstance(value, Iterable):
            raise MutationError(f"{name}: its option {option!r} takes words, not {value!r}")
    return {
        option: declared[option].check(values[option]) if option in values else declared[option].default  # type: ignore[arg-type]
        for option in declared
    }
