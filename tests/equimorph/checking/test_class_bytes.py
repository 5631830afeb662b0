"""What class bytes tell of breaking mutants, in the functions and on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from mutators.base import Match
from parsers import Method
from parsers.oracles.jdk import Compilation, Jdk
from parsers.oracles.jdk.client import Paths
from parsers.oracles.prover import Prover
from tests.equimorph.conftest import listed, run

MEMBER = "int f(int a, int b) { int k = 2 + 2; if (!(a < b)) k++; return k - a; }"
EQUAL = ("2 + 2", "2 * 2")
NOT_BELOW = ("!(a < b)", "a >= b")
NOT_BELOW_AGAIN = ("a < b", "b > a")
REMOVED, MIRRORED = ("!(a < b)", "(a < b)"), ("a < b", "a >= b")
OTHER = ("k - a", "k + a")
BROKEN = ("k - a", "k - c")


class ByHand(em.Mutator):
    """The mutator of mutants that are made by hand."""

    name = "by-hand"
    language = "java"
    relation = "breaking"
    examples = ()

    def matches(self, method: Method) -> Iterable[Match]:
        return ()


def method(text: str = MEMBER, path: str | None = None) -> Method:
    return em.parse(text, path).methods[0]


def mutant(of: Method, change: tuple[str, str]) -> em.Mutant:
    """A mutant by hand: one change at the one place where its old text stands."""
    old, new = change
    assert of.text.count(old) == 1
    data, start = of.text.encode(), of.text.encode().index(old.encode())
    mutated = of.text.replace(old, new).encode()
    site = em.Site.of("by-hand", start, start + len(old.encode()))
    record = em.Mutation(site, (em.Edit(start, old, new),), "", "", 1, 0).rebase(0, data, mutated)
    return em.Mutant(of.source, of, record, mutated, ByHand())


def made(*changes: tuple[str, str], of: Method | None = None, full: bool = False) -> list[dict[str, Any]]:
    return [em.row(mutant(of or method(), change), full=full) for change in changes]


def verdicts(found: Iterable[em.ClassVerdict]) -> list[str]:
    return [each.verdict for each in found]


@pytest.fixture
def classes(jdk: Jdk) -> em.ClassBytes:
    """A comparison that has seen nothing yet."""
    return em.ClassBytes(jdk)


@pytest.mark.parametrize(
    ("text", "old", "new", "verdict"),
    [
        (MEMBER, *EQUAL, "equivalent"),  # folded, JLS 15.29
        (MEMBER, *NOT_BELOW, "equivalent"),
        ("void f(int i) { i++; }", "i++", "++i", "equivalent"),
        ("int f(int a) { if (false) { a = a + 1; } return a; }", "a + 1", "a - 1", "equivalent"),
        ("int f(int i) { return i++; }", "i++", "++i", "distinct"),
        ("int f(int x) { return x * 1; }", "x * 1", "x / 1", "distinct"),  # alike, but javac does not see it
        (MEMBER, "2 + 2", "2 - 2", "distinct"),
        (MEMBER, *BROKEN, "failed"),
        ("int f() { return x + 1; }", "x + 1", "x - 1", "no opinion"),
        ("int k = 2 + 2; use(k);", *EQUAL, "no opinion"),
        ("\ufeffint f() { return 2 + 2; }", *EQUAL, "equivalent"),
        ("Parcel(int a) { this(a + 1, 2 + 2); } Parcel(int a, int b) { }", *EQUAL, "equivalent"),
        ("class A { int k = g() + 1; int g() { return 2 + 2; } }", *EQUAL, "equivalent"),
        ("class A { int f() { return new Object() { int h = g(); int g() { return 2; } }.h; } int g() { return 1; } }",
         "return 2", "return 3", "distinct"),  # differs in A$1 alone
    ],
)  # fmt: skip
def test_what_javac_makes_of_it(classes: em.ClassBytes, text: str, old: str, new: str, verdict: str) -> None:
    [of] = [each for each in em.parse(text).methods if old in each.text]
    assert classes.verdict(mutant(of, (old, new))).verdict == verdict


def test_a_verdict_has_a_reason_and_says_what_is_kept(classes: em.ClassBytes) -> None:
    found = [classes.verdict(mutant(method(), change)) for change in (OTHER, EQUAL, OTHER, BROKEN)]
    id = mutant(method(), OTHER).local.id
    assert found == [
        em.ClassVerdict("distinct"),
        em.ClassVerdict("equivalent", None, "the same class bytes as the original"),
        em.ClassVerdict("duplicate", id, f"the same class bytes as mutant {id}"),
        em.ClassVerdict("failed", None, found[3].reason),
    ]
    assert str(found[3].reason).startswith("javac: line 1: cannot find symbol")
    unknown = classes.verdict(mutant(method("int f() { return x + 1; }"), ("x + 1", "x - 1")))
    assert str(unknown.reason).startswith("the original does not compile: line 1: cannot find symbol")
    statements = classes.verdict(mutant(method("int k = 2 + 2; use(k);"), EQUAL))
    assert statements.reason == "statements alone are not for javac"
    assert [each.kept for each in (*found, unknown, statements)] == [True, False, False, False, True, True]


def test_different_records_with_the_same_bytes_are_duplicates(classes: em.ClassBytes) -> None:
    found = [classes.verdict(mutant(method(), change)) for change in (REMOVED, OTHER, MIRRORED)]
    assert verdicts(found) == ["distinct", "distinct", "duplicate"]
    assert found[2].of == mutant(method(), REMOVED).local.id != mutant(method(), MIRRORED).local.id


def test_any_text_may_stand_in_place_of_the_method(classes: em.ClassBytes) -> None:
    of = method(f"class A {{ {MEMBER} }}")
    twice = MEMBER.replace(*OTHER).replace("k++", "k--")
    assert classes.compare(of, twice.encode(), "first") == em.ClassVerdict("distinct")
    again = twice.replace(*EQUAL).encode()
    assert classes.compare(of, again, "second").of == "first"
    assert classes.compare(of, MEMBER.replace(*EQUAL).encode(), "third").verdict == "equivalent"


def test_another_method_has_mutants_of_its_own(classes: em.ClassBytes) -> None:
    source = em.parse(f"class A {{ {MEMBER} {MEMBER.replace('f(', 'g(')} }}")
    asked = [mutant(of, OTHER) for of in source.methods]
    assert verdicts(map(classes.verdict, asked)) == ["distinct", "distinct"]
    # Only one method is remembered.
    assert verdicts(map(classes.verdict, [asked[0], asked[0]])) == ["distinct", "duplicate"]
    elsewhere = [mutant(method(path=path), OTHER) for path in ("A.java", "B.java")]
    assert verdicts(map(classes.verdict, elsewhere)) == ["distinct", "distinct"]


def test_an_original_is_compiled_once(
    classes: em.ClassBytes, jdk: Jdk, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    compile_member = jdk.compile_member

    def counted(text: str, *, bytes_: bool, classpath: Paths | None = None) -> Compilation:
        compiled.append(text)
        return compile_member(text, bytes_=bytes_, classpath=classpath)

    monkeypatch.setattr(jdk, "compile_member", counted)
    mutants = [mutant(method(), change) for change in (OTHER, EQUAL, REMOVED)]
    assert verdicts(map(classes.verdict, mutants)) == ["distinct", "equivalent", "distinct"]
    assert compiled == [MEMBER, *(each.mutant for each in mutants)]


def test_the_file_is_asked_first_and_then_the_member(classes: em.ClassBytes) -> None:
    # In its file the name means a constant, so javac folds; alone it is unknown.
    inside = method("class A { static final int N = 2; int f() { return N + 2; } }")
    assert classes.verdict(mutant(inside, ("N + 2", "N * 2"))).verdict == "equivalent"
    # The file needs a class that is not there, the member does not.
    outside = method(f"class A extends Missing {{ {MEMBER} }}")
    found = [classes.verdict(mutant(outside, change)) for change in (OTHER, EQUAL, OTHER, BROKEN)]
    assert verdicts(found) == ["distinct", "equivalent", "duplicate", "failed"]


def test_further_sources_are_found_in_the_source_path(jdk: Jdk, tmp_path: Path) -> None:
    (tmp_path / "Base.java").write_text("class Base { static final int N = 2; }")
    of = method("class A extends Base { int f() { return N + 2; } }")
    one = mutant(of, ("N + 2", "N * 2"))
    assert em.ClassBytes(jdk).verdict(one).verdict == "no opinion"
    assert em.ClassBytes(jdk, sourcepath=[tmp_path]).verdict(one).verdict == "equivalent"
    [row] = em.equivalence([em.row(one, full=True)], jdk=jdk, sourcepath=[tmp_path])
    assert row.verdict == "equivalent"


def test_rows_are_judged_with_their_numbers(jdk: Jdk) -> None:
    asked = made(REMOVED, EQUAL, MIRRORED, BROKEN, OTHER)
    found = list(em.equivalence(asked, jdk=jdk))
    assert verdicts(found) == ["distinct", "equivalent", "duplicate", "failed", "distinct"]
    assert [(each.number, each.id, each.data) for each in found] == [
        (number, row["id"], row) for number, row in enumerate(asked, 1)
    ]
    assert [each.of for each in found] == [None, None, asked[0]["id"], None, None]


def test_rows_are_read_one_at_a_time(jdk: Jdk) -> None:
    drawn = []

    def drawing() -> Iterator[dict[str, Any]]:
        for row in made(OTHER, EQUAL):
            drawn.append(row)
            yield row

    found = em.equivalence(drawing(), jdk=jdk)
    assert next(found).verdict == "distinct"
    assert len(drawn) == 1


def test_only_breaking_rows_are_asked_about(jdk: Jdk) -> None:
    [first, equal] = made(OTHER, EQUAL)
    untold = {name: value for name, value in equal.items() if name != "relation"}
    asked = [first, {**equal, "relation": "preserving"}, {**first, "relation": "preserving"}, untold, first]
    found = list(em.equivalence(asked, jdk=jdk))
    assert verdicts(found) == ["distinct", "not asked", "not asked", "not asked", "duplicate"]
    assert [each.reason for each in found[1:4]] == [
        *("its relation is 'preserving'", "its relation is 'preserving'", "its relation is None")
    ]
    assert all(each.kept for each in found[:4])


def test_duplicates_are_of_the_same_original(jdk: Jdk) -> None:
    one, other = made(OTHER, of=method(path="A.java")), made(OTHER, of=method(path="B.java"))
    below = [{**row, "offset": 99} for row in one]
    found = em.equivalence([*one, *other, *below, *one, *one], jdk=jdk)
    assert verdicts(found) == ["distinct", "distinct", "distinct", "distinct", "duplicate"]


def test_whole_files_of_rows_are_compared(jdk: Jdk, tmp_path: Path) -> None:
    path = tmp_path / "A.java"
    text = "public class A { static final int N = 2; int f() { return N + 2; } }"
    path.write_text(text)
    asked = made(("N + 2", "N * 2"), ("N + 2", "N / 2"), of=method(text, str(path)))
    assert verdicts(em.equivalence(asked, jdk=jdk)) == ["equivalent", "distinct"]
    path.write_text("// moved\n" + text)
    assert verdicts(em.equivalence(asked, jdk=jdk)) == ["no opinion", "no opinion"]
    full = made(("N + 2", "N * 2"), of=method(text), full=True)
    assert verdicts(em.equivalence(full, jdk=jdk)) == ["equivalent"]


def test_a_file_with_damaged_lines_is_gone_through(jdk: Jdk, tmp_path: Path) -> None:
    [first, second] = made(OTHER, EQUAL)
    path = tmp_path / "rows.jsonl"
    lines = ["{]", json.dumps({**first, "id": "x"}), json.dumps(first), "", "[]", json.dumps(second), "{}"]
    path.write_text("\n".join(lines))
    found = list(em.equivalence(path, jdk=jdk))
    assert verdicts(found) == ["failed", "failed", "distinct", "failed", "equivalent", "failed"]
    assert [each.number for each in found] == [1, 2, 3, 5, 6, 7]
    assert [each.id for each in found] == [None, first["id"], first["id"], None, second["id"], None]
    assert str(found[0].reason).startswith("record: line 1: not JSON")
    assert found[1].reason == f"record: line 2: id is 'x', its record says '{first['id']}'"
    assert dict(found[0].data) == {}


def written(*changes: tuple[str, str]) -> list[bytes]:
    """Lines as they may come from elsewhere: spaces, another order of fields, escapes."""
    return [json.dumps(dict(reversed(row.items()))).encode() for row in made(*changes)]


def test_kept_rows_are_copied_byte_for_byte(folder: Path, jdk: object) -> None:
    distinct, equivalent, duplicate = written(REMOVED, EQUAL, MIRRORED)
    preserving = distinct.replace(b'"breaking"', b'"preserving"')
    [unknown] = [
        json.dumps(row).encode()
        for row in made(("x", "y"), of=method('int f() { return x + "é".length(); }'))
    ]
    file = folder / "rows.jsonl"
    file.write_bytes(
        b"\xef\xbb\xbf" + b"\r\n".join([distinct, equivalent, b"", preserving, duplicate, b"  " + unknown])
    )
    told = run("verify", "rows.jsonl", "--equivalence", "--out", "kept.jsonl")
    assert (folder / "kept.jsonl").read_bytes() == (
        b"\xef\xbb\xbf" + distinct + b"\r\n" + preserving + b"\r\n" + b"  " + unknown
    )
    reason, kept = told.stderr.splitlines()
    assert (told.exit_code, kept) == (0, "5 rows, 3 kept")
    assert reason.startswith("equivalence has no opinion: rows.jsonl: line 6 (")
    assert told.stdout.splitlines() == [
        *(f"{check}: 5 passed" for check in ("record", "tree-sitter", "javalang")),
        "equivalence: 1 distinct, 1 duplicate, 1 equivalent, 1 no opinion, 1 not asked",
    ]
    again = run("verify", "kept.jsonl", "--equivalence", "--out", "kept.jsonl", "--quiet")
    assert (again.exit_code, again.stderr) == (0, "")
    assert (folder / "kept.jsonl").read_bytes().count(b"\n") == 2
    assert listed(folder) == ["Cart.java", "kept.jsonl", "rows.jsonl"]


def test_failed_rows_are_told_once_and_not_kept(folder: Path, jdk: object) -> None:
    distinct, broken = written(OTHER, BROKEN)
    # javac has no opinion on the original, so only the other parsers see what is wrong.
    torn = json.dumps(made(("x;", "x"), of=method("int f() { return x; }"))[0]).encode()
    (folder / "rows.jsonl").write_bytes(b"\n".join([broken, b"{]", torn, distinct]))
    for options in ((), ("--javac",)):
        told = run("verify", "rows.jsonl", "--equivalence", *options, "--out", "kept.jsonl")
        assert told.exit_code == 1
        errors = [line for line in told.stderr.splitlines() if line.startswith("error: rows.jsonl: line ")]
        assert [error.split(": ")[2:4] for error in errors] == [
            [f"line 1 ({json.loads(broken)['id']})", "javac"],
            ["line 2", "record"],
            [f"line 3 ({json.loads(torn)['id']})", "tree-sitter"],
            [f"line 3 ({json.loads(torn)['id']})", "javalang"],
        ]
        assert told.stderr.splitlines()[-1] == "4 rows, 1 kept; 4 failed"
        assert "equivalence: 1 distinct, 2 failed, 1 no opinion" in told.stdout.splitlines()
        assert (folder / "kept.jsonl").read_bytes() == distinct


def test_without_out_nothing_is_written(folder: Path, jdk: object) -> None:
    (folder / "rows.jsonl").write_bytes(b"\n".join(written(OTHER, EQUAL)))
    told = run("verify", "rows.jsonl", "--equivalence", "--javac")
    assert told.stdout.splitlines()[-2:] == ["javac: 2 passed", "equivalence: 1 distinct, 1 equivalent"]
    assert listed(folder) == ["Cart.java", "rows.jsonl"]


def test_output_is_whole_or_not_there(folder: Path, jdk: object, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rows.jsonl").write_bytes(b"\n".join(written(OTHER, REMOVED)))
    (folder / "kept.jsonl").write_text("of another run")
    taken = run("verify", "rows.jsonl", "--equivalence", "--out", "nowhere/kept.jsonl")
    assert taken.exit_code == 1
    assert taken.stderr.startswith("error: ")

    def interrupted(*_: object, **__: object) -> Iterator[em.Equivalence]:
        yield em.Equivalence("distinct", None, None, 1)
        raise OSError(28, "No space left on device", "kept.jsonl")

    monkeypatch.setattr("equimorph.checking.checked.equivalence", interrupted)
    assert run("verify", "rows.jsonl", "--equivalence", "--out", "kept.jsonl").exit_code == 1
    assert (folder / "kept.jsonl").read_text() == "of another run"
    assert listed(folder) == ["Cart.java", "kept.jsonl", "rows.jsonl"]


def test_class_path_and_source_path_are_used(folder: Path, jdk: Jdk) -> None:
    base = {"Base.java": "class Base { static final int N = 2; }"}
    (folder / "sources").mkdir()
    (folder / "sources" / "Base.java").write_text(base["Base.java"])
    (folder / "classes").mkdir()
    (folder / "classes" / "Base.class").write_bytes(
        jdk.compile(base, bytes_=True).classes["Base"].data or b""
    )
    of = method("class A extends Base { int f() { return N + 2; } }")
    (folder / "rows.jsonl").write_text(json.dumps(made(("N + 2", "N * 2"), of=of, full=True)[0]))
    told = [
        run("verify", "rows.jsonl", "--equivalence", *options).stdout.splitlines()[-1]
        for options in ((), ("--sourcepath", "sources"), ("--classpath", "classes"))
    ]
    assert told == ["equivalence: 1 no opinion", "equivalence: 1 equivalent", "equivalence: 1 equivalent"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--out", "kept.jsonl"), "--out needs --equivalence"),
        (("--sourcepath", "."), "need --javac or --equivalence"),
    ],
)
def test_what_is_not_understood_ends_with_2(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], message: str
) -> None:
    monkeypatch.setenv("TERMINAL_WIDTH", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    (folder / "rows.jsonl").write_text("")
    told = run("verify", "rows.jsonl", *options)
    assert told.exit_code == 2
    assert message in told.stderr
    assert listed(folder) == ["Cart.java", "rows.jsonl"]


def test_without_a_jdk_it_says_what_to_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rows.jsonl").write_bytes(written(OTHER)[0])
    monkeypatch.setattr("parsers.oracles.jdk.home._candidates", lambda: iter(()))
    told = run("verify", "rows.jsonl", "--equivalence", "--out", "kept.jsonl")
    assert told.exit_code == 2
    assert "equimorph needs a JDK" in told.stderr
    assert listed(folder) == ["Cart.java", "rows.jsonl"]


def test_what_is_proved_is_equivalent_each_time(jdk: Jdk) -> None:
    inside = method(f"class A {{ {MEMBER} }}")
    with Prover() as prover:
        classes = em.ClassBytes(jdk, prover=prover)
        found = [
            classes.verdict(mutant(inside, change)) for change in (NOT_BELOW_AGAIN, OTHER, NOT_BELOW_AGAIN)
        ]
        assert verdicts(found) == ["equivalent", "distinct", "equivalent"]
        assert [one.proved for one in found] == [True, False, True]
        # A member may mean something else in its file.
        assert classes.verdict(mutant(method(), NOT_BELOW_AGAIN)).verdict == "distinct"
    assert em.ClassBytes(jdk).verdict(mutant(inside, NOT_BELOW_AGAIN)).verdict == "distinct"
