"""Samples: what they hold, what they hang on, and what becomes of sources of which none can be made."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import equimorph as em
import mutators as registry
from equimorph.contrastive import Options, Sample, Sampler, Seen, check, items, line_items, pairs
from equimorph.texts.likeness import group_of, likeness, token_count
from mutators import Mutation, MutationError, Mutator, RecordMismatch
from mutators.java.sketch import Sketch
from parsers import SourceFile
from parsers.java.validity import tree_sitter_error
from parsers.oracles.jdk import Jdk
from tests.equimorph.conftest import Misfit
from tests.equimorph.contrastive.conftest import SHOP, Add, Crash, Flip, Wrap, numbered, texts

CLASS = "class A {\n" + "\n".join(numbered(n) for n in range(6)) + "\n}\n"


def by_name(samples: list[Sample]) -> dict[str, Sample]:
    return {sample.method: sample for sample in samples}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("text", [SHOP, CLASS, numbered(1), "\ufeff" + SHOP.replace("\n", "\r\n")])
def test_samples_hold_what_was_asked_for_and_their_records_agree(text: str, seed: int) -> None:
    source = SourceFile.from_text(text)
    samples = list(pairs(source, positives=3, negatives=2, depth=(2, 4), seed=seed))
    assert samples
    for sample in samples:
        assert sample.status == "ok"
        check(sample.row())
        assert len(sample.positives) == 3
        assert len(sample.negatives) == (1 if sample.method == "same" else 2) or sample.negatives
        data = source.data[sample.offset :]
        assert data.startswith(sample.anchor.encode())
        assert sample.start_line == text[: text.index(sample.anchor)].count("\n") + 1
        for positive in sample.positives:
            assert 2 <= len(positive.mutators) <= 4
            assert all(registry.get(name).relation == "preserving" for name in positive.mutators)
        for negative in sample.negatives:
            assert negative.mutators == ("operator-mutation",)
        for other in texts(sample):
            whole = source.data[: sample.offset] + other.encode() + data[len(sample.anchor.encode()) :]
            assert tree_sitter_error(SourceFile(whole)) is None


def test_records_are_those_of_mutations_made_in_the_file() -> None:
    # In the file the field is known to be an int, and no name of it is taken.
    [sample] = pairs("class A { int n; boolean f(int m) { return n < m; } }", mutators=["reorder-condition"])
    assert [positive.text for positive in sample.positives] == ["boolean f(int m) { return m > n; }"]
    [record] = json.loads(sample.positives[0].mutations)
    assert record["edits"] == [[26, "n", "m"], [28, "<", ">"], [30, "m", "n"]]


def test_no_two_texts_are_alike() -> None:
    counts: Counter[bytes] = Counter()
    sampler = Sampler(Options(positives=6, negatives=6, depth=1))
    clones = (
        CLASS.replace("\n", "\n\n").replace("    ", " ") + "class B { int g(int[] a) { return a.length; } }"
    )
    for item in items([CLASS, SHOP, clones, SHOP + " "]):
        for sample in sampler.samples(item):
            counts.update(likeness(text.encode()) for text in texts(sample))
    assert set(counts.values()) == {1}
    assert sampler.counts["duplicate"] == 1 + 6 + 4  # one within SHOP; then all that came before
    assert sampler.counts["ok"] == 6 + 3 + 1


def test_likeness_is_that_of_tokens() -> None:
    assert likeness(b"int a = 1;") == likeness(b"int /* b */ a=1 ; // c")
    assert likeness(b"int a = 1;") != likeness(b"int a = 2;")
    assert likeness(b"a b") != likeness(b"ab")
    assert token_count(b"int a = 1; // c") == 5


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("int f(int a) { return a + 1; }", "public long g(long b) { return b + 25; }", True),
        ('String f() { return "a"; }', 'String f() { return "b"; }', True),
        ("int f(int a) { return a + 1; }", "int f(int a) { return a - 1; }", False),
        ("void f() { while (a) b(); }", "void f() { if (a) b(); }", False),
        (
            "@Override @A public int f() { return this.k - a * 1; }",
            "int f() { return k - this.a * -1; }",
            True,
        ),
        ("int f() { return k - 1; }", "int f() { return k - -1; }", True),
        ("int f() { return k - 1; }", "int f() { return k(1); }", False),
        ("A f() { return this; }", "A f() { return a; }", False),
    ],
)
def test_groups_are_of_methods_that_differ_in_names_and_literals(one: str, other: str, same: bool) -> None:
    assert (group_of(one.encode()) == group_of(other.encode())) is same


def test_a_group_is_in_one_split_whatever_the_seed() -> None:
    text = "\n".join(numbered(n).replace("i++", "i += " + "1 + " * (n % 40) + "1") for n in range(200))
    splits: dict[str, set[str]] = {}
    for seed in (1, 2):
        samples = list(pairs(f"class A {{ {text} }}", positives=1, negatives=0, depth=1, seed=seed))
        assert len(samples) == 200
        for sample in samples:
            splits.setdefault(sample.group, set()).add(sample.split)
    assert len(splits) == 40
    assert all(len(found) == 1 for found in splits.values())
    assert {split for found in splits.values() for split in found} == {"train", "validation", "test"}
    one = list(pairs(CLASS, splits=(0.0, 0.0, 1.0), positives=1, negatives=0))
    assert {sample.split for sample in one} == {"test"}


def test_a_sample_does_not_hang_on_order_or_company() -> None:
    alone = {s.id: s.row() for n in range(6) for s in pairs(f"class A {{ {numbered(n)} }}", seed=5)}
    for order in ([0, 1, 2, 3, 4, 5], [4, 2, 5, 0, 1, 3]):
        sources = [f"class A {{ {numbered(n)} }}" for n in order]
        assert {s.id: s.row() for s in pairs(sources, seed=5)} == alone
    together = by_name(list(pairs(CLASS, seed=5)))
    for row in alone.values():
        sample = together[row["method"]]
        assert [texts(sample), sample.seed] == [
            [row["anchor"], *(v["text"] for side in ("positives", "negatives") for v in row[side])],
            row["seed"],
        ]
    other = {row["seed"] for row in (s.row() for s in pairs(CLASS, seed=6))}
    assert not other & {row["seed"] for row in alone.values()}
    names = [mutator.name for mutator in em.select_mutators()]
    assert list(pairs(CLASS, seed=5, mutators=names[::-1])) == list(pairs(CLASS, seed=5))


def test_weights_say_how_often_a_mutator_is_drawn() -> None:
    chosen = ["variable-renaming", "useless-cast", "unused-variable"]
    weights = {"variable-renaming": 3.0, "useless-cast": 0.0}
    text = "class A { " + "\n".join(numbered(n) for n in range(150)) + " }"
    drawn: Counter[str] = Counter()
    for sample in pairs(text, mutators=chosen, weights=weights, depth=1, positives=2, negatives=0):
        drawn.update(name for positive in sample.positives for name in positive.mutators)
    assert drawn.keys() == {"variable-renaming", "unused-variable"}
    assert drawn.total() == 300
    assert 195 <= drawn["variable-renaming"] <= 255  # 225 expected, standard deviation 7.5


def test_depth_says_how_many_mutations() -> None:
    depths: Counter[int] = Counter()
    for sample in pairs(CLASS, positives=8, negatives=0, depth=(1, 3)):
        depths.update(len(positive.mutators) for positive in sample.positives)
    assert depths.keys() == {1, 2, 3}
    assert min(depths.values()) >= 6
    # One comparison and no more: two mutations cannot be had.
    assert [
        s.status
        for s in pairs(
            "boolean f(int a) { return a < 1; }", mutators=["reorder-condition"], depth=2, negatives=0
        )
    ] == ["skipped"]


def test_the_most_tokens_hold_for_all_texts() -> None:
    limit = token_count(numbered(1).encode()) + 2
    samples = list(pairs([CLASS, "int f() { " + "g(); " * 200 + "}"], max_tokens=limit, positives=3))
    assert [s.status for s in samples] == ["ok"] * 6 + ["skipped"]
    assert samples[-1].error == f"more than {limit} tokens"
    found = [token_count(text.encode()) for sample in samples[:-1] for text in texts(sample)]
    assert max(found) <= limit
    assert all(len(sample.positives) == 3 for sample in samples[:-1])


@pytest.mark.parametrize(("share", "least"), [(0.25, 1), (0.5, 2), (1.0, 4)])
def test_a_share_of_the_operators_is_mutated_at_once(share: float, least: int) -> None:
    text = "int f(int a, int b) { if (a < 1) g(); if (b < 2) g(); if (a < 3) g(); if (b < 4) g(); return a; }"
    [sample] = pairs(text, positives=0, negatives=2, breaking=[Flip()], share=share)
    for negative in sample.negatives:
        assert negative.mutators == ("flip",) * least
        assert negative.text.count(">=") == least
        assert negative.text.count("<") == 4 - least
    assert len(sample.negatives) == (1 if share == 1 else 2)


@pytest.mark.parametrize("seed", range(5))
def test_no_change_lies_in_another_one(seed: int) -> None:
    # Both `!` taken out and `<` turned round would be the original again.
    text = "boolean f(int a, int b) { return !(a < b); }"
    [sample] = pairs(text, positives=0, negatives=3, share=1.0, seed=seed)
    assert len(sample.negatives) >= 2
    check(sample.row())
    assert "return a >= b" not in " ".join(negative.text for negative in sample.negatives)


@pytest.mark.parametrize("seed", range(8))
def test_each_statement_is_changed_once(seed: int) -> None:
    text = (
        "boolean f(boolean p, boolean q) { return !p ^ !q; } int g(int x, int y) { x = x * y; return x - y; }"
    )
    for sample in pairs(text, positives=0, negatives=4, share=1.0, seed=seed):
        check(sample.row())
        assert {len(negative.mutators) for negative in sample.negatives} == {1 if sample.method == "f" else 2}
        assert "return p ^ q" not in " ".join(negative.text for negative in sample.negatives)


@pytest.mark.parametrize("seed", range(8))
def test_a_share_is_one_of_statements(seed: int) -> None:
    text = "int f(int a, int b) { if (a < 1 & b < 1) g(); if (b < 2 & a < 2) g(); return a; }"
    [half] = pairs(text, positives=0, negatives=3, breaking=[Flip()], share=0.5, seed=seed)
    assert {len(negative.mutators) for negative in half.negatives} == {1}
    [whole] = pairs(text, positives=0, negatives=3, breaking=[Flip()], share=1.0, seed=seed)
    for negative in whole.negatives:
        first, second, _ = negative.text.split(" g();")
        assert (first.count(">="), second.count(">=")) == (1, 1)


@pytest.mark.parametrize("seed", range(4))
def test_a_statement_in_an_expression_is_not_changed_with_it(seed: int) -> None:
    text = "boolean f(int a, int b) { return a < (int) h(() -> { if (b < 1) k(); }); }"
    [sample] = pairs(text, positives=0, negatives=4, breaking=[Flip()], share=1.0, seed=seed)
    assert {len(negative.mutators) for negative in sample.negatives} == {1}
    assert len(sample.negatives) == 2


def test_negatives_change_different_expressions_first() -> None:
    [sample] = pairs("int f(int a, int b) { return a * b + g(a < b, b > a); }", positives=0, negatives=3)
    spans = {
        tuple(record["site"][key] for key in ("start", "end"))
        for negative in sample.negatives
        for record in json.loads(negative.mutations)
    }
    assert len(spans) == 3


def test_what_cannot_be_read_is_a_sample_with_its_error(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(
        b'{"code": "int f(int a) { return a < 1 ? 2 : a; }", "path": "A.java"}\n'
        b'{"code": "this is no Java at all ((("}\n'
        b'{"other": 1}\nnot json\n{"code": 5}\n{"code": "interface I { int f(); }"}\n'
        b'{"code": "\\ud800"}\n{"code": "class A { int f( { return 1; } void g(int n) { h(n); } }"}\n'
    )
    sampler = Sampler(Options())
    found = [s for item in line_items(tmp_path / "a.jsonl", "code") for s in sampler.samples(item)]
    told = {s.input_line: (s.status, s.error) for s in found}
    assert told[1] == ("ok", "")
    assert found[0].source == "A.java"
    assert told[2][0] == "error"
    assert told[3] == ("error", "no field 'code'; there are: other")
    assert told[4][1].startswith("not JSON")
    assert told[5] == ("error", "field 'code' is not a text")
    assert told[6] == ("skipped", "no method with a body")
    assert told[7] == ("error", "1: a lone surrogate, which UTF-8 cannot hold")
    assert "error" in {s.status for s in found if s.input_line == 8}
    assert sampler.counts["error"] == sum(s.status == "error" for s in found) >= 6
    for sample in found:
        check(sample.row())


def test_files_that_cannot_be_read_do_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_bytes(b"class A { int f() { return 1; } \xff }")
    (tmp_path / "B.java").write_text(CLASS)
    samples = list(pairs([tmp_path / "gone", tmp_path], positives=1, negatives=1))
    assert [s.status for s in samples] == ["error", "error"] + ["ok"] * 6
    assert samples[0].error == f"{tmp_path / 'gone'}: no such file or folder"
    assert "not UTF-8" in samples[1].error


def test_a_fault_in_one_method_is_told_and_the_others_are_made() -> None:
    text = "class A { boolean odd(int a) { return a < 1; } boolean even(int b) { return b < 1; } }"
    sampler = Sampler(Options(breaking=[Crash()]))
    samples = by_name([s for item in items([text]) for s in sampler.samples(item)])
    assert samples["odd"].negatives == ()
    assert samples["even"].status == "ok"
    assert samples["even"].negatives[0].text == "boolean even(int b) { return b >= 1; }"
    assert sampler.counts["conflicts"] == 1


def test_edits_that_the_framework_rejects_are_told_and_others_taken() -> None:
    told: list[Any] = []
    text = "class A { void odd(int a) { g(a); } void even(int b) { g(b); } }"
    options = {"mutators": [Misfit(), "variable-renaming"], "weights": {"misfit": 1e9}, "depth": 1}
    samples = list(pairs(text, on_conflict=told.append, negatives=0, **options))
    assert [{m for p in s.positives for m in p.mutators} for s in samples] == [{"variable-renaming"}] * 2
    assert told
    assert {conflict.method.name for conflict in told} == {"odd"}


@pytest.mark.parametrize(
    ("breaking", "counted"), [(Flip(), "ok"), (Wrap(), "equivalent"), (Add(), "uncompiled")]
)
def test_negatives_that_are_none_are_left_out(jdk: Jdk, breaking: Mutator, counted: str) -> None:
    options = Options(positives=0, negatives=2, breaking=[breaking])
    sampler = Sampler(options, classes=em.ClassBytes(jdk))
    text = "class A { boolean f(int a, int b) { return a < 1 || b < 2; } }"
    [sample] = [s for item in items([text]) for s in sampler.samples(item)]
    assert len(sample.negatives) == (2 if counted == "ok" else 0)
    assert sample.status == ("ok" if counted == "ok" else "skipped")
    assert sampler.counts[counted] == (1 if counted == "ok" else 2)


def test_a_sketch_is_the_anchor_and_leads_back_to_the_method() -> None:
    text = "class A { int total; int more(int count) { int sum = total; return sum < count ? sum : 1; } }"
    [sample] = pairs(text, sketch=Sketch(), positives=2, negatives=2)
    assert sample.anchor == "int f(int arg_0) { int var_0 = total; return var_0 < arg_0 ? var_0 : 1; }"
    check(sample.row())
    original = sample.anchor
    for record in json.loads(sample.anchor_mutations):
        original = em.invert(original, Mutation.from_dict(record))
    assert original == text[text.index("int more") : -2]
    assert sample.group == next(pairs(text)).group
    assert all("total" in other and "count" not in other for other in texts(sample))
    with pytest.raises(RecordMismatch, match="anchor: mutation"):
        check({**sample.row(), "anchor": sample.anchor + " "})
    # One that has nothing to sketch is its own sketch.
    [plain] = pairs("int f(int arg_0) { return arg_0 + 1; }", sketch=Sketch())
    assert (plain.anchor_mutations, plain.status) == ("[]", "ok")


def test_what_was_put_out_earlier_does_not_come_again() -> None:
    seen = Seen()
    first = list(pairs(CLASS, seen=seen))
    assert list(pairs(CLASS, seen=seen, seed=1)) == []
    [again] = pairs(first[0].negatives[0].text + "\n", seen=Seen())
    assert again.status == "ok"
    assert list(pairs(first[0].negatives[0].text + "\n", seen=seen)) == []


def test_a_check_names_what_disagrees() -> None:
    [sample] = pairs(numbered(1))
    row = sample.row()
    variant = row["positives"][0]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"schema": 2}, "schema is 2"),
        ({"anchor": row["anchor"] + " "}, "negatives|positives"),
        ({"positives": [variant, {**variant, "text": variant["text"] + " "}]}, r"positives\[1\]: mutation"),
        ({"positives": [variant, variant]}, r"positives\[1\] has the tokens of positives\[0\]"),
        ({"positives": [variant]}, "positive_count is 2, not 1"),
        ({"positives": [{**variant, "mutators": ["x"]}, variant]}, r"positives\[0\].mutators"),
        ({"negatives": [{**variant, "mutations": "[]"}, variant]}, "has no records"),
        ({"negatives": [{**variant, "mutations": "{"}, variant]}, "not a row of pairs"),
        ({"group": "0"}, "group is '0'"),
        ({"tokens": 3}, "tokens is 3"),
        ({"id": "0"}, "id is '0'"),
    ]
    check(row)
    for change, message in wrong:
        with pytest.raises(RecordMismatch, match=message):
            check({**row, **change})
    del row["seed"]
    with pytest.raises(RecordMismatch, match="KeyError: 'seed'"):
        check(row)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mutators": ["operator-mutation"]}, "operator-mutation is breaking"),
        ({"breaking": ["useless-cast"]}, "useless-cast is preserving"),
        ({"mutators": ["none"]}, "no mutator 'none'"),
        ({"weights": {"none": 1.0}}, "a weight for 'none'"),
        ({"weights": {"useless-cast": -1.0}}, "weight of useless-cast"),
        ({"weights": {"useless-cast": float("nan")}}, "weight of useless-cast"),
        ({"depth": 0}, "depth 0-0"),
        ({"depth": (3, 2)}, "depth 3-2"),
        ({"positives": -1}, "from 0 on"),
        ({"positives": 0, "negatives": 0}, "neither"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"share": 0.0}, "share"),
        ({"share": 1.5}, "share"),
        ({"splits": (0.5, 0.5, 0.5)}, "sum 1"),
    ],
)
def test_what_cannot_be_asked_is_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises((MutationError, ValueError), match=message):
        pairs(CLASS, **options)
