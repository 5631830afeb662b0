"""Static types of expressions and how to write them, proven or UNKNOWN (JLS 4, 15, 18.5.2)."""
