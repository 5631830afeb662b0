"""The verbs `checkout` and `bugs` of `equimorph defects4j`: bugs from a clone of its repository, without an installation of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.session import Session
from equimorph.cli.streams import output
from equimorph.defects4j.rebuilding import (
    bug_ids,
    bug_patch,
    bugsinpy_ids,
    bugsinpy_patch,
    rebuild,
    rebuild_bugsinpy,
)
from equimorph.runs.declared import Option, Panel
from equimorph.runs.whole import whole_file
from mutators import MutationError
from parsers import ParseError

_CLONE = "Clone of rjust/defects4j: its work tree, or its git directory."
Clone = Annotated[Path | None, Option(panel=Panel.INPUT, exists=True, folder=True, help=_CLONE)]
_PYTHON = "Clone of soarsmu/BugsInPy instead, for bugs of Python such as tqdm-1b: its work tree, or its git directory."
PythonClone = Annotated[Path | None, Option(panel=Panel.INPUT, exists=True, folder=True, help=_PYTHON)]
_VERSIONS = "Bug versions, such as Lang-1b (buggy) or Lang-1f (fixed), then a new folder, for one bug or for several folders."
_REPOSITORY = "Repository of the project: its work tree, or its git directory. It is only read."
_PATCH = "File for the bug's patch, as --fix of other verbs reads it. {project} and {number} are replaced by the bug's."
_PROJECT, _NUMBER = "{project}", "{number}"


def checkout(
    *,
    versions: Annotated[list[str], Option(argument=True, metavar="BUG... OUT", help=_VERSIONS)],
    defects4j: Clone = None,
    bugsinpy: PythonClone = None,
    repository: Annotated[Path, Option(panel=Panel.INPUT, exists=True, folder=True, help=_REPOSITORY)],
    patch: Annotated[str | None, Option(panel=Panel.OUTPUT, help=_PATCH)] = None,
    session: Session,
) -> None:
    """Rebuild a bug's folder as `defects4j checkout` or `bugsinpy-checkout` makes it, offline and without installing either."""
    _check_clones(defects4j, bugsinpy)
    *wanted, place = versions
    if not wanted:
        raise typer.BadParameter("give a bug and the new folder, such as Lang-1b lang-1b")
    if len(set(wanted)) < len(wanted):
        raise typer.BadParameter("a bug is given twice")
    if patch is not None and len(wanted) > 1 and _NUMBER not in patch:
        raise typer.BadParameter(f"--patch for several bugs needs {_NUMBER} in its name")
    out, made = Path(place), 0
    session.lost = "what is done stays"
    if len(wanted) > 1:
        out.mkdir(exist_ok=True)
    for bug in session.progress(wanted, len(wanted), "bugs"):
        try:
            _check_out(
                bug, out / bug if len(wanted) > 1 else out, (defects4j, bugsinpy), repository, patch, session
            )
            made += 1
        except (ParseError, MutationError, OSError) as error:
            if len(wanted) == 1:
                raise
            session.failed(f"{bug}: {error}")
    if len(wanted) > 1:
        session.end(counted(made, "checkout"))


def _check_out(
    bug: str, out: Path, clones: _Clones, repository: Path, patch: str | None, session: Session
) -> None:
    def missing(path: str) -> None:
        session.note(f"{bug}: left out, since the repository lacks its contents: {path}")

    java, python = clones
    if python is not None:
        fix = None if patch is None else bugsinpy_patch(bug, bugsinpy=python)
        checkout = rebuild_bugsinpy(bug, out, bugsinpy=python, repository=repository, on_missing=missing)
    else:
        assert java is not None
        fix = None if patch is None else bug_patch(bug, defects4j=java)
        checkout = rebuild(bug, out, defects4j=java, repository=repository, on_missing=missing)
    if patch is not None and fix is not None:
        name = patch.replace(_PROJECT, checkout.project or "").replace(_NUMBER, checkout.number or "")
        with whole_file(Path(name)) as stream:
            stream.write(fix)
    classes, tests = checkout.modified_classes, checkout.trigger_tests
    modified = f", {len(classes)} modified class{'' if len(classes) == 1 else 'es'}" if python is None else ""
    session.note(f"{bug}: {out}{modified}, {counted(len(tests), 'triggering test')}")


_Clones = tuple[Path | None, Path | None]


def _check_clones(defects4j: Path | None, bugsinpy: Path | None) -> None:
    if (defects4j is None) is (bugsinpy is None):
        raise typer.BadParameter("give either --defects4j or --bugsinpy")


def bugs(
    *,
    defects4j: Clone = None,
    bugsinpy: PythonClone = None,
    project: Annotated[str | None, Option(help="Only the bugs of this project.")] = None,
    session: Session,
) -> None:
    """List the bugs in a clone of rjust/defects4j or soarsmu/BugsInPy by buggy version, for example Lang-1b."""
    _check_clones(defects4j, bugsinpy)
    with output(None) as out:
        found = bug_ids(defects4j, project) if defects4j else bugsinpy_ids(bugsinpy or Path(), project)
        out.writelines(f"{bug}b\n".encode() for bug in found)
    session.end(counted(len(found), "bug"))
