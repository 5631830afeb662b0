"""What commands share: arguments, and options of files and languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from equimorph.cli.values import (
    input_file,
    page_file,
    rows_format,
    table_format,
)
from equimorph.runs.declared import Option, Panel
from parsers.encoding import check_encoding
from parsers.language import languages

PATHS = "Source files, and folders with them; - for the text of one on standard input."
Paths = Annotated[tuple[Path, ...], Option(argument=True, help=PATHS)]
ROWS = "JSON Lines, which may be compressed (.gz, .zst); - for standard input."
TABLES = "Rows in JSON, .parquet or .csv, which may be compressed (.gz, .zst); - for standard input."
JsonFile = Annotated[Path, Option(argument=True, help=ROWS, check=input_file)]
TableFile = Annotated[Path, Option(argument=True, help=TABLES, check=input_file)]

_ENCODING = (
    "Encoding of the source files, such as iso-8859-1. Rows and offsets are those of the text in UTF-8."
)
Encoding = Annotated[str, Option(help=_ENCODING, panel=Panel.INPUT, check=check_encoding)]
_SOURCE_ENCODING = (
    "Encoding of the source files, such as iso-8859-1. Rows and offsets are those of the text in UTF-8. Default: utf-8, or"
    " what a Python file declares."
)
SourceEncoding = Annotated[
    str | None, Option(flags="--encoding", help=_SOURCE_ENCODING, panel=Panel.INPUT, check=check_encoding)
]
Seed = Annotated[int, Option(help="Seed for all random choices.", panel=Panel.MUTATORS)]


def _language(default: str) -> Option:
    help = f"Language of the sources. Default: {default}."
    return Option(flags="--language", panel=Panel.INPUT, help=help, choices=languages, noun="language")


Language = Annotated[
    str | None, _language("by the suffix of a file; java for a folder, rows and standard input")
]
FileLanguage = Annotated[
    str | None, _language("by the suffix of a file; java for a folder and standard input")
]
"""Of verbs that take no rows."""
TreeLanguage = Annotated[str | None, _language("java")]
"""Of a verb that takes one folder."""


def out_option(help: str, check: Callable[[Any], object] | None = None) -> Option:
    """Return the option of an output."""
    return Option(flags="--out -o", panel=Panel.OUTPUT, help=help, check=check)


_WHOLE = "written whole or not at all. Default, and -: standard output."
OutFile = Annotated[Path | None, out_option(f"Output file (.jsonl, .jsonl.gz), {_WHOLE}", rows_format)]
OutTable = Annotated[
    Path | None, out_option(f"Output file (.jsonl, .jsonl.gz, .parquet), {_WHOLE}", table_format)
]
OutText = Annotated[Path | None, out_option(f"Output file, {_WHOLE}")]
OutFolder = Annotated[Path, out_option("Output folder; must not exist, or be empty.")]
PageFile = Annotated[Path, out_option("The page (.html, .md), written whole or not at all.", page_file)]
_RESTART = "Discard an unfinished run (OUT.partial) and start over."
Restart = Annotated[bool, Option(panel=Panel.WORKERS, help=_RESTART)]
OutputRestart = Annotated[bool, Option(panel=Panel.OUTPUT, help=_RESTART)]
