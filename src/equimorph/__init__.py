"""equimorph: sound, invertible mutants of Java methods.

>>> import equimorph as em
>>> source = em.parse("boolean f(String s, int n) { return s.length() < n; }")
>>> [mutant] = em.mutate(source, ["reorder-condition"])
>>> mutant.text
'boolean f(String s, int n) { return n > s.length(); }'
>>> em.invert(mutant.text, mutant.mutation) == source.text
True
"""

from __future__ import annotations

from equimorph.catalogue import MutatorInfo, list_mutators
from equimorph.checking.class_bytes import ClassBytes, ClassVerdict, Equivalence, equivalence
from equimorph.checking.verification import Verification, verify
from equimorph.comparing import same_tokens
from equimorph.mutating import (
    Candidate,
    Conflict,
    Selection,
    invert,
    mutate,
    parse,
    read,
    select_mutators,
    sites,
)
from equimorph.rows.by_row import invert_row, mutate_row, undo_diff_row, undo_row
from equimorph.rows.row import Row, parse_row, row
from equimorph.stacking import Stacked, stack
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
    RecordMismatch,
    Refused,
    Site,
    UndoConflict,
    Undone,
)
from parsers import Method, ParseError, SourceFile

__all__ = [
    "Candidate",
    "ClassBytes",
    "ClassVerdict",
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
    "ParseError",
    "RecordMismatch",
    "Refused",
    "RewriteSummary",
    "Row",
    "Selection",
    "Site",
    "SourceFile",
    "Stacked",
    "UndoConflict",
    "Undone",
    "Verification",
    "__version__",
    "equivalence",
    "invert",
    "invert_row",
    "invert_tree",
    "list_mutators",
    "mutate",
    "mutate_row",
    "parse",
    "parse_row",
    "read",
    "rewrite",
    "row",
    "same_tokens",
    "select_mutators",
    "sites",
    "stack",
    "undo",
    "undo_diff",
    "undo_diff_row",
    "undo_hunk",
    "undo_row",
    "verify",
]
