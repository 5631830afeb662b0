"""Masked words: which are chosen, and what is shown in their place."""

from __future__ import annotations

from random import Random

from equimorph.codescore.batches import masked
from equimorph.codescore.tokenizer import Marks

MARKS = Marks((0,), 2, 1, 3, 7)
HEAD = [0, 50, 51, 52, 2]


def test_only_tokens_of_the_code_are_chosen_15_percent_of_them() -> None:
    code = [100 + n for n in range(40)]
    for seed in range(50):
        found = masked([*HEAD, *code, 2], len(HEAD), MARKS, 1000, Random(seed))
        assert len(found.places) == 6
        assert all(len(HEAD) <= place < len(HEAD) + 40 for place in found.places)
        assert found.targets == [code[place - len(HEAD)] for place in found.places]
        assert found.numbers[: len(HEAD)] == HEAD
        assert found.numbers[-1] == 2


def test_eight_of_ten_are_masked_one_is_another_word_one_stays() -> None:
    code = [100] * 1000
    shown = {"mask": 0, "other": 0, "same": 0}
    for seed in range(20):
        found = masked([*HEAD, *code], len(HEAD), MARKS, 100_000, Random(seed))
        for place in found.places:
            number = found.numbers[place]
            shown["mask" if number == 3 else "same" if number == 100 else "other"] += 1
            assert number == 3 or number >= MARKS.ordinary
    total = sum(shown.values())
    assert total == 20 * 150
    assert 0.77 < shown["mask"] / total < 0.83
    assert 0.08 < shown["other"] / total < 0.12
    assert 0.08 < shown["same"] / total < 0.12


def test_a_short_code_has_one_chosen_token_and_no_code_has_none() -> None:
    assert len(masked([*HEAD, 100, 101], len(HEAD), MARKS, 1000, Random(1)).places) == 1
    assert masked(HEAD, len(HEAD), MARKS, 1000, Random(1)).places == []
