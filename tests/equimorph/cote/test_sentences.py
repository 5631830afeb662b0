"""Words that may be replaced, and those that name code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.cote.sentences import Word, fits_article, kept, replaced, words_in


def reasons(sentence: str) -> dict[str, str]:
    return {word.text: reason for word, reason in kept(sentence).items()}


def plain(sentence: str) -> list[str]:
    stay = kept(sentence)
    return [word.text for word in words_in(sentence) if word not in stay]


@pytest.mark.parametrize(
    ("sentence", "identifiers"),
    [
        ("returns the tagName of it", ["tagName"]),
        ("calls java.io.File to open", ["java.io.File"]),
        ("takes max_size and value2", ["max_size", "value2"]),
        ("throws IOException or HTTP errors", ["IOException", "HTTP"]),
        ("calls close() and list[0] again", ["close", "list[0"]),
        ("a String as text", ["String"]),
        ('prints "two words" now', ["two", "words"]),
        ("prints 'two words' now", ["two", "words"]),
        ("prints `two words` now", ["`two", "words`"]),
        ('begins "here and is never closed', ["here"]),
        ("begins 'here and is never closed", ["here"]),
        ("prints \u201ctwo words\u201d now", ["two", "words"]),
        ("prints \u2018two words\u2019 now", ["two", "words"]),
        ("see {@code some name} here", ["some", "name"]),
        ("<b>bold words</b> here", ["<b>bold"]),
        ("@param value the thing", ["value"]),
        ("maps a to b and x to y", ["a", "b", "x", "y"]),
        ("the element's own child-node", ["element's", "child-node"]),
        ("sorts it (by default value) again", ["by", "default", "value"]),
        ("na\u00efve words", ["na\u00efve"]),
        ("see <code>some name</code> here", ["<code>some", "name</code>"]),
        ("see <PRE class='x'>some\nname", ["name"]),
        ("see ``some name`` here", ["``some", "name``"]),
        ("see `child' here", ["`child"]),
        ("see \u201esome name\u201c here", ["some", "name"]),
        ("see \u00absome name\u00bb here", ["some", "name"]),
        ("see {@code map {some} name} here", ["map", "some", "name"]),
        ("see (some (inner) name) here", ["some", "inner", "name"]),
        (":param name: the thing", ["param", "name"]),
        ("a .txt or :symbol here", ["txt", "symbol"]),
        ("returns true or null or none as int", ["true", "null", "none", "int"]),
        ("calls close () and list [0] again", ["close", "list"]),
        ("returns: Person or i.e. Record, e.g. Entry, etc. Values", ["Person", "Record", "Entry", "Values"]),
    ],
)
def test_identifiers_are_kept(sentence: str, identifiers: list[str]) -> None:
    assert set(identifiers) <= set(reasons(sentence))
    assert set(identifiers).isdisjoint(plain(sentence))


def test_plain_words_are_free() -> None:
    assert plain("Returns the first child, which matches. Then it ends!") == [
        *("Returns", "the", "first", "child", "which", "matches", "Then", "it", "ends")
    ]
    # A word before a bracket may be called, also if nobody closes the bracket.
    assert plain("see <code>x y</code> there. Then ) more (marks") == ["see", "there", "Then", "marks"]
    assert plain("see `child' and `leaf here` then") == ["see", "and", "then"]
    assert plain("don't touch it's users' files") == ["touch", "users", "files"]


def test_what_is_behind_a_separator_of_concode_is_code() -> None:
    assert plain("count items . concode_field_sep int count concode_elem_sep list items") == [
        "count",
        "items",
    ]


def test_a_replacement_keeps_the_capital_letter_and_all_else() -> None:
    sentence = "First (of all),\tthe  first\n"
    first, *_, last = [word for word in words_in(sentence) if word.text.lower() == "first"]
    assert replaced(sentence, first, "second") == "Second (of all),\tthe  first\n"
    assert replaced(sentence, last, "second") == "First (of all),\tthe  second\n"


@pytest.mark.parametrize(
    ("before", "old", "new", "fits"),
    [
        ("a", "node", "tree", True),
        ("a", "node", "element", False),
        ("an", "element", "item", True),
        ("An", "element", "node", False),
        ("the", "node", "element", True),
    ],
)
def test_an_indefinite_article_has_to_fit(before: str, old: str, new: str, fits: bool) -> None:
    sentence = f"{before} {old}"
    assert fits_article(sentence, Word(len(before) + 1, len(sentence), old), new) is fits
    assert fits_article(old, Word(0, len(old), old), new)


@given(st.text(max_size=60))
def test_words_are_where_they_say_for_any_text(sentence: str) -> None:
    for word in words_in(sentence):
        assert sentence[word.start : word.end] == word.text
    for word in kept(sentence):
        assert replaced(sentence, word, "x").startswith(sentence[: word.start])
