"""What people hold: objects that pickle, with short representations, and with what one asks of them."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

import equimorph as em
from mutators.java.useless_cast import UselessCast
from mutators.testing.broken import LawBroken
from tests.equimorph.conftest import SAMPLE

T = TypeVar("T")
PROTOCOLS = (2, 4, 5)
BOTH = ["reorder-condition", "variable-renaming"]
LARGE = "class A {{\n{}\n}}\n".format(
    "\n".join(
        f"    int m{n}(int value, int other) {{ return value < other ? {n} : other; }}" for n in range(1000)
    )
)


def again(value: T, protocol: int = 5) -> T:
    return cast(T, pickle.loads(pickle.dumps(value, protocol)))


@pytest.fixture
def source() -> em.SourceFile:
    return em.parse(SAMPLE, "shop/Cart.java")


@pytest.fixture
def mutant(source: em.SourceFile) -> em.Mutant:
    return next(em.mutate(source, ["reorder-condition"], select=em.Selection(method="add")))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_mutant_is_the_same_after_pickling(mutant: em.Mutant, protocol: int) -> None:
    mutant.lines.touched([1]), mutant.data, mutant.method.scopes  # what is computed is not pickled
    found = again(mutant, protocol)
    assert found == mutant
    assert hash(found) == hash(mutant)
    assert (found.id, found.text, found.diff(), found.relation) == (
        *(mutant.id, mutant.text, mutant.diff(), mutant.relation),
    )
    assert em.row(found, fault_lines=[8], full=True) == em.row(mutant, fault_lines=[8], full=True)
    assert found.undo(found.text) == SAMPLE
    assert not {"lines", "data", "mutation"} & set(vars(again(mutant, protocol)))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_source_is_read_again_when_it_is_asked(source: em.SourceFile, protocol: int) -> None:
    assert source.kind == "file"
    found = again(source, protocol)
    assert vars(found) == {"data": source.data, "path": source.path, "language": "java", "encoding": None}
    assert found == source
    assert hash(found) == hash(source)
    assert found.methods == source.methods
    assert list(em.mutate(found)) == list(em.mutate(source))


@pytest.mark.parametrize(
    "text", ["\ufeff" + SAMPLE, SAMPLE.replace("\n", "\r\n"), SAMPLE.replace("sum", "süm\U0001d4b3")]
)
def test_marks_and_line_ends_survive(text: str) -> None:
    made = list(em.mutate(text, BOTH))
    assert made
    assert again(made) == made
    assert [one.undo(one.text) for one in again(made)] == [text] * len(made)


def test_a_method_looks_its_facts_up(source: em.SourceFile) -> None:
    found = again(source.methods[0])
    assert "parsed" not in vars(found)
    assert found == source.methods[0]
    assert (found.name, found.text) == ("add", source.methods[0].text)
    assert "parsed" not in vars(found)
    assert found.untrusted is None
    assert [node.type for node in found.nodes] == [node.type for node in source.methods[0].nodes]
    assert found.parsed is found.source.parsed
    with pytest.raises(AttributeError, match="'Method' object has no attribute 'nothing'"):
        found.nothing  # noqa: B018


def test_a_source_that_shows_one_method_still_shows_one(source: em.SourceFile) -> None:
    view = source.only(source.methods[1])
    assert [method.name for method in again(view).methods] == ["same"]
    [mutant] = em.mutate(view, ["reorder-condition"])
    found = again(mutant)
    assert found == mutant
    assert [one.mutation for one in em.mutate(found.source, ["reorder-condition"])] == [mutant.mutation]


def test_a_large_text_is_pickled_once() -> None:
    source = em.parse(LARGE)
    mutants = list(em.mutate(source, ["reorder-condition"]))
    assert len(mutants) == 1000
    for protocol in PROTOCOLS:
        assert len(pickle.dumps(mutants[0], protocol)) < len(source.data) + 2000
        assert len(pickle.dumps(mutants[:100], protocol)) < len(source.data) + 100 * 2000


def test_copies_are_equal(mutant: em.Mutant) -> None:
    for value in (mutant, mutant.source, mutant.method, mutant.local, mutant.local.site, mutant.local.edits):
        assert copy.copy(value) == value
        assert copy.deepcopy(value) == value


def _mutants(text: str, mutators: list[Any]) -> list[em.Mutant]:
    return list(em.mutate(text, mutators, seed=3))


def _described(mutant: em.Mutant) -> tuple[str, str, bool]:
    return mutant.id, mutant.undo(mutant.mutant), mutant.method.untrusted is None


@pytest.mark.parametrize("start", ["spawn", "forkserver"])
def test_processes_return_and_take_mutants(start: str) -> None:
    asked: list[Any] = [UselessCast(), "reorder-condition"]
    here = _mutants(SAMPLE, asked)
    with ProcessPoolExecutor(1, multiprocessing.get_context(start)) as pool:
        there = pool.submit(_mutants, SAMPLE, asked).result()
        assert there == here
        assert len({hash(one) for one in (*there, *here)}) == len(here)
        assert list(pool.map(_described, there)) == [_described(one) for one in here]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_errors_keep_what_they_say(protocol: int, source: em.SourceFile) -> None:
    errors: list[tuple[Exception, tuple[str, ...]]] = [
        (em.UndoConflict("the patch changed it", (3, 9)), ("reason", "region")),
        (em.Refused("both may throw"), ("reason",)),
        (em.ParseError("not Java", path="A.java", line=3), ("path", "line")),
        (em.RecordMismatch("no record"), ()),
        (em.EditConflict("edits overlap"), ()),
        (LawBroken("L4 validity", "cast", "no", source, em.Site("cast", 1, 2)), ("law", "source", "site")),
    ]
    for error, names in errors:
        error.add_note("seen in row 3")
        found = again(error, protocol)
        assert type(found) is type(error)
        assert str(found) == str(error)
        assert [getattr(found, name) for name in names] == [getattr(error, name) for name in names]
    conflict = again(errors[0][0], protocol)
    assert conflict.__notes__ == ["seen in row 3"]


def test_results_pickle(source: em.SourceFile, mutant: em.Mutant, tmp_path: Path) -> None:
    checkout = em.defects4j.read("demo/checkout")
    results: list[Any] = [
        *(next(em.sites(source)), em.Selection(lines=range(3, 9)), em.list_mutators(), mutant.lines),
        *(
            em.Conflict(mutant.local.site, mutant.method, em.EditConflict("overlap")).site,
            em.parse_row(em.row(mutant)),
        ),
        *(list(em.verify([em.row(mutant), {"mutant": 3}])), em.rewrite("examples", tmp_path / "out")),
        *(checkout, em.defects4j.read_fix(checkout, "demo/fix.patch")),
        list(em.defects4j.mutants(checkout, "demo/fix.patch", ["reorder-condition"])),
    ]
    for result in results:
        assert result
        assert again(result) == result


def test_an_undone_text_keeps_its_verdict(mutant: em.Mutant) -> None:
    undone = mutant.undo(mutant.text + "}")
    assert not undone.parses
    found = again(undone)
    assert (type(found), found, found.parses) == (em.Undone, undone, False)


def test_mutators_pickle_with_their_options() -> None:
    given = em.get_mutator("reorder-condition", purity="conventional")
    text = "class A { int getA() { return 1; } int getB() { return 2; } boolean f(A o) { return o.getA() < o.getB(); } }"
    made = [one.local for one in em.mutate(text, [given])]
    assert made
    assert [one.local for one in em.mutate(text, [again(given)])] == made
    assert [one.local for one in em.mutate(text, ["reorder-condition"])] != made


def _shown(source: em.SourceFile) -> dict[str, Callable[[], object]]:
    mutant = next(em.mutate(source, ["variable-renaming"]))
    return {
        "source": lambda: source,
        "mutant": lambda: mutant,
        "method": lambda: mutant.method,
        "record": lambda: mutant.mutation,
        "edit": lambda: em.Edit(0, source.text, source.text),
        "site": lambda: mutant.mutation.site,
        "candidate": lambda: next(iter(em.sites(source, why=True))),
        "refused": lambda: em.Refused("it is long"),
        "undone": lambda: mutant.undo(mutant.text),
        "lines": lambda: mutant.lines,
        "row": lambda: em.parse_row(em.row(mutant, full=True)),
        "stacked": lambda: em.stack(source, ["reorder-condition"]),
    }


@pytest.mark.parametrize("kind", list(_shown(em.parse(SAMPLE))))
@pytest.mark.parametrize("path", [None, "src/" * 100 + "A.java"])
def test_representations_are_short(kind: str, path: str | None) -> None:
    value = _shown(em.parse(LARGE, path))[kind]()
    assert len(repr(value)) <= 220
    assert "\n" not in repr(value)
    assert "m9(" not in repr(value)


def test_representations_say_what_and_where(source: em.SourceFile, mutant: em.Mutant) -> None:
    assert repr(source) == f"<SourceFile shop/Cart.java: java, {len(SAMPLE)} bytes>"
    assert repr(mutant) == f"<Mutant {mutant.id}: reorder-condition in add at shop/Cart.java:6>"
    assert repr(mutant.method) == "<Method add: method, lines 6-12 of shop/Cart.java>"
    assert repr(em.Edit(3, "a", "b")) == "Edit(start=3, old='a', new='b')"
    undone = next(em.mutate(source, ["reorder-condition"], select=em.Selection(method="same")))
    assert repr(undone.undo(undone.mutant)) == repr(undone.original)
    assert repr(mutant.undo(mutant.mutant)) == f"{mutant.original[:150]!r}... (157 characters)"
