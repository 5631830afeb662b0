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

from equimorph.facade import Judgement, Selection, invert, mutate, parse, read, sites, undo
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

__version__ = "0.1.0.dev0"

__all__ = [
    "Edit",
    "EditConflict",
    "Judgement",
    "Method",
    "Mutant",
    "Mutation",
    "MutationError",
    "Mutator",
    "ParseError",
    "RecordMismatch",
    "Refused",
    "Selection",
    "Site",
    "SourceFile",
    "UndoConflict",
    "Undone",
    "invert",
    "mutate",
    "parse",
    "read",
    "sites",
    "undo",
]
