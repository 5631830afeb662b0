"""Individuals: one step of mutation, its records, and the ten operators."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import equimorph as em
from equimorph.rows.row import parse_row
from equimorph.search import BY_DEFAULT, OPERATORS, UNAVAILABLE, SearchError
from equimorph.search.individuals import Stepper, k_times, one_time, original
from equimorph.search.operators import operators_of
from equimorph.search.roots import Root, RootCount, drawn, roots_of
from mutators.model import chain_id
from parsers import ParseError
from tests.equimorph.search.planted import BOX, COUNT, NO_SITES, started


def test_records_lead_back_to_the_root() -> None:
    stepper, roots = started()
    for one in k_times(roots, stepper, 8):
        assert len(one.mutations) == len(one.operators) == 8
        assert one.restored() == one.original
        assert em.invert(one.text, one.mutations) == stepper.roots[one.root].text
        assert one.id == chain_id(one.mutations)
        forth = one.original.encode()
        for record in one.mutations:
            forth = record.apply(forth)
        assert forth.decode() == one.text


def test_each_step_has_its_parent() -> None:
    stepper, [root, *_] = started()
    first = stepper.step(root, 1)
    second = stepper.step(first, 2)
    assert (first.parent, second.parent) == (root.id, first.id)
    assert (first.generation, second.generation) == (1, 2)
    assert second.mutations[:1] == first.mutations
    assert (root.parent, root.generation, root.status) == (None, 0, "original")


def test_one_time_is_k_times_with_k_1() -> None:
    stepper, roots = started(seed=3)
    assert one_time(roots, stepper) == k_times(roots, stepper, 1)
    assert k_times(roots, stepper, 0) == roots


def test_a_step_depends_on_the_individual_and_the_seed_and_not_on_what_came_before() -> None:
    stepper, roots = started(seed=5)
    together = k_times(roots, stepper, 4)
    for at in reversed(range(len(roots))):
        fresh, again = started(seed=5)
        assert k_times([again[at]], fresh, 4) == [together[at]]


def test_a_mutant_is_rebuilt_from_its_records() -> None:
    stepper, [root, *_] = started(seed=1)
    third = k_times([root], stepper, 3)[0]
    fresh, _ = started(seed=1)
    assert fresh.step(third, 4) == stepper.step(third, 4)


def test_seeds_and_slots_give_other_mutants() -> None:
    texts = set[str]()
    for seed in range(3):
        stepper, roots = started(COUNT, seed=seed)
        for slot in range(3):
            texts.add(k_times([replace(roots[0], slot=slot)], stepper, 3)[0].text)
    assert len(texts) == 9


def test_no_operator_comes_back_to_its_place() -> None:
    stepper, roots = started(operators=("if-enhance",))
    for one in k_times(roots, stepper, 12):
        texts = [one.original.encode()]
        for record in one.mutations:
            texts.append(record.apply(texts[-1]))
        assert len(set(texts)) == len(texts)


def test_each_variable_is_renamed_once() -> None:
    stepper, [one] = started(COUNT, operators=("local-variable-renaming",))
    for generation in range(1, 12):
        one = stepper.step(one, generation)
    # Of data, limit, sum and i two have synonyms; a renamed one has further ones, which are left alone.
    assert (one.status, len(one.mutations)) == ("exhausted", 2)


def test_where_no_site_is_left_the_individual_stays_and_is_exhausted() -> None:
    stepper, [root] = started(
        "class A { int f(int number) { return number; } }", operators=("argument-renaming",)
    )
    once = stepper.step(root, 1)
    assert (once.status, once.operators) == ("mutated", ("argument-renaming",))
    twice = stepper.step(once, 2)
    assert twice == replace(once, status="exhausted")
    assert stepper.step(twice, 3) is twice


def test_methods_without_sites_are_exhausted_originals() -> None:
    stepper, roots = started("class A { void g() { } }", operators=("return-optimal",))
    [one] = one_time(roots, stepper)
    assert (one.status, one.text, one.mutations) == ("exhausted", roots[0].text, ())


def test_the_ten_operators_of_the_paper_are_there_or_have_a_reason() -> None:
    assert len({*OPERATORS, *UNAVAILABLE}) == 10
    assert set(OPERATORS).isdisjoint(UNAVAILABLE)
    assert all(len(reason) > 20 for reason in UNAVAILABLE.values())
    assert set(OPERATORS) - set(BY_DEFAULT) == {"add-print"}


@pytest.mark.parametrize("name", OPERATORS)
def test_each_operator_makes_mutants_of_its_kind(name: str) -> None:
    stepper, roots = started(operators=(name,))
    made = [one for one in one_time(roots, stepper) if one.mutations]
    assert made
    for one in made:
        assert one.operators == (name,)
        [record] = one.mutations
        assert record.mutator in {mutator.name for mutator in operators_of([name])[0].mutators}
        if name == "argument-renaming":
            assert one.text.partition("{")[0] != one.original.partition("{")[0]
        if name == "local-variable-renaming":
            assert one.text.partition("{")[0] == one.original.partition("{")[0]


def test_an_operator_is_drawn_as_often_as_the_next() -> None:
    counts = Counter[str]()
    for seed in range(150):
        stepper, roots = started(COUNT, seed=seed)
        counts[one_time(roots, stepper)[0].operators[0]] += 1
    assert set(counts) == set(BY_DEFAULT)
    assert min(counts.values()) > 10


def test_mutators_can_be_named_too() -> None:
    stepper, roots = started(operators=("useless-cast",))
    assert {one.operators for one in one_time(roots, stepper) if one.mutations} == {("useless-cast",)}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("api-renaming", "cannot preserve behaviour"),
        ("argument-adding", "other members"),
        ("method-renaming", "other members"),
        ("parameter-adding", "other members"),
        ("operator-mutation", "breaks behaviour"),
        ("no-such", "there are: local-variable-renaming"),
    ],
)
def test_operators_that_cannot_be_had_say_why(name: str, reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        operators_of([name])


def test_no_operators_are_an_error() -> None:
    with pytest.raises(SearchError, match="one at least"):
        operators_of([])


def test_facts_come_from_the_whole_file() -> None:
    text = "class A { int[] sizes; int f(int n) { int sum = n; for (int size : sizes) { sum += size; } return sum; } }"
    stepper, [root] = started(text, operators=("for-loop-enhance",))
    assert stepper.step(root, 1).status == "mutated"
    alone, [bare] = started(root.text, operators=("for-loop-enhance",))
    assert alone.step(bare, 1).status == "exhausted"


def test_methods_are_counted_and_those_without_facts_left_out() -> None:
    count = RootCount()
    roots = list(roots_of([BOX, "class B { void f() { int = 1; } void g() { } }"], count))
    assert (count.read, count.kept) == (5, len(roots))
    assert sum(count.left.values()) == 5 - len(roots) > 0


def test_ids_of_roots_differ_by_place() -> None:
    twice = list(roots_of([COUNT, COUNT]))
    assert len({root.id for root in twice}) == 2
    assert [root.id for root in roots_of([COUNT, COUNT])] == [root.id for root in twice]


def test_unicode_is_kept() -> None:
    text = (
        'class Ä { String größe(String ñame) { String \U0001d4b3 = "é\\u00e9";'
        " if (ñame == null) { return \U0001d4b3; } return ñame; } }"
    )
    stepper, roots = started(text)
    [one] = k_times(roots, stepper, 6)
    assert len(one.mutations) == 6
    assert one.restored() == roots[0].text


def test_what_is_no_java_is_an_error_or_given_to_whoever_asks() -> None:
    with pytest.raises(ParseError):
        list(roots_of("\udcff"))
    seen = list[Exception]()
    assert len(list(roots_of(["\udcff", COUNT], failed=seen.append))) == 1
    assert len(seen) == 1


def test_a_draw_of_roots_takes_those_with_sites_in_their_order() -> None:
    roots = list(roots_of([NO_SITES, BOX, NO_SITES.replace("A", "B")]))
    stepper = Stepper({}, operators_of(None), 0)
    able = [root for root in roots if stepper.able(root)]

    def names(most: int | None, seed: int) -> list[str]:
        return [root.id for root in drawn(roots, most, seed, stepper.able)]

    assert names(None, 0) == [root.id for root in roots]
    assert all(set(names(2, seed)) < {root.id for root in able} for seed in range(5))
    assert all(len(names(2, seed)) == 2 for seed in range(5))
    assert len({tuple(names(2, seed)) for seed in range(8)}) > 1
    order = [root.id for root in roots]
    assert all(names(2, seed) == sorted(names(2, seed), key=order.index) for seed in range(5))


def test_an_individual_reads_as_a_row_of_a_stack() -> None:
    stepper, [root, *_] = started()
    one = k_times([root], stepper, 2)[0]
    row = parse_row({"mutant": one.text, "mutations": [r.to_dict() for r in one.mutations], "offset": 0})
    assert row.original == one.original
    assert row.id == one.id


def test_sizes_are_the_bytes_that_change() -> None:
    stepper, [root] = started("class A { int f(int count) { return 1; } }", operators=("argument-renaming",))
    one = stepper.step(root, 1)
    [edit] = one.mutations[0].edits
    assert one.size == len("count") + len(edit.new)
    assert original(Root("x", next(iter(roots_of(COUNT))).method)).size == 0


def test_no_step_takes_back_another() -> None:
    # `return sum + 1;` gets a variable, which the other direction of the same mutator would take away again.
    for seed in range(12):
        stepper, individuals = started(COUNT, seed, ("return-variable",))
        for generation in range(1, 5):
            individuals = [stepper.step(one, generation) for one in individuals]
            assert all(one.text != one.original for one in individuals if one.mutations)
