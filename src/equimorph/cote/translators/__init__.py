"""Testing translators of code: inputs are mutated by preserving mutators, and outputs are compared with names undone, and run."""

from __future__ import annotations

from equimorph.cote.translators.named import TRANSLATORS, named_translator
from equimorph.cote.translators.names import ENTRY, MAIN, names_undone, program_of, subject_of
from equimorph.cote.translators.programs import Program, mutate_programs
from equimorph.cote.translators.scoring import TranslationTally
from equimorph.cote.translators.translating import Judge, TranslateOptions, translate, write_translated

__all__ = [
    "ENTRY",
    "MAIN",
    "TRANSLATORS",
    "Judge",
    "Program",
    "TranslateOptions",
    "TranslationTally",
    "mutate_programs",
    "named_translator",
    "names_undone",
    "program_of",
    "subject_of",
    "translate",
    "write_translated",
]
