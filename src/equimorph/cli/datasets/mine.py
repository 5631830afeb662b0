"""The verb `datasets mine`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli import bulk_options as bulk
from equimorph.cli.arguments import Known, Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.datasets.options import BenchmarkPaths, UnitName, samples_of
from equimorph.cli.row_files import Restart
from equimorph.cli.session import Session, reported
from equimorph.datasets.leaking import MIN_CHARS
from equimorph.datasets.mining import mine as mined
from equimorph.datasets.mining.presets import PRESETS
from equimorph.datasets.mining.words import ALL, KEYWORDS, MATCHES, Match

__all__ = ["mine"]

_PRESETS = Known("preset", lambda: tuple(PRESETS))
_KEYWORDS = Known("value of --keywords", lambda: KEYWORDS)
_MATCHES = Known("value of --keyword-match", lambda: MATCHES)


def mine(
    repos: Annotated[
        list[str],
        typer.Argument(
            metavar="REPO...",
            help="Local git repositories, with a work tree or bare; NAME=REPO names the project. Nothing in them is executed.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="New folder for dataset_1.jsonl (lines), dataset_2.jsonl (methods), dataset_3.jsonl (classes), datasets.json.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    preset: Annotated[
        str,
        typer.Option(
            help=f"The rules of a data set: {', '.join(PRESETS)}.",
            callback=_PRESETS.check,
            autocompletion=_PRESETS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = "paper",
    keywords: Annotated[
        str,
        typer.Option(
            help="Whether a message needs a word of each list of the preset (all), or one of any list (any).",
            callback=_KEYWORDS.check,
            autocompletion=_KEYWORDS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = ALL,
    keyword_match: Annotated[
        str,
        typer.Option(
            help="Whole words in any inflection (word), or also letters within other words (substring).",
            callback=_MATCHES.check,
            autocompletion=_MATCHES.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = "word",
    revision: Annotated[
        str,
        typer.Option(help="Branch, tag or commit whose history is read.", rich_help_panel=Panel.SELECTION),
    ] = "HEAD",
    license: Annotated[
        list[str] | None,
        typer.Option(
            help="Keep only commits with this licence, an SPDX identifier such as MIT (repeatable). Default: all.",
            show_default=False,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = None,
    benchmark_clone: Annotated[
        list[Path] | None,
        typer.Option(
            help="Clone of a benchmark, such as Defects4J: its bugs' revisions are evidence, too (repeatable).",
            show_default=False,
            rich_help_panel=Panel.CHECKS,
        ),
    ] = None,
    keep_benchmark_repositories: Annotated[
        bool,
        typer.Option(
            "--keep-benchmark-repositories",
            help="Keep repositories that belong to a benchmark or use one. Their items may leak; the evidence is still reported.",
            rich_help_panel=Panel.CHECKS,
        ),
    ] = False,
    metadata: Annotated[
        Path | None,
        typer.Option(
            help="Rows with project, and stars, fork, used_by as far as the preset asks for them.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    benchmark: BenchmarkPaths = None,
    unit: UnitName = None,
    min_chars: Annotated[
        int,
        typer.Option(
            min=1,
            help="With --benchmark: characters, without blanks and comments, from which on equal texts count.",
            rich_help_panel=Panel.CHECKS,
        ),
    ] = MIN_CHARS,
    restart: Restart = False,
    jobs: bulk.Jobs = None,
    timeout: bulk.Timeout = None,
    memory: bulk.Memory = None,
    scheduler: bulk.Scheduler = None,
    quiet: Quiet = False,
) -> None:
    """Mine fixes from git repositories: lines, methods and classes before and after, with provenance and licence."""
    how = bulk.BulkOptions(jobs, timeout, memory, scheduler)
    how.check(out)
    session = Session(quiet)
    session.resume = (
        f"{out}.partial keeps what is done: the same command continues, --restart begins anew;"
        " remove that folder if you do not need it"
    )
    try:
        with reported(session):
            done = mined(
                repos,
                out,
                preset=preset,
                keywords=keywords,
                match=cast("Match", keyword_match),
                revision=revision,
                licenses=license or (),
                clones=benchmark_clone or (),
                keep_benchmark_repositories=keep_benchmark_repositories,
                metadata=metadata,
                benchmarks=samples_of(benchmark, unit, session),
                min_chars=min_chars,
                jobs=how.workers if timeout or memory or scheduler else jobs or 1,
                restart=restart,
                reporter=session,
            )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    for one in done["repositories"]:
        _note(one, session)
    session.end(f"{out} written: {_summary(done)}")


def _note(repository: Mapping[str, Any], session: Session) -> None:
    """Report why a repository was dropped, and what was found of benchmarks in it."""
    project = repository["project"]
    if repository["dropped"]:
        session.note(f"{project}: dropped: {repository['dropped']}")
    for one in repository.get("evidence", ()):
        session.note(f"{project}: evidence of {one['benchmark']}: {one['kind']} {one['what']}")


def _summary(done: Mapping[str, Any]) -> str:
    commits, items = done["commits"], done["items"]
    made = ", ".join(f"{name} {count:,}" for name, count in items.items())
    return f"{counted(commits['read'], 'commit')} read, {commits['kept']:,} kept: {made}"
