"""The tests of contests' problems, with the rules by which each benchmark compares outputs; they run in the box of the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from equimorph.bench.functions.contest import MAIN

__all__ = ["tests_of_cases"]

_PRINTED = """
for given, wanted in CASES:
    printed, status = candidate(given)
    assert same(printed, wanted, status), f"it prints {printed!r:.100}, not {wanted!r:.100}"
"""
_RETURNED = """
for given, wanted in CASES:
    found = candidate(*arguments(given))
    assert same(found, wanted), f"it returns {found!r:.100}, not {wanted!r:.100}"
"""
_NEAR = """
def near(word, other, relative, least):
    if word == other:
        return True
    try:
        found, wanted = (int(text) if text.lstrip("+-").isdigit() else float(text) for text in (word, other))
        whole = isinstance(wanted, int) and (isinstance(found, int) or found.is_integer())
        if found == wanted or whole:
            return found == wanted
        return abs(found - wanted) <= least + relative * abs(wanted) < float("inf")
    except (ValueError, OverflowError):
        return False

"""
_LIVE_PRINTED = """
from decimal import Decimal, InvalidOperation


def same(printed, wanted, status):
    rows, others = ([line.strip() for line in text.strip().split("\\n")] for text in (printed, wanted))
    return len(rows) == len(others) and all(map(same_line, rows, others))


def same_line(line, other):
    if line == other:
        return True
    try:
        return [Decimal(word) for word in line.split()] == [Decimal(word) for word in other.split()]
    except InvalidOperation:
        return False

"""
_APPS_PRINTED = """
def same(printed, wanted, status):
    rows, others = (
        [line.split() for line in text.splitlines() if line.strip()] for text in (printed, wanted)
    )
    return len(rows) == len(others) and all(map(same_line, rows, others))


def same_line(line, other):
    return len(line) == len(other) and all(near(*pair, 1e-5, 1e-8) for pair in zip(line, other))

"""
_CODE_CONTESTS_PRINTED = """
def same(printed, wanted, status):
    words, others = printed.lower().split(), wanted.lower().split()
    equal = len(words) == len(others) and all(near(*pair, 0, 1e-5) for pair in zip(words, others))
    return status == 0 and equal

"""
_LIVE_RETURNED = """
def arguments(given):
    return given


def same(found, wanted):
    return (list(found) if isinstance(found, tuple) else found) == wanted

"""
_APPS_RETURNED = """
IN_LISTS = all(isinstance(wanted, list) and len(wanted) == 1 for given, wanted in CASES)


def arguments(given):
    return [numbered(given[0])] if len(given) == 1 else given


def same(found, wanted):
    wanted = numbered(wanted)
    found = list(found) if isinstance(found, tuple) else found
    if found == wanted or (IN_LISTS and found == numbered(wanted[0])):
        return True
    if isinstance(found, list) and found and isinstance(found[0], tuple):
        return [list(one) for one in found] in ([wanted, *wanted] if IN_LISTS else [wanted])
    return False


def numbered(value):
    if isinstance(value, dict):
        try:
            return {int(key): one for key, one in value.items()}
        except ValueError:
            return value
    return value

"""
_RULES: Mapping[tuple[str, bool], str] = {
    ("livecodebench", True): _LIVE_PRINTED + _PRINTED,
    ("apps", True): _NEAR + _APPS_PRINTED + _PRINTED,
    ("code-contests", True): _NEAR + _CODE_CONTESTS_PRINTED + _PRINTED,
    ("livecodebench", False): _LIVE_RETURNED + _RETURNED,
    ("apps", False): _APPS_RETURNED + _RETURNED,
}
"""The comparison of outputs, by benchmark and whether they are printed."""


def tests_of_cases(benchmark: str, entry_point: str, cases: Sequence[tuple[Any, Any]]) -> str:
    """Return tests that give inputs to a candidate, and compare its outputs.

    Args:
        benchmark: The rules: livecodebench, apps or code-contests.
        entry_point: Name of a function; `__main__` for a program that prints.
        cases: Inputs and outputs: texts, or arguments and a result.
    """
    data = json.dumps([list(case) for case in cases])
    head = f"import json\n\nCASES, candidate = json.loads({data!r}), {entry_point}\n"
    return head + _RULES[benchmark, entry_point == MAIN]
