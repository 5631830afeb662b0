"""Mutators of Java: one module per operator, named by the field's term."""
