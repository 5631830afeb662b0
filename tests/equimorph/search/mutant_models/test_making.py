"""Which mutant models stay, which are dropped and counted, and on what a draw depends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from equimorph.models.errors import ModelError
from equimorph.search.differs import equal
from equimorph.search.errors import BudgetExhausted, SearchError
from equimorph.search.mutant_models.making import MutantModels, mutant_models
from equimorph.search.mutant_models.operators import OPERATORS
from equimorph.search.mutant_models.options import MakingOptions
from equimorph.search.mutant_models.probes import PROBES
from equimorph.search.outputs import ask
from equimorph.search.scores import mutation_score
from equimorph.statistics.ratio import Ratio
from tests.equimorph.search.mutant_models.small import (
    TEXTS,
    WANTED,
    NumpyModel,
    TorchModel,
    fitted,
    mlp,
    trained,
    vectors,
)


def options(**given: Any) -> MakingOptions:  # noqa: ANN401
    return MakingOptions(**{"texts": TEXTS, "ratios": (0.002, 0.05), **given})


def short(model: Any, count: int, **given: Any) -> MutantModels:  # noqa: ANN401
    """What there is when the tries end first."""
    with pytest.raises(BudgetExhausted) as error:
        mutant_models(model, count, options=options(**given))
    assert isinstance(error.value.result, MutantModels)
    return error.value.result


def rows(made: MutantModels) -> list[tuple[str, str]]:
    return [(one.spec.id, one.patch.digest) for one in made]


@pytest.mark.parametrize("make", [fitted, vectors, trained])
def test_those_that_stay_change_an_output_and_keep_nine_tenths_of_the_accuracy(make: Any) -> None:  # noqa: ANN401
    model = make()
    made = mutant_models(model, 12, options=options(tries=60))
    assert len(made) == len(made.trials) == 12
    assert made.drawn == 12 + sum(made.dropped.values())
    assert len({one.patch.digest for one in made}) == len({one.name for one in made}) == 12
    for one, trial in zip(made, made.trials, strict=True):
        assert trial.changed.numerator >= 1
        assert trial.accuracy is not None
        assert 10 * trial.accuracy.numerator >= 9 * trial.accuracy.denominator
        assert ask(one, TEXTS) != ask(model, TEXTS)


def test_the_score_of_the_kept_mutants_is_that_of_their_trials() -> None:
    model = trained()
    made = mutant_models(model, 8, options=options(tries=60))
    said, whole = ask(model, TEXTS), [ask(one, TEXTS) for one in made]
    scores = [mutation_score(one, [outputs[at] for outputs in whole], equal()) for at, one in enumerate(said)]
    assert sum(one.numerator for one in scores) == sum(trial.changed.numerator for trial in made.trials)


def test_noise_of_0_leaves_nothing_to_find() -> None:
    made = short(trained(), 2, operators=("GF",), values={"GF": 0}, tries=5)
    assert len(made) == 0
    assert made.dropped == {("GF", "no changed weight"): 10}
    assert made.summary() == "10 drawn, 0 kept, 10 dropped (no changed weight: 10)"


def test_a_mutant_that_changes_no_output_is_dropped() -> None:
    made = short(trained(), 2, operators=("GF",), values={"GF": 1e-6}, tries=5)
    assert made.reasons == {"no changed output": 10}


def test_a_mutant_below_nine_tenths_of_the_accuracy_is_dropped() -> None:
    made = short(trained(), 2, operators=("NI",), ratios=(1,), tries=3)
    assert made.reasons == {"as an earlier one": 5, "below 0.9 of the accuracy": 1}


class Drops(NumpyModel):
    """Says label 0 at all texts but some, when its weights are mutated."""

    def __init__(self, wrong: int) -> None:
        super().__init__()
        self.first, self.wrong = self.weights[0].copy(), wrong

    def __call__(self, texts: Sequence[str]) -> list[int]:
        changed = bool((self.weights[0] != self.first).any())
        return [int(changed and text in TEXTS[: self.wrong]) for text in texts]


@pytest.mark.parametrize(("wrong", "kept"), [(3, 1), (4, 0)])
def test_exactly_nine_tenths_is_enough(wrong: int, kept: int) -> None:
    given = {"texts": TEXTS[:30], "operators": ("NAI",), "ratios": (1,), "tries": 1}
    if kept:
        [trial] = mutant_models(Drops(wrong), 1, options=options(**given)).trials
        assert (trial.accuracy, trial.changed) == (Ratio(27, 30), Ratio(3, 30))
    else:
        assert short(Drops(wrong), 1, **given).reasons == {"below 0.9 of the accuracy": 1}


def test_accuracy_is_against_the_labels_of_the_user() -> None:
    labels = [0] * 20 + [1] * 10
    given = {"texts": TEXTS[:30], "labels": labels, "operators": ("NAI",), "ratios": (1,), "tries": 1}
    # The original is right 20 times of 30, a mutant with 2 wrong 18 times: exactly nine tenths.
    [trial] = mutant_models(Drops(2), 1, options=options(**given)).trials
    assert (trial.accuracy, trial.changed) == (Ratio(18, 30), Ratio(2, 30))
    assert short(Drops(3), 1, **given).reasons == {"below 0.9 of the accuracy": 1}


def test_an_original_that_is_never_right_has_no_accuracy_to_keep() -> None:
    with pytest.raises(SearchError, match="is right in none of 32 texts"):
        mutant_models(Drops(0), 1, options=options(labels=[7] * 32))


def test_accuracy_is_what_a_measure_of_the_user_says() -> None:
    def measure(said: Sequence[Any]) -> float:
        return 1 - 0.04 * sum(said)

    given = {"measure": measure, "operators": ("NAI",), "ratios": (1,), "tries": 1}
    [trial] = mutant_models(Drops(2), 1, options=options(**given)).trials
    assert (trial.accuracy, trial.measured) == (None, pytest.approx(0.92))
    assert short(Drops(3), 1, **given).reasons == {"below 0.9 of the accuracy": 1}


def test_a_mutant_that_fails_is_dropped_and_the_original_must_not() -> None:
    class Picky(Drops):
        def __call__(self, texts: Sequence[str]) -> list[int]:
            said = super().__call__(texts)
            if any(said):
                raise ZeroDivisionError
            return said

    assert short(Picky(3), 1, tries=9, operators=("NAI",), ratios=(1,)).reasons["it fails"] == 1

    class Fails(NumpyModel):
        def __call__(self, texts: Sequence[str]) -> list[int]:
            raise ZeroDivisionError

    with pytest.raises(ModelError, match="the model raised ZeroDivisionError"):
        mutant_models(Fails(), 1, options=options())


def test_a_weight_that_is_not_finite_drops_the_mutant() -> None:
    model = trained()
    model.weights[0] = model.weights[0].astype("float16")
    model.weights[0][0] = 60000
    made = short(model, 3, operators=("GF",), values={"GF": 9}, ratios=(1,), tries=2, least=0)
    assert made.reasons == {"a weight is not finite": 6}


def test_a_model_that_answers_in_two_ways_is_refused() -> None:
    class Draws(NumpyModel):
        def __call__(self, texts: Sequence[str]) -> list[int]:
            self.calls += 1
            return [self.calls] * len(texts)

    with pytest.raises(SearchError, match="answers the same texts in two ways"):
        mutant_models(Draws(), 1, options=options())


def test_a_model_that_keeps_what_it_took_is_an_error() -> None:
    class Keeps(Drops):
        taken = 0

        def set_weights(self, weights: Sequence[Any]) -> None:
            self.taken += 1
            if self.taken == 1:
                super().set_weights(weights)

    with pytest.raises(ModelError, match="does not take back what it gave"):
        mutant_models(Keeps(3), 1, options=options(operators=("NAI",), ratios=(1,), tries=1))


@pytest.mark.parametrize("batch", [1, 7, 64])
def test_a_draw_does_not_depend_on_the_batch(batch: int) -> None:
    found = [rows(mutant_models(trained(), 6, options=options(tries=60, batch=one))) for one in (64, batch)]
    assert found[0] == found[1]


def test_more_mutants_begin_with_the_fewer() -> None:
    few, many = (rows(mutant_models(trained(), count, options=options(tries=60))) for count in (3, 9))
    assert many[:3] == few


def test_another_seed_draws_others() -> None:
    one, other = (rows(mutant_models(trained(), 4, options=options(tries=60, seed=seed))) for seed in (1, 2))
    assert not set(one) & set(other)


def test_operators_take_turns_and_ratios_change_with_each_turn() -> None:
    specs = list(options(operators=("GF", "NS"), ratios=(0.1, 0.2)).specs(8))
    assert [one.operator for one in specs] == ["GF", "NS"] * 4
    assert [one.ratio for one in specs] == [0.1, 0.1, 0.2, 0.2] * 2
    assert [one.value for one in specs] == [0.5, None] * 4
    assert len({one.seed for one in specs}) == 8


def test_a_mutant_that_lost_too_much_is_not_asked_about_the_rest() -> None:
    model = Drops(32)
    short(model, 1, operators=("NAI",), ratios=(1,), tries=1)
    assert model.calls == 0  # Drops does not count
    counted = TorchModel(mlp())
    with pytest.raises(BudgetExhausted):
        mutant_models(counted, 1, options=options(operators=("NI",), ratios=(1,), tries=1))
    # Layers of equal shape, the original twice, and the first part of the texts.
    assert counted.calls == 3 * 32 + 16


def test_the_short_call_takes_operators_and_a_seed() -> None:
    made = mutant_models(vectors(), 3, ("GF", "WI"), 5)
    assert {one.spec.operator for one in made} <= {"GF", "WI"}
    assert len(made[:2]) == 2


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"operators": ()}, "one operator at least"),
        ({"operators": ("XX",)}, "no operator 'XX'"),
        ({"values": {"GF": -1}}, "0 or more"),
        ({"operators": ("NS",), "values": {"GF": 1}}, "not asked for"),
        ({"ratios": ()}, "one ratio at least"),
        ({"ratios": (0,)}, "more than 0"),
        ({"ratios": (1.5,)}, "at most 1"),
        ({"least": 1.1}, "least is from 0 to 1"),
        ({"tries": 0}, "tries is 1 or more"),
        ({"texts": ("a",)}, "two different texts"),
        ({"texts": ("a", "a")}, "two different texts"),
        ({"texts": ("a", "b"), "labels": (1,)}, "one label for each text"),
        ({"texts": ("a", "b"), "labels": (1, 2), "measure": len}, "labels or a measure"),
    ],
)
def test_options_out_of_range_are_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(SearchError, match=reason):
        MakingOptions(**given)


def test_labels_are_not_for_vectors() -> None:
    with pytest.raises(SearchError, match="vectors take a measure"):
        mutant_models(TorchModel(mlp(), vectors=True), 1, options=options(labels=WANTED))


def test_no_mutants_are_refused() -> None:
    with pytest.raises(SearchError, match="count is 1 or more"):
        mutant_models(trained(), 0)


def test_the_built_in_methods_are_different_methods_of_java() -> None:
    from parsers import SourceFile

    assert len(set(PROBES)) == len(PROBES) == 64
    for text in PROBES:
        assert len(SourceFile(text.encode()).methods) >= 1


def test_every_operator_has_a_title() -> None:
    assert Counter(one.title for one in OPERATORS.values()).most_common(1)[0][1] == 1
