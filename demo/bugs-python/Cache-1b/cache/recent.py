"""A cache that keeps what was used last."""


class Recent:
    """Keeps a number of values by their keys."""

    def __init__(self, size):
        self._size = size
        self._values = {}

    @property
    def keys(self):
        """The keys, the one that was used longest ago first."""
        return list(self._values)

    def get(self, key, default=None):
        """Return the value of a key, which counts as a use of it."""
        if key not in self._values:
            return default
        value = self._values[key]
        return value

    def put(self, key, value):
        """Keep a value; drop the one that was used longest ago if there are too many."""
        known = self._values
        known[key] = value
        if len(known) > self._size:
            oldest = next(iter(known))
            del known[oldest]
