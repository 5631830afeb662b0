"""Mining of fixes from git repositories: which commits, which of their changes, and the items that are made of them."""
