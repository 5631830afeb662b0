"""CodeSearchNet: JSON Lines, mostly compressed, a method a row; the fixed side alone.

Confirmed from github/CodeSearchNet, README.md and resources/README.md: the fields `code` and `original_string`, and folders
such as java/final/jsonl/train. `func_code_string` and `whole_func_string` are from descriptions of the copy on the Hugging
Face hub.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from equimorph.leakage.training.jsonl import JSONL, first_row
from equimorph.leakage.training.sides import Fields


def _sniff(path: Path) -> bool:
    fields = Fields().at(first_row(path))
    return fields.buggy is None and fields.fixed is not None


CODESEARCHNET = replace(
    JSONL,
    name="codesearchnet",
    looks="rows of JSON, .jsonl or .jsonl.gz, with code or original_string; the fixed side alone",
    sniff=_sniff,
)
