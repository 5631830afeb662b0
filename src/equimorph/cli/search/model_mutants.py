"""The verb `search model-mutants`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutputRestart, out_option
from equimorph.cli.known import usage_errors
from equimorph.cli.search.options import Device, ModelName
from equimorph.cli.session import Session
from equimorph.runs.declared import Option, Panel
from equimorph.search.errors import BudgetExhausted
from equimorph.search.loading import load_model
from equimorph.search.mutant_models.options import MakingOptions
from equimorph.search.mutant_models.probes import PROBES
from equimorph.search.mutant_models.storing import write_mutants
from equimorph.search.roots import roots_of

_OUT = "New folder for the rows of the mutant models and their manifest, written whole or not at all."
_TEXTS = f"Try the mutants on the methods of this file or folder (repeatable). Default: {len(PROBES)} built-in methods."


def model_mutants(
    *,
    model: ModelName,
    out: Annotated[Path, out_option(_OUT)],
    mutants: Annotated[int, Option(panel=Panel.SAMPLES, minimum=1, help="Number of mutant models.")] = 20,
    texts: Annotated[list[Path] | None, Option(panel=Panel.INPUT, help=_TEXTS)] = None,
    device: Device = None,
    options: MakingOptions,
    restart: OutputRestart = False,
    session: Session,
) -> None:
    """Make mutant models by mutating trained weights: rows of (operator, ratio, seed) that reproduce each model."""
    session.keeps(out)
    with usage_errors():
        if texts:
            roots = roots_of(texts, failed=session.failed)
            options = replace(options, texts=tuple(dict.fromkeys(one.text for one in roots)))
        asked = load_model(model, device)
    try:
        made = write_mutants(asked, mutants, out, options, restart=restart, reporter=session)
    except BudgetExhausted as error:
        session.failed(error)
        made = error.result
    session.end(f"{out} written: {counted(len(made), 'mutant model')} of {asked.name}; {made.summary()}")
