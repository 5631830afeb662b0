"""Our sentences get easier to read: no count of a habit rises above its ceiling, and a ceiling falls with its count."""

from __future__ import annotations

import ast

import pytest

from tests.docs import prose


@pytest.fixture(scope="module")
def counts() -> dict[str, dict[str, int]]:
    return prose.counts()


@pytest.mark.parametrize("kind", prose.ceilings())
def test_no_habit_spreads(counts: dict[str, dict[str, int]], kind: str) -> None:
    ceilings = prose.ceilings()[kind]
    over = {habit: f"{n}, not {ceilings[habit]}" for habit, n in counts[kind].items() if n > ceilings[habit]}
    assert not over, f"more in {kind}: `python tests/docs/prose.py --places` shows each"


@pytest.mark.parametrize("kind", prose.ceilings())
def test_a_ceiling_falls_with_its_count(counts: dict[str, dict[str, int]], kind: str) -> None:
    assert prose.ceilings()[kind] == prose.lowered(counts)[kind], "run `python tests/docs/prose.py --lower`"


@pytest.mark.parametrize(
    ("habit", "bad", "good"),
    [
        ("a clause for a noun", "What is left of a text.", "A text without its redundant parts. What else?"),
        ("a clause for a noun", "Return what a row says.", "Return whether a row says what it should."),
        ("a clause for a noun", "Yield how they differ.", "Yield the differences."),
        (
            "a pointing word",
            "The counts are those of all.",
            "The counts include every hit, such as this one.",
        ),
        ("a pointing word", "A mutant's, not that\nof all.", "So small that such that holds."),
        ("the least, so many", "Rows of a bug, at most.", "At most one row, at least two."),
        ("the least, so many", "A part of so many rows.", "A part of this many rows."),
        ("the least, so many", "Five at the most.", "Most of five."),
        (
            "stands, lies, comes, goes",
            "It stands in a block.",
            "It stands for a block and comes from a file.",
        ),
        ("stands, lies, comes, goes", "The run goes on.", "The run continues."),
        ("a stub of an argument", "    samples: of one benchmark.", "    samples: Samples of one benchmark."),
        ("a stub of an argument", "    low, high: as in rows.", "    low, high: The bounds, as in rows."),
        ("the condition first", "Rows. Of a folder, all files are read.", "Rows. Of these three."),
    ],
)
def test_a_habit_is_told_from_plain_words(habit: str, bad: str, good: str) -> None:
    assert [(place.habit, place.line) for place in prose.habits("pages", bad, "page.md", 7)] == [(habit, 7)]
    assert not list(prose.habits("pages", good, "page.md", 7))


def test_a_place_has_the_line_of_its_words() -> None:
    [place] = prose.habits("pages", "One row.\n\nIt stands alone.", "page.md", 7)
    assert place == ("pages", "stands, lies, comes, goes", "page.md", 9, "One row. It stands alone.")


def test_docstrings_are_those_of_attributes_too_and_names_are_what_is_bound() -> None:
    tree = ast.parse(
        '"""m"""\nX = "no"\n"""a"""\nclass C:\n    """c"""\n    def f(self, made):\n        """f"""\n        found = X\n'
    )
    assert list(prose.docstrings(tree)) == [(1, "m"), (3, "a"), (5, "c"), (7, "f")]
    assert {name for node in ast.walk(tree) if (name := prose.bound(node))} == {"X", "self", "made", "found"}


def test_code_on_pages_is_not_prose() -> None:
    page = "A `found` row.\n\n```python\nit stands\n```\n<!-- it\nlies -->\n    goes\nend\n"
    assert prose.prose_of(page).split() == ["A", "`x`", "row.", "end"]
    assert prose.prose_of(page).count("\n") == page.count("\n")
