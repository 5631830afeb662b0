"""The checks of rows in a language: `Checker`, which a language may replace by its own."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from equimorph.checking.compilation_units import RowFiles
from equimorph.checking.verdicts import ClassVerdict
from equimorph.languages import part_of
from equimorph.rows.row import Row
from parsers import SourceFile
from parsers.oracles.interpreter import Interpreter
from parsers.oracles.jdk import Jdk
from parsers.oracles.prover import Prover
from parsers.validity import Opinion, parser_opinion

__all__ = ["Checker", "Files", "Opinions", "Tools", "checker_of"]

Files = tuple[bytes, bytes] | None
"""The original and the mutated file of a row, if they are known."""
Opinions = Iterator[tuple[str, Opinion, Opinion]]
"""Names of checks, each with the opinions on the original and on the mutant."""


@dataclass(frozen=True)
class Tools:
    """The tools that checkers may use.

    Attributes:
        files: Files of the rows.
        jdk, python, prover: The tools that the caller has started.
    """

    files: RowFiles
    jdk: Jdk | None = None
    python: Interpreter | None = None
    prover: Prover | None = None


class Checker:
    """The checks of rows in a language; these ask only the parser of the language.

    Args:
        language: Language of the rows.
        tools: what may be used.
    """

    def __init__(self, language: str, tools: Tools) -> None:
        self.language = language
        self.tools = tools

    def opinions(self, row: Row, files: Files) -> Opinions:
        """Yield the opinions on a row, check by check."""
        for before, after in (
            *([] if files is None else [files]),
            (row.original.encode(), row.mutant.encode()),
        ):
            yield "parser", self._parser(before), self._parser(after)

    def verdict(self, row: Row, group: Hashable) -> ClassVerdict:
        """Return whether a breaking mutant is equivalent, or a duplicate.

        Args:
            row: Row of the mutant.
            group: distinguishes originals of the same text.

        Raises:
            MutationError, ParseError, OSError: the files of the row are not available.
        """
        return ClassVerdict("no opinion", None, f"no compiler is given for {self.language}")

    def _parser(self, data: bytes) -> Opinion:
        return parser_opinion(SourceFile(data, language=self.language))


def checker_of(language: str, tools: Tools) -> Checker:
    """Return the checker of a language."""
    checker: type[Checker] = part_of(language, "checker") or Checker
    return checker(language, tools)
