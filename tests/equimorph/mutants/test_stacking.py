"""Stacks of mutations: each applies where its record says, none takes another back."""

from __future__ import annotations

from collections import Counter
from math import ceil

import pytest

import equimorph as em
from equimorph.mutants.stacking import followed
from mutators import Mutator
from mutators.java.operator_mutation import Operator, OperatorMutation
from tests.equimorph.conftest import SAMPLE, Misfit

COMPARISONS = """\
class A {
    boolean f(int a, int b, boolean c) { return a < b == c; }
    boolean g(int a, int b) { return a <= b && b != a; }
    static { int x = 1; }
    void h() {}
}
"""


def replayed(text: str, stacked: em.Stacked) -> bytes:
    """The text with all mutations made again, from their records and places alone."""
    data = text.encode()
    for mutants in stacked.rounds:
        for mutant in mutants:
            before = mutant.method.data
            assert data[mutant.offset :].startswith(before)
            data = data[: mutant.offset] + mutant.local.apply(before) + data[mutant.offset + len(before) :]
    return data


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("text", [SAMPLE, COMPARISONS, "\ufeff" + COMPARISONS.replace("\n", "\r\n")])
def test_the_records_make_the_stack(text: str, seed: int) -> None:
    stacked = em.stack(em.parse(text), seed=seed, per_method=4)
    assert len(stacked.rounds) >= 3
    assert replayed(text, stacked) == stacked.data
    assert not em.parse(stacked.data.decode()).has_error


@pytest.mark.parametrize("seed", range(8))
def test_no_mutation_takes_another_back(seed: int) -> None:
    # f has two comparisons, one in the other, and g has two: in any order each is swapped once.
    stacked = em.stack(em.parse(COMPARISONS), ["reorder-condition"], seed=seed, per_method=9)
    assert [len(mutants) for mutants in stacked.rounds] == [2, 2]
    assert stacked.data.decode() == COMPARISONS.replace("a < b == c", "c == (b > a)").replace(
        "a <= b && b != a", "b >= a && a != b"
    ).replace("c == (b > a)", "c == b > a" if "c == b > a" in stacked.data.decode() else "c == (b > a)")


def test_a_site_goes_with_its_text() -> None:
    # a < b == c becomes c == (a < b), and ever so much stands in front of it.
    edits = [em.Edit(0, "a < b", "c"), em.Edit(9, "c", "(a < b)")]
    site = em.Site("reorder-condition", 0, 5)
    assert followed(edits, site) == site.moved(6)
    assert followed([em.Edit(2, "<", "<=")], em.Site("x", 4, 5)) == em.Site("x", 5, 6)


def test_each_variable_is_renamed_once() -> None:
    stacked = em.stack(em.parse(COMPARISONS), ["variable-renaming"], seed=1, per_method=9)
    assert [[mutant.method.name for mutant in mutants] for mutants in stacked.rounds] == [
        ["<clinit>", "g", "f"],
        ["g", "f"],
        ["f"],
    ]


def test_all_mutators_take_part() -> None:
    first = {
        mutant.mutator
        for seed in range(10)
        for mutant in em.stack(em.parse(COMPARISONS), seed=seed, per_method=1).rounds[0]
    }
    # There is no loop in that text, no assignment, nor two branches.
    none = {"loop-exchange", "expression-exchange", "permute-exchange"}
    assert first == {info.name for info in em.list_mutators() if info.by_default} - none


def test_a_seed_says_it_all_and_seeds_differ() -> None:
    results = {seed: em.stack(em.parse(SAMPLE), seed=seed, per_method=2).data for seed in range(10)}
    assert len(set(results.values())) > 3
    for seed, data in results.items():
        names = [info.name for info in reversed(em.list_mutators()) if info.by_default]
        assert em.stack(em.parse(SAMPLE), names, seed=seed, per_method=2).data == data


@pytest.mark.parametrize("share", [0.01, 0.25, 0.5, 0.75, 1.0])
def test_a_share_of_the_places(share: float) -> None:
    text = (
        "int f(int a, int b, int n) { n = a - b; while (g(n)) n -= a * (b + 2) << n; n *= 3; return n - b; }"
    )
    sets = OperatorMutation(["arithmetic", "shift", "assignment", "equality"])
    more = "int k(int a) { a = a / 3 % 2; return a - k(a - 1); }"
    stacked = em.stack(em.parse(text + more), [sets], seed=3, share=share)
    counts = Counter(mutant.method.name for mutants in stacked.rounds for mutant in mutants)
    # Of a breaking mutator each statement is a place.
    assert counts == {"f": ceil(4 * share), "k": ceil(2 * share)}
    assert replayed(text + more, stacked) == stacked.data
    both = em.stack(
        em.parse("boolean f(int a, int b) { return a < b == (b > 3); }"), ["reorder-condition"], share=share
    )
    assert len(both.rounds) == ceil(3 * share)


@pytest.mark.parametrize("seed", range(30))
def test_no_breaking_mutation_takes_back_another(seed: int) -> None:
    text = "int f(int a, int b) { return g(a) + b; } boolean k(boolean p, boolean q) { if (!p ^ !q) return g(); return p; }"
    stacked = em.stack(em.parse(text), ["operator-mutation"], seed=seed, per_method=4)
    assert max(Counter(m.method.name for mutants in stacked.rounds for m in mutants).values()) == 1
    assert stacked.data != text.encode()


@pytest.mark.parametrize("share", [0, -1, 1.01])
def test_bad_shares(share: float) -> None:
    with pytest.raises(ValueError, match=f"above 0 and up to 1, such as 0.5 for half, not {share}"):
        em.stack(em.parse(SAMPLE), share=share)


def test_rejected_edits_are_told_or_raised() -> None:
    mutators: list[str | Mutator] = [Misfit(), "variable-renaming"]
    conflicts: list[em.Conflict] = []
    stacked = em.stack(em.parse(SAMPLE, "Cart.java"), mutators, per_method=2, on_conflict=conflicts.append)
    assert {mutant.mutator for mutants in stacked.rounds for mutant in mutants} == {"variable-renaming"}
    assert [len(mutants) for mutants in stacked.rounds] == [2, 2]
    assert str(conflicts[0]).startswith("Cart.java:6: misfit: ")
    assert {conflict.method.name for conflict in conflicts} == {"add"}
    with pytest.raises(em.EditConflict, match="does not parse"):
        em.stack(em.parse(SAMPLE), [Misfit()])


def test_methods_that_cannot_be_trusted_stay() -> None:
    text = SAMPLE.replace("return left == right;", "return left == ; int y = 1;")
    with pytest.warns(em.SkippedWarning, match="same skipped"):
        stacked = em.stack(em.parse(text), seed=1, per_method=3)
    assert {mutant.method.name for mutants in stacked.rounds for mutant in mutants} == {"add"}
    assert replayed(text, stacked) == stacked.data


def test_a_stack_judges_what_it_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    obstacle = Operator.obstacle

    def counted(self: Operator) -> str | None:
        judged.append(self.method.name)
        return obstacle(self)

    monkeypatch.setattr(Operator, "obstacle", counted)
    source = em.parse(COMPARISONS)
    mutator = OperatorMutation()
    candidates = Counter(method.name for method in source.methods for _ in mutator.found(method))
    accepted = Counter(site.method.name for site in em.sites(source, [mutator]))
    judged.clear()
    stacked = em.stack(source, [mutator], per_method=1)
    [made] = stacked.rounds
    assert len(made) == len(accepted)
    # One more than are refused is the most that a draw needs.
    assert all(count <= candidates[name] - accepted[name] + 1 for name, count in Counter(judged).items())


def test_a_draw_that_is_refused_is_drawn_again_evenly() -> None:
    source = em.parse("class A { int f(int a, int b, int[] c) { c[0] = a + b; return c[a] * b; } }")
    sites = {found.site for found in em.sites(source, ["operator-mutation"])}
    drawn: Counter[em.Site] = Counter()
    for seed in range(600):
        [[mutant]] = em.stack(source, ["operator-mutation"], seed=seed).rounds
        drawn[mutant.mutation.site] += 1
    assert drawn.keys() == sites
    mean = 600 / len(sites)
    assert all(mean / 2 < count < mean * 2 for count in drawn.values())
