"""equimorph: sound, invertible mutants of Java methods and Python functions.

>>> import equimorph as em
>>> source = em.parse("boolean f(String s, int n) { return s.length() < n; }")
>>> [mutant] = em.mutate(source, ["reorder-condition"])
>>> mutant.text
'boolean f(String s, int n) { return n > s.length(); }'
>>> em.invert(mutant.text, mutant.mutation) == source.text
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from equimorph.catalogue import MutatorInfo, list_mutators
from equimorph.changed_lines import changed_lines
from equimorph.checking.class_bytes import ClassBytes
from equimorph.checking.code_objects import CodeObjects
from equimorph.checking.equivalence import equivalence
from equimorph.checking.killing import TestRun, run_tests
from equimorph.checking.verdicts import ClassVerdict, Equivalence
from equimorph.checking.verification import Verification, verify
from equimorph.comparing import same_tokens
from equimorph.inverting import invert
from equimorph.mutating import (
    Candidate,
    Conflict,
    Selection,
    mutate,
    parse,
    read,
    select_mutators,
    sites,
)
from equimorph.rows.batches import mutate_batch
from equimorph.rows.by_row import invert_row, mutate_row, undo_diff_row, undo_row
from equimorph.rows.row import Row, parse_row, row
from equimorph.stacking import stack
from equimorph.trees.rewriting import RewriteSummary, invert_tree, rewrite
from equimorph.undoing import undo, undo_diff, undo_hunk
from equimorph.version import __version__
from mutators import (
    Edit,
    EditConflict,
    Mutant,
    Mutation,
    MutationError,
    Mutator,
    Option,
    RecordMismatch,
    Refused,
    Site,
    Stacked,
    UndoConflict,
    Undone,
)
from mutators import get as get_mutator
from parsers import Method, ParseError, SourceFile

if TYPE_CHECKING:
    from equimorph import bench, bulk, contrastive, defects4j, models, proving, report, robustness, tables
    from equimorph.proving import prove

__all__ = [
    "Candidate",
    "ClassBytes",
    "ClassVerdict",
    "CodeObjects",
    "Conflict",
    "Edit",
    "EditConflict",
    "Equivalence",
    "Method",
    "Mutant",
    "Mutation",
    "MutationError",
    "Mutator",
    "MutatorInfo",
    "Option",
    "ParseError",
    "RecordMismatch",
    "Refused",
    "RewriteSummary",
    "Row",
    "Selection",
    "Site",
    "SourceFile",
    "Stacked",
    "TestRun",
    "UndoConflict",
    "Undone",
    "Verification",
    "__version__",
    "bench",
    "bulk",
    "changed_lines",
    "contrastive",
    "defects4j",
    "equivalence",
    "get_mutator",
    "invert",
    "invert_row",
    "invert_tree",
    "list_mutators",
    "models",
    "mutate",
    "mutate_batch",
    "mutate_row",
    "parse",
    "parse_row",
    "prove",
    "proving",
    "read",
    "report",
    "rewrite",
    "robustness",
    "row",
    "run_tests",
    "same_tokens",
    "select_mutators",
    "sites",
    "stack",
    "tables",
    "undo",
    "undo_diff",
    "undo_diff_row",
    "undo_hunk",
    "undo_row",
    "verify",
]

_CAPABILITIES = (
    "bench",
    "bulk",
    "contrastive",
    "datasets",
    "defects4j",
    "leakage",
    "models",
    "proving",
    "report",
    "robustness",
    "tables",
)
"""Packages that are imported when they are first asked for, so that `import equimorph` stays light."""


def __getattr__(name: str) -> object:
    if name in _CAPABILITIES:
        return import_module(f"equimorph.{name}")
    if name == "prove":
        return import_module("equimorph.proving").prove
    raise AttributeError(f"module 'equimorph' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_CAPABILITIES, "prove"})
