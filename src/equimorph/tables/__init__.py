"""The tables of the papers, computed again from the numbers that they print."""
