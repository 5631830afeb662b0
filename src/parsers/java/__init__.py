"""Java: syntax tree and the facts that mutators build on."""
