"""Values of options that are one of some names: the check, and the completion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import typer

from equimorph.runs import declared
from mutators import MutationError

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
        known = self._known()
        for given in [value] if isinstance(value, str) else value or []:
            if given not in known:
                raise typer.BadParameter(declared.no_such(self.what, given, known))
        return value

    def complete(self, incomplete: str) -> list[str]:
        """Return the names that begin so, for the shell."""
        return [name for name in self._known() if name.startswith(incomplete)]

    def _known(self) -> Sequence[str]:
        try:
            return self.names()
        except MutationError as error:  # of other people's packages
            raise typer.BadParameter(str(error)) from error
