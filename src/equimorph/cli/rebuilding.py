"""The verbs `checkout` and `bugs` of `equimorph defects4j`: bugs from a clone of its repository, without an installation of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Quiet
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import output
from equimorph.defects4j.rebuilding import bug_ids, bug_patch, rebuild
from equimorph.trees.files import whole_file
from mutators import MutationError
from parsers import ParseError

__all__ = ["bugs", "checkout"]

Clone = Annotated[
    Path,
    typer.Option(
        help="Clone of rjust/defects4j: its work tree, or its git directory.",
        exists=True,
        file_okay=False,
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
_PROJECT, _NUMBER = "{project}", "{number}"


def checkout(
    versions: Annotated[
        list[str],
        typer.Argument(
            metavar="BUG... OUT",
            help="Versions of bugs, such as Lang-1b (buggy) or Lang-1f (fixed), and the new folder: of one bug, or for "
            "the folders of several.",
            show_default=False,
        ),
    ],
    defects4j: Clone,
    repository: Annotated[
        Path,
        typer.Option(
            help="Repository of the project: its work tree, or its git directory. It is only read.",
            exists=True,
            file_okay=False,
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ],
    patch: Annotated[
        str | None,
        typer.Option(
            help="File to write the patch of the bug to, as --fix of other verbs takes it. {project} and {number} stand for those "
            "of the bug.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Rebuild the folder of a bug as `defects4j checkout` makes it, without an installation of Defects4J, offline."""
    *wanted, place = versions
    if not wanted:
        raise typer.BadParameter("give a bug and the new folder, such as Lang-1b lang-1b")
    if len(set(wanted)) < len(wanted):
        raise typer.BadParameter("a bug is given twice")
    if patch is not None and len(wanted) > 1 and _NUMBER not in patch:
        raise typer.BadParameter(f"--patch for several bugs needs {_NUMBER} in its name")
    session, out, made = Session(quiet), Path(place), 0
    session.lost = "what is done stays"
    with reported(session):
        if len(wanted) > 1:
            out.mkdir(exist_ok=True)
        for bug in session.progress(wanted, len(wanted), "bugs"):
            try:
                _check_out(bug, out / bug if len(wanted) > 1 else out, defects4j, repository, patch, session)
                made += 1
            except (ParseError, MutationError, OSError) as error:
                if len(wanted) == 1:
                    raise
                session.failed(f"{bug}: {error}")
    if len(wanted) > 1:
        session.end(counted(made, "checkout"))


def _check_out(
    bug: str, out: Path, clone: Path, repository: Path, patch: str | None, session: Session
) -> None:
    def missing(path: str) -> None:
        session.note(f"{bug}: left out, since the repository lacks its contents: {path}")

    fix = None if patch is None else bug_patch(bug, defects4j=clone)
    made = rebuild(bug, out, defects4j=clone, repository=repository, on_missing=missing)
    if patch is not None and fix is not None:
        name = patch.replace(_PROJECT, made.project or "").replace(_NUMBER, made.number or "")
        with whole_file(Path(name)) as stream:
            stream.write(fix)
    classes, tests = made.modified_classes, made.trigger_tests
    modified = f"{len(classes)} modified class{'' if len(classes) == 1 else 'es'}"
    session.note(f"{bug}: {out}, {modified}, {counted(len(tests), 'triggering test')}")


def bugs(
    defects4j: Clone,
    project: Annotated[
        str | None,
        typer.Option(
            help="Only the bugs of this project.", show_default=False, rich_help_panel=Panel.SELECTION
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Show the bugs that a clone of rjust/defects4j has, each as its buggy version, such as Lang-1b."""
    session = Session(quiet)
    with reported(session), output(None) as out:
        found = bug_ids(defects4j, project)
        out.writelines(f"{bug}b\n".encode() for bug in found)
    session.end(counted(len(found), "bug"))
