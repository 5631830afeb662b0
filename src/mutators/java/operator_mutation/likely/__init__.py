"""What values are likely at a place. It rests on what is usual, so it may refuse a breaking mutant and prove nothing (ADR 0009)."""
