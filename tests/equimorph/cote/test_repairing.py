"""Repair: scripted generators with exactly one right repair, and each step by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest

from equimorph import cote
from equimorph.cote import MEASURES, Comparing, CoteError, Provider, Replacement, SentenceMutant, Word
from equimorph.cote.outputs import Generator, Output
from equimorph.cote.ranking import RANKINGS, Ranking, Sentence, Variant, ranked
from equimorph.cote.repairing import mapped_back
from tests.equimorph.cote import doubles
from tests.equimorph.cote.doubles import Listed

WORDS = Listed(
    {
        "first": ["second", "third", "fourth", "fifth"],
        "node": ["entry", "leaf"],
        "which": ["that"],
        "that": ["which"],
    }
)
TEXT = "Return the first node which fits."
MUTANT = "Return the first node that fits."
GOOD = "Node get(Node node) { for (Node child : node) { if (fits(child)) { return child; } } return null; }"
BAD = "Object last(Document document, int place) { return (Object) document.get(place); }"


def repaired(
    generator: Generator, provider: Provider = WORDS, ranking: Ranking = "cross-reference"
) -> list[dict[str, Any]]:
    tested = cote.test(generator, [TEXT], Listed({"which": ["that"]}))
    return cote.repair(generator, tested, provider, ranking=ranking)


def test_a_bad_original_takes_the_program_of_its_mutants() -> None:
    def generator(text: str) -> str:
        return BAD if text == TEXT else GOOD

    (row,) = repaired(generator)
    assert row["repaired"] == {"original": GOOD, "mutant": GOOD}
    # The mutant's own program is the first one of those that are alike, so it stays.
    assert row["rank"] == {"original": 1, "mutant": 1}
    one = row["repairs"]["lcs"]["cross-reference"]
    assert (one["original"]["from"] is None, one["mutant"]["from"], one["score"]) == (False, None, 1.0)


def test_a_bad_mutant_takes_the_program_of_its_mutants() -> None:
    def generator(text: str) -> str:
        return BAD if text == MUTANT else GOOD

    (row,) = repaired(generator)
    assert row["repaired"] == {"original": GOOD, "mutant": GOOD}
    one = row["repairs"]["lcs"]["cross-reference"]
    assert one["original"]["from"] is None
    assert one["mutant"]["from"] is not None


def test_the_sentence_s_own_program_ends_the_walk() -> None:
    # All mutants of the mutant are bad, too, so its own program is among the best.
    def generator(text: str) -> str:
        return BAD if "that" in text else GOOD

    (row,) = repaired(generator, Listed({"first": ["second", "third"]}))
    assert row["repaired"] is None
    assert row["rank"] is None
    one = row["repairs"]["lcs"]["cross-reference"]
    assert (one["repaired"], one["original"]["from"], one["mutant"]["from"]) == (False, None, None)
    assert one["score"] < 0.963


def test_the_one_right_repair_is_found_by_probability_and_not_by_the_majority() -> None:
    def generator(text: str) -> tuple[str, float]:
        if "leaf" in text:
            return re.sub(r"\bnode\b", "leaf", GOOD), -0.5
        return (BAD, -3.0) if "that" in text else (GOOD, -1.0)

    (row,) = repaired(generator, ranking="probability")
    assert row["repaired"]["original"] == row["repaired"]["mutant"]
    # The token `leaf`, which is the mutant's word, became `node` again.
    assert row["repaired"]["original"] == GOOD
    assert row["repairs"]["lcs"]["probability"]["mutant"]["from"] == "17:leaf"
    assert row["repairs"]["lcs"]["cross-reference"]["repaired"] is False


def test_a_candidate_that_is_not_consistent_with_the_original_is_passed_over() -> None:
    other = "void run() { System.exit(1); }"

    def generator(text: str) -> tuple[str, float]:
        if "that" not in text:
            return GOOD, -1.0
        return {"second": (other, -0.1), "third": (GOOD, -0.2)}.get(text.split()[2], (BAD, -3.0))

    (row,) = repaired(generator, ranking="probability")
    one = row["repairs"]["lcs"]["probability"]
    assert (one["mutant"]["rank"], one["mutant"]["from"], one["mutant"]["text"]) == (2, "11:third", GOOD)


def test_no_log_probabilities_no_grey_box() -> None:
    (row,) = repaired(lambda text: BAD if text == MUTANT else GOOD, ranking="probability")
    assert {name: one["probability"] for name, one in row["repairs"].items()} == dict.fromkeys(MEASURES)
    assert row["repaired"] is None


def test_an_answer_without_a_program_is_no_candidate() -> None:
    def generator(text: str) -> str:
        if "leaf" in text:
            raise ValueError("no")
        return BAD if text == MUTANT else GOOD

    (row,) = repaired(generator)
    assert row["repaired"] == {"original": GOOD, "mutant": GOOD}
    errors = [one["output"]["error"] for one in row["variants"]["mutant"]]
    assert "ValueError: no" in errors


def test_what_the_test_asked_is_not_asked_again() -> None:
    asked: list[str] = []

    def generator(text: str) -> str:
        asked.append(text)
        return BAD if text == MUTANT else GOOD

    repaired(generator)
    assert len(asked) == len(set(asked))


def test_no_issue_no_row() -> None:
    assert repaired(lambda text: GOOD) == []


def test_the_rows_suffice_to_compute_each_repair_again() -> None:
    def generator(text: str) -> tuple[str, float]:
        return (BAD if len(text) % 3 else GOOD.replace("get", text.split()[2])), -float(len(text) % 7)

    how, texts = Comparing(), [TEXT, "Drop the first node which fits.", "Use the first which is there."]
    tested = [one.to_row() for one in cote.test(generator, texts, Listed({"which": ["that"]}))]
    said = {
        row["outputs"][name]["text"] for row in tested for name in ("original", "mutant") if row["mutant"]
    }
    corpus = [list(how.tokens_of(one)) for one in said]
    rows = cote.repair(generator, tested, WORDS)
    assert len(rows) > 1
    for row in rows:
        for measure, rankings in row["repairs"].items():
            chosen = rankings["cross-reference"]["original"]["from"]
            means = mean_similarities(row, "original", measure, corpus)
            assert means[chosen] == pytest.approx(max(means.values()))
            if means[None] == pytest.approx(max(means.values())):
                assert chosen is None


def mean_similarities(
    row: dict[str, Any], side: str, measure: str, corpus: list[list[str]]
) -> dict[str | None, float]:
    programs = {None: row["outputs"][side]["text"]} | {
        f"{one['place'][0]}:{one['replacement']}": one["output"]["text"] for one in row["variants"][side]
    }
    tokens = {key: list(Comparing().tokens_of(text)) for key, text in programs.items()}
    return {
        key: sum(doubles.alike(measure, text, other, corpus) for to, other in tokens.items() if to != key)
        for key, text in tokens.items()
    }


def test_repairs_are_counted_by_measure_and_ranking() -> None:
    tally = cote.Tally()
    for provider in (WORDS, Listed({"first": ["second"]})):
        (row,) = repaired(
            lambda text: (BAD if "that" in text else GOOD, -1.0 if "that" in text else -2.0), provider
        )
        tally.add(cote.Tested.from_row(row))
    found = tally.to_dict()["repaired"]["lcs"]
    assert {name: (one["numerator"], one["denominator"]) for name, one in found.items()} == {
        **{"cross-reference": (0, 2), "probability": (1, 2)}
    }
    assert "lcs: cross-reference 0 of 2, probability 1 of 2" in tally.repair_summary()
    assert cote.Tally().repair_summary() == "no issues"
    with pytest.raises(CoteError, match="repairs are not what a repair writes"):
        tally.add(cote.Tested.from_row({**row, "repairs": {"lcs": ["x"]}}))


def test_all_rows_have_to_be_compared_in_one_way() -> None:
    rows = [one.to_row() for one in cote.test(lambda text: text, [TEXT], WORDS)]
    rows[1]["comparing"] = {**rows[1]["comparing"], "tokens": "split"}
    with pytest.raises(CoteError, match="was compared in another way than the first one"):
        cote.repair(lambda text: text, rows, WORDS)


def test_an_empty_program_and_one_too_long_to_compare_are_no_candidates() -> None:
    answers = {"second": "", "third": "// nothing", "fourth": ";" * 60_000}

    def generator(text: str) -> tuple[str, float]:
        word = text.split()[2]
        return (answers[word], -0.1) if word in answers else (BAD if "that" in text else GOOD, -1.0)

    (row,) = repaired(generator, ranking="probability")
    for one in (row["repairs"][measure][ranking] for measure in MEASURES for ranking in RANKINGS):
        assert {one["original"]["text"], one["mutant"]["text"]} <= {GOOD, BAD}


def test_a_generator_that_changes_its_mind_is_refused() -> None:
    rows = [one.to_row() for one in cote.test(lambda text: text, [TEXT], WORDS)]
    rows[1]["outputs"] = {**rows[1]["outputs"], "original": {**rows[1]["outputs"]["original"], "text": "x"}}
    with pytest.raises(CoteError, match="has another output than a row before for"):
        cote.repair(lambda text: text, rows, WORDS)


def test_an_unknown_ranking_is_an_error() -> None:
    with pytest.raises(CoteError, match="ranking is cross-reference or probability, not 'best'"):
        cote.repair(lambda text: text, [], WORDS, ranking="best")  # type: ignore[arg-type]


def of(word: str, other: str) -> SentenceMutant:
    return SentenceMutant("", Replacement(Word(0, len(word), word), other))


@pytest.mark.parametrize(
    ("program", "word", "other", "tokens", "back"),
    [
        ("f(leaf, Leaf, leafs)", "node", "leaf", "lexer", "f(node, Node, leafs)"),
        ("f(leaf, leaf)", "node", "leaf", "split", "f(leaf, leaf)"),
        ("f( leaf , leaf )", "node", "leaf", "split", "f( node , node )"),
        ("return new Node();", "given", "new", "lexer", "return new Node();"),
        ("f(tree)", "node", "leaf", "lexer", "f(tree)"),
        ('f("leaf") // leaf', "node", "leaf", "lexer", 'f("leaf") // leaf'),
        ("\u00e9(leaf)", "node", "leaf", "lexer", "\u00e9(node)"),
        ("f(leaf)", "Node", "leaf", "lexer", "f(node)"),
        # A word that has a meaning already: two names would become one, or a name a keyword or a literal.
        ("int f(int node, int leaf)", "node", "leaf", "lexer", "int f(int node, int leaf)"),
        ("int f(Node leaf)", "node", "leaf", "lexer", "int f(Node node)"),
        ("f(leaf)", "default", "leaf", "lexer", "f(leaf)"),
        ("f(leaf)", "null", "leaf", "lexer", "f(leaf)"),
        ("return true;", "node", "true", "lexer", "return true;"),
    ],
)
def test_mapping_back_is_by_exact_tokens(program: str, word: str, other: str, tokens: str, back: str) -> None:
    assert mapped_back(program, of(word, other), Comparing(tokens=tokens)) == back  # type: ignore[arg-type]


def test_the_mean_similarity_ranks_and_equals_keep_their_order() -> None:
    programs = ["a b c", "a b d", "a b c", "x"]
    variants = tuple(Variant(of("w", f"o{at}"), Output(text)) for at, text in enumerate(programs[1:]))
    sentence, how = Sentence("w", Output(programs[0]), variants), Comparing(tokens="split")
    found = ranked(sentence, "cross-reference", "lcs", how, how.corpus(programs))
    assert found is not None
    assert [one.program for one in found] == ["a b c", "a b c", "a b d", "x"]
    assert [one.mutant.replacement.text if one.mutant else None for one in found] == [None, "o1", "o0", "o2"]
    assert [one.rank for one in found] == [1, 2, 3, 4]


def test_the_log_probability_ranks_and_the_sentence_comes_first_of_equals() -> None:
    variants = tuple(
        Variant(of("w", f"o{at}"), Output("p", score)) for at, score in enumerate((-2.0, -1.0, -0.5))
    )
    sentence, how = Sentence("w", Output("own", -1.0), variants), Comparing()
    found = ranked(sentence, "probability", "lcs", how, how.corpus(["p"]))
    assert found is not None
    assert [one.mutant.replacement.text if one.mutant else None for one in found] == ["o2", None, "o1", "o0"]
