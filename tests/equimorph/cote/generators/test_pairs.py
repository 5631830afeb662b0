"""Pairs: what is taken from Java sources, and rows of pairs."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from equimorph.cote.generators import Pair, pairs_in, read_pairs
from equimorph.cote.generators.pairs import digest_of
from equimorph.rows.tables import BadRow
from mutators import MutationError

SOURCE = """\
class Node {
    /** Returns the {@code name} of this node. Never null.
     * @return it */
    @Override public String getName() { return name; }
    /** Deprecated. */
    int old() { return 1; }
    /** A constructor is no method. */
    Node() { }
    /** Tests a thing. */
    abstract boolean is();
    int plain() { return 2; }
    /** Größe in bytes. */
    int größe() { return 3; }
    static class Inner {
        /** Größe in bytes. */
        int größe() { return 3; }
        /** Größe in bytes. */
        int größe() { return 4; }
    }
}
"""


def test_sentences_and_methods_of_sources(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "Node.java").write_text(SOURCE, encoding="utf-8")
    failed: list[Exception] = []
    found = list(pairs_in([tmp_path], failed.append))
    assert failed == []
    data = SOURCE.encode()
    places = [
        data.index(b"@Override"),
        data.index("int größe".encode()),
        data.rindex("int größe".encode()),
    ]
    assert found == [
        Pair(
            f"a/Node.java:{places[0]}",
            "Returns the name of this node",
            "@Override public String getName() { return name; }",
        ),
        Pair(f"a/Node.java:{places[1]}", "Größe in bytes", "int größe() { return 3; }"),
        Pair(f"a/Node.java:{places[2]}", "Größe in bytes", "int größe() { return 4; }"),
    ]


def test_equal_pairs_of_several_files_come_once(tmp_path: Path) -> None:
    for name in ("B", "A"):
        (tmp_path / f"{name}.java").write_text(SOURCE, encoding="utf-8")
    found = list(pairs_in([tmp_path / "B.java", tmp_path / "A.java"], _fail))
    assert [one.id.partition(":")[0] for one in found] == ["B.java"] * 3


def test_what_cannot_be_read_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_bytes(b"class A { /** \xff x y. */ int f() { return 1; } }")
    (tmp_path / "B.java").write_text(SOURCE, encoding="utf-8")
    failed: list[Exception] = []
    found = list(pairs_in([tmp_path / "nowhere", tmp_path], failed.append))
    assert [type(one).__name__ for one in failed] == ["FileNotFoundError", "ParseError"]
    assert len(found) == 3


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    pairs = [Pair("a", "Größe \ud800", "int f() { return 1; }"), Pair("b", "", "")]
    assert json.loads(json.dumps(pairs[0].to_row())) == {
        "schema": 1,
        "id": "a",
        "text": "Größe \ud800",
        "code": "int f() { return 1; }",
    }
    lines = "".join(json.dumps(one.to_row()) + "\n" for one in pairs)
    (tmp_path / "p.jsonl").write_text(lines)
    (tmp_path / "p.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    for name in ("p.jsonl", "p.jsonl.gz"):
        assert list(read_pairs(tmp_path / name)) == pairs


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('{"schema":1,"id":"a","text":"t"}', "no field 'code'"),
        ('{"schema":1,"id":"a","text":7,"code":"c"}', "'text' is not a text"),
        ('{"schema":2,"id":"a","text":"t","code":"c"}', "schema 2, not 1"),
        ('{"id":"a","text":"t","code":"c"}', "schema None, not 1"),
        ("nonsense", "not JSON"),
        ("[1]", "not a JSON object"),
    ],
)
def test_a_bad_row_is_reported_with_its_line_and_the_rest_goes_on(
    tmp_path: Path, row: str, reason: str
) -> None:
    good = json.dumps(Pair("a", "t", "c").to_row())
    path = tmp_path / "p.jsonl"
    path.write_text(f"{good}\n{row}\n{good}\n")
    bad: list[BadRow] = []
    assert list(read_pairs(path, bad.append)) == [Pair("a", "t", "c")] * 2
    assert [(one.line, reason in one.reason) for one in bad] == [(2, True)]
    with pytest.raises(MutationError, match=r"p\.jsonl:2: "):
        list(read_pairs(path))


def test_the_digest_is_that_of_the_file() -> None:
    pairs = [Pair("a", "ö", "c"), Pair("b", "t", "d")]
    text = '{"schema":1,"id":"a","text":"ö","code":"c"}\n{"schema":1,"id":"b","text":"t","code":"d"}\n'
    assert digest_of(pairs) == hashlib.sha256(text.encode()).hexdigest()
    assert digest_of(pairs) != digest_of(pairs[::-1])


def _fail(error: Exception) -> None:
    raise error
