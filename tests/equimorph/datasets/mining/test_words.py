"""Words of commit messages: whole words and their inflections, or letters anywhere."""

from __future__ import annotations

import pytest

from equimorph.datasets.mining.presets import PRESETS
from equimorph.datasets.mining.words import Keywords, found_words

PAPER = PRESETS["paper"].keywords


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Fix a bug", ("bug", "fix")),
        ("fixes bugs", ("bug", "fix")),
        ("FIXED: Error in f()", ("error", "fix")),
        ("Fixing issues #12, #13", ("issue", "fix")),
        ("repaired an error", ("error", "repair")),
        ("issue 3 is solved", ("issue", "solve")),
        ("Solving the issue", ("issue", "solve")),
        ("BUG-7: patched", ("bug", "patch")),
        ("two patches for one error", ("error", "patch")),
        ("fix_bug", ("bug", "fix")),
        ("12fix bug2", ("bug", "fix")),
        ("Fix\n\nthat\tbug", ("bug", "fix")),
        # A word of one list alone, letters of other words, and letters around that are no English.
        ("Fix the build", None),
        ("A bug, described", None),
        ("dispatch errors", None),
        ("prefix of an issue", None),
        ("resolve the issue", None),
        ("fix debugger", None),
        ("Fix terrors", None),
        ("fix tissues", None),
        ("bugfix", None),
        ("äfix bug", None),
        ("fixä bug", None),
        ("", None),
        # Letters that are an i or an s in another case, elsewhere than in English.
        ("f\u0130x the \u0131ssue", None),
        ("i\u017f\u017fue, fixed", None),
        ("f\u0130x: fixes a bug", ("bug", "fix")),
    ],
)
def test_a_message_of_the_paper_has_a_whole_word_of_each_list(
    message: str, words: tuple[str, ...] | None
) -> None:
    assert PAPER.found(message) == words


@pytest.mark.parametrize("message", ["dispatch errors", "prefix of an issue", "fix debugger", "BUGFIX"])
def test_as_letters_words_are_found_within_others(message: str) -> None:
    assert PAPER.found(message, "substring") is not None
    assert PAPER.found(message) is None


def test_the_lists_can_be_one() -> None:
    any_word = Keywords(PAPER.lists, each=False)
    assert any_word.found("Fix the build") == ("fix",)
    assert any_word.found("an error") == ("error",)
    assert any_word.found("Build") is None


def test_no_list_is_for_any_message() -> None:
    assert Keywords(()).found("") == ()
    assert Keywords((), each=False).found("") == ()


@pytest.mark.parametrize(
    ("word", "forms", "others"),
    [
        ("fix", "fix fixes fixed fixing", "fixs fixer fixture unfixed"),
        ("solve", "solve solves solved solving", "solv solveed dissolve"),
        ("patch", "patch patches patched patching", "patchs patchwork"),
        ("issue", "issue issues", "issued issuing issuer"),
        ("incorrect", "incorrect", "incorrects incorrectly"),
    ],
)
def test_verbs_and_nouns_have_their_inflections(word: str, forms: str, others: str) -> None:
    assert [form for form in forms.split() if found_words([word], form) != (word,)] == []
    assert [other for other in others.split() if found_words([word], other)] == []
