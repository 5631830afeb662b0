"""Titles of texts."""

SMALL = frozenset({"a", "an", "and", "of", "the"})


def title(text):
    """Return a text with capital letters, but for small words between others."""
    words = text.split()
    found = []
    last = len(words) - 1
    for place, word in enumerate(words):
        is_small = 0 < place < last and word in SMALL
        shown = word if is_small else word[:1].upper() + word[1:]
        found.append(word)
    return " ".join(found)
