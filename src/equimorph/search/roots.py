"""Roots: the methods that a search starts from, each in the file that it is part of."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from equimorph.mutants.mutating import source_of
from equimorph.runs.seeds import seed_of
from equimorph.search.errors import SearchError
from equimorph.search.operators import LANGUAGE
from equimorph.trees.files import source_files
from parsers import Member, ParseError, SourceFile

__all__ = ["Root", "RootCount", "Texts", "drawn", "input_hash", "roots_of"]

Texts: TypeAlias = "str | Path | SourceFile | Iterable[str | Path | SourceFile]"
"""Texts of Java, methods or whole files, as strings; files, and folders of Java files, as paths."""


@dataclass(frozen=True)
class Root:
    """A method that a search starts from.

    Attributes:
        id: 12 hex digits of the hash of its place and its text.
        method: The method in its source; facts are read from the whole source.
    """

    id: str
    method: Member

    @property
    def text(self) -> str:
        """The method's text, which the model sees."""
        return self.method.text

    @property
    def path(self) -> str | None:
        """The file; None for a text."""
        return self.method.source.path


@dataclass
class RootCount:
    """The numbers of methods that were read, by outcome.

    Attributes:
        read: methods.
        left: methods that are no roots, by reason.
    """

    read: int = 0
    left: Counter[str] = field(default_factory=Counter)

    @property
    def kept(self) -> int:
        """Methods that are roots."""
        return self.read - self.left.total()


def roots_of(
    texts: Texts, count: RootCount | None = None, failed: Callable[[Exception], None] | None = None
) -> Iterator[Root]:
    """Yield a root for each method of some texts, in order.

    Methods of which no fact can be relied on, and those without a body, are left out and counted.

    Args:
        texts: One or several texts.
        count: Gets the numbers.
        failed: Gets errors of unreadable texts; the first one is raised without it.

    Raises:
        ParseError, OSError: a text is not Java, or a file cannot be read, and there is no `failed`.
        SearchError: the same place is given twice, so that two roots would have one id.
    """
    counted = RootCount() if count is None else count
    seen = set[str]()
    for number, source in enumerate(_sources(texts, failed)):
        for method in source.methods:
            counted.read += 1
            if method.untrusted:
                counted.left[method.untrusted] += 1
                continue
            place = source.path if source.path is not None else f"text {number}"
            key = hashlib.sha256(f"{place}|{method.start}|{method.sha256}".encode("utf-8", "surrogatepass"))
            root = Root(key.hexdigest()[:12], method)
            if root.id in seen:
                raise SearchError(f"{place}: given twice")
            seen.add(root.id)
            yield root


def _sources(texts: Texts, failed: Callable[[Exception], None] | None) -> Iterator[SourceFile]:
    given = [texts] if isinstance(texts, str | Path | SourceFile) else texts
    for one in given:
        if not isinstance(one, Path):
            yield from _read(one, failed)
            continue
        for path in source_files([one], failed or _raise):
            yield from _read(path, failed)


def _read(one: str | Path | SourceFile, failed: Callable[[Exception], None] | None) -> Iterator[SourceFile]:
    try:
        found = source_of(one)
        if found.language != LANGUAGE:
            raise SearchError(f"{found.place()}: the operators are of Java, not of {found.language}")
        found.methods  # noqa: B018 - asks for the tree
    except (ParseError, OSError, SearchError) as error:
        if failed is None:
            raise
        failed(error)
        return
    yield found


def _raise(error: Exception) -> None:
    raise error


def drawn(roots: Iterable[Root], most: int | None, seed: int, able: Callable[[Root], bool]) -> list[Root]:
    """Return a draw of roots, in their order.

    Args:
        roots: all of them.
        most: Maximum number; None for all.
        seed: Seed of the draw.
        able: whether a root may be drawn; asked only where `most` draws.
    """
    found = list(roots)
    if most is None or len(found) <= most:
        return found
    chosen = set[str]()
    for root in sorted(found, key=lambda one: (seed_of("draw", seed, one.id), one.id)):
        if len(chosen) == most:
            break
        if able(root):
            chosen.add(root.id)
        root.method.release()
    return [root for root in found if root.id in chosen]


def input_hash(roots: Sequence[Root]) -> str:
    """Return a hash of the roots' places, their texts, and the texts around them."""
    whole = hashlib.sha256()
    files = dict[int, str]()
    for root in roots:
        source = root.method.source
        if id(source) not in files:
            files[id(source)] = hashlib.sha256(source.data).hexdigest()
        whole.update(f"{root.id}|{files[id(source)]}\n".encode())
    return whole.hexdigest()
