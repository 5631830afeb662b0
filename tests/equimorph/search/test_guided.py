"""Guided mutation: its laws, a planted optimum, budgets and ends."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from time import sleep
from typing import Any

import pytest

from equimorph.bulk.reporting import SILENT
from equimorph.search import (
    BudgetExhausted,
    Individual,
    ModelError,
    NoSites,
    Result,
    SearchError,
    SearchOptions,
    TextModel,
    guided,
    once,
    times,
)
from equimorph.search.guided_mutation import elite
from equimorph.search.individuals import Stepper, k_times
from equimorph.search.operators import operators_of
from equimorph.search.options import Replace, Scope
from equimorph.search.outputs import named
from equimorph.search.rewriting import rewriting_models
from equimorph.search.scores import Score
from tests.equimorph.search.planted import (
    BOX,
    COUNT,
    FEATURES,
    NO_SITES,
    Counting,
    constant,
    lengths,
    planted,
    started,
)

Search = Callable[..., Result]


def bare(individuals: Sequence[Individual]) -> list[Individual]:
    """Individuals without what a model said."""
    return [dataclasses.replace(one, score=None, changed=None) for one in individuals]


def best_scores(result: Result) -> list[float]:
    return [row["best"] for row in result.history]


@pytest.mark.parametrize("replace", ["always", "not-worse"])
@pytest.mark.parametrize("seed", range(5))
def test_the_planted_optimum_is_found(seed: int, replace: Replace) -> None:
    result = guided(COUNT, constant, planted(), scope="input", replace=replace, generations=40, seed=seed)
    [best] = result.best.values()
    assert best.score == Score(len(FEATURES), len(FEATURES))
    assert all(feature(best.text) for feature in FEATURES)
    assert best.restored() == best.original


@pytest.mark.parametrize("seed", range(3))
def test_one_random_step_cannot_reach_the_planted_optimum(seed: int) -> None:
    found = once(COUNT, constant, planted(), budget=700, seed=seed)
    assert found.mean_best is not None
    assert 0 < found.mean_best < 0.6


@pytest.mark.parametrize("scope", ["suite", "input"])
@pytest.mark.parametrize("elite", [1, 2, 0.1])
@pytest.mark.parametrize("seed", range(3))
def test_the_best_score_never_falls_with_an_elite(scope: Scope, elite: float, seed: int) -> None:
    def of(divisor: int) -> TextModel:
        return lambda texts: [int(len(text) % divisor == 0) for text in texts]

    mutants = [of(divisor) for divisor in (2, 3, 5, 7)]
    scores = best_scores(
        guided(BOX, constant, mutants, scope=scope, elite=elite, population=4, generations=6, seed=seed)
    )
    assert scores == sorted(scores)
    assert len(scores) == 7


def test_without_an_elite_the_best_score_may_fall() -> None:
    def falls(seed: int) -> bool:
        scores = best_scores(guided(COUNT, fresh, [other], elite=0, generations=8, seed=seed))
        return scores != sorted(scores)

    def fresh(texts: Sequence[str]) -> list[int]:
        return [0 for _ in texts]

    def other(texts: Sequence[str]) -> list[int]:
        return [len(text) % 2 for text in texts]

    assert any(falls(seed) for seed in range(3))


@pytest.mark.parametrize(
    "options",
    [{"rate": 0.0}, {"generations": 0}, {"elite": 3}, {"elite": 99}, {"elite": 1.0}],
    ids=["rate 0", "no generations", "elite of all", "elite of more", "elite of 100 %"],
)
def test_where_nothing_is_mutated_the_originals_come_out(options: dict[str, Any]) -> None:
    result = guided(BOX, lengths, [constant], **options)
    assert bare(result.population) == started()[1]
    assert result.adversarials == ()
    assert list(result.rows()) == []


@pytest.mark.parametrize("generations", [1, 3, 5])
def test_without_an_elite_and_with_rate_1_it_is_k_times(generations: int) -> None:
    search = guided(BOX, lengths, [constant], elite=0, rate=1.0, generations=generations, seed=7)
    stepper, roots = started(seed=7)
    assert bare(search.population) == k_times(roots, stepper, generations)
    draws = times(BOX, lengths, [constant], k=generations, seed=7)
    assert bare(search.population) == bare(draws.population)
    assert [one.score for one in search.population] == [one.score for one in draws.population]


def test_once_is_times_with_k_1() -> None:
    assert (
        once(BOX, lengths, 3, seed=2, budget=60).population
        == times(BOX, lengths, 3, k=1, seed=2, budget=60).population
    )
    assert (
        once(BOX, lengths, 3, seed=2, budget=60).scored
        == times(BOX, lengths, 3, k=1, seed=2, budget=60).scored
    )


@pytest.mark.parametrize("search", [once, times])
def test_the_population_of_a_baseline_is_its_first_draw(search: Search) -> None:
    many = search(BOX, lengths, [constant], seed=2, budget=90, methods=3)
    assert many.population == search(BOX, lengths, [constant], seed=2).population
    assert len(many.history) > 3


@pytest.mark.parametrize("search", [guided, once, times])
def test_the_batch_changes_nothing(search: Search) -> None:
    small, large = (search(BOX, lengths, 3, seed=1, budget=150, batch=batch) for batch in (1, 64))
    assert list(small.rows()) == list(large.rows())
    assert small.history == large.history


@pytest.mark.parametrize("search", [guided, once, times])
def test_the_same_seed_gives_the_same_and_another_seed_something_else(search: Search) -> None:
    one, same, other = (search(BOX, lengths, 2, seed=seed, budget=90) for seed in (1, 1, 2))
    assert list(one.rows()) == list(same.rows())
    assert [row["text"] for row in one.rows()] != [row["text"] for row in other.rows()]


def test_the_elite_are_the_highest_scores_and_of_equal_ones_the_lower_ids() -> None:
    _, [root, *_] = started()
    scores = {"d": 1, "c": 2, "a": 2, "b": 0}
    population = [dataclasses.replace(root, id=name, score=Score(value, 2)) for name, value in scores.items()]
    assert elite(population, SearchOptions(elite=1)) == {2}
    assert elite(population, SearchOptions(elite=2)) == {1, 2}
    assert elite(population, SearchOptions(elite=3)) == {0, 1, 2}
    assert elite(population, SearchOptions(elite=0.26)) == {1, 2}
    assert elite(population, SearchOptions(elite=0)) == set()


def test_each_root_has_its_own_elite_with_the_scope_input() -> None:
    _, [root, other, _] = started()
    population = [
        dataclasses.replace(one, id=f"{one.id}{slot}", slot=slot, score=Score(value, 9))
        for one, value in ((root, 9), (other, 1))
        for slot in range(2)
    ]
    assert elite(population, SearchOptions(elite=1, scope="input")) == {0, 2}
    assert elite(population, SearchOptions(elite=2, scope="suite")) == {0, 1}


def test_ten_percent_of_ten_is_one() -> None:
    assert [SearchOptions(elite=0.1).elite_of(size) for size in (1, 2, 9, 10, 11, 20, 30)] == [
        0,
        1,
        1,
        1,
        2,
        2,
        3,
    ]
    assert [SearchOptions(elite=0.99).elite_of(size) for size in (1, 2, 50)] == [0, 1, 49]


def test_one_method_alone_evolves() -> None:
    result = guided(COUNT, lengths, 0, generations=3)
    [one] = result.population
    assert len(one.mutations) == 3


def test_a_rate_mutates_its_share() -> None:
    texts = [COUNT.replace("count", f"count{number}") for number in range(60)]
    result = guided(texts, lengths, 0, elite=0, rate=0.5, generations=1, seed=1)
    mutated = sum(bool(one.mutations) for one in result.population)
    assert 18 <= mutated <= 42


def test_a_mutant_that_is_worse_takes_no_place_if_so_asked() -> None:
    result = guided(
        COUNT, constant, planted(), scope="input", replace="not-worse", elite=0, generations=8, population=3
    )
    for slot in range(3):
        scores = [row["mean"] for row in result.history]
        assert scores == sorted(scores)
        assert result.population[slot].score is not None


@pytest.mark.parametrize("search", [guided, once, times])
@pytest.mark.parametrize("budget", [30, 101, 250])
def test_no_more_calls_than_the_budget_and_each_one_counted(search: Search, budget: int) -> None:
    model, others = Counting(), [Counting(constant), Counting(constant)]
    result = search(BOX, model, others, budget=budget, seed=3, methods=3, generations=100)
    assert result.calls == sum(len(one.asked) for one in (model, *others)) <= budget
    assert result.reason == "budget"
    assert result.calls > budget - 3


def test_nothing_is_asked_twice() -> None:
    model = Counting()
    guided(BOX, model, [Counting()], generations=4)
    assert len(model.asked) == len(set(model.asked))


def test_a_budget_decides_how_many_methods_evolve() -> None:
    texts = [COUNT.replace("count", f"count{number}") for number in range(40)]
    result = guided(texts, lengths, 4, budget=5 * 11 * 7 + 3, seed=1)
    assert len(result.originals) == 7
    assert len({one.root for one in result.originals}) == 7
    same = [
        {one.root for one in search(texts, lengths, 4, budget=388, seed=1).originals}
        for search in (once, times)
    ]
    assert same == [{one.root for one in result.originals}] * 2


def test_a_budget_that_suffices_for_no_method_keeps_an_empty_result() -> None:
    with pytest.raises(BudgetExhausted) as caught:
        guided(BOX, lengths, 4, budget=4)
    assert caught.value.result.originals == ()
    assert caught.value.result.calls == 0


def test_a_target_ends_the_search() -> None:
    result = guided(BOX, lengths, 0, target=2, generations=50)
    assert result.reason == "target"
    assert len({one.root for one in result.adversarials}) >= 2
    before = {one.root for one in result.adversarials if one.generation < result.history[-1]["generation"]}
    assert len(before) < 2


def test_a_budget_that_ends_before_the_target_keeps_the_result() -> None:
    with pytest.raises(BudgetExhausted, match="0 of 1 methods") as caught:
        guided(BOX, constant, 0, target=1, budget=20, methods=3, generations=100)
    assert len(caught.value.result.originals) == 3
    assert caught.value.result.calls <= 20


def test_stagnation_ends_the_search() -> None:
    result = guided(BOX, constant, 0, stagnation=3, generations=50)
    assert result.reason == "stagnation"
    assert len(result.history) == 4


def test_time_ends_the_search() -> None:
    def slow(texts: Sequence[str]) -> list[int]:
        sleep(0.01)
        return lengths(texts)

    result = guided(BOX, slow, 0, seconds=0.001, generations=50)
    assert result.reason == "seconds"
    assert result.history[-1]["generation"] == 0


def test_where_all_are_exhausted_the_search_ends() -> None:
    text = "class A { int f(int number) { return number; } }"
    result = guided(text, lengths, 0, operators=("argument-renaming",), elite=0, generations=50)
    assert result.reason == "exhausted"
    assert [one.status for one in result.population] == ["exhausted"]
    assert once(text, lengths, 0, operators=("argument-renaming",), budget=500).reason == "exhausted"


@pytest.mark.parametrize("texts", [[], "", NO_SITES, "interface A { void f(); }"])
def test_without_methods_or_sites_there_is_nothing_to_search(texts: str | list[str]) -> None:
    with pytest.raises(NoSites):
        guided(texts, lengths, 2)


def test_methods_without_sites_stay_beside_the_others() -> None:
    result = guided(BOX, lengths, 0, elite=0, generations=2, operators=("for-loop-enhance",))
    found = {one.method: (one.status, len(one.mutations)) for one in result.population}
    assert found["title"] == ("exhausted", 0)
    assert min(found["count"][1], found["largest"][1]) >= 1


def test_an_adversarial_is_a_mutant_of_which_the_model_says_something_else() -> None:
    result = guided(BOX, lengths, 2, generations=3)
    assert result.adversarials
    for one in result.scored:
        assert one.changed is (lengths([one.text]) != lengths([one.original]))


def test_scores_are_those_of_the_models() -> None:
    mutants = planted()
    result = guided(BOX, constant, mutants, generations=3, elite=0)
    for one in result.scored:
        differing = sum(mutant([one.text]) != constant([one.text]) for mutant in mutants)
        assert one.score == Score(differing, len(mutants))
        assert one.killed == differing


def test_the_score_compares_a_mutant_model_with_what_the_model_says_of_the_same_text() -> None:
    result = guided(BOX, lengths, [lengths], generations=3)
    assert {one.killed for one in result.scored} == {0}
    assert result.adversarials


def test_without_mutant_models_the_score_is_a_changed_answer() -> None:
    for one in guided(BOX, lengths, 0, generations=3).scored:
        assert one.score == Score(int(bool(one.changed)), 1)


def test_a_model_without_weights_is_asked_about_rewritings() -> None:
    base = named(lengths)
    result = guided(BOX, lengths, 4, generations=2, seed=6)
    models = rewriting_models(base, 4, operators_of(None), 6)
    for one in result.scored:
        said = [model([one.text])[0] for model in models]
        assert one.score == Score(sum(answer != lengths([one.text])[0] for answer in said), 4)
    [first, second, *_] = models
    text = result.originals[0].text
    assert first.rewritten(text) == first.rewritten(text) != text
    assert len({model.rewritten(text) for model in models}) > 1
    assert first.rewritten("no Java {") == "no Java {"
    assert second.rewritten(NO_SITES) == NO_SITES
    assert first.rewritten(f"// before\n{text}\n// after").startswith("// before\n")


def test_the_suite_has_a_score_of_killed_classes() -> None:
    result = guided(BOX, constant, planted(), generations=3)
    assert result.suite is not None
    assert result.suite.denominator == len(FEATURES)
    killed = [any(feature(one.text) for one in result.population) for feature in FEATURES]
    assert result.suite.numerator == sum(killed)
    assert guided(BOX, constant, 0, generations=1).suite is None


def test_the_archive_holds_the_best_of_each_set_of_operators_and_size() -> None:
    result = guided(BOX, constant, planted(), generations=6, scope="input", population=4)
    assert len(result.archive) > 5
    for (operators, size), best in result.archive.items():
        cell = [
            one
            for one in result.scored
            if one.mutations
            and (tuple(sorted(set(one.operators))), one.size.bit_length()) == (operators, size)
        ]
        assert best in cell
        assert best.killed == max(one.killed for one in cell)


def test_the_best_of_a_root_is_the_best_that_was_ever_scored() -> None:
    result = guided(BOX, constant, planted(), generations=6, elite=0)
    for root, best in result.best.items():
        assert best.killed == max(one.killed for one in result.scored if one.root == root)
    assert result.mean_best == pytest.approx(
        sum(one.killed for one in result.best.values()) / len(result.best) / len(FEATURES)
    )


def test_vectors_are_compared_by_their_nearest_original() -> None:
    def vector(texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, len(text) / 100] for text in texts]

    result = guided(BOX, vector, 2, generations=2)
    assert result.panel.differ.name == "nearest of 3"
    assert {row["said"]["original"] for row in result.rows()} <= {0, 1, 2}
    assert guided(BOX, vector, 2, generations=1, rule="cosine", theta=0.9).panel.differ.name == "cosine < 0.9"
    with pytest.raises(SearchError, match="nearest or cosine"):
        guided(BOX, vector, 2, rule="equal")


@pytest.mark.parametrize("vector", [[1.0, 2.0], [0.0, 0.0]])
def test_where_no_original_is_nearer_than_another_nothing_could_differ(vector: list[float]) -> None:
    with pytest.raises(SearchError, match="search more methods, or take the rule cosine"):
        guided(BOX, lambda texts: [vector for _ in texts], 0)
    with pytest.raises(
        SearchError, match="the originals give 1 different vector, those of zeros alone left aside"
    ):
        guided(COUNT, lambda texts: [[1.0, float(len(text))] for text in texts], 0)


@pytest.mark.parametrize("search", [guided, once, times])
def test_each_text_of_a_root_counts_once(search: Search) -> None:
    result = search(BOX, lengths, 3, budget=2000, seed=2)
    texts = [(one.root, one.text) for one in result.scored]
    assert len(texts) == len(set(texts))
    rows = [(row["root"], row["text"]) for row in result.rows()]
    assert len(rows) == len(set(rows)) > 3
    assert not [one for one in result.scored if one.mutations and one.text == one.original]


def test_a_target_that_is_missed_for_want_of_generations_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    notes: list[str] = []

    monkeypatch.setattr(type(SILENT), "note", lambda _, message: notes.append(message))
    result = guided(BOX, constant, 2, target=1, generations=1)
    assert result.reason == "generations"
    assert notes[-1] == "the search ended with adversarials of 0 of 1 methods, by generations"


def test_texts_with_log_probabilities_are_compared_by_text() -> None:
    def name(texts: Sequence[str]) -> list[tuple[str, float]]:
        return [("total", -len(text) / 7) for text in texts]

    result = guided(BOX, name, 2, generations=2)
    assert result.adversarials == ()
    assert next(iter(guided(BOX, lambda t: [("a" * (len(x) % 5), -1.0) for x in t], 0).rows()))["said"]


@pytest.mark.parametrize(
    "model",
    [
        lambda texts: [1] * (len(texts) + 1),
        lambda texts: [float("nan")] * len(texts),
        lambda texts: [1 / 0 for _ in texts],
        lambda texts: [1 if "while" in text else "one" for text in texts],
    ],
)
def test_a_hostile_model_ends_the_search(model: TextModel) -> None:
    texts = [BOX, COUNT.replace("for (int i = 0; i < limit; i++) {", "while (limit > 0) {")]
    with pytest.raises(ModelError):
        guided(texts, model, 2)


def test_a_hostile_mutant_model_has_its_name_in_the_error() -> None:
    def hostile(texts: Sequence[str]) -> list[int]:
        return [1 / 0 for _ in texts]  # type: ignore[misc]

    with pytest.raises(ModelError, match="hostile, on title"):
        guided(BOX, lengths, [constant, hostile])


@pytest.mark.parametrize(
    "options",
    [
        {"elite": -1},
        {"elite": 1.5},
        {"elite": True},
        {"rate": 1.1},
        {"generations": -1},
        {"k": -1},
        {"budget": 0},
        {"budget": "x"},
        {"budget": 100.5},
        {"operators": "if-enhance"},
        {"seconds": 0},
        {"scope": "all"},
        {"replace": "better"},
        {"rule": "euclid"},
        {"theta": 2},
        {"batch": 0},
        {"operators": ()},
        {"operators": ("api-renaming",)},
        {"methods": 0},
        {"target": 0},
        {"stagnation": 0},
        {"population": 0},
    ],
)
def test_options_out_of_range_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(SearchError):
        guided(BOX, lengths, 2, **options)


@pytest.mark.parametrize("mutants", [-1, True, lengths])
def test_mutants_are_a_number_or_models(mutants: Any) -> None:  # noqa: ANN401 - hostile
    with pytest.raises(SearchError):
        guided(BOX, lengths, mutants)


def test_unknown_options_and_options_given_twice_are_errors() -> None:
    with pytest.raises(TypeError):
        guided(BOX, lengths, 2, speed=3)
    with pytest.raises(TypeError):
        guided(BOX, lengths, 2, SearchOptions(), seed=3)


def test_a_stepper_finds_sites_of_a_root() -> None:
    stepper, _ = started(BOX + NO_SITES)
    assert [Stepper.able(stepper, root) for root in stepper.roots.values()][:3] == [True] * 3
