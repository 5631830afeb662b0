"""Runs: their options, unfinished output, optional packages, and garbage collection."""
