"""Values of options that are one of some names: the check, and the completion; and errors of ours as usage errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import typer

from equimorph.runs import declared
from mutators import MutationError
from parsers import ParseError

Value = TypeVar("Value", str | None, list[str] | None)


@dataclass(frozen=True)
class Known:
    """Names that an option takes.

    Attributes:
        what: they are names of.
        names: gives them.
    """

    what: str
    names: Callable[[], Sequence[str]]

    def check(self, value: Value) -> Value:
        """Return the value of an option, if it is made of these names.

        Raises:
            typer.BadParameter: it is not; the message suggests the closest name, or lists them all.
        """
        choices = self._known()
        for choice in [value] if isinstance(value, str) else value or []:
            if choice not in choices:
                raise typer.BadParameter(declared.no_such(self.what, choice, choices))
        return value

    def complete(self, incomplete: str) -> list[str]:
        """Return the names that begin so, for the shell."""
        return [name for name in self._known() if name.startswith(incomplete)]

    def _known(self) -> Sequence[str]:
        with usage_errors():  # of other people's packages
            return self.names()


@contextmanager
def usage_errors(flag: str | None = None) -> Iterator[None]:
    """Make usage errors of what our classes refuse.

    Args:
        flag: the option that is wrong, to be named in front; None where the message says it.
    """
    try:
        yield
    except MutationError as error:
        raise typer.BadParameter(str(error), param_hint=flag) from error


def checked(check: Callable[[Any], object], value: Any) -> Any:  # noqa: ANN401 - of any option
    """Return the value of an option, or its values, after a check.

    Raises:
        typer.BadParameter: the check raises an error of ours, or a ValueError.
    """
    for one in value if isinstance(value, list | tuple) else [] if value is None else [value]:
        try:
            check(one)
        except (ValueError, MutationError, ParseError) as error:
            raise typer.BadParameter(str(error)) from error
    return value
