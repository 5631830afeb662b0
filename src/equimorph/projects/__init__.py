"""Projects: compile a copy of a checkout and run its tests, on patches and on mutants."""
