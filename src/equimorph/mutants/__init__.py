"""Mutants of texts: mutation operators by name, sites, mutants and stacks of them, and their inverse."""
