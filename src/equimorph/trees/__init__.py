"""Whole source trees: their files, and their rewriting with its inverse."""
