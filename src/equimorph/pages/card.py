"""Dataset cards: the README.md of a folder of rows, with the front matter that Hugging Face's `datasets` reads."""

from __future__ import annotations

import glob
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.pages.tables import Table, markdown_text
from equimorph.runs.hashes import files_hash
from equimorph.runs.whole import whole_file
from equimorph.version import __version__

NAME = "README.md"
_LICENCES = re.compile(
    "afl-3.0|agpl-3.0|apache-2.0|artistic-2.0|bsd-[23]-clause|bsd-3-clause-clear|bsl-1.0|cc-by-(sa-)?4.0|cc0-1.0|ecl-2.0|epl-[12].0"
    "|eupl-1.[12]|gpl-[23].0|isc|lgpl-2.1|lgpl-3.0|mit|mpl-2.0|ms-pl|ncsa|osl-3.0|postgresql|unlicense|wtfpl|zlib|unknown".replace(
        ".", r"\."
    )
)
"""Licences that Hugging Face names as SPDX does, in lower case; all others are "other"."""
_UNKNOWN = "unknown"
_SIZES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B", "1B<n<10B")
_NO_NAME = re.compile(r'[<>:/\\|?*"\s]')
"""Characters that `datasets` refuses in the name of a configuration."""


@dataclass(frozen=True)
class SplitRows:
    """A file of rows.

    Attributes:
        config: Name of the configuration, of all files with the same columns.
        split: Name of the split.
        path: Path of the file, relative to the card.
        rows: Number of rows.
    """

    config: str
    split: str
    path: str
    rows: int


@dataclass(frozen=True)
class Card:
    """A dataset card.

    Attributes:
        verb: The verb that wrote the folder.
        files: Files of the folder.
        licences: SPDX identifiers of the rows.
        language: Language of the code; None if it is not known.
        options: Options of the verb, as plain data.
        rest: Sentence about where the folder says more.
    """

    verb: str
    files: Sequence[SplitRows]
    licences: Iterable[str]
    language: str | None
    options: Mapping[str, Any]
    rest: str

    def write(self, folder: Path) -> None:
        """Write the card into a folder.

        Raises:
            OSError: it cannot be written.
        """
        with whole_file(folder / NAME) as out:
            out.write(self.text(folder).encode())

    def text(self, folder: Path) -> str:
        """Return the card of the files in a folder: front matter in YAML, then Markdown.

        Raises:
            OSError: a file cannot be read.
        """
        front = "".join(f"{line}\n" for line in self._front(folder))
        options = json.dumps(self.options, indent=1, sort_keys=True)
        table = Table(
            ("configuration", "split", "rows"),
            tuple((file.config, file.split, file.rows) for file in self.files),
        )
        return (
            f"---\n{front}---\n\n# Made by `equimorph {self.verb}`\n\n{table.rendered('md')}\n"
            f"Version {__version__} of equimorph wrote this folder with these options:\n\n```json\n{options}\n```\n\n"
            f"Licences of the rows: {', '.join(map(markdown_text, self._spdx()))}. {self.rest}\n"
        )

    def _spdx(self) -> list[str]:
        return sorted({*self.licences}) or [_UNKNOWN]

    def _front(self, folder: Path) -> Iterator[str]:
        yield "language:"
        yield "- code"
        yield "license:"
        yield from (f"- {_quoted(name)}" for name in sorted({_hub_licence(name) for name in self._spdx()}))
        yield "size_categories:"
        yield f"- {_quoted(_size(sum(file.rows for file in self.files)))}"
        yield "tags:"
        yield from (f"- {_quoted(tag)}" for tag in ("code", *filter(None, [self.language]), "equimorph"))
        filled = [file for file in self.files if file.rows]  # `datasets` refuses a split without rows
        if filled:
            yield "configs:"
        for number, config in enumerate(dict.fromkeys(file.config for file in filled)):
            files = [file for file in filled if file.config == config]
            yield f"- config_name: {_quoted(_NO_NAME.sub('_', config))}"
            # `datasets` caches by this entry, not by the files: without their hash it would give the rows of another folder.
            yield f"  description: sha256 {files_hash((file.path, folder / file.path) for file in files)}"
            if not number:
                yield "  default: true"
            yield "  data_files:"
            for file in files:
                yield f"  - split: {_quoted(file.split)}"
                yield f"    path: {_quoted(glob.escape(file.path))}"


def _quoted(text: str) -> str:
    return json.dumps(text)


def _hub_licence(name: str) -> str:
    plain = re.sub(r"-(only|or-later)$", "", name.lower())
    return plain if _LICENCES.fullmatch(plain) else "other"


def _size(rows: int) -> str:
    return next(
        (name for name, most in zip(_SIZES, (10**n for n in range(3, 10)), strict=False) if rows < most),
        _SIZES[-1],
    )
