"""Problems that leaked into a model's training data, found by `equimorph.leakage`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from equimorph.bench.problems import Problem
from equimorph.leakage import Item, Sample, find
from equimorph.leakage.finding.options import MIN_CHARS
from equimorph.leakage.samples import LANGUAGE, FormName


def leaked(
    problems: Sequence[Problem], training: Iterable[Item], min_chars: int = MIN_CHARS
) -> dict[str, str]:
    """Return the problems whose solution occurs in a training item, each with the place of the first match.

    Java is compared without comments and blanks, and with names in order of appearance ("text", "renamed"); Python without
    comments, blanks and docstrings ("text"), any other language without comments and blanks.

    Args:
        problems: All problems.
        training: The training data, which are read once.
        min_chars: Minimum length; a shorter solution occurs in any data.
    """
    by_language = {
        lang: [task for task in problems if task.lang == lang]
        for lang in dict.fromkeys(task.lang for task in problems)
    }
    places = dict[str, str]()
    items = list(training)
    for lang, some in by_language.items():
        forms: tuple[FormName, ...] = ("text", "renamed") if lang == LANGUAGE else ("text",)
        samples = [_sample(number, task) for number, task in enumerate(some)]
        for leak in find(_items(items), samples, forms=forms, min_chars=min_chars):
            problem = some[int(leak.bug_id)]
            places.setdefault(problem.id, f"{leak.train_file}:{leak.train_row}")
    return places


def _sample(number: int, problem: Problem) -> Sample:
    return Sample("bench", str(number), 1, None, problem.solution.encode(), language=problem.lang)


def _items(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items with one side, that after a fix; each side is compared for itself."""
    for item in items:
        for side in (item.fixed, item.buggy):
            if side is not None:
                yield replace(item, buggy=None, fixed=side)
