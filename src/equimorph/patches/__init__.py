"""Patches: unified diffs, the lines that two versions differ in, and undo of a mutation in a patched mutant."""
