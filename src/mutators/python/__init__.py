"""The mutators of Python, one module or package a mutator; the same names as those of Java."""
