"""The verbs `search guided`, `search once` and `search times`: the three take the same options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from equimorph import search
from equimorph.cli.arguments import Paths, Quiet
from equimorph.cli.declared import usage_errors
from equimorph.cli.row_files import check_outputs
from equimorph.cli.search import options as own
from equimorph.cli.session import Session, found_files, reported
from equimorph.cli.streams import STANDARD, output, stays
from equimorph.rows.jsonl import encode
from equimorph.search.errors import BudgetExhausted
from equimorph.search.loading import load_model
from equimorph.search.mutant_models.storing import made_again
from equimorph.search.options import SearchOptions
from equimorph.search.outputs import NamedModel
from equimorph.search.results import Result
from equimorph.search.running import Mutants
from parsers import SourceFile


def _verb(search: Callable[..., Result], doc: str) -> Callable[..., None]:
    """Return a verb.

    Args:
        search: `guided`, `once` or `times`.
        doc: of the verb.
    """

    def verb(
        *,
        sources: Paths,
        model: own.ModelName,
        mutants: own.Mutants = "10",
        device: own.Device = None,
        options: SearchOptions,
        out: own.FoundFile = None,
        restart: own.Restart = False,
        quiet: Quiet = False,
    ) -> None:
        check_outputs(sources, [out])
        session = Session(quiet)
        with reported(session):
            with usage_errors("--model"):
                asked = load_model(model, device)
            _search(search, sources, asked, _mutants(mutants, asked), options, out, restart, session)

    verb.__doc__ = doc
    return verb


guided = _verb(
    search.guided,
    "Genetic search: each generation keeps the best mutants and mutates the others.",
)
once = _verb(
    search.once,
    "Baseline: mutate each method by one random step, repeatedly until the budget is spent.",
)
times = _verb(
    search.times,
    "Baseline: mutate each method by -k random steps, repeatedly until the budget is spent.",
)


def _mutants(given: str, model: NamedModel) -> Mutants:
    """Return how many mutant models are wanted, or those of a folder.

    Raises:
        typer.BadParameter: it is neither a number nor a folder.
        SearchError, ModelError, OSError: the folder is no folder of mutants of this model.
    """
    if given.isascii() and given.isdigit():
        return int(given)
    if not Path(given).is_dir():
        raise typer.BadParameter(
            f"{given!r} is neither a number from 0 nor a folder of mutant models", param_hint="--mutants"
        )
    return made_again(Path(given), model)


def _search(
    search: Callable[..., Result],
    sources: list[Path],
    model: NamedModel,
    mutants: Mutants,
    options: SearchOptions,
    out: Path | None,
    restart: bool,
    session: Session,
) -> None:
    """Search, write the rows, and report."""
    stored = stays(out)
    if stored:
        session.resume = (
            f"{out}.partial keeps what the models said: the same command continues, --restart begins anew"
        )
    try:
        result = search(
            _texts(sources, session),
            model,
            mutants,
            options,
            out=out if stored else None,
            restart=restart,
            reporter=session,
            failed=session.failed,
        )
    except BudgetExhausted as error:
        if not isinstance(error.result, Result):  # of mutant models
            raise
        session.failed(error)
        result = error.result
    if not stored:
        with output(out) as stream:
            for row in result.rows():
                stream.write(encode(row))
    session.end(result.summary())


def _texts(sources: list[Path], session: Session) -> Iterator[Path | SourceFile]:
    for path in found_files(sources, session):
        yield SourceFile(sys.stdin.buffer.read()) if path == STANDARD else path
