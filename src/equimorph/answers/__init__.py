"""Answers of models: what was asked, and the one reader of what is answered, in any form and language."""

from equimorph.answers.answer import Answer
from equimorph.answers.members import check_member
from equimorph.answers.questions import Question, words
from equimorph.answers.reading import read_answer, read_diff

__all__ = ["Answer", "Question", "check_member", "read_answer", "read_diff", "words"]
