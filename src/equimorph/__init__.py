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

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what `equimorph.capabilities` lists, for type checkers
    from equimorph import bench as bench
    from equimorph import bulk as bulk
    from equimorph import codescore as codescore
    from equimorph import contrastive as contrastive
    from equimorph import cote as cote
    from equimorph import datasets as datasets
    from equimorph import defects4j as defects4j
    from equimorph import inspect as inspect
    from equimorph import leakage as leakage
    from equimorph import metrics as metrics
    from equimorph import models as models
    from equimorph import proving as proving
    from equimorph import report as report
    from equimorph import robustness as robustness
    from equimorph import search as search
    from equimorph import tables as tables
    from equimorph.checking.class_bytes import ClassBytes as ClassBytes
    from equimorph.checking.code_objects import CodeObjects as CodeObjects
    from equimorph.checking.equivalence import equivalence as equivalence
    from equimorph.checking.verdicts import ClassVerdict as ClassVerdict
    from equimorph.checking.verdicts import Equivalence as Equivalence
    from equimorph.checking.verification import Verification as Verification
    from equimorph.checking.verification import verify as verify
    from equimorph.mutants.catalogue import MutatorInfo as MutatorInfo
    from equimorph.mutants.catalogue import get_mutator as get_mutator
    from equimorph.mutants.catalogue import list_mutators as list_mutators
    from equimorph.mutants.inverting import invert as invert
    from equimorph.mutants.mutating import Candidate as Candidate
    from equimorph.mutants.mutating import Conflict as Conflict
    from equimorph.mutants.mutating import Selection as Selection
    from equimorph.mutants.mutating import mutate as mutate
    from equimorph.mutants.mutating import parse as parse
    from equimorph.mutants.mutating import read as read
    from equimorph.mutants.mutating import select_mutators as select_mutators
    from equimorph.mutants.mutating import sites as sites
    from equimorph.mutants.skipping import SkippedWarning as SkippedWarning
    from equimorph.mutants.stacking import stack as stack
    from equimorph.patches.changed_lines import changed_lines as changed_lines
    from equimorph.patches.undoing import undo as undo
    from equimorph.patches.undoing import undo_diff as undo_diff
    from equimorph.patches.undoing import undo_hunk as undo_hunk
    from equimorph.projects.killing import TestRun as TestRun
    from equimorph.projects.killing import run_tests as run_tests
    from equimorph.proving import prove as prove
    from equimorph.rows.batches import mutate_batch as mutate_batch
    from equimorph.rows.by_row import invert_row as invert_row
    from equimorph.rows.by_row import mutate_row as mutate_row
    from equimorph.rows.row import Row as Row
    from equimorph.rows.row import parse_row as parse_row
    from equimorph.rows.row import row as row
    from equimorph.rows.undoing import undo_diff_row as undo_diff_row
    from equimorph.rows.undoing import undo_row as undo_row
    from equimorph.texts.comparing import same_tokens as same_tokens
    from equimorph.trees.rewriting import RewriteSummary as RewriteSummary
    from equimorph.trees.rewriting import invert_tree as invert_tree
    from equimorph.trees.rewriting import rewrite as rewrite
    from equimorph.version import __version__ as __version__
    from mutators import Edit as Edit
    from mutators import EditConflict as EditConflict
    from mutators import InternalError as InternalError
    from mutators import Mutant as Mutant
    from mutators import Mutation as Mutation
    from mutators import MutationError as MutationError
    from mutators import Mutator as Mutator
    from mutators import Option as Option
    from mutators import RecordMismatch as RecordMismatch
    from mutators import Refused as Refused
    from mutators import Site as Site
    from mutators import Stacked as Stacked
    from mutators import UndoConflict as UndoConflict
    from mutators import Undone as Undone
    from parsers import Method as Method
    from parsers import ParseError as ParseError
    from parsers import SourceFile as SourceFile
else:
    from importlib import import_module

    from equimorph.capabilities import CAPABILITIES, NAMES

    _MODULES = {name: module for module, names in NAMES.items() for name in names}
    _PACKAGES = {capability.name for capability in CAPABILITIES}
    __all__ = sorted({*_MODULES, *_PACKAGES})

    def __getattr__(name: str) -> object:
        """Return an attribute, whose module is imported now."""
        if name in _PACKAGES:
            return import_module(f"equimorph.{name}")
        if name not in _MODULES:
            raise AttributeError(f"module 'equimorph' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_MODULES[name]), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
