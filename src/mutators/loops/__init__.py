"""The rewritings of loop-exchange, one module each, and what their preconditions are (JLS 14.12 to 14.16)."""
