"""What several mutators of Python use."""
