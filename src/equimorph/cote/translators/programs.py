"""Programs that are translated, and their preserving mutants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from equimorph.cote.errors import CoteError
from equimorph.mutants.mutating import Selection, check_method, mutants, parse
from mutators import Mutant

__all__ = ["Program", "mutate_programs"]


@dataclass(frozen=True)
class Program:
    """A program that is translated.

    Attributes:
        id: unique.
        lang: "java" or "python".
        text: all of it.
        entry: the function or method that is mutated, and compared.
        problem: the id of the problem whose tests judge a translation; "" for none.
    """

    id: str
    lang: str
    text: str
    entry: str
    problem: str = ""

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Program:
        """Return the program of a row.

        Raises:
            CoteError: a field is missing, or no text.
        """
        values = {
            name: data.get(name, "" if name == "problem" else None) for name in cls.__dataclass_fields__
        }
        for name, value in values.items():
            if not isinstance(value, str):
                raise CoteError(f"no {name!r}" if value is None else f"{name!r} is no text")
        return cls(**values)

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def mutate_programs(
    program: Program, mutators: Sequence[str] | None, limit: int, seed: int, failed: Callable[[object], None]
) -> Iterator[Mutant]:
    """Yield preserving mutants of a program's entry.

    Args:
        program: The original.
        mutators: Names of mutators; the default ones for None.
        limit: Maximum number of mutants by each mutator, drawn by the seed.
        seed: Seed that draws the mutants.
        failed: Gets conflicts of edits.

    Raises:
        ParseError: the program is not in its language.
        MutationError: the mutator or the method does not exist.
        CoteError: a mutator is not preserving.
    """
    select = Selection(method=program.entry, limit_per_mutator=limit)
    source = parse(program.text, language=program.lang)
    check_method(source, select)
    for mutant in mutants(source, mutators, seed=seed, select=select, on_conflict=failed):
        if mutant.relation != "preserving":
            raise CoteError(
                f"{mutant.mutator} is {mutant.relation}: a translator is tested with preserving mutants"
            )
        yield mutant
