"""COTE: testing code generators by replacing one word of their input, and repairing what they write.

>>> from equimorph import cote
>>> own, other = "return a + b ;".split(), "return a - b ;".split()
>>> cote.consistency(own, other).scores["lcs"]
1.0
"""

from __future__ import annotations

from equimorph.cote.consistency import (
    MEASURES,
    THRESHOLDS,
    Comparing,
    Comparison,
    Corpus,
    consistency,
    similarity,
    slices,
)
from equimorph.cote.errors import CoteError, GeneratorError, ProviderMissing
from equimorph.cote.inputs import Input
from equimorph.cote.options import CoteOptions
from equimorph.cote.outputs import Output
from equimorph.cote.providers import ProviderOptions, provider_of
from equimorph.cote.ranking import RANKINGS
from equimorph.cote.repairs import read_tested, repair, write_repaired
from equimorph.cote.replacing import Provider, Replacement, SentenceMutant, mutants_of
from equimorph.cote.scoring import Tally
from equimorph.cote.sentences import Word
from equimorph.cote.tested import Tested
from equimorph.cote.testing import mutate, test, write_mutants, write_tested

__all__ = [
    "MEASURES",
    "RANKINGS",
    "THRESHOLDS",
    "Comparing",
    "Comparison",
    "Corpus",
    "CoteError",
    "CoteOptions",
    "GeneratorError",
    "Input",
    "Output",
    "Provider",
    "ProviderMissing",
    "ProviderOptions",
    "Replacement",
    "SentenceMutant",
    "Tally",
    "Tested",
    "Word",
    "consistency",
    "mutants_of",
    "mutate",
    "provider_of",
    "read_tested",
    "repair",
    "similarity",
    "slices",
    "test",
    "write_mutants",
    "write_repaired",
    "write_tested",
]
