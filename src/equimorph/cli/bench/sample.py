"""The verb `bench sample`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from equimorph.bench.sampling import sample_bench
from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Seed
from equimorph.cli.bench_options import PROBLEMS, ProblemOptions
from equimorph.cli.declared import Taken
from equimorph.cli.model_options import opener
from equimorph.cli.row_files import WorkerOut
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.models.options import ModelOptions, Served
from equimorph.models.served import served_object
from equimorph.runs.declared import Option, Panel


@dataclass(frozen=True)
class SampledModel(ModelOptions):
    """The model whose samples are wanted.

    Attributes:
        model: A Python object: MODULE:NAME or FILE.py:NAME.
    """

    served: Served = served_object
    model: Annotated[str | None, Option(panel=Panel.INPUT)] = None
    answers: Annotated[Path | None, Option(panel=Panel.INPUT, check=input_file)] = None
    template: str = "generate"


def sample(
    *,
    problems: Annotated[str, Option(argument=True, help=PROBLEMS)],
    place: Annotated[ProblemOptions, Taken("path")],
    model: SampledModel,
    k: Annotated[int, Option(flags="-n --samples", minimum=1, help="Number of samples per problem.")] = 1,
    seed: Seed = 0,
    to: WorkerOut,
    session: Session,
) -> None:
    """Ask a model for solutions of problems: rows that `bench run` reads.

    A request without an answer is reported, and has no rows. The same command continues a run that was stopped.
    """
    every = ProblemOptions(problems=problems, path=place.path).read(session)
    with to.target(session) as target:
        counts = sample_bench(target, every, opener(model, session), k=k, seed=seed)
    if counts["requests"] and not counts["answers"]:
        session.failed("no request has an answer: is the model set up as it should be?")
    if counts["short"]:
        session.note(f"{counted(counts['short'], 'problem')} with fewer than {counted(k, 'sample')}")
    errors = f"; {counted(counts['errors'], 'request')} without an answer" if counts["errors"] else ""
    session.end(f"{counted(counts['candidates'], 'sample')} of {counted(len(every), 'problem')}{errors}")
