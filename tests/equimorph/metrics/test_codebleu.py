"""CodeBLEU against worked values, and with `compat` against numbers of the package codebleu 0.7.0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from equimorph import metrics
from equimorph.metrics import MetricError, bleu, codebleu, dataflow_match, syntax_match, weight_bleu
from equimorph.metrics.compat import bare, package_score
from tests.equimorph.metrics.pairs import LONGER, NAMES, OPERATOR, ORDER, REFERENCE, random_pairs

# Written by scripts/codebleu_values.py.
ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "codebleu.jsonl").read_text(encoding="utf-8").splitlines()
]
PYTHON = "def f ( a , b ) :\n    return a + b\n"


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("candidate", "value"), [(OPERATOR, 0.909355), (NAMES, 0.554356), (ORDER, 0.866953), (LONGER, 0.751349)]
)
def test_worked_values_of_the_package(candidate: str, value: float) -> None:
    assert codebleu(candidate, REFERENCE, compat=True) == near(value)


def test_worked_parts_of_the_package() -> None:
    assert package_score(LONGER, REFERENCE, "java").weight_bleu == near(0.785629)
    assert codebleu(PYTHON.replace("+", "-"), PYTHON, "python", compat=True) == near(0.915112)


@pytest.mark.parametrize(
    ("candidate", "reference", "value"),
    [("return ;", "return ;", 0.658114), ("foo ( ) ;", "bar ( ) ;", 0.693424)],
)
def test_the_package_counts_no_data_flow_as_a_perfect_one(
    candidate: str, reference: str, value: float
) -> None:
    assert codebleu(candidate, reference, compat=True) == near(value)
    assert package_score(candidate, reference, "java").dataflow == 0


def test_numbers_of_the_package() -> None:
    assert len(ROWS) > 250
    for row in ROWS:
        found = package_score(row["candidate"], row["reference"], row["lang"])
        parts = found.codebleu, found.bleu, found.weight_bleu, found.syntax, found.dataflow
        assert parts == tuple(map(near, row["values"])), row["id"]


def test_few_of_the_package_s_numbers_differ_from_process_to_process() -> None:
    assert 0.9 < sum(row["steady"] for row in ROWS) / len(ROWS) < 1


@pytest.mark.parametrize("tokens", ["lexer", "split"])
@pytest.mark.parametrize("candidate", [OPERATOR, NAMES, ORDER, LONGER])
def test_it_is_the_mean_of_its_parts(candidate: str, tokens: Any) -> None:  # noqa: ANN401
    parts = (
        bleu(candidate, REFERENCE, tokens=tokens),
        weight_bleu(candidate, REFERENCE, tokens=tokens),
        syntax_match(candidate, REFERENCE),
        dataflow_match(candidate, REFERENCE) or 0,
    )
    assert codebleu(candidate, REFERENCE, tokens=tokens) == near(sum(parts) / 4)


def test_an_undefined_part_is_left_out() -> None:
    assert dataflow_match("bar();", "foo();") is None
    parts = bleu("bar();", "foo();"), weight_bleu("bar();", "foo();"), syntax_match("bar();", "foo();")
    assert codebleu("bar();", "foo();") == near(sum(parts) / 3)


def test_a_text_is_equal_to_itself_and_unlike_an_empty_one() -> None:
    for row in ROWS[::7]:
        text, lang = row["reference"], row["lang"]
        assert codebleu(text, text, lang) == near(1)
        assert codebleu("", text, lang) == codebleu(text, "", lang) == 0
    assert codebleu("", "") == codebleu("", "", "python") == 1


def test_it_is_equal_to_the_package_where_that_is_right() -> None:
    found = 0
    for row in ROWS:
        own = dataflow_match(row["candidate"], row["reference"], row["lang"])
        syntax = syntax_match(row["candidate"], row["reference"], row["lang"])
        found += own == near(row["values"][4]) and syntax == near(row["values"][3])
    assert found > 0.85 * len(ROWS)


def test_renaming_a_variable_changes_no_tree_and_no_flow() -> None:
    text = "int f(int a, int b) { int c = a; while (c < b) { c = c + a; } return c; }"
    other = text.replace("c", "total").replace("a,", "aa,").replace("= a;", "= aa;").replace("+ a;", "+ aa;")
    assert syntax_match(other, text) == dataflow_match(other, text) == 1


STRANGE = [
    "",
    " ",
    "\n\r\n\t",
    "// only\n",
    "# only\n",
    "/* open",
    '"""open',
    "'",
    '"',
    "\\",
    "\x00",
    "\x00int a;\x00",
    "\ud800",
    "int \udfff = 1;",
    "x = '\ud83d'\n",
    "\ufeffint a;",
    "int a;\r\nint b = a;\r\n",
    "def f():\r\n\treturn 1\r\n",
    "def f():\r    return 1\r",
    "\tif a:\n\t\tb = a\n  else:\n c",
    "}}}}{{{{",
    ")(",
    "class",
    "def",
    "for (;;) for (;;) for (;;) x = x",
    "if if if else else",
    "é = ü + '日本' # ß\n",
    "\U0001d499 = \U0001d49a; /* \U0001f600 */ int z = \U0001d499;",
    "a." * 1_500 + "b",
    "(" * 2_000,
    "[" * 2_000 + "]" * 2_000,
    "if (a) " * 300 + ";",
    "x = y = " * 800 + "z;",
    "a, b, " * 500 + "= c, d",
    "lambda: " * 1_200 + "0",
    "x = " + "-" * 2_000 + "1",
    "@" * 1_000,
    "f'{f'{f'{x}'}'}'\n",
    "#" * 9_000,
    "int a" * 500,
]


@pytest.mark.parametrize("lang", ["java", "python"])
@pytest.mark.parametrize("text", STRANGE, ids=range(len(STRANGE)))
def test_any_text_has_a_score(text: str, lang: str) -> None:
    other = "int f(int a) { return a; }" if lang == "java" else "def f(a):\n    return a\n"
    assert codebleu(text, text, lang) == near(1)
    for pair in ((text, other), (other, text), (text, text)):
        assert 0 <= codebleu(*pair, lang) <= 1
        assert 0 <= codebleu(*pair, lang, compat=True) <= 1


def test_random_texts_have_scores() -> None:
    for lang in ("java", "python"):
        for candidate, reference in random_pairs(150, seed=8):
            assert 0 <= codebleu(candidate, reference, lang, tokens="split") <= 1


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("java", 'a = "//"; // b\n\n c', 'a = "//";  \n c'),
        ("java", "/* a\n * b */ c", "  c"),
        ("python", 'def f():\n    """d"""\n    # c\n    return "s"\n', 'def f():\n    return "s"'),
        ("python", "x = (1\n", "x = (1\n"),
    ],
)
def test_the_package_takes_out_comments_and_blank_lines(lang: str, text: str, expected: str) -> None:
    assert bare(text, lang) == expected


def test_the_package_takes_texts_apart_at_blanks_unless_told() -> None:
    pair = "f(a+b);", "f(a-b);"
    assert package_score(*pair, "java").bleu == 0
    assert codebleu(*pair, compat=True, tokens="lexer") > codebleu(*pair, compat=True)


def test_it_is_found_by_name() -> None:
    assert metrics.score("codebleu", OPERATOR, REFERENCE, compat=True) == near(0.909355)
    assert metrics.score("syntax-match", LONGER, REFERENCE) == near(7 / 11)
    assert metrics.score("dataflow-match", "return ;", "return ;") is None
    with pytest.raises(MetricError):
        metrics.score("codebleu", "a", "a", "go")
