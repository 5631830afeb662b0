"""Effects: what an expression may do besides giving a value."""
