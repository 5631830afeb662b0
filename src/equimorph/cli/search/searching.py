"""The verbs `search guided`, `search once` and `search times`: the three take the same options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from equimorph import search
from equimorph.cli.arguments import OutputRestart, Paths
from equimorph.cli.row_files import check_outputs
from equimorph.cli.search import options as own
from equimorph.cli.session import Session, found_files
from equimorph.cli.streams import STANDARD, output, stays
from equimorph.rows.jsonl import encode
from equimorph.search.errors import BudgetExhausted
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
        model: own.SearchedModel,
        mutants: own.Mutants = "10",
        options: SearchOptions,
        out: own.FoundFile = None,
        restart: OutputRestart = False,
        session: Session,
    ) -> None:
        check_outputs(sources, [out])
        with model.opened(session) as asked:
            tested, kept = _mutants(mutants, asked), out if stays(out) else None
            if kept is not None:
                session.keeps(kept, "what the models said")
            common: dict[str, Any] = {"restart": restart, "reporter": session, "failed": session.failed}
            try:
                result = search(_texts(sources, session), asked, tested, options, out=kept, **common)
            except BudgetExhausted as error:
                if not isinstance(error.result, Result):  # of mutant models
                    raise
                session.failed(error)
                result = error.result
        if kept is None:
            with output(out) as stream:
                stream.writelines(map(encode, result.rows()))
        session.end(result.summary())

    verb.__doc__ = doc
    return verb


guided = _verb(
    search.guided, "Genetic search: each generation keeps the best mutants and mutates the others."
)
once = _verb(
    search.once, "Baseline: mutate each method by one random step, repeatedly until the budget is spent."
)
times = _verb(
    search.times, "Baseline: mutate each method by -k random steps, repeatedly until the budget is spent."
)


def _mutants(value: str, model: NamedModel) -> Mutants:
    """Return how many mutant models are wanted, or those of a folder.

    Raises:
        typer.BadParameter: it is neither a number nor a folder.
        SearchError, ModelError, OSError: the folder is no folder of mutants of this model.
    """
    if value.isascii() and value.isdigit():
        return int(value)
    if not Path(value).is_dir():
        raise typer.BadParameter(
            f"{value!r} is neither a number from 0 nor a folder of mutant models", param_hint="--mutants"
        )
    return made_again(Path(value), model)


def _texts(sources: Sequence[Path], session: Session) -> Iterator[Path | SourceFile]:
    for path in found_files(sources, session):
        yield SourceFile(sys.stdin.buffer.read()) if path == STANDARD else path
