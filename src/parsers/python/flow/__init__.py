"""Flow: the possible ways of control, and the variables that are certainly bound."""
