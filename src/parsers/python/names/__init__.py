"""Names: scopes, bindings, and what a name means."""
