"""SyntaxMatch against worked values, and against tree-sitter's own s-expressions."""

from __future__ import annotations

import time

import pytest
import tree_sitter

from equimorph.metrics import MetricError, dataflow_match, syntax_match
from equimorph.metrics.trees import grammar_of
from tests.equimorph.metrics.pairs import LONGER, NAMES, OPERATOR, ORDER, REFERENCE, random_pairs


def naive(candidate: str, reference: str, lang: str) -> float:
    """The share of the s-expressions that tree-sitter writes."""
    own, other = sexpressions(candidate, lang), sexpressions(reference, lang)
    return sum(one in own for one in other) / len(other)


def sexpressions(text: str, lang: str) -> list[str]:
    root = tree_sitter.Parser(grammar_of(lang).language).parse(text.encode()).root_node
    found, todo = [str(root)], [root]
    while todo:
        children = [child for child in todo.pop().children if child.children]
        found += map(str, children)
        todo += children
    return found


@pytest.mark.parametrize("candidate", [OPERATOR, NAMES, ORDER])
def test_names_and_operators_do_not_count(candidate: str) -> None:
    assert syntax_match(candidate, REFERENCE) == 1


def test_a_statement_more_changes_the_method_and_its_block() -> None:
    assert syntax_match(LONGER, REFERENCE) == 7 / 11


@pytest.mark.parametrize("lang", ["java", "python"])
def test_forms_are_equal_where_s_expressions_are_whatever_is_wrong_with_the_text(lang: str) -> None:
    pairs = list(random_pairs(300, seed=3))
    assert [syntax_match(*pair, lang) for pair in pairs] == [naive(*pair, lang) for pair in pairs]


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        # A line end that tree-sitter makes up is in the s-expression, though no node of the tree.
        (
            "def f(x):\n    a, b = g(x, y, h.a, h.b)yield from map(x, y)\n    if d:\n        yield y\n",
            "def f(x):\n    a, b = g(x, y, h.a, h.b)\n    yield from map(x, y)\n    if d:\n        yield y\n",
        ),
        ("def f(x):\n    return x +\n", "def f(x):\n    return x\n"),
        ("x is not y\n", "x not in y\n"),
        ("if a:\n    print(a not in b, é)\n", "if a:\n    print(a is not b, $)\n"),
    ],
)
def test_what_tree_sitter_makes_up_or_cannot_read_is_part_of_the_form(candidate: str, reference: str) -> None:
    assert syntax_match(candidate, reference, "python") == naive(candidate, reference, "python")
    assert syntax_match(reference, candidate, "python") == naive(reference, candidate, "python")


def test_it_counts_which_part_a_node_is() -> None:
    # The whole and the loop differ; the assignment and the block do not.
    assert syntax_match("for (i = 0; ; ) { }", "for (; ; i = 0) { }") == 2 / 4


def test_comments_and_docstrings_do_not_count() -> None:
    java = "int f() { /* a */ return 1; // b\n }"
    assert syntax_match("int f() { return 1; }", java) == syntax_match(java, "int f() { return 1; }") == 1
    python = 'def f():\n    """Say."""\n    # more\n    return 1\n'
    assert syntax_match("def f():\n    return 1\n", python, "python") == 1
    assert syntax_match(python, "def f():\n    return 1\n", "python") == 1


def test_one_subtree_may_match_several() -> None:
    # The program; two statements and two calls with two lists of arguments, all of which the candidate has once.
    assert syntax_match("f(1);", "f(1); f(2);") == 6 / 7


@pytest.mark.parametrize("lang", ["java", "python"])
def test_two_empty_texts_match_one_alone_does_not(lang: str) -> None:
    text = "f(x)" if lang == "python" else "f(x);"
    assert syntax_match("", " \n", lang) == 1
    assert syntax_match("", text, lang) == syntax_match(text, "", lang) == 0


def test_depth_has_no_limit_and_costs_no_more_than_length() -> None:
    deep = f"x = {'(' * 50_000}1{')' * 50_000};"
    start = time.perf_counter()
    assert syntax_match(deep, deep) == 1
    assert time.perf_counter() - start < 30


def test_another_language_is_an_error() -> None:
    with pytest.raises(MetricError, match="no trees of 'go'"):
        syntax_match("a", "a", "go")


def test_a_comment_ends_at_a_carriage_return() -> None:
    texts = [f"class A {{ int a; // x{end}int b = a; }}" for end in ("\n", "\r", "\r\n")]
    assert [syntax_match(text, texts[0]) for text in texts] == [1, 1, 1]
    assert [dataflow_match(text, texts[0]) for text in texts] == [1, 1, 1]
