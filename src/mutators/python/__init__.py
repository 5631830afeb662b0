"""The mutators of Python, one module or package for each; the names are the same as for Java."""
