"""What names mean: declarations, scopes and references, proven within a member and the classes of its file (JLS 6, 8)."""
