"""The laws that an author of a mutator imports: ours obey them, and for each law a mutator that breaks it is found out."""

from __future__ import annotations

import io
import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mutators import Edit, Example, Mutant, Mutator, Option, Site, get
from mutators.java.match import JavaMatch
from mutators.java.testing import JavaOracle
from mutators.model import UndoConflict
from mutators.testing import LawBroken, Report, check, processes
from parsers import Method, SourceFile
from parsers.oracles.jdk import Jdk
from tests.mutators.toy_json import SwapMembers

SUBJECTS = Path(__file__).resolve().parents[1] / "subjects"

TEXT = """class A {
    /** Doc. */
    int f(int a, int b) { // one
        int c = a + 10 * b;
        g(c, 21, /* thirty */ 30);
        while (c > 1_000) { c = c - a; }
        return b - 7 + c * 40;
    }
    int g(int x, int y, int z) { return x + y + 50 - z; }
}
"""


class Number(JavaMatch):
    """A decimal integer."""

    def obstacle(self) -> str | None:
        return "it has an underscore" if "_" in self.text(self.node) else None

    def edits(self, rng: Random) -> Iterable[Edit]:
        yield self.replace(self.node, hex(int(self.text(self.node))))


class Toy(Mutator):
    """toy-hex: a decimal integer in hexadecimal."""

    name = "toy-hex"
    language = "java"
    relation = "preserving"
    examples = Example.rows("int f() { return @; }", "10 -> 0xa", "1_0 -> !it has an underscore")
    match: type[Number] = Number

    def matches(self, method: Method) -> Iterator[Number]:
        for node in method.nodes:
            if node.type == "decimal_integer_literal":
                yield self.match(method, node)


def test_a_sound_mutator_passes() -> None:
    report = check(Toy, [TEXT], at_least=6)
    assert report == Report(1, 7, 6, {"it has an underscore": 1}, report.undone, report.conflicts, True)
    assert report.undone >= 12
    assert report.conflicts <= 3


def test_the_examples_are_the_sources_where_none_is_given() -> None:
    report = check(Toy(), processes=False)
    assert (report.sources, report.mutants, report.other_process) == (2, 1, False)


def test_files_and_sources_are_taken_too(tmp_path: Path) -> None:
    path = tmp_path / "A.java"
    path.write_text(TEXT)
    report = check(Toy, [path, SourceFile.from_text(TEXT)], processes=False, undos=2)
    assert (report.sources, report.mutants) == (2, 12)


def test_another_language() -> None:
    report = check(
        SwapMembers, ['{"a": 1, "b": [2, {"c": 3, "d": 4}], "e": 5}\n{"f": 6, "g": 7}'], at_least=4
    )
    assert report.mutants == 4
    assert report.undone > report.conflicts


@pytest.mark.parametrize("name", ["reorder-condition", "unused-variable", "permute-exchange", "sketch"])
def test_ours_pass(name: str) -> None:
    check(type(get(name)), [SUBJECTS / "Odd.java", TEXT], undos=8, processes=False)


@pytest.mark.parametrize("name", ["method-renaming", "parameter-adding"])
def test_those_that_reach_beyond_a_member_pass(name: str) -> None:
    text = "class A {\n  /* one */ private int f() { return 1; }\n  int g() { return f(/* two */); }\n}\n"
    assert check(get(name), [text], processes=False, undos=4).mutants == 1


def test_ours_pass_in_another_process() -> None:
    assert check(get("variable-renaming"), [TEXT], at_least=6, undos=6).other_process


# -- each law broken -----------------------------------------------------------------------------------------------------


def changed(**attributes: object) -> type[Toy]:
    """The toy with other attributes."""
    return type("Changed", (Toy,), {"__doc__": "A change.", **attributes})


def with_match(**methods: object) -> type[Toy]:
    """The toy with another match."""
    return changed(match=type("Match", (Number,), methods))


def tampered(change: Callable[[Mutant], Mutant]) -> type[Toy]:
    """The toy whose engine makes other mutants, as no author can."""

    def mutate(self: Toy, *args: object) -> Mutant:
        return change(Mutator.mutate(self, *args))

    return changed(mutate=mutate)


def undoing(restore: Callable[..., bytes]) -> type[Toy]:
    """The toy with another undo."""
    return changed(restore=lambda self, *args: restore(*args))


def raising(error: Exception) -> Callable[..., Any]:
    def function(*args: object) -> None:
        raise error

    return function


def edits_of(text: Callable[[Number], str]) -> type[Toy]:
    """The toy that writes something else."""
    return with_match(edits=lambda self, rng: [self.replace(self.node, text(self))])


COUNT = itertools.count(16)
ROW = "int f() { return @; }"


class Odd(Mutator):
    """Takes an argument."""

    name = "odd"

    def __init__(self, needed: int) -> None:
        self.needed = needed

    def matches(self, method: Method) -> tuple[()]:
        return ()


class NoRelation(Mutator):
    """Lacks an attribute."""

    name = "no-relation"
    language = "java"

    def matches(self, method: Method) -> tuple[()]:
        return ()


class NoOption(Toy):
    """Declares an option that it does not take."""

    options = (Option("case", ("lower", "upper"), help="case of the digits"),)

    def __init__(self) -> None:
        super().__init__()


class Hashing(Toy):
    """Depends on the hash of a text."""

    match = type(
        "Match", (Number,), {"edits": lambda self, rng: [self.replace(self.node, str(hash("x") % 2**31))]}
    )
    examples = Example.rows(ROW, f"10 -> {hash('x') % 2**31}", "1_0 -> !it has an underscore")


def drop_comments(self: Number, rng: Random) -> list[Edit]:
    body = self.method.root.children[-1]
    if "thirty" not in self.text(body):
        return list(Number.edits(self, rng))
    return [self.replace(body, self.text(body).replace("/* thirty */", "").replace("10", "0xa"))]


def without_start(patched: SourceFile, original: bytes, *_: object) -> bytes:
    return original if patched.data.startswith(original[:9]) else patched.data


PROMISED: dict[str, tuple[str, type[Mutator]]] = {
    "a name in capitals": ("declaration", changed(name="ToyHex")),
    "no version": ("declaration", changed(version=0)),
    "a language that is unknown": ("declaration", changed(language="cobol")),
    "a relation that is none": ("declaration", changed(relation="equal")),
    "a constructor with an argument": ("declaration", Odd),
    "an option that it does not take": ("declaration", NoOption),
    "no relation": ("declaration", NoRelation),
    "no docstring": ("declaration", changed(__doc__=None, __module__="builtins_")),
    "two options of one name": (
        "declaration",
        changed(options=(Option("case", ("lower",), help="x"), Option("case", ("upper",), help="y"))),
    ),
    "an option that becomes something else": (
        "declaration",
        changed(
            options=(Option("case", ("lower",), help="x"),), case=property(lambda self: "no", lambda *_: None)
        ),
    ),
    "an option without help": ("declaration", changed(options=(Option("case", ("lower",), help=""),))),
    "no accepted row": ("examples", changed(examples=Example.rows(ROW, "1_0 -> !it has an underscore"))),
    "a row with another text": ("examples", changed(examples=Example.rows(ROW, "10 -> 0xb"))),
    "a row with another reason": (
        "examples",
        changed(examples=Example.rows(ROW, "10 -> 0xa", "1_0 -> !it is odd")),
    ),
    "a refused row that is accepted": (
        "examples",
        changed(examples=Example.rows(ROW, "10 -> 0xa", "9 -> !no")),
    ),
    "a reason without a row": ("examples", changed(examples=Example.rows(ROW, "10 -> 0xa"))),
    "matches that raise": ("obstacle", changed(matches=raising(KeyError("x")))),
    "a site twice": (
        "matches",
        changed(matches=lambda self, method: [*Toy.matches(self, method), *Toy.matches(self, method)]),
    ),
    "a site outside": ("matches", with_match(end=property(lambda self: self.method.end + 1))),
    "an obstacle that raises": (
        "obstacle",
        with_match(obstacle=lambda self: Number.obstacle(self) if self.text(self.node) != "7" else {}["x"]),
    ),
    "an obstacle that changes its mind": ("obstacle", with_match(obstacle=lambda self: str(next(COUNT)))),
    "an obstacle that is empty": ("obstacle", with_match(obstacle=lambda self: "")),
    "no obstacle and no edit": (
        "obstacle",
        with_match(edits=lambda self, rng: Number.edits(self, rng) if "0" in self.text(self.node) else ()),
    ),
    "module-level random": ("L1 determinism", edits_of(lambda match: hex(random.getrandbits(60)))),
    "a global counter": ("L1 determinism", edits_of(lambda match: hex(next(COUNT)))),
    "the place in the file": ("L1 determinism", edits_of(lambda match: hex(match.start))),
    "sites that a counter gives": (
        "L1 determinism",
        changed(matches=lambda self, method: list(Toy.matches(self, method))[next(COUNT) % 3 :]),
    ),
    "sites that the place gives": (
        "L1 determinism",
        changed(matches=lambda self, method: list(Toy.matches(self, method))[method.start % 2 :]),
    ),
    "the hash of a text": ("L1 determinism", Hashing),
    "a record of another text": (
        "L2 inversion",
        tampered(lambda mutant: replace(mutant, local=replace(mutant.local, mutant_sha256="0"))),
    ),
    "a tuple for a parameter": (
        "L3 record",
        changed(
            matches=lambda self, method: (Number(method, m.node, p=(1,)) for m in Toy.matches(self, method))
        ),
    ),
    "an assumption that is no text": ("L3 record", with_match(assumptions=lambda self: (frozenset(),))),
    "a syntax error": ("L4 validity", edits_of(lambda match: "(" + match.text(match.node))),
    "edits that overlap": (
        "L4 validity",
        with_match(edits=lambda self, rng: [*Number.edits(self, rng), *Number.edits(self, rng)]),
    ),
    "edits that raise": ("L4 validity", with_match(edits=raising(KeyError("x")))),
    "a comment lost": ("L5 locality", with_match(edits=drop_comments)),
    "more than the edits": (
        "L5 locality",
        tampered(lambda mutant: replace(mutant, mutant_data=mutant.mutant_data + b"\n")),
    ),
    "undo gives the patch back": ("L6 undo", undoing(lambda patched, *_: patched.data)),
    "undo gives the original back": ("L6 undo", undoing(lambda patched, original, *_: original)),
    "undo forgets some patches": ("L6 undo", undoing(without_start)),
    "undo raises": ("L6 undo", undoing(raising(KeyError("x")))),
}


@pytest.mark.parametrize("what", PROMISED)
def test_a_broken_mutator_is_found_out(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    law, broken = PROMISED[what]
    if law not in ("declaration", "examples", "matches", "obstacle"):
        # What the rows would find first is not what is shown here.
        monkeypatch.setattr("mutators.testing.suite.check_examples", lambda mutator: None)
    with pytest.raises(LawBroken) as raised:
        check(broken, [TEXT], processes=broken is Hashing)
    assert raised.value.law == law, raised.value
    assert str(raised.value).startswith(f"{law}: {broken.name}")


def test_the_other_process(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    request = {"module": __name__, "class": "Toy", "settings": {}, "seed": 0}
    request["sources"] = [["int f() { return 10 + 1_0; }", None, "java"]]
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(request)))
    processes._child()
    [[made, refused]] = json.loads(capsys.readouterr().out)
    assert '"0xa"' in made
    assert refused.endswith("it has an underscore")
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({**request, "module": "not_there"})))
    with pytest.raises(SystemExit) as raised:
        processes._child()
    assert raised.value.code == processes._NOT_THERE


def test_a_class_that_no_other_process_finds_is_not_asked_there() -> None:
    assert not check(changed(), [TEXT], undos=0).other_process


def test_bare_statements() -> None:
    assert check(Toy, ["int x = 10; g(x, 11, 12, 13);", "\ufeff" + TEXT], at_least=10).mutants == 10


def test_damage_must_be_a_conflict_or_undone() -> None:
    def restore(self: Toy, patched: SourceFile, original: bytes, mutant: bytes, mutation: object) -> bytes:
        try:
            return Mutator.restore(self, patched, original, mutant, mutation)  # type: ignore[arg-type]
        except UndoConflict:
            raise IndexError("gone") from None

    with pytest.raises(
        LawBroken, match=r"^L6 undo: .*undo raises InternalError\(.*IndexError: gone.*not an UndoConflict"
    ):
        check(changed(restore=restore), [TEXT], processes=False)


def test_too_few_mutants_say_nothing() -> None:
    with pytest.raises(
        LawBroken, match=r"^sources: toy-hex: the sources have 0 mutants, not 1; refused: nothing"
    ):
        check(Toy, ["int f() { return a; }"], processes=False)
    with pytest.raises(LawBroken, match=r"^sources: toy-hex: the sources have 0 mutants"):
        check(Toy, [], processes=False)  # as of a folder without files


def test_a_source_that_cannot_be_read_is_said() -> None:
    with pytest.raises(LawBroken, match=r"^sources: toy-hex, a text without a path: "):
        check(Toy, ["class {{{ not Java"], processes=False)
    with pytest.raises(LawBroken, match=r"^sources: toy-hex, .*: it is in another language, json"):
        check(Toy, [SourceFile.from_text("{}", language="json")], processes=False)


def test_the_message_names_law_place_and_difference() -> None:
    path = SourceFile.from_text(TEXT, "src/A.java")
    with pytest.raises(LawBroken) as raised:
        check(
            Toy,
            [path],
            processes=False,
            oracle=lambda source, mutant: "no 21" if "21" not in mutant.text else None,
        )
    error = raised.value
    first, *shown = str(error).splitlines()
    assert first == "L7 oracle: toy-hex, src/A.java, line 5, at '21': no 21"
    assert "-        g(c, 21, /* thirty */ 30);" in shown
    assert "+        g(c, 0x15, /* thirty */ 30);" in shown
    assert error.source is path
    assert error.site == Site.of("toy-hex", TEXT.index("21"), TEXT.index("21") + 2)


# -- what only javac and the JVM tell ------------------------------------------------------------------------------------

PROGRAM = """public class P {
    static int f(int a) { return a + 10; }
    public static void main(String[] args) { System.out.println(f(20) + 1_000); }
}
"""


def test_the_java_oracle(jdk: Jdk) -> None:
    with JavaOracle(jdk) as oracle:
        check(Toy, [PROGRAM], processes=False, oracle=oracle, at_least=2)
        assert (oracle.compiled, oracle.ran, oracle.unjudged) == (2, 0, 0)
    wrong = {
        "it does not compile: line 2: bad operand types": edits_of(lambda match: "true"),
        "it does not do the same: .*1030.* became .*1031": edits_of(
            lambda match: "11" if match.text(match.node) == "10" else "21"
        ),
    }
    for reason, broken in wrong.items():
        broken.examples = ()
        with pytest.MonkeyPatch.context() as patch, JavaOracle(jdk) as oracle:
            patch.setattr("mutators.testing.suite.check_examples", lambda mutator: None)
            patch.setattr("mutators.testing.suite.check_reasons", lambda mutator, met: None)
            with pytest.raises(LawBroken, match=f"^L7 oracle: toy-hex.*{reason}"):
                check(broken, [PROGRAM], processes=False, undos=0, oracle=oracle)


def test_the_java_oracle_runs_what_has_other_bytes_and_leaves_the_rest(jdk: Jdk) -> None:
    source = SourceFile.from_text(PROGRAM, "P.java")
    member, alone = "int f() { return 10; }", "int f() { return unknown(10); }"
    with JavaOracle(jdk) as oracle:
        for mutant in get("unused-variable").mutants(source):
            assert oracle(source, mutant) is None
        assert oracle.ran >= 1
        for text in (member, "return 10;", alone):
            check(Toy, [text], processes=False, oracle=oracle)
        assert oracle.unjudged == 2


def test_a_java_oracle_that_judged_nothing_says_so(jdk: Jdk) -> None:
    oracle = JavaOracle(jdk)
    with pytest.raises(AssertionError, match=r"^javac judged none of 1 mutants"), oracle:
        check(Toy, ["int f() { return unknown(10); }"], processes=False, undos=0, oracle=oracle)
