"""The verb `robustness run`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated

import typer

from equimorph.asking import Requests
from equimorph.bulk.working import Target
from equimorph.cli.arguments import Quiet, Seed
from equimorph.cli.bulk_options import MOST_SECONDS
from equimorph.cli.commands import Panel
from equimorph.cli.model_options import (
    AnswersFile,
    KeyEnv,
    ModelCommand,
    ModelTimeout,
    ModelUrl,
    NameOption,
    StartTimeout,
)
from equimorph.cli.robustness.model_name import ModelName, is_built_in, model_options
from equimorph.cli.robustness.options import PresetOption
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import STANDARD
from equimorph.defects4j.methods.reading import FIX
from equimorph.models import Endpoint
from equimorph.models.exchange import SECONDS
from equimorph.robustness.running.options import RunnerOptions
from equimorph.robustness.running.projects import content_hash
from equimorph.robustness.study import LIMIT, PRESET, K, StudyOptions, run_study

__all__ = ["run"]

_BUILT_IN = "{} is built in so that the chain can be tried without weights: what it repairs says nothing of a repair model."


def run(
    checkouts: Annotated[
        list[Path],
        typer.Argument(
            help="Folders of checked-out bugs, and folders that hold such ones.",
            exists=True,
            file_okay=False,
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="Folder of the study: new, empty, or of an earlier run, which then continues.",
            file_okay=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    fix: Annotated[
        str,
        typer.Option(
            "--fix",
            help="The fix: a patch file or a folder; {project}, {number} and {checkout} stand for those of the bug.",
            rich_help_panel=Panel.INPUT,
        ),
    ] = FIX,
    model: ModelName = None,
    model_command: ModelCommand = None,
    model_url: ModelUrl = None,
    key_env: KeyEnv = None,
    answers: AnswersFile = None,
    name: NameOption = None,
    single_line: Annotated[
        bool,
        typer.Option(
            "--single-line",
            help="Only bugs whose fix replaces one line by one line in one method, and changes nothing else.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = False,
    preset: PresetOption = PRESET,
    k: Annotated[
        int,
        typer.Option(
            "-k", "--k", min=1, help="How many candidates to ask for.", rich_help_panel=Panel.SELECTION
        ),
    ] = K,
    limit_per_mutator: Annotated[
        int,
        typer.Option(
            min=0,
            help="At most so many mutants of each bug by each mutator; 0 for all.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = LIMIT,
    seed: Seed = 0,
    no_tests: Annotated[
        bool,
        typer.Option(
            "--no-tests",
            help="Only compare with the fix: run no tests, and so no code of the model.",
            rich_help_panel=Panel.TESTS,
        ),
    ] = False,
    test_timeout: Annotated[
        float,
        typer.Option(
            min=0.001,
            max=MOST_SECONDS,
            help="Seconds for a compilation, and for the tests, each.",
            rich_help_panel=Panel.TESTS,
        ),
    ] = RunnerOptions().timeout,
    timeout: ModelTimeout = SECONDS,
    start_timeout: StartTimeout = None,
    jobs: Annotated[
        int, typer.Option(min=1, help="Number of worker processes.", rich_help_panel=Panel.WORKERS)
    ] = 2,
    restart: Annotated[
        bool,
        typer.Option("--restart", help="Forget what an earlier run did.", rich_help_panel=Panel.WORKERS),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Do everything: mutants, answers, judgements, scores, figures, and a page that shows which mutants broke a repair.

    Tests run the code of the model on this machine, in copies of the checkouts. The same command continues a run that was stopped.
    """
    if answers == STANDARD:
        raise typer.BadParameter("--answers must be a file: it may be read again")
    asked = model_options(model, model_command, model_url, key_env, answers, name, timeout, start_timeout)
    asked.check()
    session = Session(quiet)
    options = StudyOptions(
        tuple(map(str, checkouts)),
        {
            **{"model": model, "command": model_command, "url": model_url, "name": name},
            "answers": None if answers is None else content_hash(answers),
        },
        fix,
        single_line,
        preset or PRESET,
        k,
        seed,
        limit_per_mutator or None,
        not no_tests,
        RunnerOptions(timeout=test_timeout),
        (_BUILT_IN.format(model),) if model is not None and is_built_in(model) else (),
    )
    session.resume = f"{out} keeps what is done: the same command continues, --restart begins anew"

    def opened(requests: Requests) -> AbstractContextManager[Endpoint]:
        return asked.opened(requests, session)

    with reported(session):
        page = run_study(options, opened, out, Target(jobs=jobs, restart=restart, reporter=session))
    session.end(f"{page} written: open it in a browser")
