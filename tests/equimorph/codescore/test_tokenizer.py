"""The own vocabulary."""

from __future__ import annotations

import pytest

pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install 'equimorph[models]'")

from equimorph.codescore.errors import CodeScoreError
from equimorph.codescore.tokenizer import SPECIAL, Bpe
from equimorph.texts.sketching import words

TEXTS = [words(f"int f(int arg_0) {{ return arg_0 >= {n} ? arg_0 : -arg_0; }}") for n in range(40)]


@pytest.fixture(scope="module")
def bpe() -> Bpe:
    return Bpe.learnt(TEXTS, 400)


def test_marks_are_the_first_numbers_and_no_text_reaches_them(bpe: Bpe) -> None:
    assert bpe.marks == ((0,), 2, 1, 3, len(SPECIAL))
    for mark in SPECIAL[:4]:
        assert bpe.numbers([f'"{mark}"'])[0] >= len(SPECIAL)
    assert bpe.numbers(["<line>", "<block>", "<end>"]) == [4, 5, 6]


def test_a_word_that_is_a_mark_in_a_text_of_java_is_no_mark(bpe: Bpe) -> None:
    numbers = bpe.numbers(words("List<mask> x;"))
    assert not {0, 1, 2, 3} & set(numbers)


def test_operators_are_not_joined_with_their_neighbours(bpe: Bpe) -> None:
    alone = bpe.numbers([">="])
    inside = bpe.numbers(["arg_0", ">=", "7"])
    assert inside == bpe.numbers(["arg_0"]) + alone + bpe.numbers(["7"])


def test_any_text_has_numbers_and_a_loaded_vocabulary_the_same_ones(bpe: Bpe) -> None:
    again = Bpe.loaded(bpe.dumped())
    for text in ["naïve", "\U0001f600", "\x00", "变量", '"a b\tc"', "x" * 5000]:
        assert again.numbers([text]) == bpe.numbers([text]) != []
    assert again.size == bpe.size <= 400


def test_the_same_texts_give_the_same_vocabulary(bpe: Bpe) -> None:
    assert Bpe.learnt(TEXTS, 400).dumped() == bpe.dumped()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"version":"1.0","model":{"type":"BPE","vocab":{},"merges":[]}}']
)
def test_what_is_no_vocabulary_is_an_error(text: str) -> None:
    with pytest.raises(CodeScoreError, match="vocabulary"):
        Bpe.loaded(text)
