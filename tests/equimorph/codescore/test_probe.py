"""The shortcut probe: it finds a shortcut where there is one, and none where there is none; and the balance against it."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.codescore.evaluating import held_out
from equimorph.codescore.examples import Example
from equimorph.codescore.model import CodeScore
from equimorph.codescore.probe import balanced, features, probe, variants

BODY = ("int", "f", "(", ")", "{", "return", "a", "<", "b", "+", "1", ";", "}")


def changed(old: str, new: str) -> tuple[str, ...]:
    return tuple(new if word == old else word for word in BODY)


def examples(good: list[tuple[str, ...]], bad: list[tuple[str, ...]], count: int = 30) -> list[Example]:
    rng = Random(1)
    return [
        Example(str(n), "train", "java", (), BODY, (rng.choice(good),), (rng.choice(bad),))
        for n in range(count)
    ]


def test_a_shortcut_is_found() -> None:
    found = probe(*[examples([changed("<", ">")], [changed("<", "<="), changed("+", "-")])] * 2)
    assert found.auc == 1
    assert (found.positives, found.negatives) == (30, 30)


def test_where_operators_say_nothing_the_probe_guesses() -> None:
    both = [changed("<", ">"), changed("+", "-"), changed("1", "2")]
    held = examples(both, both, 400)
    found = probe(examples(both, both, 400), held)
    assert found.auc is not None
    assert 0.45 < found.auc < 0.55


def test_a_mirrored_comparison_changes_no_sum_of_the_pair() -> None:
    assert features(BODY, changed("<", ">")) != features(BODY, BODY)
    assert features(BODY, changed("<", ">"))[-15:-13] == [0, 0]  # < and > together


def test_balanced_examples_have_each_change_as_often_in_both_classes() -> None:
    good = [changed("<", ">")] * 3 + [changed("+", "-")]
    bad = [changed("<", ">")] + [changed("+", "-")] * 3
    held = examples(good, bad, 600)
    before, after = probe(held, held).auc, probe(balanced(held, 1), balanced(held, 2)).auc
    assert before is not None
    assert after is not None
    assert before > 0.7
    assert abs(after - 0.5) < 0.1
    assert 0 < sum(1 for _ in variants(balanced(held, 1))) < 1200


def test_held_out_figures_are_those_of_a_double(model_folder: object) -> None:
    model = CodeScore.load(str(model_folder))
    held = examples([changed("<", ">"), changed("1", "2")], [changed("+", "-"), changed("a", "b")], 4)
    found = held_out(model, held)

    def cosine(left: tuple[str, ...], right: tuple[str, ...]) -> float:
        from equimorph.codescore.batches import marked

        numbers = [marked(model.vocabulary.numbers(t), model.vocabulary.marks, 512) for t in (left, right)]
        a, b = (model.vectors([one])[0] for one in numbers)
        return float(a @ b / (a.norm() * b.norm()))

    good = [cosine(one.anchor, text) for one in held for text in one.positives]
    bad = [cosine(one.anchor, text) for one in held for text in one.negatives]
    wins = sum((round(p, 6) > round(n, 6)) + 0.5 * (round(p, 6) == round(n, 6)) for p in good for n in bad)
    assert found.auc == pytest.approx(wins / (len(good) * len(bad)), abs=0.02)
    assert found.positive == pytest.approx(sum(good) / 4, abs=1e-6)
    assert found.negative == pytest.approx(sum(bad) / 4, abs=1e-6)
    assert (found.methods, found.triplets) == (4, 4)
