"""The program in the reply of a chat model, where there is no question of ours to read it by."""

from __future__ import annotations

from equimorph.answers.around import without_marks, without_thinking
from equimorph.answers.markdown import fenced
from mutators import UndoConflict
from parsers.language import find_language


def program_in(reply: str, language: str) -> str:
    """Return the longest fenced block that names the language or none, or else the whole reply without thinking.

    Args:
        reply: Text of a chat model.
        language: Language of the program, "java" or "python".
    """
    try:
        text = without_marks(without_thinking(reply))
    except UndoConflict:  # turns of the model with different texts: none of them is certainly meant
        text = reply
    tags = {"", "code", language, *(suffix.lstrip(".") for suffix in find_language(language).suffixes)}
    fitting = [block.text for block in fenced(text).blocks if block.tag.rstrip("0123456789.") in tags]
    return max(fitting, key=len) if fitting else text
