"""Proofs that preserving mutants do the same: javac compiles both, and a checker compares the byte code.

The checker is `parsers.oracles.prover`; here it gets the originals and mutants of rows, of mutants in memory, and of whole trees.
"""

from __future__ import annotations

from equimorph.proving.checker import ProofChecker, RowProof, prove, prove_rows
from equimorph.proving.trees import FileProof, prove_tree
from equimorph.proving.work import PROVE, prove_options
from equimorph.proving.writing import ProofTally, ToProve, write_proofs

__all__ = [
    "PROVE",
    "FileProof",
    "ProofChecker",
    "ProofTally",
    "RowProof",
    "ToProve",
    "prove",
    "prove_options",
    "prove_rows",
    "prove_tree",
    "write_proofs",
]
