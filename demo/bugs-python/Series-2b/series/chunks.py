"""A series cut into parts."""


def chunks(values, largest):
    """Yield lists of values whose sum is at most `largest`; a value above that is alone."""
    part = []
    total = 0
    for value in values:
        if part and total + value > largest:
            yield part
            part = []
            total = 0
        part.append(value)
        total += value
