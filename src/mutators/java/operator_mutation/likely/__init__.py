"""Likely values at a place, by what is usual: they may refuse a breaking mutant, but prove nothing (ADR 0009)."""
