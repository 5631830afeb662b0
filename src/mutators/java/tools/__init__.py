"""Edits of Java that several mutators make: insertions, negations, renamings, and new names."""
