"""A method in its file, mutated again and again, without reading the whole file each time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from mutators import Mutant, Mutator, Site
from parsers import Method, SourceFile
from parsers.java.syntax.tree import reparse
from parsers.source import LineMap

__all__ = ["Member", "View"]


class View(SourceFile):
    """A source in which one method alone is looked at; all facts are those of the whole source.

    Args:
        method: of that source.
    """

    def __init__(self, method: Method) -> None:
        source = method.source
        super().__init__(source.data, source.path, source.language)
        # What the class would find out by reading the text, known already.
        object.__setattr__(self, "_parsed", source._parsed)
        object.__setattr__(self, "methods", (method,))


class _Lines(LineMap):
    """The lines of a source with one method changed, known from those of the source.

    Args:
        before: of the source.
        start, end: the method's byte range in it; no line ends at its borders.
        data: the method's new text.
    """

    def __init__(self, before: LineMap, start: int, end: int, data: bytes) -> None:
        super().__init__(data)
        first, last = bisect_right(before._starts, start), bisect_right(before._starts, end)
        grown = len(data) - (end - start)
        inner = [at + start for at in self._starts[1:]]
        self._starts = [*before._starts[:first], *inner, *[at + grown for at in before._starts[last:]]]
        self._size = before._size + grown


@dataclass(frozen=True)
class Member:
    """A method and its sites.

    Attributes:
        method: in its source.
    """

    method: Method

    @cached_property
    def view(self) -> View:
        """The source with this method alone."""
        return View(self.method)

    @cached_property
    def _sites(self) -> dict[int, list[Site]]:
        return {}

    def sites(self, mutator: Mutator) -> list[Site]:
        """The sites of a mutator in the method, in order; offsets are those of the source."""
        known = self._sites.get(id(mutator))
        if known is None:
            inside = range(self.method.start, self.method.end)
            found = dict.fromkeys(site for site in mutator.sites(self.view) if site.start in inside)
            known = sorted(found, key=lambda site: (site.start, site.end, repr(site.params)))
            self._sites[id(mutator)] = known
        return known

    def mutated(self, mutant: Mutant) -> Member | None:
        """The method with a mutation of it, in the source with that mutation; None if it is no method there."""
        method = self.method
        start, end = method.start, method.start + len(mutant.mutant_data)
        source = SourceFile(mutant.data, method.source.path, method.source.language)
        if method.source.kind == "file" and not method.source.has_error:
            tree = method.source._parsed[1]
            changes = _changes(mutant)
            object.__setattr__(source, "_parsed", ("file", reparse(tree, source.data, changes), 0))
            node = source.exact_node(start, end)
            if node is not None and node.type == method._node.type and not source.has_error:
                lines = _Lines(method.source.lines, start, method.end, mutant.mutant_data)
                object.__setattr__(source, "lines", lines)
                name = node.child_by_field_name("name")
                named = method.name if name is None else (name.text or b"").decode()
                return Member(Method(source, named, method.kind, start, end, node))
            source = SourceFile(mutant.data, method.source.path, method.source.language)
        found = source.method_at(start)
        return Member(found) if found is not None and (found.start, found.end) == (start, end) else None


def _changes(mutant: Mutant) -> Iterable[tuple[int, int, int]]:
    """For each edit: where its new text starts in the mutated source, and how many bytes are old and new."""
    shift = mutant.method.start
    for edit in mutant.local.edits:
        old, new = len(edit.old.encode()), len(edit.new.encode())
        yield edit.start + shift, old, new
        shift += new - old
