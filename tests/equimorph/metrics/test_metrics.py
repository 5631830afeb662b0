"""The metrics against worked values, reference implementations, naive doubles, and laws."""

from __future__ import annotations

import bisect
import heapq
import inspect
import io
import keyword
import math
import pickle
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import cast

import pytest
from rapidfuzz.distance import Levenshtein
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from equimorph import metrics
from equimorph.metrics import bleu, chrf, crystalbleu, ed, rouge_l, weight_bleu
from equimorph.metrics.crystal import common_ngrams
from equimorph.metrics.errors import MetricError
from equimorph.metrics.ngrams import _kept as _kept_ngrams
from equimorph.metrics.tokens import _kept as _kept_tokens
from equimorph.metrics.tokens import tokens_of
from tests.equimorph.metrics.pairs import LONGER, NAMES, OPERATOR, ORDER, REFERENCE, random_pairs

IGNORED = [(token,) for token in ["(", ")", "{", "}", ";", ",", "int"]]
PLAIN: dict[str, Callable[[str, str, str], float | None]] = {
    "bleu": bleu,
    "weight-bleu": weight_bleu,
    "rouge-l": rouge_l,
    "ed": ed,
    "chrf": chrf,
    "crystalbleu": crystalbleu,
}


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("tokens", ["split", "lexer"])
@pytest.mark.parametrize(
    ("candidate", "values"),
    [
        (OPERATOR, (0.815355, 0.827438, 0.937500, 0.937500, 0.873940, 0.822066, 0.797292)),
        (NAMES, (0, 0.222602, 0.687500, 0.687500, 0.412024, 0, 0)),
        (ORDER, (0.733906, 0.752959, 0.875000, 0.875000, 0.832193, 0.733906, 0.733906)),
        (LONGER, (0.583404, 0.603136, 0.810811, 0.714286, 0.723376, 0.586929, 0.571175)),
    ],
)
def test_worked_values(candidate: str, values: tuple[float, ...], tokens: str) -> None:
    found = (
        bleu(candidate, REFERENCE, tokens=tokens),
        bleu(candidate, REFERENCE, tokens=tokens, smooth="add1"),
        rouge_l(candidate, REFERENCE, tokens=tokens),
        ed(candidate, REFERENCE, tokens=tokens),
        chrf(candidate, REFERENCE, tokens=tokens),
        weight_bleu(candidate, REFERENCE, tokens=tokens),
        crystalbleu(candidate, REFERENCE, tokens=tokens, ignore=IGNORED),
    )
    assert found == tuple(map(near, values))


@pytest.mark.parametrize(
    ("smooth", "method", "value"), [("none", "none", None), ("add1", "add-k", 1), ("eps", "floor", 0.1)]
)
def test_bleu_is_that_of_sacrebleu(smooth: str, method: str, value: float | None) -> None:
    oracle = BLEU(
        tokenize="none",
        smooth_method=method,
        smooth_value=value,
        effective_order=True,
        max_ngram_order=4,
        force=True,
    )
    compared = 0
    for candidate, reference in random_pairs(1_000, least=4):
        expected = oracle.sentence_score(candidate, [reference]).score / 100
        if method == "add-k" and not set(candidate.split()) & set(reference.split()):
            continue  # sacrebleu divides by the first order's count, and has a logarithm of 0
        assert bleu(candidate, reference, tokens="split", smooth=smooth) == near(expected), (
            candidate,
            reference,
        )
        compared += 0 < expected < 1
    assert compared > 100


def test_bleu_of_a_corpus_is_that_of_sacrebleu() -> None:
    pairs = list(random_pairs(200, least=4))
    own, other = map(list, zip(*pairs, strict=True))
    oracle = BLEU(tokenize="none", smooth_method="none", effective_order=False, force=True)
    found = metrics.corpus("bleu", pairs, tokens="split")
    assert found == metrics.CorpusScore(near(oracle.corpus_score(own, [other]).score / 100), 200, 0, "pooled")


def naive_bleu(own: list[str], other: list[str], weight: Callable[[tuple[str, ...]], float]) -> float:
    logs = []
    for n in range(1, 5):
        left = Counter(tuple(own[i : i + n]) for i in range(len(own) - n + 1))
        right = Counter(tuple(other[i : i + n]) for i in range(len(other) - n + 1))
        total = sum(weight(g) * k for g, k in left.items())
        match = sum(weight(g) * min(k, right[g]) for g, k in left.items())
        if total and not match:
            return 0.0
        logs += [math.log(match / total)] if total else []
    return min(1.0, math.exp(1 - len(other) / len(own))) * math.exp(sum(logs) / len(logs))


def test_weights_and_left_out_ngrams_against_a_naive_double() -> None:
    compared = 0
    for candidate, reference in random_pairs(1_000, least=1):
        own, other = candidate.split(), reference.split()
        weighted = naive_bleu(
            own, other, lambda g: 1 if len(g) > 1 or g[0] in ("int", "return", "if") else 0.2
        )
        assert weight_bleu(candidate, reference, tokens="split") == near(weighted)
        if any((token,) not in IGNORED for token in own):
            left = naive_bleu(own, other, lambda g: g not in IGNORED)
            assert crystalbleu(candidate, reference, tokens="split", ignore=IGNORED) == near(left)
            compared += 0 < left < 1
    assert compared > 30


def common(own: list[str], other: list[str]) -> int:
    row = [0] * (len(other) + 1)
    for left in own:
        before = row[:]
        for place, right in enumerate(other, 1):
            row[place] = before[place - 1] + 1 if left == right else max(before[place], row[place - 1])
    return row[-1]


def distance(own: list[str], other: list[str]) -> int:
    row = list(range(len(other) + 1))
    for start, left in enumerate(own, 1):
        before, row = row, [start]
        for place, right in enumerate(other, 1):
            row.append(min(before[place] + 1, row[-1] + 1, before[place - 1] + (left != right)))
    return row[-1]


def test_rouge_and_edits_against_other_formulas() -> None:
    for candidate, reference in random_pairs(1_000, least=1):
        own, other = candidate.split(), reference.split()
        assert ed(candidate, reference, tokens="split") == near(
            1 - distance(own, other) / max(len(own), len(other))
        )
        precision, recall = (common(own, other) / len(side) for side in (own, other))
        f1 = 2 * precision * recall / (precision + recall) if precision else 0
        assert rouge_l(candidate, reference, tokens="split") == near(f1)
        assert ed(candidate, reference, unit="char") == near(
            1 - Levenshtein.distance(candidate, reference) / max(len(candidate), len(reference))
        )


def test_chrf_is_that_of_sacrebleu() -> None:
    pairs = list(random_pairs(1_000, least=1))
    for candidate, reference in pairs:
        assert chrf(candidate, reference, tokens="split") == near(
            CHRF().sentence_score(candidate, [reference]).score / 100
        )
    own, other = map(list, zip(*pairs, strict=True))
    found = metrics.corpus("chrf", pairs, tokens="split")
    assert found.value == near(CHRF().corpus_score(own, [other]).score / 100)


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("lang", ["java", "python"])
def test_laws(name: str, lang: str) -> None:
    function = PLAIN[name]
    for candidate, reference in random_pairs(200, seed=2):
        score = function(candidate, reference, lang)
        assert score is None or 0 <= score <= 1 + 1e-12
        assert function(candidate, candidate, lang) == near(1)
    assert function("", "", lang) == 1
    assert function("// only a comment" if lang == "java" else "# one", "", lang) == 1
    assert function("", "x", lang) == function("x", "", lang) == 0


@pytest.mark.parametrize("name", PLAIN)
def test_any_text_has_a_score(name: str) -> None:
    texts = [
        "\ud800",
        "\0",
        "\ufeffint x;",
        "int x;\r\nint y;\r\n",
        '"',
        "/*",
        "'''",
        "(" * 5_000,
        "\t\n \f",
        "é日本𝔘",
        "f'{x}'",
        "\\u0041",
        "\xa0",
        "\u3000",
        "\x1c",
        "\x08",
        "x\u2028y",
    ]
    for own in texts:
        for lang in ("java", "python"):
            score = metrics.score(name, own, "int x ; return \ud800 ;", lang)
            assert score is None or 0 <= score <= 1
            assert metrics.score(name, own, own, lang) == near(1)


def test_chrf_of_python_is_that_of_the_text_without_blanks() -> None:
    own, other = "def f(a, b):\n    if a:\n        return b\n    return a\n", "def f(a, b):\n    return b\n"
    expected = CHRF().sentence_score(own, [other]).score / 100
    assert chrf(own, other, "python") == near(expected)
    assert chrf(own, other, "python", tokens="split") == near(expected)
    assert metrics.corpus("chrf", [(own, other)], "python").value == near(expected)


def test_tokens_of_python_are_those_of_the_interpreter() -> None:
    kinds = {
        tokenize.NEWLINE: "\n",
        tokenize.INDENT: "\n\t",
        tokenize.DEDENT: "\n\b",
        tokenize.NL: None,
        tokenize.COMMENT: None,
        tokenize.ENDMARKER: None,
    }
    for module in (heapq, bisect, keyword, tokenize):
        text = inspect.getsource(module)
        if re.search(r"\b[rR]?[fF][rR]?['\"]", text):
            continue  # before 3.12, an f-string is one token
        read = tokenize.generate_tokens(io.StringIO(text).readline)
        expected = [kinds.get(token.type, token.string) for token in read]
        assert sorted(tokens_of(text, "python")) == sorted(one for one in expected if one is not None)
        assert [one for one in tokens_of(text, "python") if one[0] != "\n"] == [
            one for one in expected if one and one[0] != "\n"
        ]


@pytest.mark.parametrize("value", [None, 3, b"int", float("nan"), ["a"]])
@pytest.mark.parametrize("name", PLAIN)
def test_what_is_no_text_is_named(name: str, value: object) -> None:
    kind = type(value).__name__
    for own, other in ((value, "a"), ("a", value)):
        with pytest.raises(MetricError, match=f"a text is expected, not {kind}"):
            metrics.score(name, cast("str", own), cast("str", other))


def test_large_texts_are_not_kept() -> None:
    bleu("int b = 2 ;", "int b = 3 ;")
    before = _kept_tokens.cache_info().currsize, _kept_ngrams.cache_info().currsize
    large = "int a = 1;\n" * 2_000
    assert bleu(large, large) == 1
    assert (_kept_tokens.cache_info().currsize, _kept_ngrams.cache_info().currsize) == before


@pytest.mark.parametrize("name", PLAIN)
def test_scores_do_not_depend_on_order_or_on_what_was_scored_before(name: str) -> None:
    pairs = list(random_pairs(100, seed=3))
    found = {pair: metrics.score(name, *pair) for pair in pairs}
    Random(3).shuffle(pairs)
    for pair in pairs:
        assert metrics.score(name, *pair) == found[pair]
    tokens = [(own, other) for own, other in pairs if own and other]
    corpora = [metrics.corpus(name, some).value for some in (tokens, tokens[::-1])]
    assert corpora[0] == near(corpora[1] or 0)


def test_comments_and_layout_do_not_count_but_blocks_do() -> None:
    assert bleu("int f() { /* a */ return 1; // b\n}", "int f() {\n  return 1;\n}") == 1
    assert bleu("if a:\n    b\nc\n", "if a:\n  b  # d\nc\n", "python") == 1
    assert bleu("if a:\n    b\n    c\n", "if a:\n    b\nc\n", "python") < 1


def test_nothing_is_known_where_only_common_ngrams_are_left() -> None:
    assert crystalbleu("( ) ;", "x = 1 ;") is None
    assert crystalbleu("( ) ;", "( ) ;") == 1
    assert {("(",), ("return",), (")", ";")} <= common_ngrams("java")
    assert {("(",), (":",), ("self",)} <= common_ngrams("python")
    assert [len(common_ngrams(lang)) for lang in ("java", "python")] == [500, 500]
    assert metrics.corpus("crystalbleu", [("( ) ;", "x = 1 ;")]).value is None


def test_a_mean_leaves_out_what_is_undefined() -> None:
    found = metrics.corpus("ed", [("a b", "a c"), ("a", "a")])
    assert found == metrics.CorpusScore(0.75, 2, 0, "mean")
    assert metrics.corpus("ed", []).value is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: metrics.score("blue", "a", "b"), "no metric 'blue'"),
        (lambda: metrics.score("bleu", "a", "b", "c++"), "no language 'c++'"),
        (lambda: metrics.score("bleu", "a", "b", tokens="words"), "tokens is 'words'"),
        (lambda: metrics.score("bleu", "a", "b", smooth="much"), "smooth is 'much'"),
        (lambda: metrics.score("bleu", "a", "b", unit="char"), "bleu has no option 'unit'"),
        (lambda: ed("a", "b", unit="word"), "unit is 'word'"),
        (lambda: metrics.corpus("chrf", [], smooth="none"), "chrf has no option 'smooth'"),
        (lambda: metrics.Asked((), {}), "no metric"),
        (lambda: metrics.Asked(("ed",), {"smooth": "none"}), "no option 'smooth'"),
    ],
)
def test_mistakes_are_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(MetricError, match=message.replace("+", r"\+")):
        call()


def test_metrics_go_to_other_processes_and_to_datasets() -> None:
    assert pickle.loads(pickle.dumps(bleu)) is bleu
    rows = {"candidate": [OPERATOR, ORDER], "reference": [REFERENCE, REFERENCE]}
    found = [bleu(*pair) for pair in zip(rows["candidate"], rows["reference"], strict=True)]
    import datasets

    table = datasets.Dataset.from_dict(rows).map(
        lambda row: {"bleu": bleu(row["candidate"], row["reference"])}
    )
    assert table["bleu"] == found


def test_importing_metrics_imports_nothing_heavy() -> None:
    script = (
        "import sys; import equimorph.metrics as m; m.bleu('a', 'b'); print([n for n in"
        " ('torch', 'numpy', 'rapidfuzz', 'sacrebleu', 'tree_sitter_python', 'transformers') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("name", "package"), [("ed", "rapidfuzz"), ("rouge-l", "rapidfuzz"), ("chrf", "sacrebleu")]
)
def test_a_missing_package_is_named(name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from equimorph.metrics import characters

    characters._scorer.cache_clear()
    for module in (package, "rapidfuzz.distance", "sacrebleu.metrics", "sacrebleu.metrics.chrf"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ModuleNotFoundError, match=rf"{name} needs {package}: pip install 'equimorph\[metrics\]'"
    ):
        metrics.score(name, "a", "b")


def test_crystalbleu_of_a_corpus_of_equal_texts_is_1() -> None:
    assert metrics.score("crystalbleu", "( ) ;", "();") == 1
    assert metrics.corpus("crystalbleu", [("( ) ;", "();"), (";", ";")]).value == 1
    assert metrics.corpus("crystalbleu", [("( ) ;", "();"), (";", "x")]).value is None
