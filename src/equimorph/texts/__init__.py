"""Texts of code compared: token by token, by likeness, and as sketches with plain names."""
