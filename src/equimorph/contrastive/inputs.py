"""Inputs of samples: files, folders, texts, rows of JSON Lines. Each is one item, and is read only when it is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from equimorph.mutants.mutating import parse, read
from equimorph.rows.by_row import text_field
from equimorph.rows.jsonl import JsonLine, json_lines
from equimorph.rows.row import named_language
from equimorph.trees.files import source_files
from mutators import MutationError
from parsers import SourceFile
from parsers.language import language_named, language_of

__all__ = ["Item", "items", "line_items", "row_item"]


@dataclass(frozen=True)
class Item:
    """A source that is yet to be read.

    Attributes:
        path: Path for the rows; "" if there is none.
        line: 1-based line of a JSON Lines file, or 0.
        text: Text of a source, a source that is already parsed, or None to read the file at `path`.
        error: Reason why there is nothing to read, or None.
        place: Actual place of the file, if it is not at its path; else "".
        encoding: Encoding of the file.
        language: Language of the text; by default the language of the path's suffix, or Java.
    """

    path: str = ""
    line: int = 0
    text: str | SourceFile | None = None
    error: Exception | None = None
    place: str = ""
    encoding: str | None = None
    language: str | None = None

    def read(self) -> SourceFile:
        """Return the source.

        Raises:
            ParseError: it is not of its language.
            OSError: it cannot be read.
            MutationError: the row has no text.
        """
        if self.error is not None:
            raise self.error
        if isinstance(self.text, SourceFile):
            return self.text
        if self.text is None:
            return read(
                self.place or self.path, encoding=self.encoding, name=self.path, language=self.language
            )
        return parse(self.text, self.path or None, self.language or language_of(self.path))


def items(sources: Iterable[SourceFile | Path | str | Item], language: str | None = None) -> Iterator[Item]:
    """Yield the items of sources; a string is a text, a path a file or a folder of source files.

    Args:
        language: Language of texts, of files in folders, and of files whose suffix names none; Java for None.
    """
    for source in sources:
        if isinstance(source, Item):
            yield source
        elif isinstance(source, SourceFile):
            yield Item(source.path or "", text=source)
        elif isinstance(source, str):
            yield Item(text=source, language=language)
        else:
            missing: list[OSError] = []
            for path in source_files([source], missing.append, language or "java"):
                yield Item(str(path), language=language_named(path) or language)
            yield from (Item(str(error.filename), error=error) for error in missing)


def line_items(path: str | PathLike[str], field: str) -> Iterator[Item]:
    """Yield the items of a JSON Lines file, one per line.

    Args:
        field: the field that has the text; a field `path`, if there is one, is the text's path.

    Raises:
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as stream:
        for line in json_lines(stream):
            yield row_item(line, field)


def row_item(line: JsonLine, field: str) -> Item:
    """Return the item that a row is.

    Args:
        line: the row.
        field: see `line_items`.
    """
    path = line.data.get("path")
    name = path if isinstance(path, str) else ""
    try:
        if line.error is not None:
            raise MutationError(line.error)
        return Item(name, line.number, text_field(line.data, field), language=named_language(line.data))
    except MutationError as error:
        return Item(name, line.number, error=error)
