"""The options with which `verify` did what `prove` and `kill` do: hidden, kept for one version, with their exclusions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from equimorph.checking.options import VerifyOptions
from equimorph.cli.kill import run_on_rows
from equimorph.cli.prove import proved
from equimorph.cli.session import Session
from equimorph.proving.writing import ToProve
from equimorph.runs.declared import Option

_ROWS_OR_TREE = "give a file of rows, or --tree and --original with --prove"
_HIDDEN = Option(hidden=True)
_FOLDER = Option(hidden=True, exists=True, folder=True)


@dataclass(frozen=True, kw_only=True)
class Aliases:
    """Options of `prove` and `kill`; `tree` is the folder that `prove` takes instead of rows."""

    prove: Annotated[bool, _HIDDEN] = False
    tree: Annotated[Path | None, _FOLDER] = None
    original: Annotated[Path | None, _FOLDER] = None
    restart: Annotated[bool, _HIDDEN] = False
    tests: Annotated[str | None, _HIDDEN] = None
    project: Annotated[Path | None, _FOLDER] = None
    build: Annotated[str | None, _HIDDEN] = None
    timeout: Annotated[float | None, Option(hidden=True, minimum=0.001)] = None
    jobs: Annotated[int | None, Option(hidden=True, minimum=1)] = None

    def run(
        self, path: Path | None, options: VerifyOptions, out: Path | None, encoding: str, session: Session
    ) -> bool:
        """Do what `prove` or `kill` does, if that is asked for; return whether it is.

        Raises:
            typer.BadParameter: options do not go together.
        """
        for message in self._faults(path, options, out):
            raise typer.BadParameter(message)
        if self.prove:
            wanted = ToProve(path, self.tree, self.original, options.compilers, encoding)
            proved(wanted, out, session, jobs=self.jobs or 1, restart=self.restart)
        elif self.tests is not None and path is not None:
            names = ("project", "build", "timeout")
            given = {name: getattr(self, name) for name in names}
            run_on_rows(
                path, self.tests, {**given, "jobs": self.jobs or 1, "encoding": encoding}, out, session
            )
        return self.prove or self.tests is not None

    def _faults(self, path: Path | None, options: VerifyOptions, out: Path | None) -> Iterator[str]:
        """Yield what is wrong with the options."""
        compilers, tests = options.compilers, self.tests is not None
        if (path is None) is (self.tree is None):
            yield "give a file of rows" if self.tree is None and not self.prove else _ROWS_OR_TREE
        if (self.tree is None) is not (self.original is None) or (self.tree is not None and not self.prove):
            yield "--tree and --original go together, with --prove"
        if self.prove and (options or tests or compilers.python is not None):
            yield (
                "--prove is a check of its own: give it without --javac, --compile, --equivalence, --tests and --python"
            )
        if self.prove and (self.project is not None or self.build is not None or self.timeout is not None):
            yield "--project, --build and --timeout need --tests"
        if self.prove and self.tree is not None and compilers.checkout:
            yield "--checkout is for rows, not for --tree"
        if self.restart and (not self.prove or out is None):
            yield "--restart needs --prove and --out"
        if self.prove:
            return
        if options and tests:
            yield "--tests is a check of its own: give it without --javac, --compile and --equivalence"
        if out is not None and not options.equivalence and not tests:
            yield "--out needs --equivalence; `prove` and `kill` write rows, too"
        if tests is (self.project is None):
            yield "--tests and --project go together"
        if not tests and (self.build is not None or self.timeout is not None or self.jobs is not None):
            yield "--build and --timeout need --tests, --jobs needs --tests or --prove"
        if not (options.javac or options.equivalence) and (compilers.classpath or compilers.sourcepath):
            yield "--classpath and --sourcepath need --javac or --equivalence"
        if compilers.python is not None and not (options.compile or options.equivalence):
            yield "--python needs --compile or --equivalence"
        if compilers.checkout and tests:
            yield "--checkout does not go with --tests: give it as --project"
