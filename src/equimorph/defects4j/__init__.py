"""Defects4J: a checked-out bug and its fix in, faulty lines and methods, mutants of these, patches and folders out."""

from __future__ import annotations

from equimorph.defects4j.bugs import BugOptions, fix_of, write
from equimorph.defects4j.checkout import Checkout, read
from equimorph.defects4j.fault_mutants import FaultMutant, mutants
from equimorph.defects4j.faults import Aside, Fault, Fix, read_fix
from equimorph.defects4j.output import (
    open_folders,
    open_patches,
    put,
    restore,
    write_folders,
    write_patches,
)
from equimorph.defects4j.rebuilding import (
    bug_ids,
    bug_patch,
    bugsinpy_ids,
    bugsinpy_patch,
    rebuild,
    rebuild_bugsinpy,
)
from equimorph.defects4j.whole_files import WholeFiles, mutant_of

__all__ = [
    "Aside",
    "BugOptions",
    "Checkout",
    "Fault",
    "FaultMutant",
    "Fix",
    "WholeFiles",
    "bug_ids",
    "bug_patch",
    "bugsinpy_ids",
    "bugsinpy_patch",
    "fix_of",
    "mutant_of",
    "mutants",
    "open_folders",
    "open_patches",
    "put",
    "read",
    "read_fix",
    "rebuild",
    "rebuild_bugsinpy",
    "restore",
    "write",
    "write_folders",
    "write_patches",
]
