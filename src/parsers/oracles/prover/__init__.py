"""Proofs that two versions of a class do the same, by their byte code alone.

Translation validation: javac compiles the original and the mutant, and a checker looks for a bisimulation of their methods.
It knows nothing of the mutators, of their facts, nor of the source text. The checker is the folder `worker`, in Java,
compiled once into the user's cache folder; docs/proof.md explains its argument.
"""

from parsers.oracles.prover.prover import Proof, Prover

__all__ = ["Proof", "Prover"]
