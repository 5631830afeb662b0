"""The verb `datasets mine`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.bulk.working import SECONDS
from equimorph.cli.arguments import Restart, out_option
from equimorph.cli.bulk_options import LongBulk
from equimorph.cli.datasets.options import GuardOptions
from equimorph.cli.declared import Taken
from equimorph.cli.session import REMOVE, Session
from equimorph.datasets.leaking import MIN_CHARS
from equimorph.datasets.mining import mine as mined
from equimorph.datasets.mining.languages import LANGUAGES
from equimorph.datasets.mining.presets import PRESETS
from equimorph.datasets.mining.words import ALL, KEYWORDS, Match
from equimorph.runs.declared import Option, Panel

_PRESET = f"Use a published setup; the rules of a data set: {', '.join(PRESETS)}."
_REPOS = "Local git repositories, with a work tree or bare; NAME=REPO names the project. Nothing in them is executed."
_OUT = "New folder for dataset_1.jsonl (lines), dataset_2.jsonl (methods), dataset_3.jsonl (classes), datasets.json."
_MIN_CHARS = "Minimum length of an equal text to count as a leak, not counting whitespace and comments. Only with --benchmark."


@dataclass(frozen=True, kw_only=True)
class MineOptions:
    """The options of the function `mine` that say which commits and items are kept.

    Attributes:
        language: Language of the sources.
        preset: the rules of a data set.
        keywords: Commit messages must have a word of each list of the preset (all), or of any list (any).
        match: Whole words in any inflection (word), or also letters within other words (substring).
        revision: Branch, tag or commit whose history to read.
        licenses: Keep only items with this licence, an SPDX identifier such as MIT (repeatable). Default: all.
        clones: Clone of a benchmark, such as Defects4J: its bugs' revisions are evidence, too (repeatable).
        keep_benchmark_repositories: Keep repositories that belong to a benchmark or use one. Their items may leak; the evidence is
            still reported.
        metadata: Rows with project, and stars, fork, used_by as far as the preset asks for them.
    """

    language: Annotated[str, Option(choices=LANGUAGES)] = "java"
    preset: Annotated[str, Option(help=_PRESET, choices=PRESETS)] = "paper"
    keywords: Annotated[str, Option(noun="value of --keywords", choices=KEYWORDS)] = ALL
    match: Annotated[Match, Option(flags="--keyword-match", noun="value of --keyword-match")] = "word"
    revision: Annotated[str, Option()] = "HEAD"
    licenses: Annotated[tuple[str, ...], Option(flags="--license")] = ()
    clones: Annotated[tuple[Path, ...], Option(flags="--benchmark-clone", panel=Panel.CHECKS)] = ()
    keep_benchmark_repositories: Annotated[bool, Option(panel=Panel.CHECKS)] = False
    metadata: Annotated[Path | None, Option(panel=Panel.INPUT)] = None


def mine(
    *,
    repos: Annotated[list[str], Option(argument=True, metavar="REPO...", help=_REPOS)],
    out: Annotated[Path, out_option(_OUT)],
    options: MineOptions,
    guard: Annotated[GuardOptions, Taken("benchmark", "unit")],
    min_chars: Annotated[int, Option(panel=Panel.CHECKS, minimum=1, help=_MIN_CHARS)] = MIN_CHARS,
    restart: Restart = False,
    how: LongBulk,
    session: Session,
) -> None:
    """Mine fixes from git repositories: lines, methods and classes before and after, with provenance and licence."""
    how.check(out)
    session.keeps(out, end=REMOVE)
    try:
        done = mined(
            repos,
            out,
            **vars(options),
            benchmarks=guard.samples(session),
            min_chars=min_chars,
            jobs=replace(how, timeout=how.timeout or SECONDS).workers,
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
    for item in repository.get("evidence", ()):
        session.note(f"{project}: evidence of {item['benchmark']}: {item['kind']} {item['what']}")


def _summary(done: Mapping[str, Any]) -> str:
    commits, items = done["commits"], done["items"]
    listing = ", ".join(f"{name} {count:,}" for name, count in items.items())
    return f"{counted(commits['read'], 'commit')} read, {commits['kept']:,} kept: {listing}"
