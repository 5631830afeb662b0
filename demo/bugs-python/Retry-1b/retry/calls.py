"""Calls that are tried again."""

import functools


class Failed(Exception):
    """All tries failed."""


def again(times, caught=(OSError,)):
    """Return a decorator that tries a function several times, as long as it raises what is caught."""

    def decorate(function):
        @functools.wraps(function)
        def tried(*arguments):
            last = None
            count = 0
            while count + 1 < times:
                count += 1
                try:
                    return function(*arguments)
                except caught as error:
                    last = error
            raise Failed(f"{count} tries") from last

        return tried

    return decorate
