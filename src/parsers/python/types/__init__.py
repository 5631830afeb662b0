"""Types: what is proven about the classes of values; unknown is a value, never a guess."""
