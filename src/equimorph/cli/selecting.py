"""The option ``--in-diff``: only where a patch changes lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD, name_of, reading
from equimorph.patches.changed_lines import changed_lines
from equimorph.runs.declared import Option
from mutators import MutationError
from parsers import ParseError

_IN_DIFF = (
    "Only where this unified diff changes or adds lines; the files hold its new side; - for standard input."
)
InDiff = Annotated[Path | None, Option(help=_IN_DIFF, after="avoid_lines")]


@dataclass
class Patched:
    """Chooses the files that a patch changes; all without a patch.

    Attributes:
        patch: the option.
        changed: after the call: the lines that the patch changes or adds, by file; None without a patch.
    """

    patch: Path | None
    session: Session
    changed: Mapping[str, frozenset[int]] | None = None

    def __call__(self, files: Sequence[Path]) -> list[Path]:
        """Return the files that the patch changes; note files of the patch that are not among them.

        Raises:
            typer.BadParameter: the patch and one of the files are both standard input.
            typer.Exit: with code 2; it cannot be read, is no patch, or the files do not hold its new side; that is reported.
        """
        if self.patch is None:
            return list(files)
        if self.patch == STANDARD and STANDARD in files:
            raise typer.BadParameter("the text and --in-diff cannot both be standard input")
        name, others = name_of(self.patch), list[str]()
        suffixes = {path.suffix for path in files}

        def unmatched(file: str) -> None:
            if Path(file).suffix in suffixes:
                others.append(file)
                self.session.note(f"{name}: {file} is not among the files that are to be mutated")

        try:
            with reading(self.patch) as stream:
                paths = [str(path) for path in files]
                self.changed = changed_lines(stream.read(), paths, name=name, unmatched=unmatched)
        except (MutationError, OSError, ParseError) as error:
            self.session.failed(error)
            raise typer.Exit(2) from error
        if files and not self.changed and not others:
            self.session.note(f"{name}: changes or adds no line of the files that are to be mutated")
        return [path for path in files if str(path) in self.changed]
