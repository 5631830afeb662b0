"""The verb `robustness run`."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.working import Target
from equimorph.cli.arguments import Encoding
from equimorph.cli.declared import Taken, filled
from equimorph.cli.known import usage_errors
from equimorph.cli.robustness.model_name import RepairModel
from equimorph.cli.robustness.options import Context, PresetOption, ProgramLanguage, QuixBugs, RetryErrors
from equimorph.cli.robustness.results import Judged, Splits
from equimorph.cli.robustness.runner_options import Runner
from equimorph.cli.robustness.study_file import StudyFile, read_study
from equimorph.cli.robustness.study_models import Asked, is_named, models_of, study_models
from equimorph.cli.session import Session
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.mutants import MutantOptions
from equimorph.robustness.presets import canonical_name
from equimorph.robustness.scoring.groups import read_groups
from equimorph.robustness.scoring.options import Scoring
from equimorph.robustness.study import PRESET, StudyOptions, run_study
from equimorph.runs.declared import Option, Panel
from parsers.encoding import UTF_8

_OUT = "Folder of the study: new, empty, or that of an unfinished run, which continues."
_NO_TESTS = "Only compare with the fix; run no tests and no code of the model."
_RESTART = "Discard an unfinished run (OUT.partial) and start over."
_STUDY = (
    "Read the options of the study, and a [[model]] table for each model, from this TOML file. Options beside it override the"
    " file's."
)
_FILE = "equimorph.study"
"""The name of a `StudyFile` among the notes of typer's context."""


def _read(context: typer.Context, path: Path | None) -> Path | None:
    """Take the options that are not given from a file."""
    if path is not None:
        content = read_study(path, signature(filled(run)))
        context.default_map = {**(context.default_map or {}), **content.settings}
        context.meta[_FILE] = content
    return path


_File = Annotated[
    Path | None,
    typer.Option("--study", help=_STUDY, callback=_read, is_eager=True, rich_help_panel=Panel.INPUT),
]


def run(
    *,
    preset: PresetOption = None,
    choice: Choice = DEFAULTS,
    no_tests: Annotated[bool, Option(panel=Panel.TESTS, help=_NO_TESTS)] = False,
    study: Annotated[Callable[..., StudyOptions], Taken(without=["runner"])],
    quixbugs: QuixBugs = None,
    language: ProgramLanguage = None,
    encoding: Encoding = UTF_8,
    context: Context = (),
    splits: Splits,
    judged: Annotated[Judged, Taken("group", "strict")],
    file: _File = None,
    out: Annotated[Path, Option(flags="--out -o", panel=Panel.OUTPUT, folder=True, help=_OUT)],
    model: Annotated[Callable[..., RepairModel], Taken()],
    runner: Annotated[Runner | None, Taken(timeout=Option(flags="--test-timeout", panel=Panel.TESTS))],
    jobs: Annotated[int, Option(panel=Panel.WORKERS, minimum=1, help="Number of worker processes.")] = 2,
    restart: Annotated[bool, Option(panel=Panel.WORKERS, help=_RESTART)] = False,
    retry_errors: RetryErrors = None,
    call: typer.Context,
    session: Session,
) -> None:
    """Run the whole study: mutants, answers, judgements, scores, figures, and a page of the broken repairs.

    --model, --model-command, --model-url, --chat, --hf and --answers together are several models, and so are the [[model]] tables
    of --study: they share bugs, mutants and requests, and one page compares them. Tests run the code of the models on this
    machine, in copies of the checkouts; all checkouts are compiled first. The same command continues a run
    that was stopped, and asks requests with an error again.
    """
    content: StudyFile | None = call.meta.get(_FILE)
    models = study_models(_asked(content, model), session)
    groups = None if judged.group is None else read_groups(judged.group, session.bad_row)
    options = study(
        preset=None if choice.names else canonical_name(preset or PRESET),
        choice=choice,
        tests=not no_tests,
        runner=runner or RunnerOptions(),
        quixbugs=None if quixbugs is None else str(quixbugs),
        language=language or StudyOptions.language,
        encoding=encoding,
        with_file="file" in context,
        with_tests="tests" in context,
        scoring=Scoring(groups=groups, hits="correct" if judged.strict else "plausible", **splits.to_dict()),
    )
    _check(options, preset, runner)
    session.resume = f"{out} keeps what is done: the same command continues, --restart begins anew"
    target = Target(jobs=jobs, restart=restart, reporter=session, retry=retry_errors is not False)
    page = run_study(options, models, out, target, base=None if content is None else content.folder)
    session.end(f"{page} written: open it in a browser")


def _asked(file: StudyFile | None, model: Callable[..., RepairModel]) -> list[Asked]:
    """Return the models of a file, or else of the command line.

    Raises:
        typer.BadParameter: both name models, or neither.
    """
    if file is None or not file.models:
        return [Asked(one) for one in models_of(model)]
    if is_named(model):
        raise typer.BadParameter("the models are in the file of --study: leave out the options of a model")
    return list(file.models)


def _check(options: StudyOptions, preset: str | None, runner: Any) -> None:  # noqa: ANN401 - of any runner
    """Check that options go together.

    Raises:
        typer.BadParameter: they do not.
    """
    if bool(options.checkouts) == (options.quixbugs is not None):
        raise typer.BadParameter("give either checkouts or --quixbugs")
    if options.quixbugs is None and options.language != StudyOptions.language:
        raise typer.BadParameter("--language is for --quixbugs: checkouts say what they are")
    if options.quixbugs is not None and (options.together or options.fix != StudyOptions.fix):
        raise typer.BadParameter("--fix and --together are for checkouts, not for --quixbugs")
    if not options.tests and (options.repaired or runner is not None):
        raise typer.BadParameter("--no-tests goes with no option of runs: nothing is run")
    if options.single_line and options.together:
        raise typer.BadParameter("--single-line is of bugs of one method: it does not go with --together")
    if options.scoring.hits == "correct" and not options.repaired:
        raise typer.BadParameter("--strict is for --repaired")
    if options.choice.names and preset is not None:
        raise typer.BadParameter("a preset has its own mutators: give either a preset or mutators")
    with usage_errors():
        MutantOptions(options.choice, options.preset).mutators()
