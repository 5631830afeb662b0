"""Facts to sites to edits: the mutation operators, their records, and undo."""

from __future__ import annotations

from mutators.base import Example, Match, Mutator
from mutators.internal import InternalError
from mutators.model import (
    Edit,
    EditConflict,
    Mutation,
    MutationError,
    RecordMismatch,
    Refused,
    Site,
    UndoConflict,
)
from mutators.mutant import Mutant
from mutators.options import Option
from mutators.registry import classes, defaults, get, names
from mutators.seeding import site_key
from mutators.stacked import Stacked
from mutators.undo.transport import Undone

__all__ = [
    "Edit",
    "EditConflict",
    "Example",
    "InternalError",
    "Match",
    "Mutant",
    "Mutation",
    "MutationError",
    "Mutator",
    "Option",
    "RecordMismatch",
    "Refused",
    "Site",
    "Stacked",
    "UndoConflict",
    "Undone",
    "classes",
    "defaults",
    "get",
    "names",
    "site_key",
]
