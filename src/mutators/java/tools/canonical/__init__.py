"""Terms of the canonical form: what the rules beside the mutators rewrite."""
