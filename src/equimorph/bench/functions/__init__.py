"""The normal form of a prediction: the function that its problem asks for, as the reference is one."""

from __future__ import annotations

from collections.abc import Iterator

from equimorph.answers.around import without_marks, without_thinking
from equimorph.answers.markdown import fenced
from equimorph.answers.prose import code_lines, without_prose_and_tags
from equimorph.bench.languages import bench_of
from equimorph.bench.problems import Problem
from mutators import UndoConflict
from parsers.language import find_language
from parsers.prose import Prose

__all__ = ["normal_form"]


def normal_form(problem: Problem, prediction: str) -> str:
    """Return the function that a prediction has, with helpers of its own and without what the problem has already.

    The function is found in a completion of the prompt, a function or method, a whole program, a class around it, and in the
    answer of a chat model. A prediction in which it is not found, or found in two versions, is returned as it is.

    Args:
        problem: asks for the function.
        prediction: the text of a model.
    """
    find, prose = bench_of(problem.lang).function, find_language(problem.lang).prose
    for texts in _readings(prediction.removeprefix("\ufeff"), prose):
        functions = {version for text in texts if (version := find(problem, text)) is not None}
        if len(functions) > 1:
            return prediction
        if functions:
            function = functions.pop()
            return problem.solution if function.strip() == problem.solution.strip() else function
    return prediction


def _readings(text: str, prose: Prose | None) -> Iterator[list[str]]:
    """Yield the texts that may have the function, beginning with the texts that keep most of a prediction in place."""
    yield [text]
    try:
        bare = without_marks(without_thinking(text))
    except UndoConflict:  # turns of a model with different texts: none of them is certainly meant
        return
    bare = without_prose_and_tags(bare, prose)
    if bare != text:
        yield [bare.lstrip("\r\n")]
    blocks = fenced(bare).blocks
    if blocks:
        yield [block.text for block in blocks]
    elif prose is not None:
        yield list(code_lines(bare, prose)[:1])
