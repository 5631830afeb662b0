"""Connected fields of a grid."""


def area(grid, start):
    """Return how many fields with the same value are connected with a field."""
    height = len(grid)
    width = len(grid[0])
    wanted = grid[start[0]][start[1]]
    seen = {start}
    waiting = [start]
    while waiting:
        row, column = waiting.pop()
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            place = (row + down, column + right)
            is_inside = 0 <= place[0] < height or 0 <= place[1] < width
            if is_inside and place not in seen and grid[place[0]][place[1]] == wanted:
                seen.add(place)
                waiting.append(place)
    return len(seen)
