"""The verb `robustness run`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.working import Target
from equimorph.cli.declared import Taken
from equimorph.cli.robustness.model_name import RepairModel, is_built_in
from equimorph.cli.robustness.options import PresetOption, RetryErrors
from equimorph.cli.robustness.runner_options import Runner
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD
from equimorph.projects.options import RunnerOptions
from equimorph.projects.project import content_hash
from equimorph.robustness.presets import canonical_name
from equimorph.robustness.study import PRESET, StudyOptions, run_study
from equimorph.runs.declared import Option, Panel

_BUILT_IN = "{} is built in so that the chain can be tried without weights: what it repairs says nothing of a repair model."


_OUT = "Folder of the study: new, empty, or that of an unfinished run, which continues."
_NO_TESTS = "Only compare with the fix; run no tests and no code of the model."
_RESTART = "Discard an unfinished run (OUT.partial) and start over."


def run(
    *,
    preset: PresetOption = None,
    no_tests: Annotated[bool, Option(panel=Panel.TESTS, help=_NO_TESTS)] = False,
    study: Annotated[Callable[..., StudyOptions], Taken(without=["runner"])],
    out: Annotated[Path, Option(flags="--out -o", panel=Panel.OUTPUT, folder=True, help=_OUT)],
    model: RepairModel,
    runner: Annotated[Runner | None, Taken(timeout=Option(flags="--test-timeout", panel=Panel.TESTS))],
    jobs: Annotated[int, Option(panel=Panel.WORKERS, minimum=1, help="Number of worker processes.")] = 2,
    restart: Annotated[bool, Option(panel=Panel.WORKERS, help=_RESTART)] = False,
    retry_errors: RetryErrors = None,
    session: Session,
) -> None:
    """Run the whole study: mutants, answers, judgements, scores, figures, and a page of the broken repairs.

    Tests run the code of the model on this machine, in copies of the checkouts; all checkouts are compiled first. The same command
    continues a run that was stopped, and asks requests with an error again.
    """
    if model.answers == STANDARD:
        raise typer.BadParameter("--answers must be a file: it may be read again")
    named = {name: getattr(model, name) for name in ("model", "command", "url", "name")}
    options = study(
        model={**named, "answers": None if model.answers is None else content_hash(model.answers)},
        preset=canonical_name(preset or PRESET),
        tests=not no_tests,
        runner=runner or RunnerOptions(),
        about=(_BUILT_IN.format(model.model),)
        if model.model is not None and is_built_in(model.model)
        else (),
    )
    if no_tests and (options.repaired or runner is not None):
        raise typer.BadParameter("--no-tests goes with no option of runs: nothing is run")
    if options.single_line and options.together:
        raise typer.BadParameter("--single-line is of bugs of one method: it does not go with --together")
    session.resume = f"{out} keeps what is done: the same command continues, --restart begins anew"
    target = Target(jobs=jobs, restart=restart, reporter=session, retry=retry_errors is not False)
    page = run_study(options, model.opener(session), out, target)
    session.end(f"{page} written: open it in a browser")
