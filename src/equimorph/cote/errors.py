"""The errors of testing a code generator."""

from __future__ import annotations

from mutators import MutationError

__all__ = ["CoteError", "GeneratorError", "ProviderMissing"]


class CoteError(MutationError):
    """An option or an input of a test or a repair cannot be used."""


class ProviderMissing(CoteError):
    """A provider of replacements lacks a table, a tagger or a model; the message names what to install or to give."""


class GeneratorError(CoteError):
    """A generator cannot be used, or its folder is damaged."""
