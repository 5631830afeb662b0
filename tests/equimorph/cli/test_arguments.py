"""Arguments are taken where their meaning is clear, and refused by name where it is not: by the call, not later."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
from mutators.java.reorder_condition import ReorderCondition
from tests.equimorph.conftest import SAMPLE
from tests.mutators.toy_json import SwapMembers

TEXT = "boolean f(int a, int b) { return a < b; }"
REORDER = ["reorder-condition"]


class Number:
    """A whole number as other libraries have them."""

    def __index__(self) -> int:
        return 7


def test_no_lines_are_no_mutants_and_none_is_all_lines() -> None:
    text = "int f(int a, int b) { return a < b ? a : b; }"
    assert list(em.mutate(text, select=em.Selection(lines=[]))) == []
    everything = [mutant.id for mutant in em.mutate(text)]
    assert [mutant.id for mutant in em.mutate(text, select=em.Selection(lines=None))] == everything
    assert [mutant.id for mutant in em.mutate(text, select=em.Selection(avoid_lines=[]))] == everything


@pytest.mark.parametrize("lines", [[8], (8,), {8}, range(8, 9), frozenset({8}), iter([8]), {8: "a"}])
def test_lines_are_any_numbers(lines: Any) -> None:  # noqa: ANN401
    select = em.Selection(lines=lines)
    assert select == em.Selection(lines=[8])
    assert hash(select) == hash(em.Selection(lines=[8]))
    assert [m.method.name for m in em.mutate(SAMPLE, REORDER, select=select)] == ["add"]
    assert [m.method.name for m in em.mutate(SAMPLE, REORDER, select=em.Selection(avoid_lines=[8]))] == [
        "same"
    ]


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        (
            {"lines": 8},
            TypeError,
            r"lines are numbers of lines, such as \[12, 13\] or range\(12, 14\), not 8",
        ),
        ({"lines": "8"}, TypeError, "lines are numbers of lines"),
        ({"avoid_lines": [1.5]}, TypeError, "avoid_lines are numbers of lines"),
        ({"avoid_lines": None}, TypeError, "avoid_lines are numbers of lines"),
        ({"lines": [3, 0]}, ValueError, "lines count from 1, so there is no line 0"),
        ({"method": ["f"]}, TypeError, r"method is the name of a method, not \['f'\]"),
        ({"limit_per_method": "3"}, TypeError, "limit_per_method is a number from 0, not '3'"),
        ({"limit_per_method": -1}, ValueError, "limit_per_method is a number from 0, not -1"),
    ],
)
def test_a_selection_refuses_by_name(options: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        em.Selection(**options)


def test_a_method_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(em.MutationError, match=r"the source has no method 'nope'; there are: add, same$"):
        em.mutate(SAMPLE, select=em.Selection(method="nope"))
    with pytest.raises(em.MutationError, match=r"A.java has no method 'f'; it has no methods at all"):
        em.mutate(em.parse("interface A {}", "A.java"), select=em.Selection(method="f"))
    many = "class A {" + "".join(f"void m{n}() {{}} " for n in range(100)) + "}"
    with pytest.raises(em.MutationError, match=r"there are: m0, .*, m29, \.\.\.$"):
        em.mutate(many, select=em.Selection(method="f"))
    assert list(em.mutate_row({"code": SAMPLE}, "code", select=em.Selection(method="nope"))) == []


@pytest.mark.parametrize("call", [em.mutate, em.sites, em.stack])
def test_sources_are_texts_paths_and_sources(call: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "Cart.java"
    path.write_text(SAMPLE)
    made = [
        call(source, REORDER)
        for source in (SAMPLE, SAMPLE.encode(), path, em.parse(SAMPLE), em.parse(SAMPLE.encode()))
    ]
    texts = [
        one.text if isinstance(one, em.Stacked) else [str(found.method.text) for found in one] for one in made
    ]
    assert texts[0]
    assert texts == texts[:1] * 5
    for wrong in (None, 3, [SAMPLE]):
        with pytest.raises(TypeError, match="a source is a text, a path or a SourceFile, not"):
            call(wrong)


@pytest.mark.parametrize("call", [em.mutate, em.sites, em.stack])
def test_the_call_checks_and_not_the_first_step(call: Callable[..., Any]) -> None:
    with pytest.raises(em.MutationError, match="no mutator 'nope'"):
        call(TEXT, ["nope"])
    with pytest.raises(TypeError, match="a mutator is a name or a Mutator, not 3"):
        call(TEXT, [3])
    with pytest.raises(em.ParseError, match="not Java"):
        call("not Java at all")
    with pytest.raises(em.MutationError, match="swap-members mutates json, not java"):
        call(TEXT, [SwapMembers()])


@pytest.mark.parametrize(
    "given", ["reorder-condition", REORDER, ReorderCondition(), ReorderCondition, [ReorderCondition]]
)
def test_mutators_are_names_objects_and_classes(given: Any) -> None:  # noqa: ANN401
    assert [mutant.text for mutant in em.mutate(TEXT, given)] == ["boolean f(int a, int b) { return b > a; }"]


@pytest.mark.parametrize("seed", ["x", 1.5, None])
def test_a_seed_is_a_whole_number(seed: Any, tmp_path: Path) -> None:  # noqa: ANN401
    (tmp_path / "in").mkdir()
    calls: list[Callable[[], object]] = [
        lambda: em.mutate(TEXT, seed=seed),
        lambda: em.stack(TEXT, seed=seed),
        lambda: em.mutate_row({"code": TEXT}, "code", seed=seed),
        lambda: em.rewrite(tmp_path / "in", tmp_path / "out", seed=seed),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="a seed is a whole number, not"):
            call()


def test_a_number_of_another_library_is_a_seed() -> None:
    made, wanted = ([m.mutation.to_json() for m in em.mutate(TEXT, seed=seed)] for seed in (Number(), 7))  # type: ignore[arg-type]
    assert made == wanted


def test_a_selection_is_one() -> None:
    wrong: Any = {"method": "f"}
    with pytest.raises(TypeError, match="select is a Selection, not dict"):
        em.mutate(TEXT, select=wrong)
    with pytest.raises(TypeError, match="select is a Selection, not dict"):
        em.mutate_row({"code": TEXT}, "code", select=wrong)
    with pytest.raises(ValueError, match="per_method is a number from 0, not -1"):
        em.stack(TEXT, per_method=-1)


@pytest.mark.parametrize(
    "text", ["examples/Parcel.java", "Parcel.java", "src/main", "C:\\src\\A.java", "../A.java"]
)
def test_a_path_as_a_text_gets_a_hint(text: str) -> None:
    for call in (em.mutate, em.sites, em.stack, em.parse):
        with pytest.raises(
            em.ParseError, match=r"not Java.*; it looks like the path of a file, which `em.read` reads"
        ):
            call(text)


def test_other_texts_get_no_hint() -> None:
    for text in ("not Java", "a.b(", "x = a / b", "x\n.java"):
        with pytest.raises(em.ParseError) as caught:
            em.parse(text)
        assert "looks like" not in str(caught.value)


def test_parse_takes_texts_only() -> None:
    with pytest.raises(TypeError, match=r"a text is a string or bytes, not NoneType$"):
        em.parse(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"not PosixPath; `em.read` reads a file"):
        em.parse(Path("A.java"))  # type: ignore[arg-type]
    with pytest.raises(em.ParseError, match="not UTF-8 at byte 0"):
        em.parse(b"\xff")


def test_invert_takes_the_text_first_then_a_mutant_or_records() -> None:
    [mutant] = em.mutate(TEXT, REORDER)
    record = mutant.mutation
    for given in (mutant, record, [record], (record,)):
        assert em.invert(mutant.text, given) == TEXT
    swapped: Any = (record, mutant.text)
    with pytest.raises(
        TypeError, match=r"invert\(text, mutant\) takes the text of the mutant first, not Mutation"
    ):
        em.invert(*swapped)
    wrong: list[Any] = [record.to_json(), record.to_dict(), None, [mutant], mutant.text]
    for other in wrong:
        with pytest.raises(
            TypeError,
            match=r"a mutant, its record or a list of records is needed, not .*`Mutation.from_json`",
        ):
            em.invert(mutant.text, other)


@pytest.mark.parametrize("patched", [None, b"boolean f() {}", 3])
def test_a_patch_is_a_text(patched: Any) -> None:  # noqa: ANN401
    for mutant in (next(em.mutate(TEXT)), em.stack(TEXT)):
        with pytest.raises(TypeError, match="a text is a string or a SourceFile, not"):
            mutant.undo(patched)


def test_mutators_by_name_with_options() -> None:
    assert em.get_mutator("reorder-condition", purity="conventional").settings == {"purity": "conventional"}
    with pytest.raises(
        em.MutationError, match="reorder-condition has no option 'puritty'; there are: purity"
    ):
        em.get_mutator("reorder-condition", puritty="proven")
    with pytest.raises(em.MutationError, match="no mutator 'reorder'"):
        em.get_mutator("reorder")
    assert all(isinstance(option, em.Option) for info in em.list_mutators() for option in info.options)
