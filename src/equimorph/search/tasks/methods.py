"""The methods that tasks are about: their texts, their names, and the first sentence of their Javadoc."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from equimorph.texts.javadoc import first_sentence
from equimorph.trees.files import source_files
from parsers import Member, ParseError, SourceFile


@dataclass(frozen=True)
class TaskText:
    """A method, or a mutant of it, with what a model shall say of it.

    Attributes:
        id: Id of the text.
        root: the id of the original that it comes from; of an original its own.
        text: what the model reads.
        name: Name of the original method, which is its label where names are predicted.
        comment: the first sentence of the original's Javadoc; "" for none.
        source: the path of its file; "" where that is not known.
    """

    id: str
    root: str
    text: str
    name: str
    comment: str = ""
    source: str = ""

    def mutant(self, id: str, text: str) -> TaskText:
        """Return a mutant of this text, of which a model shall say the same."""
        return replace(self, id=id, text=text)


def methods_in(paths: Sequence[Path], failed: Callable[[Exception], None]) -> Iterator[TaskText]:
    """Yield the methods with a body of Java sources, in the order of files and places.

    Args:
        paths: files and folders.
        failed: gets what cannot be read or parsed.
    """
    for root in paths:
        for path in source_files([root], failed):
            name = path.relative_to(root).as_posix() if root.is_dir() else path.name
            try:
                source = SourceFile(path.read_bytes(), str(path))
                yield from (_of_member(one, name, str(path)) for one in source.methods if _has_body(one))
            except (OSError, ParseError, RecursionError) as error:
                failed(error)


def _has_body(member: Member) -> bool:
    return member.kind == "method" and member.data.rstrip().endswith(b"}")


def _of_member(member: Member, name: str, path: str) -> TaskText:
    id = f"{name}:{member.start}"
    before = member.source.data[: member.start].decode("utf-8", "replace")
    return TaskText(id, id, member.text, member.name, first_sentence(before), path)
