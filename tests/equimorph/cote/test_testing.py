"""Testing generators that follow a script."""

from __future__ import annotations

import pytest

from equimorph import cote
from equimorph.cote import MEASURES, CoteError, GeneratorError, Tested
from equimorph.models import Answer, Candidate, Request
from tests.equimorph.cote.doubles import Listed

WORDS = Listed({"first": ["second", "third"], "node": ["entry"], "which": ["that"]})
TEXTS = ["Return the first node which fits.", "Close the tagName.", "Find the first entry."]
GOOD = "Node first(Node node) { for (Node child : node) { if (fits(child)) { return child; } } return null; }"
BAD = "Object last(Document document, int place) { return (Object) document.get(place); }"


def constant(text: str) -> str:
    return GOOD


def planted(text: str) -> tuple[str, float]:
    return (BAD, -9.0) if "that" in text else (GOOD, -2.0)


def test_a_constant_generator_has_no_issue() -> None:
    found = cote.test(constant, TEXTS, WORDS)
    assert [one.issues for one in found if one.mutant] == [dict.fromkeys(MEASURES, False)] * 6
    assert all(one.to_row()["issue"] in (False, None) for one in found)


def test_each_planted_issue_is_found_and_no_other() -> None:
    found = cote.test(planted, TEXTS, WORDS)
    issues = {one.id for one in found if any(one.issues.values())}
    assert issues == {"1/22:that"} == {one.id for one in found if all(one.issues.values()) and one.issues}
    (row,) = (one.to_row() for one in found if one.id in issues)
    assert (row["word"], row["replacement"], row["place"], row["issue"]) == ("which", "that", [22, 27], True)
    assert row["outputs"]["mutant"] == {"text": BAD, "score": -9.0, "error": None}


def test_the_measure_decides_the_field_issue() -> None:
    def longer(text: str) -> str:
        return GOOD if "second" not in text else GOOD.replace("fits", "suits").replace("null", "none")

    found = {one.id: one for one in cote.test(longer, TEXTS[:1], WORDS, measure="bleu")}
    row = found["1/11:second"]
    assert row.to_row()["issue"] is row.issues["bleu"]
    assert row.to_row()["measure"] == "bleu"


def test_an_input_without_a_mutant_has_a_row_without_scores() -> None:
    row = next(one.to_row() for one in cote.test(planted, TEXTS, WORDS) if one.id == "2")
    assert (row["mutant"], row["scores"], row["issues"], row["issue"]) == (None, None, None, None)
    assert row["outputs"] == {"original": {"text": GOOD, "score": -2.0, "error": None}, "mutant": None}


def test_each_text_is_asked_once() -> None:
    asked: list[str] = []

    def noted(text: str) -> str:
        asked.append(text)
        return GOOD

    cote.test(noted, [TEXTS[0], TEXTS[0], "Find the entry.", "Find the node."], WORDS)
    assert len(asked) == len(set(asked)) == 7


def test_rows_survive_json() -> None:
    for one in cote.test(planted, TEXTS, WORDS):
        again = Tested.from_row(one.to_row())
        assert again.to_row() == one.to_row()
        assert (again.mutant, again.comparison, again.issues) == (one.mutant, one.comparison, one.issues)


def test_an_error_of_the_generator_is_that_of_the_output() -> None:
    def fails(text: str) -> str:
        if "second" in text:
            raise ValueError("no such word")
        return GOOD

    found = {one.id: one for one in cote.test(fails, TEXTS[:1], WORDS)}
    row = found["1/11:second"]
    assert row.mutant_output is not None
    assert (row.mutant_output.error, row.mutant_output.text) == ("ValueError: no such word", None)
    assert (row.comparison, row.to_row()["issue"]) == (None, None)
    assert found["1/11:third"].issues["lcs"] is False


@pytest.mark.parametrize("said", [3, None, ("a", "b", "c"), ["a"]])
def test_an_output_of_another_kind_is_an_error_of_that_output(said: object) -> None:
    (row, *_) = cote.test(lambda text: said, TEXTS[:1], WORDS)  # type: ignore[arg-type, return-value]
    assert row.original_output.error is not None
    assert row.original_output.error.startswith("the generator returned")


def test_a_model_of_the_protocol_is_a_generator() -> None:
    class Model:
        name = "batches"

        def repair(self, requests: list[Request], k: int) -> list[Answer]:
            return [Answer(one.id, "", (Candidate(GOOD, score=-1.0),)) for one in requests]

    rows = [one.to_row() for one in cote.test(Model(), TEXTS[:1], WORDS)]  # type: ignore[arg-type]
    assert {row["generator"] for row in rows} == {"batches"}
    assert rows[0]["outputs"]["original"]["score"] == -1.0


def test_a_request_has_the_language_of_the_program_to_write() -> None:
    class Model:
        name = "languages"

        def __init__(self) -> None:
            self.languages: set[str] = set()

        def repair(self, requests: list[Request], k: int) -> list[Answer]:
            requests = list(requests)
            self.languages |= {request.language for request in requests}
            return [Answer(request.id, "", (Candidate("x = 1"),)) for request in requests]

    for language in ("java", "python"):
        model = Model()
        rows = cote.test(model, TEXTS[:1], WORDS, comparing=cote.Comparing(lang=language))  # type: ignore[arg-type]
        cote.repair(model, rows, WORDS)  # type: ignore[arg-type]
        assert model.languages == {language}


def test_what_is_no_generator_is_an_error() -> None:
    with pytest.raises(GeneratorError, match="a generator is a function from a text to a program, not int"):
        cote.test(3, TEXTS, WORDS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"mutants": 0}, "mutants are 1 or more, not 0"),
        ({"mutants": True}, "mutants are 1 or more, not True"),
        ({"seed": "x"}, "a seed is a whole number, not 'x'"),
        ({"measure": "rouge"}, "measure is lcs, ed, tf-idf, bleu, not 'rouge'"),
        ({"provider": "m"}, "a method is l or n, not 'm'"),
    ],
)
def test_wrong_options_are_errors(given: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"provider": WORDS, **given}
    with pytest.raises(CoteError, match=message):
        cote.test(constant, TEXTS, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"outputs": None}, "no row of a test"),
        ({"measure": "x"}, "measure is lcs, ed, tf-idf, bleu, not 'x'"),
        ({"word": "last"}, "'last' does not stand at 11 of the input"),
        ({"scores": {"lcs": 1}}, "no row of a test: no 'ed'"),
        ({"scores": dict.fromkeys(MEASURES, "1")}, "a score is no number"),
        ({"outputs": {"original": {"text": 1}, "mutant": None}}, "text or error of an output is no text"),
        ({"outputs": {"original": {}, "mutant": None}}, "an output has either a text or an error"),
        ({"provider": 3}, "'provider' is no text"),
        ({"comparing": {}, "place": [0]}, "no row of a test"),
    ],
)
def test_a_row_of_something_else_is_an_error(change: dict[str, object], message: str) -> None:
    row = next(one.to_row() for one in cote.test(planted, TEXTS, WORDS) if one.id == "1/11:third")
    with pytest.raises(CoteError, match=message):
        Tested.from_row({**row, **change})


def test_tf_idf_counts_words_in_all_programs_of_the_run() -> None:
    found = cote.test(planted, TEXTS, WORDS)
    how = cote.Comparing()
    corpus = how.corpus([GOOD, BAD])
    row = next(one for one in found if one.id == "1/22:that")
    assert row.comparison == how.compare(GOOD, BAD, corpus)


def test_a_program_that_is_too_long_is_not_compared() -> None:
    def long(text: str) -> str:
        return "f();" * 3000 if "second" in text else GOOD

    found = {one.id: one for one in cote.test(long, TEXTS[:1], WORDS)}
    row = found["1/11:second"].to_row()
    assert (row["scores"], row["issue"], row["not_compared"]) == (None, None, "too long")
    assert found["1/11:third"].to_row()["not_compared"] is None
    tally = cote.Tally()
    for one in found.values():
        tally.add(one)
    assert tally.to_dict()["not_compared"] == {"too long": 1}
    assert tally.summary().endswith("; not compared: too long 1")
    # Equal ones are equal, however long.
    assert not any(
        any(one.issues.values()) for one in cote.test(lambda text: "f();" * 3000, TEXTS[:1], WORDS)
    )


def test_a_text_that_is_too_long_has_no_mutant() -> None:
    (row,) = cote.mutate(["the first node " * 1000], WORDS)
    assert (row["mutant"], row["refused"]) == (None, {"too long": 1})
