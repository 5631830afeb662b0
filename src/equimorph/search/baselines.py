"""The paper's two baselines: one random step, and k random steps; repeated with new draws until the budget is spent.

So they take as many model calls as a guided search with the same budget, and the best of their draws is compared with its best.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from equimorph.search.course import Course
from equimorph.search.individuals import k_times
from equimorph.search.results import Result

_VAIN = 20
"""Draws without a new text after which there are taken to be no others."""


def draw(course: Course) -> Result:
    """Return the result of a baseline after one draw, or as many as a budget, a time or a target allows.

    Raises:
        BudgetExhausted: the budget suffices for no method.
        ModelError: a model fails.
    """
    options = course.options
    steps = 1 if course.method == "once" else options.k
    originals = course.begin()
    first = list(originals)
    is_repeated = (options.budget, options.seconds, options.target) != (None, None, None)
    vain = 0
    for number in count():
        reason = course.ended() if number else None
        if reason is None and vain == _VAIN:
            reason = "exhausted"
        if reason is not None:
            return course.result(first, reason)
        calls = course.panel.calls
        parents = [replace(one, slot=number) for one in originals]
        made, spent = course.scored(parents, k_times(parents, course.stepper, steps), number + 1)
        first = first if number else made
        vain = 0 if course.panel.calls > calls else vain + 1
        if spent or not is_repeated:
            return course.result(first, "budget" if spent else "draws")
    raise AssertionError("count() does not end")
