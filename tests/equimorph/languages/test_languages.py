"""A language that nothing of `src` knows goes through each system: as far as its `Language` leads, and further with a record."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import pytest

import equimorph as em
import mutators as registry
from equimorph.bench import Problem, ProblemError, Runner, candidates, normal_form
from equimorph.bench.leaks import leaked
from equimorph.bench.running import check_tools_of
from equimorph.codescore.errors import NoCompiler
from equimorph.codescore.gate import Gate
from equimorph.contrastive import Javac, Options, check, pairs, write
from equimorph.contrastive.options import compiler_data, compiler_of
from equimorph.languages import Part, Support, languages_with, part_of, register, support
from equimorph.leakage import Item, form
from equimorph.mutants.skipping import skipped
from equimorph.rows.row import language_of_row
from equimorph.texts.likeness import group_of, likeness, token_count
from equimorph.texts.sketching import has_sketches, sketch
from mutators.model import Mutation
from parsers import SourceFile, language
from parsers.encoding import UTF_8, declared
from parsers.language import languages
from parsers.validity import parser_opinion
from tests.equimorph.languages.json_parts import SUPPORT, JsonGate, JsonTests, JsonValues, edits
from tests.mutators.toy_json import JSON, SwapMembers

SWAP = SwapMembers()


@pytest.fixture
def supported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy language has a record."""
    monkeypatch.setitem(support._records, "json", SUPPORT)


def made(text: str = '{"a": 1, "b": 2}') -> dict[str, Any]:
    [mutant] = SWAP.mutants(em.parse(text, language="json"))
    return em.row(mutant)


def forged(mutant: str, relation: str = "preserving") -> dict[str, Any]:
    """A row that agrees with itself, of a mutant that the mutator would not make."""
    row = made()
    known = Mutation.from_dict(row["mutation"])
    edit = em.Edit(0, row["original"], mutant)
    record = Mutation(known.site, (edit,), "", "", 1, 0).rebase(0, row["original"].encode(), mutant.encode())
    return {**row, "id": record.id, "mutant": mutant, "mutation": record.to_dict(), "relation": relation}


@pytest.mark.parametrize("part", get_args(Part))
def test_each_part_of_our_languages_is_there_and_the_toy_has_none(part: Part) -> None:
    assert languages_with(part) == ("java", "python")
    for name in languages_with(part):
        assert part_of(name, part) is not None
    assert part_of("json", part) is None
    assert part_of("no such language", part) is None
    assert "json" in languages()


def test_a_language_has_one_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(support, "_records", {})
    register(SUPPORT)
    register(SUPPORT)
    assert languages_with("sketch") == ("json",)
    with pytest.raises(ValueError, match="another record of json"):
        register(Support("json"))
    monkeypatch.setattr(support, "_records", {"json": Support("json")})
    assert languages_with("sketch") == ()


def test_a_language_need_not_know_encodings_nor_lines_of_errors() -> None:
    assert declared(b"# coding: latin-1", "json") == UTF_8
    assert declared(b"# coding: latin-1", "python") == "iso-8859-1"
    assert SourceFile(b'{"a": 1', language="json").error_line == 1
    broken = em.parse('{"a": 1} ]', language="json")
    assert broken.error_line is None
    assert parser_opinion(broken).reason == "a syntax error"
    assert [one.reason for one in skipped(broken)] == ["a syntax error"]


def test_a_row_of_a_language_that_comes_with_a_mutator_of_another_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(language._known, "json")
    asked = list[str]()

    def plugged() -> tuple[str, ...]:
        asked.append("names")
        language._known["json"] = JSON
        return ()

    monkeypatch.setattr(registry, "names", plugged)
    assert language_of_row({"language": "JSON"}) == "json"
    assert language_of_row({"language": "klingon"}) == "java"
    assert asked == ["names", "names"]
    assert language_of_row({"language": "python"}) == "python"
    assert asked == ["names", "names"]


def test_a_record_that_comes_with_a_mutator_of_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(support, "_records", dict(support._records))
    monkeypatch.setattr(registry, "names", lambda: register(SUPPORT))
    assert part_of("json", "sketch") is edits


def test_verify_asks_the_parser_of_the_language() -> None:
    good, bad = made(), forged('{"a": 1] "b": 2}')
    passed, failed = em.verify([good, bad])
    assert passed.outcomes == {"record": "passed", "parser": "passed"}
    assert failed.outcomes == {"record": "passed", "parser": "failed"}
    assert failed.failures == ("parser: not JSON at byte 7",)


def test_verify_looks_at_the_file_too() -> None:
    row = {**forged(""), "offset": 1, "mutant_file": "[, 3]"}
    [found] = em.verify([row])
    assert found.outcomes == {"record": "passed", "parser": "failed"}


def test_verify_asks_the_checker_of_the_record(supported: None) -> None:
    [found] = em.verify([made()])
    assert found.outcomes == {"record": "passed", "json": "passed"}
    [found] = em.verify([forged('{"a": 1, "b": 02}')])
    assert found.outcomes["json"] == "failed"


def test_equivalence_has_no_opinion_without_a_checker() -> None:
    [found] = em.equivalence([forged('{"a": 1}', "breaking")], python=object())  # type: ignore[arg-type]
    assert (found.verdict, found.reason) == ("no opinion", "no compiler is given for json")


def test_equivalence_asks_the_checker_of_the_record(supported: None) -> None:
    rows = [forged(text, "breaking") for text in ('{"b": 2, "a": 1}', '{"a": 1}')]
    found = em.equivalence(rows, python=object())  # type: ignore[arg-type]
    assert [one.verdict for one in found] == ["equivalent", "distinct"]


def test_there_are_sketches_where_the_record_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '{"b": {"a": 1, "b": 2}}'
    assert not has_sketches("json")
    assert sketch(text, "json").reason == "there are no sketches of json"
    assert sketch(text, "json").text == text
    monkeypatch.setitem(support._records, "json", SUPPORT)
    assert has_sketches("json")
    assert sketch(text, "json").text == '{"k_0": {"k_1": 1, "k_0": 2}}'


def test_likeness_leaves_blanks_aside_and_groups_are_of_words_and_literals_alike() -> None:
    assert likeness(b'{"a": 1}', "json") == likeness(b'{ "a":1 }', "json") != likeness(b'{"a": 2}', "json")
    assert token_count(b'{"a": 1}', "json") == 5
    first, second, other = (
        group_of(text, "json") for text in (b'{"a": 1}', b'{"b": -2.5}', b'{"b": 1, "c": 1}')
    )
    assert first == second != other
    assert group_of(b"[null]", "json") == group_of(b"[true]", "json") != group_of(b"[1]", "json")


class Claimed(SwapMembers):
    """It claims that neighbours may not change places."""

    name = "claimed"
    relation = "breaking"


PAIRS: dict[str, Any] = {"language": "json", "mutators": [SWAP], "positives": 1}


def test_pairs_are_made() -> None:
    source = em.parse('{"a": 1, "b": 2}', "rows.jsonl", language="json")
    [sample] = pairs(source, **PAIRS, breaking=[Claimed()], negatives=0)
    assert [one.text for one in sample.positives] == ['{"b": 2, "a": 1}']
    check(sample.row())
    assert sample.row()["language"] == "json"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"negatives": 1}, "operator-mutation mutates java, not json"),
        ({"negatives": 0, "sketch": True}, "no mutator 'sketch' for json"),
    ],
)
def test_pairs_name_the_mutator_that_the_language_lacks(options: dict[str, Any], error: str) -> None:
    [sample] = pairs('{"a": 1, "b": 2}', **PAIRS, **options)
    assert sample.status == "error"
    assert sample.error.startswith(error)


def test_equivalent_negatives_are_left_out_by_the_compiler_of_the_record(supported: None) -> None:
    text = '{"a": 1, "b": 2, "c": 3}'
    options = {**PAIRS, "breaking": [Claimed()], "positives": 0, "negatives": 1}
    [kept] = pairs(text, **options)
    assert len(kept.negatives) == 1
    compiler = compiler_of(json.loads(json.dumps(compiler_data(JsonValues()))))
    with ExitStack() as stack:
        [left] = pairs(text, **options, classes=compiler.comparison(stack))
    assert not left.negatives


def test_a_compiler_of_another_language_is_refused(tmp_path: Path) -> None:
    options = Options(language="json", mutators=[SWAP], negatives=0)
    with pytest.raises(em.MutationError, match="Javac compiles java, not json"):
        write(tmp_path / "pairs.jsonl", [], options, compiler=Javac(), jobs=None)


def test_candidates_pass_the_gate_of_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    with Gate("syntax") as gate:
        assert gate.judged("{}", "json").ok
        assert not gate.judged("{", "json").ok
    with Gate() as gate:
        gate.check(["json"])
        with pytest.raises(NoCompiler, match="no compiler of json"):
            gate.judged("{}", "json")
        monkeypatch.setitem(support._records, "json", SUPPORT)
        assert gate.judged("{}", "json").ok
        assert not gate.judged('{"a": 02}', "json").ok


def test_the_gate_checks_each_language_before_the_first_row(
    supported: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()
    monkeypatch.setattr(JsonGate, "check", staticmethod(lambda: asked.append("JsonGate")))
    Gate("syntax").check(["json"])
    assert asked == []
    Gate().check(["json"])
    assert asked == ["JsonGate"]


def test_forms_that_need_tokens_alone_are_of_any_language(supported: None) -> None:
    text = '{"b" :\n1}'
    assert form(text, "text", "json") == form(text, "near", "json") == '{ "b" : 1 }'
    assert form(text, "renamed", "json") == '{"k_0" :\n1}'
    with pytest.raises(ValueError, match="no form 'canonical' of json; its forms are text, near, renamed"):
        form(text, "canonical", "json")
    with pytest.raises(em.ParseError, match="unknown language 'yaml'"):
        form(text, "text", "yaml")


def test_forms_of_python_have_no_comments_and_docstrings() -> None:
    text = 'def f():\n    """Two."""\n    return 2  # it is\n'
    assert form(text, "text", "python") == "deff():return2"
    assert form("def f(:\n'", "text", "python") == "deff(:'"


ROW = {
    "id": "ab",
    "lang": "json",
    "solution": '{"a": 1, "url": "http://x"}',
    "tests": '{"a": 1, "url": "http://x"}',
    "entry_point": "ab",
}


def test_there_are_no_problems_without_a_record() -> None:
    with pytest.raises(ProblemError, match="lang is java or python, not 'json'"):
        Problem.from_row(ROW)


def test_problems_are_run_by_the_record(supported: None) -> None:
    problem, runner = Problem.from_row(ROW), Runner()
    check_tools_of([problem])
    assert problem.surroundings() == {}
    outcomes = [runner.run(problem, text).outcome for text in (problem.solution, "{}", '{"a"}')]
    assert outcomes == ["pass", "fail", "no-compile"]
    runner.close()
    assert normal_form(problem, "Here it is:\n{}") == "Here it is:\n{}"


def test_candidates_need_a_method_of_the_name(supported: None) -> None:
    with pytest.raises(em.MutationError, match="ab"):
        candidates(Problem.from_row(ROW), 0, 1, 0)


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ('[0, {"a" : 1,\n"url" : "http://x"}]', {"ab": "train.jsonl:1"}),
        ('[0, {"a" : 1,\n"url" : "http://y"}]', {}),
        ('[0, {"a" : 1,\n"uri" : "http://x"}]', {}),
    ],
)
def test_leaks_are_found_in_the_text(supported: None, text: str, leaks: dict[str, str]) -> None:
    items = [Item("train.jsonl", 1, None, None, text.encode())]
    assert leaked([Problem.from_row(ROW)], items, min_chars=10) == leaks


def test_a_runner_has_tests_of_each_language(supported: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(support._records, "other", SUPPORT)
    ended = list[str]()
    monkeypatch.setattr(JsonTests, "close", lambda self: ended.append(type(self).__name__))
    runner = Runner()
    for name in ("json", "other", "json"):
        assert runner.run(Problem.from_row({**ROW, "lang": name}), ROW["solution"]).passed
    runner.close()
    assert ended == ["JsonTests", "JsonTests"]


def test_a_compiler_of_a_language_without_one_is_one_error() -> None:
    with pytest.raises(em.MutationError, match="no compiler of klingon"):
        compiler_of({"language": "klingon"})
