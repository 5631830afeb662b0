"""Flow: where control may go, and which variables are certainly bound."""
