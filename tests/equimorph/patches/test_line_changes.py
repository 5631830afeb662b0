"""The changes between two texts are those of `git diff`: it is asked about many texts."""

from __future__ import annotations

import random
import re
import time
from itertools import count
from pathlib import Path

import pytest

from equimorph.patches.diffs import parse_diff, patch_changes
from equimorph.patches.line_changes import Change, changes, text_changes
from tests.equimorph.defects4j.conftest import diff

LINES = [
    "",
    "    }",
    "}",
    "    int f() {",
    "        x();",
    "        y();",
    "    /**",
    "     * z",
    "     */",
    "\tx();",
]


def by_git(folder: Path, pairs: list[tuple[list[str], list[str]]]) -> list[list[Change]]:
    """What `git diff` finds: for each pair a file in two folders."""
    for number, pair in enumerate(pairs):
        for name, lines in zip(("old", "new"), pair, strict=True):
            (folder / name).mkdir(exist_ok=True)
            (folder / name / f"{number}.txt").write_text("".join(f"{line}\n" for line in lines))
    found: list[list[Change]] = [[] for _ in pairs]
    runs = found[0]
    old = new = 0
    done = diff(folder, "old", "new", "--diff-algorithm=myers", "--indent-heuristic").decode()
    for line in done.splitlines():
        if head := re.fullmatch(r"diff --git a/(\d+)\.txt .*", line):
            runs = found[int(head[1])]
        elif hunk := re.match(r"@@ -(\d+)(,0)?.* \+(\d+)(,0)?.* @@", line):
            # A side without lines names the line before.
            old, new = int(hunk[1]) - (not hunk[2]), int(hunk[3]) - (not hunk[4])
        elif line[:1] in ("-", "+") and not line.startswith(("--- ", "+++ ")):
            if not runs or (runs[-1].end, runs[-1].new_end) != (old, new):
                runs.append(Change(old, old, new, new))
            old, new = old + (line[0] == "-"), new + (line[0] == "+")
            runs[-1] = Change(runs[-1].start, old, runs[-1].new_start, new)
        elif line[:1] == " ":
            old, new = old + 1, new + 1
    return found


def encoded(lines: list[str]) -> list[bytes]:
    return [line.encode() for line in lines]


def texts(draw: random.Random, kind: int) -> tuple[list[str], list[str]]:
    """Two texts: of kind 0 to 2 with some runs of lines deleted, inserted, doubled; of kind 3 with few common lines."""
    numbers = count(1)

    def line(choices: list[str]) -> str:
        return draw.choice(choices).replace("%d", str(next(numbers)))

    if kind == 3:
        size, lines = draw.choice([40, 150]), ["", "}", "}", *["new %d;"] * 3, "a", "b"]
        one, other = ([line(lines) for _ in range(size)] for _ in range(2))
        return one, other
    size = draw.choice([4, 12, 40])
    old = [line([*LINES, *["line %d;"] * 3 * kind]) for _ in range(size)]
    new = list(old)
    for _ in range(draw.randrange(1, 6)):
        at, length = draw.randrange(len(new) + 1), draw.randrange(1, 5)
        inserted = [
            [],
            [line(LINES) for _ in range(length)],
            new[at : at + length],
            [line(["new %d;"])] * length,
        ]
        new[at : at + draw.choice([0, 0, 1, length])] = draw.choice(inserted)
    return old, new


def test_random_texts_change_as_git_finds(tmp_path: Path) -> None:
    draw = random.Random(14)
    pairs = [texts(draw, number % 4) for number in range(800)]
    for (old, new), expected in zip(pairs, by_git(tmp_path, pairs), strict=True):
        assert list(changes(encoded(old), encoded(new))) == expected, (old, new)


def test_equal_lines_that_git_leaves_in_a_change_are_none_in_a_patch_nor_here(tmp_path: Path) -> None:
    """Git sets frequent lines aside where they are amid others; a patch is read line by line."""
    draw = random.Random(5)
    pairs = [texts(draw, 3) for _ in range(200)]
    known = by_git(tmp_path, pairs)
    found = parse_diff(diff(tmp_path, "old", "new", "--diff-algorithm=myers"), "p")
    refined = 0
    for one in found:
        number = int(Path(one.new or "").stem)
        old, new = map(encoded, pairs[number])
        read = [
            Change(
                *(at + hunk.old_start for at in change[:2]),
                *(at + hunk.new_start for at in change[2:]),
            )
            for hunk in one.hunks
            for change in hunk.changes
        ]
        assert list(patch_changes(old, new)) == read
        refined += read != known[number]
    assert refined


METHOD = ["", "    int %s() {", "        if (a) {", "            b();", "        }", "    }"]


def method(name: str) -> list[str]:
    return [line.replace("%s", name) for line in METHOD]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # Two changes, and the second is a method: it is not slid up into the one above (Lang-63).
        (
            ["x;", *method("f"), *method("h"), "}"],
            ["y;", *method("f"), *method("g"), *method("h"), "}"],
            [Change(0, 1, 0, 1), Change(8, 8, 8, 14)],
        ),
        # The same the other way round: a deletion.
        (
            ["y;", *method("f"), *method("g"), *method("h"), "}"],
            ["x;", *method("f"), *method("h"), "}"],
            [Change(0, 1, 0, 1), Change(8, 14, 8, 8)],
        ),
        # One of several equal lines: the last one.
        (["x", "a", "a", "a", "y"], ["z", "a", "a", "w"], [Change(0, 1, 0, 1), Change(3, 5, 3, 4)]),
        (["a", "b"], ["a", "b", "a", "b"], [Change(2, 2, 2, 4)]),
        ([], ["a"], [Change(0, 0, 0, 1)]),
        (["a"], [], [Change(0, 1, 0, 0)]),
    ],
)
def test_a_change_stands_where_git_puts_it(
    tmp_path: Path, old: list[str], new: list[str], expected: list[Change]
) -> None:
    assert list(changes(encoded(old), encoded(new))) == expected
    assert by_git(tmp_path, [(old, new)]) == [expected]


def rebuilt(old: list[bytes], new: list[bytes]) -> list[bytes]:
    """The new text, made of the old one and the changes."""
    made, at = list[bytes](), 0
    for one in changes(old, new):
        assert old[at : one.start] == new[len(made) : one.new_start]
        made += [*old[at : one.start], *new[one.new_start : one.new_end]]
        at = one.end
    return made + old[at:]


@pytest.mark.parametrize("kind", ["shuffled", "reversed", "few"])
def test_long_texts_with_very_many_changes_do_not_take_long(kind: str) -> None:
    draw = random.Random(1)
    old = [b"%d" % (n if kind != "few" else draw.randrange(9)) for n in range(6000)]
    new = {"shuffled": draw.sample(old, len(old)), "reversed": old[::-1], "few": draw.sample(old, len(old))}[
        kind
    ]
    begun = time.process_time()
    assert rebuilt(old, new) == new
    assert time.process_time() - begun < 15  # a second or two; a search without a limit takes minutes


@pytest.mark.parametrize("lines", [(["a"], ["b"]), ([], ["b"]), (["a"], [])])
def test_lines_of_text_are_refused_by_what_takes_bytes(lines: tuple[list[str], list[str]]) -> None:
    # Equal lines of text would be found, and fail only where they have to be placed.
    with pytest.raises(TypeError, match="text_changes takes them as text"):
        list(changes(*lines))  # type: ignore[arg-type]


def test_lines_of_text_change_as_their_bytes_do() -> None:
    rng = random.Random(3)
    for _ in range(300):
        old, new = (rng.choices(LINES, k=rng.randrange(12)) for _ in range(2))
        assert list(text_changes(old, new)) == list(changes(encoded(old), encoded(new)))
