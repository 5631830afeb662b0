"""The vocabulary: texts come back, and no text reaches the marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimorph.cote import GeneratorError
from equimorph.cote.generators.subwords import END, PAD, START, Subwords, written
from tests.equimorph.cote.generators.conftest import twenty

pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install 'equimorph[models]'")

LEARNT = Subwords.learnt([text for one in twenty() for text in (one.text, written(one.code))], 400)


@given(st.text(st.characters(codec="utf-8")))
def test_the_numbers_of_a_text_give_it_back(text: str) -> None:
    numbers = LEARNT.numbers(text)
    assert LEARNT.text(numbers) == text
    assert len(numbers) >= 1
    assert min(numbers) > END
    assert max(numbers) < LEARNT.size


def test_marks_are_no_words_of_texts() -> None:
    assert LEARNT.text([START, *LEARNT.numbers("a <pad>"), PAD, END]) == "a <pad>"
    assert not {PAD, START, END} & set(LEARNT.numbers("<pad> <start> <end><pad>"))


def test_lone_surrogates_are_read_as_something_else() -> None:
    assert LEARNT.text(LEARNT.numbers("a \ud800")) == "a ?"


def test_names_are_cut_where_a_part_begins() -> None:
    def parts(text: str) -> list[str]:
        return [LEARNT.text([number]) for number in LEARNT.numbers(text)]

    assert parts("getName ( )") == ["get", "Name", "(", ")"]
    assert parts("Returns the name") == ["Returns", "the", "name"]


def test_a_vocabulary_is_kept_as_text() -> None:
    again = Subwords.loaded(LEARNT.dumped())
    assert again.dumped() == LEARNT.dumped()
    assert again.numbers("Größe of getName") == LEARNT.numbers("Größe of getName")


@pytest.mark.parametrize("text", ["", "{}", "nonsense", LEARNT.dumped().replace("<start>", "<begin>")])
def test_other_texts_are_no_vocabulary(text: str) -> None:
    with pytest.raises(GeneratorError, match="vocabulary"):
        Subwords.loaded(text)


@pytest.mark.parametrize(
    ("code", "tokens"),
    [
        ('int f(){return g("a  b")>>>1; /* c */} // d', 'int f ( ) { return g ( "a  b" ) >>> 1 ; }'),
        ("List<Set<T>> l=a>b; x>>=y>=z > > w;", "List < Set < T >> l = a > b ; x >>= y >= z > > w ;"),
        ("", ""),
        ("// nothing", ""),
        ("Größe\r\n\tx", "Größe x"),
        ("a\ud800", "a ?"),
    ],
)
def test_code_is_its_tokens_with_one_blank_between_them(code: str, tokens: str) -> None:
    assert written(code) == tokens
