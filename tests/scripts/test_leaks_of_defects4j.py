"""The script that looks for bugs of Defects4J in trees: its counts on a small clone and tree, frozen, and found a second way."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from equimorph.leakage.benchmarks import read_benchmark

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import leaks_of_defects4j as script  # noqa: E402 - scripts are no package

TREE = {
    "a/Range.java": """\
/* if (low > high) { return null; } */
class Range {
    static String shown(int low, int high) {
        if (low > high) { // empty
            throw new IllegalArgumentException("low is above high");
        }
        return low + ".." + high;
    }
}
""",
    "a/b/Words.java": 'class Words {\n    String url = "http://a /* b */ c";\n    int i = 0;\n}\n',
}
PATCHES: dict[str, dict[int, list[tuple[str, str]]]] = {
    # By project and bug, the fixed and the buggy lines of each change.
    "Own": {
        1: [('throw new IllegalArgumentException( "low is above high" );', "return null;")],
        2: [("if (low > high) {", "if (low >= high) {"), ("return shown(low, high);", "")],
        3: [("", "int i = 0;")],
        4: [('"http://a/*b*/c";', "if (low > high) { return null; }")],
        10: [("int i = 0;", "int i = 1;"), ('return low + ".." + high;', "return low + high;")],
    },
    "Other": {1: [("int i = 0;", "int j = 0;")], 2: [("", "}")], 3: [("}", "")]},
}
FROZEN = {
    # tree's bugs or others, side, least: bugs, any change found, all changes found; counted by hand.
    ("own", "fixed", 1): (5, 4, 3),
    ("own", "fixed", 8): (5, 4, 2),
    ("own", "fixed", 20): (5, 2, 1),
    ("own", "buggy", 1): (5, 1, 1),
    ("own", "buggy", 8): (5, 0, 0),
    ("own", "buggy", 20): (5, 0, 0),
    ("other", "fixed", 1): (3, 2, 2),
    ("other", "fixed", 8): (3, 0, 0),
    ("other", "fixed", 20): (3, 0, 0),
    ("other", "buggy", 1): (3, 1, 1),
    ("other", "buggy", 8): (3, 0, 0),
    ("other", "buggy", 20): (3, 0, 0),
}
LIMITS = (1, 8, 20)


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """A clone of Defects4J and a tree of the project Own."""
    for project, bugs in PATCHES.items():
        folder = tmp_path / "d4j/framework/projects" / project / "patches"
        folder.mkdir(parents=True)
        rows = "".join(f"{number},a,b,c,d\n" for number in bugs)
        (folder.parent / "active-bugs.csv").write_text(
            f"bug.id,revision.id.buggy,revision.id.fixed,report.id,report.url\n{rows}"
        )
        for number, changes in {**bugs, 77: [("class Range {", "class Range {{")]}.items():
            (folder / f"{number}.src.patch").write_text(patch(changes))
    for name, text in TREE.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "d4j", tmp_path / "tree"


def patch(changes: list[tuple[str, str]]) -> str:
    hunks = []
    for number, (fixed, buggy) in enumerate(changes):
        lines = [" same", *(["-" + fixed] if fixed else []), *(["+" + buggy] if buggy else [])]
        start, sizes = 10 * number + 1, (1 + bool(fixed), 1 + bool(buggy))
        hunks.append(f"@@ -{start},{sizes[0]} +{start},{sizes[1]} @@\n" + "\n".join(lines) + "\n")
    return "--- a/src/A.java\n+++ b/src/A.java\n" + "".join(hunks)


def stripped(text: str) -> str:
    """A text without comments and blanks, by one expression for all that has quotes or is a comment."""
    pieces = re.findall(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|.', text, re.DOTALL)
    return "".join("" if one.startswith(("//", "/*")) else "".join(one.split()) for one in pieces)


def by_hand(of: str, side: str, least: int) -> tuple[int, int, int]:
    texts = [stripped(text) for text in TREE.values()]
    bugs = [
        changes
        for project, bugs in PATCHES.items()
        for changes in bugs.values()
        if (project == "Own") is (of == "own")
    ]
    found = []
    for changes in bugs:
        sides = [stripped(change[side == "buggy"]) for change in changes]
        found.append(
            [one != "" and len(one) >= least and any(one in text for text in texts) for one in sides]
        )
    return len(bugs), sum(map(any, found)), sum(map(all, found))


def test_counts_are_those_that_were_counted_by_hand(
    places: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clone, tree = places
    limits = [str(limit) for limit in LIMITS]
    words = [
        "x",
        str(clone),
        f"Own={tree}",
        "--json",
        str(tmp_path / "c.json"),
        "--engine",
        "--min-chars",
        *limits,
    ]
    monkeypatch.setattr(sys, "argv", words)
    assert script.main() == 0
    counts = json.loads((tmp_path / "c.json").read_text())
    found = {(one["of"], one["side"], one["least"]): (one["bugs"], one["any"], one["all"]) for one in counts}
    assert found == FROZEN
    assert capsys.readouterr().out.splitlines() == [
        "| Tree | Bugs | Side | at least 1 | at least 8 | at least 20 |",
        "|---|---|---|--:|--:|--:|",
        "| Own | 5 of Own | buggy | 1 (1) | 0 (0) | 0 (0) |",
        "| Own | 3 of others | buggy | 1 (1) | 0 (0) | 0 (0) |",
        "| Own | 5 of Own | fixed | 4 (3) | 4 (2) | 2 (1) |",
        "| Own | 3 of others | fixed | 2 (2) | 0 (0) | 0 (0) |",
    ]


@pytest.mark.parametrize("case", FROZEN)
def test_a_second_way_without_our_readers_finds_the_same(case: tuple[str, str, int]) -> None:
    assert by_hand(*case) == FROZEN[case]


def test_an_engine_that_misses_a_side_is_noticed(
    places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "by_engine", lambda sides, texts: script.naive(sides, texts) - {1})
    monkeypatch.setattr(sys, "argv", ["x", str(places[0]), f"Own={places[1]}", "--engine"])
    found = script.naive(
        script.sides_of(list(read_benchmark(places[0])), "fixed"), script.texts_of(places[1])
    )
    assert 1 in found or 1 in script.naive(
        script.sides_of(list(read_benchmark(places[0])), "buggy"), script.texts_of(places[1])
    )
    assert script.main() == 1
    assert "the engine finds other ones" in capsys.readouterr().err


def test_a_tree_without_java_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        script.texts_of(tmp_path)
