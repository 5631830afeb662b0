"""A second language, which the tests bring: everything works in it, and nothing of `src` knows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

import equimorph as em
from mutators import MutationError, registry
from mutators.java.reorder_condition import ReorderCondition
from mutators.undo.remake import remake
from parsers import Method, ParseError, SourceFile
from parsers.java.language import JAVA
from parsers.java.method import methods_of
from parsers.java.parsed import JavaParsed
from parsers.language import find_language, languages, register
from tests.mutators.toy_json import JSON, Json, Pair, Record, SwapMembers

TEXT = '{"id": 1, "tags": ["x", {"é": 1, "z": null}]}\n\n{\n  "id": 2,\n  "name": "b",\n  "id": 3\n}\n'
SWAP = SwapMembers()


@pytest.fixture
def source() -> SourceFile:
    return em.parse(TEXT, "rows.jsonl", language="json")


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The mutator is installed."""
    point = EntryPoint(SWAP.name, f"{SwapMembers.__module__}:SwapMembers", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry._others.cache_clear()
    yield
    registry._others.cache_clear()


def test_members_and_lines(source: SourceFile) -> None:
    assert source.kind == "file"
    assert [(m.kind, m.start_line, m.end_line) for m in source.methods] == [
        ("record", 1, 1),
        ("record", 3, 7),
    ]
    assert source.method_at(source.byte_offset(TEXT.index("name"))) == source.methods[1]
    assert [token.text for token in source.tokens()][:4] == [b"{", b'"id"', b":", b"1"]


def test_examples() -> None:
    for example in SWAP.examples:
        [(site, reason)] = SWAP.judged(em.parse(example.before, language="json"))
        assert reason == example.reason
        if reason is None:
            mutant = SWAP.apply(em.parse(example.before, language="json"), site)
            assert mutant.text == example.after


def test_mutants_are_inverted_recorded_and_map_lines(source: SourceFile) -> None:
    mutants = list(SWAP.mutants(source))
    assert len(mutants) == 4
    for mutant in mutants:
        assert mutant.text != TEXT
        assert [json.loads(m.text) for m in em.parse(mutant.text, language="json").methods] == [
            json.loads(m.text) for m in source.methods
        ]
        for record, text in ((mutant.mutation, TEXT), (mutant.local, mutant.original)):
            again = em.Mutation.from_json(record.to_json())
            assert again == record
            assert again.apply(text.encode()).decode() in (mutant.text, mutant.mutant)
            assert again.invert(again.apply(text.encode())).decode() == text
    last = mutants[-1]
    assert last.text.splitlines()[3:6] == ['  "id": 2,', '  "id": 3,', '  "name": "b"']
    assert last.lines.touched({5})
    assert not last.lines.touched({1, 2, 3, 4, 7})


def test_a_refusal_has_its_reason(source: SourceFile) -> None:
    twice = em.parse('{"a": 1, "a": 2}', language="json")
    [site] = SWAP.candidates(twice)
    with pytest.raises(em.Refused, match="one name"):
        SWAP.apply(twice, site)


@pytest.mark.parametrize("whole", [True, False])
def test_undo_on_a_patch(source: SourceFile, whole: bool) -> None:
    mutant = list(SWAP.mutants(source))[1]
    assert '{"z": null, "é": 1}' in mutant.text
    text, record, original = (
        (mutant.text, mutant.mutation, source.data)
        if whole
        else (mutant.mutant, mutant.local, mutant.method.data)
    )
    patched = SourceFile.from_text(text.replace('"x"', '"x", "y"'), language="json")
    expected = original.decode().replace('"x"', '"x", "y"')
    assert SWAP.undo(patched, original, record) == expected
    assert remake(SWAP, patched, original, text.encode(), record).decode() == expected
    broken = SWAP.undo(
        SourceFile.from_text(text.replace('"x"', '"x" "y"'), language="json"), original, record
    )
    assert not broken.parses
    with pytest.raises(em.UndoConflict):
        SWAP.undo(SourceFile.from_text(text.replace("null", "0"), language="json"), original, record)


def test_a_faulty_mutator_is_caught(source: SourceFile) -> None:
    class Unquoted(Pair):
        def edits(self, rng: Random) -> list[em.Edit]:
            return [em.Edit(self.start, '"', "")]

    class Faulty(SwapMembers):
        def matches(self, record: Record) -> Iterator[Pair]:
            return (Unquoted(match.method, match.node, match.other) for match in super().matches(record))

    site = next(SWAP.sites(source))
    with pytest.raises(em.EditConflict, match="swap-members would make text that is no record"):
        Faulty().apply(source, site)


def test_a_mutator_takes_sources_of_its_language(source: SourceFile) -> None:
    for ask in (ReorderCondition().sites, ReorderCondition().mutants):
        with pytest.raises(MutationError, match="reorder-condition mutates java, not json"):
            list(ask(source))
    java = em.parse("int f() { return 1; }")
    with pytest.raises(MutationError, match="swap-members mutates json, not java"):
        list(SWAP.sites(java))
    with pytest.raises(ParseError, match="not a member of Java, but json"):
        methods_of(source)
    with pytest.raises(ParseError, match="not Java, but json"):
        JavaParsed.of(source)
    assert isinstance(java.methods[0], Method)


def test_defaults_are_those_of_the_language(source: SourceFile, plugged: None, tmp_path: Path) -> None:
    assert registry.defaults("json") == ("swap-members",)
    assert "swap-members" not in registry.defaults()
    path = tmp_path / "rows.jsonl"
    path.write_bytes(source.data)
    mutants = list(em.mutate(em.read(path), seed=3))
    assert {mutant.mutator for mutant in mutants} == {"swap-members"}
    assert len(mutants) == 4
    for mutant in mutants:
        assert em.undo(mutant.text, mutant) == TEXT
        assert em.undo(mutant.mutant, mutant) == mutant.original
        assert em.undo(mutant.mutant[:-1] + ', "more": 0}', mutant) == mutant.original[:-1] + ', "more": 0}'
    stacked = em.stack(source, seed=1, per_method=2)
    assert len(stacked.rounds) == 2
    assert json.loads(stacked.data.splitlines()[0]) == json.loads(TEXT.splitlines()[0])


def test_languages_by_name() -> None:
    assert {"java", "json"} <= set(languages())
    assert find_language("json") is JSON
    register(JSON)
    with pytest.raises(ValueError, match="'json' exists already"):
        register(Json())
    with pytest.raises(ValueError, match="'java' exists already"):
        register(JAVA)
    with pytest.raises(ParseError, match=r"a\.cob: unknown language 'cobol'; there are: java, json"):
        SourceFile(b"", "a.cob", "cobol")
