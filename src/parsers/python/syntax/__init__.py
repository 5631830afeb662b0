"""Syntax: the tree with byte positions, tokens, and what follows from the tree alone."""
