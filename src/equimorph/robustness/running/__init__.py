"""Running the tests of a bug on a patched file, in a copy of its checkout."""
