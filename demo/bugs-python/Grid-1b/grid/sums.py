"""Sums over grids, which are lists of rows."""


def column_sums(grid):
    """Return the sum of each column; short rows end with zeros."""
    width = max((len(row) for row in grid), default=0)
    sums = [0] * width
    for row in grid:
        for column, value in enumerate(row):
            sums[column] += value
    return sums


def largest_column(grid):
    """Return the number of the first column whose sum is largest; None for an empty grid."""
    best = None
    sums = column_sums(grid)
    for column, total in enumerate(sums):
        if best is None or total >= sums[best]:
            best = column
    return best
