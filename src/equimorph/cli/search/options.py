"""The options of the verbs of `equimorph search` that are of the command line alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from equimorph.cli.arguments import out_option
from equimorph.cli.values import rows_format
from equimorph.runs.declared import Option, Panel

_MODEL = "The model, texts -> outputs: MODULE:NAME or FILE.py:NAME, or the folder of an encoder."
ModelName = Annotated[str, Option(panel=Panel.INPUT, help=_MODEL)]
_MUTANTS = (
    "Number of mutant models, made by mutating weights if the model has some, else by rewriting its input; 0 scores by "
    "the model's own answer. Or the folder that `search model-mutants` wrote."
)
Mutants = Annotated[str, Option(metavar="N|DIR", help=_MUTANTS)]
_DEVICE = "Device of the model: cpu, cuda, cuda:1. Only for a folder. Default: a GPU where there is one."
Device = Annotated[str | None, Option(panel=Panel.WORKERS, help=_DEVICE)]
_OUT = (
    "Output file (.jsonl, .jsonl.gz), written whole or not at all, with OUT.manifest.json beside it. Default, and -:"
    " standard output."
)
FoundFile = Annotated[Path | None, out_option(_OUT, rows_format)]
