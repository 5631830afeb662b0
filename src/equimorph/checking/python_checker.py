"""The checks of Python: libcst, the compiler of an interpreter, and code objects."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from equimorph.checking.checkers import Checker, Files, Opinions, Tools
from equimorph.checking.code_objects import CodeObjects, interpreter_opinion, row_texts
from equimorph.checking.verdicts import ClassVerdict
from equimorph.rows.row import Row
from parsers import SourceFile
from parsers.validity import Opinion, parser_opinion


class PythonChecker(Checker):
    """libcst looks at the member; the compiler, if there is an interpreter, at the file or the member."""

    def __init__(self, language: str, tools: Tools) -> None:
        super().__init__(language, tools)
        self._code = None if tools.python is None else CodeObjects(tools.python)
        # Rows of one function follow each other: what is known of their original is kept for a while.
        self._libcst = lru_cache(16)(_libcst_opinion)
        self._interpreter = lru_cache(16)(self._interpreted)

    def opinions(self, row: Row, files: Files) -> Opinions:
        """Yield the opinions on a row, check by check."""
        original, mutant = row.original.encode(), row.mutant.encode()
        yield "libcst", self._libcst(original), _libcst_opinion(mutant)
        if self.tools.python is not None:
            before, after = files or (original, mutant)
            yield "compile", self._interpreter(before), self._interpreted(after)

    def verdict(self, row: Row, group: Hashable) -> ClassVerdict:
        """Return the verdict of code objects on a breaking mutant."""
        if self._code is None:
            return super().verdict(row, group)
        return self._code.compare_texts(row_texts(row, self.tools.files), group, row.id)

    def _interpreted(self, data: bytes) -> Opinion:
        assert self.tools.python is not None
        return interpreter_opinion(self.tools.python.compile(data))


def _libcst_opinion(data: bytes) -> Opinion:
    """Return the opinion of libcst and of the interpreter of this process."""
    return parser_opinion(SourceFile(data, language="python"))
