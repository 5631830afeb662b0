"""Mutant models: a trained model with mutated weights, after DeepMutation++, which paper 003 takes, and MuFF."""

from __future__ import annotations

from equimorph.search.mutant_models.making import MutantModels, mutant_models
from equimorph.search.mutant_models.mutant import MutantModel
from equimorph.search.mutant_models.operators import OPERATORS
from equimorph.search.mutant_models.options import MakingOptions
from equimorph.search.mutant_models.specs import MutantSpec
from equimorph.search.mutant_models.storing import made_again, write_mutants

__all__ = [
    "OPERATORS",
    "MakingOptions",
    "MutantModel",
    "MutantModels",
    "MutantSpec",
    "made_again",
    "mutant_models",
    "write_mutants",
]
