"""Neighbours in a series of values."""


def windows(values, size):
    """Yield each run of neighbours of a size, as a tuple."""
    items = list(values)
    if size < 1:
        raise ValueError("a window has at least one value")
    for start in range(len(items) - size):
        window = items[start : start + size]
        yield tuple(window)
