"""What runs inside the box: the standard library alone, as nothing else is there."""
