"""What `search guided`, `search once` and `search times` do: the three take the same options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

from equimorph.cli.arguments import Paths, Quiet, Seed
from equimorph.cli.row_files import check_outputs
from equimorph.cli.search import options as own
from equimorph.cli.session import Session, found_files, reported
from equimorph.cli.streams import STANDARD, output, stays
from equimorph.rows.jsonl import encode
from equimorph.search.errors import BudgetExhausted, SearchError
from equimorph.search.loading import load_model
from equimorph.search.mutant_models.storing import made_again
from equimorph.search.options import SearchOptions
from equimorph.search.outputs import BATCH, NamedModel
from equimorph.search.results import Result
from equimorph.search.running import Mutants
from parsers import SourceFile

__all__ = ["verb_of"]


def verb_of(search: Callable[..., Result], doc: str) -> Callable[..., None]:
    """Return a verb.

    Args:
        search: `guided`, `once` or `times`.
        doc: of the verb.
    """

    def verb(
        sources: Paths,
        model: own.ModelName,
        mutants: own.Mutants = "10",
        budget: own.Budget = None,
        seconds: own.Seconds = None,
        methods: own.Methods = None,
        target: own.Target = None,
        stagnation: own.Stagnation = None,
        generations: own.Generations = SearchOptions.generations,
        elite: own.Elite = f"{SearchOptions.elite:.0%}",
        rate: own.Rate = SearchOptions.rate,
        scope: own.ScopeName = SearchOptions.scope,
        population: own.Population = SearchOptions.population,
        replace: own.Replace = SearchOptions.replace,
        k: own.K = SearchOptions.k,
        operator: own.Operators = None,
        seed: Seed = SearchOptions.seed,
        rule: own.Rule = None,
        theta: own.Theta = SearchOptions.theta,
        device: own.Device = None,
        batch: own.Batch = BATCH,
        out: own.FoundFile = None,
        restart: own.Restart = False,
        quiet: Quiet = False,
    ) -> None:
        check_outputs(sources, [out])
        chosen = _options(
            elite=own.parse_elite(elite),
            rate=rate,
            generations=generations,
            population=population,
            k=k,
            scope=scope,
            replace=replace,
            budget=budget,
            seconds=seconds,
            target=target,
            stagnation=stagnation,
            methods=methods,
            seed=seed,
            rule=rule,
            theta=theta,
            batch=batch,
            **({"operators": tuple(operator)} if operator else {}),
        )
        session = Session(quiet)
        with reported(session):
            asked = _model(model, device)
            _search(search, sources, asked, _mutants(mutants, asked), chosen, out, restart, session)

    verb.__doc__ = doc
    return verb


def _options(**given: Any) -> SearchOptions:  # noqa: ANN401 - of any option
    """Return the options.

    Raises:
        typer.BadParameter: one is out of its range.
    """
    try:
        return SearchOptions(**given)
    except SearchError as error:
        raise typer.BadParameter(str(error)) from error


def _model(name: str, device: str | None) -> NamedModel:
    """Return the model of a name.

    Raises:
        typer.BadParameter: there is none.
        ModuleNotFoundError: it needs a package that is not installed.
    """
    try:
        return load_model(name, device)
    except SearchError as error:
        raise typer.BadParameter(str(error), param_hint="--model") from error


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
