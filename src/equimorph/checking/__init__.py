"""Checks of finished mutants: inversion, syntax, javac, and class bytes."""
