"""Undo of a mutation in somebody's patch of the mutant, by tokens, for any language."""
