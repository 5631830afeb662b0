"""Brackets in texts."""


def depth(text, pairs="()[]"):
    """Return how deep brackets are nested; -1 where they do not match."""
    opening = pairs[::2]
    closing = pairs[1::2]
    expected = []
    deepest = 0

    def close(sign):
        return bool(expected) and expected.pop() == sign

    for sign in text:
        if sign in opening:
            expected.append(closing[opening.index(sign)])
            deepest = max(deepest, len(expected))
        elif sign in closing and not close(sign):
            return -1
    return deepest
