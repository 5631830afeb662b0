"""The edits of a page's diffs make the new text of the old one, also where a change could stand at several places."""

from __future__ import annotations

import random

import pytest

from equimorph.pages.edits import edits_between

SLIDING = [
    pytest.param("a\n", "a\na\n", id="one-more"),
    pytest.param("a\na\n", "a\n", id="one-less"),
    pytest.param("{\n}\n", "{\n}\n{\n}\n", id="a-block-like-the-one-before"),
    pytest.param("\tif (a)\n\t\tx();\n\n\tif (b)\n\t\tx();\n", "\tif (a)\n\t\tx();\n", id="tabs"),
    pytest.param("  a\r\n  b\r\n", "  a\r\n  b\r\n  a\r\n  b\r\n", id="cr-lf"),
    pytest.param("é\n\U0001f600\n", "é\n\U0001f600\né\n\U0001f600\n", id="two-units-in-a-browser"),
    pytest.param("\ud800\n", "\ud800\n\ud800\n", id="a-lone-surrogate"),
    pytest.param("", "a\na\n", id="all-new"),
    pytest.param("a\na", "", id="all-gone"),
]


def applied(old: str, edits: list[int | str]) -> str:
    """What a page does with edits, in UTF-16 code units as a browser counts."""
    data, made, at = old.encode("utf-16-le", "surrogatepass"), b"", 0
    for start, length, new in zip(edits[::3], edits[1::3], edits[2::3], strict=True):
        assert isinstance(start, int)
        assert isinstance(length, int)
        assert isinstance(new, str)
        made += data[at : 2 * start] + new.encode("utf-16-le", "surrogatepass")
        at = 2 * (start + length)
    return (made + data[at:]).decode("utf-16-le", "surrogatepass")


@pytest.mark.parametrize(("old", "new"), SLIDING)
def test_edits_make_the_new_text_where_a_change_could_slide(old: str, new: str) -> None:
    assert applied(old, edits_between(old, new)) == new


def test_edits_of_random_texts_make_the_new_text() -> None:
    rng = random.Random(5)
    lines = ["\n", "}\n", "\t}\n", "  x();\r\n", "\U0001f600\n", "y();"]
    for _ in range(500):
        old, new = ("".join(rng.choices(lines, k=rng.randrange(9))) for _ in range(2))
        assert applied(old, edits_between(old, new)) == new, (old, new)
