"""Tools that several mutators of Python use."""
