"""The verb `robustness run`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.bulk.working import Target
from equimorph.cli.arguments import Quiet, Seed
from equimorph.cli.declared import Taken
from equimorph.cli.robustness.model_name import RepairModel, is_built_in
from equimorph.cli.robustness.options import EqualOption, PresetOption, SingleLine, Together
from equimorph.cli.robustness.results import AllFixes
from equimorph.cli.robustness.runner_options import Runner
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import STANDARD
from equimorph.defects4j.methods.reading import FIX
from equimorph.models import Endpoint
from equimorph.models.asking import Requests
from equimorph.projects.options import RunnerOptions
from equimorph.projects.project import content_hash
from equimorph.robustness.judging.exact import Equal
from equimorph.robustness.study import LIMIT, PRESET, K, StudyOptions, run_study
from equimorph.runs.declared import Option, Panel

_BUILT_IN = "{} is built in so that the chain can be tried without weights: what it repairs says nothing of a repair model."


_CHECKOUTS = "Folders of checked-out bugs, or folders that contain them."
_OUT = "Folder of the study: new, empty, or that of an unfinished run, which continues."
_FIX = "The fix: a patch file or a folder; {project}, {number} and {checkout} are replaced by the bug's."
_LIMIT = "Maximum mutants per bug and mutator; 0 for all."
_NO_TESTS = "Only compare with the fix; run no tests and no code of the model."
_REPAIRED = "Also judge by the criterion repaired: one of the candidates passes all tests."


def run(
    *,
    checkouts: Annotated[
        list[Path], typer.Argument(help=_CHECKOUTS, exists=True, file_okay=False, show_default=False)
    ],
    out: Annotated[Path, Option(flags="--out -o", panel=Panel.OUTPUT, folder=True, help=_OUT)],
    fix: Annotated[str, Option(panel=Panel.INPUT, help=_FIX)] = FIX,
    model: RepairModel,
    single_line: SingleLine = False,
    together: Together = False,
    preset: PresetOption = None,
    k: Annotated[int, Option(flags="-k --k", minimum=1, help="Number of candidates to ask for.")] = K,
    limit_per_mutator: Annotated[int, Option(minimum=0, help=_LIMIT)] = LIMIT,
    seed: Seed = 0,
    equal: EqualOption = None,
    no_tests: Annotated[bool, Option(panel=Panel.TESTS, help=_NO_TESTS)] = False,
    repaired: Annotated[bool, Option(panel=Panel.TESTS, help=_REPAIRED)] = False,
    all_fixes: AllFixes = False,
    runner: Annotated[Runner | None, Taken(timeout=Option(flags="--test-timeout", panel=Panel.TESTS))],
    jobs: Annotated[int, Option(panel=Panel.WORKERS, minimum=1, help="Number of worker processes.")] = 2,
    restart: Annotated[
        bool, Option(panel=Panel.WORKERS, help="Discard an earlier run and start over.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Run the whole study: mutants, answers, judgements, scores, figures, and a page of the broken repairs.

    Tests run the code of the model on this machine, in copies of the checkouts; all checkouts are compiled first. The same command
    continues a run that was stopped.
    """
    if no_tests and (repaired or runner is not None):
        raise typer.BadParameter("--no-tests goes with no option of runs: nothing is run")
    if single_line and together:
        raise typer.BadParameter("--single-line is of bugs of one method: it does not go with --together")
    if model.answers == STANDARD:
        raise typer.BadParameter("--answers must be a file: it may be read again")
    model.check()
    session = Session(quiet)
    options = StudyOptions(
        tuple(map(str, checkouts)),
        {
            **{name: getattr(model, name) for name in ("model", "command", "url", "name")},
            "answers": None if model.answers is None else content_hash(model.answers),
        },
        fix,
        single_line,
        preset or PRESET,
        k,
        seed,
        limit_per_mutator or None,
        not no_tests,
        runner or RunnerOptions(),
        (_BUILT_IN.format(model.model),) if model.model is not None and is_built_in(model.model) else (),
        cast("Equal", equal or "tokens"),
        repaired,
        all_fixes,
        together,
    )
    session.resume = f"{out} keeps what is done: the same command continues, --restart begins anew"

    def opened(requests: Requests) -> AbstractContextManager[Endpoint]:
        return model.opened(requests, session)

    with reported(session):
        page = run_study(options, opened, out, Target(jobs=jobs, restart=restart, reporter=session))
    session.end(f"{page} written: open it in a browser")
