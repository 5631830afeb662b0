"""The systems that take texts of a language: one record a language, in `support`."""

from __future__ import annotations

from equimorph.languages.support import Part, Support, languages_with, part_of, register

__all__ = ["Part", "Support", "languages_with", "part_of", "register"]
