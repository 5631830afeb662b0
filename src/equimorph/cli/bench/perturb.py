"""The verb `bench perturb`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from equimorph.bench.perturbing import perturb_bench
from equimorph.bulk.reporting import counted
from equimorph.cli.bench_options import PROBLEMS, ProblemOptions
from equimorph.cli.declared import Taken
from equimorph.cli.row_files import WorkerOut
from equimorph.cli.session import Session
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.runs.declared import Option, Panel

_SEED = "Seed for all random choices. Repeatable: a prompt of each mutator for each seed. Default: 0."


def perturb(
    *,
    problems: Annotated[str, Option(argument=True, help=PROBLEMS)],
    place: Annotated[ProblemOptions, Taken("path")],
    choice: Choice = DEFAULTS,
    seed: Annotated[Sequence[int] | None, Option(panel=Panel.MUTATORS, help=_SEED)] = None,
    to: WorkerOut,
    session: Session,
) -> None:
    """Perturb prompts of problems by preserving mutators: rows that `bench sample` and `bench run` read as problems.

    A prompt shows the first half of the solution's lines. The whole solution is mutated, so that its tests still pass. Each problem
    begins with its unperturbed half, whose perturbation is "none"; `bench report` compares the others with it.
    """
    every = ProblemOptions(problems=problems, path=place.path).read(session)
    with to.target(session) as target:
        count = perturb_bench(target, every, choice, tuple(dict.fromkeys(seed or (0,))))
    for name, number in sorted(count.prompts.items()):
        session.note(f"{name}: {counted(number, 'prompt')}")
    for reason, number in sorted(count.left.items()):
        session.note(f"left out: {counted(number, 'prompt')}: {reason}")
    session.end(
        f"{counted(count.prompts.total(), 'perturbed prompt')} of {count.perturbed:,} of {counted(count.problems, 'problem')}"
    )
