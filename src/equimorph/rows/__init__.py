"""Rows of mutants: the row itself, JSON Lines, Parquet, and what is done row by row."""
