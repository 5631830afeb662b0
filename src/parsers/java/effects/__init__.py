"""What expressions may write, read and throw, and which may change places (JLS 15.6, 15.7)."""
