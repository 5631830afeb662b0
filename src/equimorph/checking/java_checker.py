"""The checks of Java: tree-sitter, javalang, javac, and class bytes."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path

from equimorph.checking.checkers import Checker, Files, Opinions, Tools
from equimorph.checking.class_bytes import ClassBytes
from equimorph.checking.compilation_units import Unit, javac_opinion, row_units
from equimorph.checking.verdicts import ClassVerdict
from equimorph.rows.row import Row
from parsers import ParseError, SourceFile
from parsers.java.validity import javalang_opinion, tree_sitter_opinion
from parsers.validity import Opinion


class JavaChecker(Checker):
    """tree-sitter looks at the member and its file, javalang at the member; javac, if there is a JDK, at the file or the member."""

    def __init__(self, language: str, tools: Tools) -> None:
        super().__init__(language, tools)
        self._classes = None if tools.jdk is None else ClassBytes(tools.jdk, prover=tools.prover)
        # Rows of one method follow each other: what is known of their original is kept for a while.
        self._source = lru_cache(16)(_source_opinion)
        self._javalang = lru_cache(16)(javalang_opinion)
        self._javac = lru_cache(16)(self._compiled)

    def opinions(self, row: Row, files: Files) -> Opinions:
        """Yield the opinions on a row, check by check."""
        if files is not None:
            yield "tree-sitter", self._source(files[0]), _source_opinion(files[1])
        original, mutant = row.original.encode(), row.mutant.encode()
        yield "tree-sitter", self._source(original), _source_opinion(mutant)
        try:
            kind = SourceFile(original).kind
        except ParseError:
            return
        yield "javalang", self._javalang(row.original, kind), javalang_opinion(row.mutant, kind)
        if self.tools.jdk is None:
            return
        for before, after in row_units(row, files)[:1]:
            folders = self.tools.files.sourcepath(row)
            yield "javac", self._javac(before, folders), self._compiled(after, folders)

    def verdict(self, row: Row, group: Hashable) -> ClassVerdict:
        """Return the verdict of class bytes on a breaking mutant."""
        if self._classes is None:
            return super().verdict(row, group)
        files = self.tools.files
        pairs, folders = row_units(row, files.of(row)), files.sourcepath(row)
        return self._classes.compare_units(pairs, group, row.id, folders)

    def _compiled(self, unit: Unit, sourcepath: tuple[str | Path, ...]) -> Opinion:
        assert self.tools.jdk is not None
        return javac_opinion(unit.compiled(self.tools.jdk, sourcepath))


def _source_opinion(data: bytes) -> Opinion:
    return tree_sitter_opinion(SourceFile(data))
