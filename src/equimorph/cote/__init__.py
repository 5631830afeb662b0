"""COTE: testing code generators by isotopic replacement, and repairing their output."""
