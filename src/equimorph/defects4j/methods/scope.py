"""The scope of a fix: whether the repaired texts of the faulty methods are all of it, or what else it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from equimorph.defects4j.checkout import Checkout
from equimorph.defects4j.faults import ADDED, Fix
from equimorph.texts.comparing import same_tokens
from parsers import Member, SourceFile

FixScope: TypeAlias = Literal["method", "methods", "file", "files"]
"""The scope of a fix: one method; several methods; other text of the one file that it changes; several files, and more than
methods.

Comments and blanks do not count.
"""
FIX_SCOPES: tuple[FixScope, ...] = get_args(FixScope)
NEEDS: Mapping[str, str] = MappingProxyType(
    {
        "methods": "other methods, too",
        "file": "other lines of the file, such as a new method, a field or an import",
        "files": "other files",
    }
)
"""The needs of a fix besides a method, by its scope."""


@dataclass(frozen=True)
class MethodFixes:
    """A faulty file and its repaired version, with the methods whose repaired text is known.

    Attributes:
        buggy, fixed: the file; `fixed` is None if the fix deletes it.
        pairs: the faulty methods, in order, each with its repaired version; None where that is not known.
    """

    buggy: SourceFile
    fixed: SourceFile | None
    pairs: Sequence[tuple[Member, Member | None]]

    @property
    def is_all(self) -> bool:
        """Whether the faulty file with the repaired methods in it is the repaired file, comments and blanks aside."""
        if self.fixed is None or any(other is None for _, other in self.pairs):
            return False
        data = self.buggy.data
        for member, other in reversed(self.pairs):
            if other is not None:
                data = data[: member.start] + other.data + data[member.end :]
        return same_tokens(data.decode(), self.fixed.text, self.fixed.language)

    @property
    def is_changed(self) -> bool:
        """Whether any token differs."""
        return bool(self.pairs) or not self.is_all


def scope_of(files: Iterable[MethodFixes], others: int = 0) -> FixScope:
    """Return the scope of a fix.

    Args:
        files: Files that it changes or deletes.
        others: Number of other files that it needs, such as one that it adds.
    """
    changed = [fixes for fixes in files if fixes.is_changed]
    if not others and all(fixes.is_all for fixes in changed):
        return "method" if sum(len(fixes.pairs) for fixes in changed) == 1 else "methods"
    return "file" if len(changed) + others == 1 else "files"


def other_files(checkout: Checkout, fix: Fix) -> int:
    """Return the number of files that a fix needs besides the faulty ones.

    They are the source files that it adds, Java files outside of the source folder if the folder of tests is known, and files of
    another kind in the source folder or in its folder of resources. Tests, and texts such as a list of changes, repair nothing.
    """
    source = PurePosixPath(checkout.source_dir)
    folders = (source, source.with_name("resources")) if source.name else ()

    def is_needed(path: str, reason: str) -> bool:
        kind = checkout.kind_of(path)
        if reason == ADDED:
            return kind == "source"
        if kind == "other":
            place, tests = PurePosixPath(path), checkout.test_dir
            in_tests = tests is not None and place.is_relative_to(tests)
            return not in_tests and any(place.is_relative_to(folder) for folder in folders)
        return kind == "outside" and checkout.test_dir is not None

    return sum(is_needed(entry.path, entry.reason) for entry in fix.aside)


def scope_notes(scopes: Counter[FixScope]) -> Iterator[str]:
    """Yield remarks on faulty methods whose repaired text is not the whole fix.

    Args:
        scopes: how many there are of each scope.
    """
    more = {scope: count for scope, count in scopes.items() if scope in NEEDS}
    if more:
        needs = "; ".join(f"{more[scope]:,} {NEEDS[scope]}" for scope in FIX_SCOPES if scope in more)
        count = f"{sum(more.values()):,} of {scopes.total():,} faulty methods"
        yield f"the repaired text is not all that the fix needs of {count}: {needs}"
