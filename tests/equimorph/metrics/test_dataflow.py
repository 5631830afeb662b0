"""DataflowMatch against graphs made by hand."""

from __future__ import annotations

import time

import pytest

from equimorph.metrics import dataflow_match
from equimorph.metrics.dataflow import edges_of, flow_of
from equimorph.metrics.trees import tree_of
from tests.equimorph.metrics.pairs import LONGER, NAMES, OPERATOR, ORDER, REFERENCE

FROM, COMPUTED = "comesFrom", "computedFrom"


def edges(text: str, lang: str = "java") -> list[tuple[int, str, tuple[int, ...]]]:
    flow = flow_of(tree_of(text, lang))
    assert flow is not None
    return sorted(flow.elements())


@pytest.mark.parametrize("candidate", [OPERATOR, NAMES, ORDER, LONGER])
def test_worked_values(candidate: str) -> None:
    assert dataflow_match(candidate, REFERENCE) == 1


def test_a_parameter_flows_into_its_use() -> None:
    # a and b, each once without a source and once from itself.
    assert edges(REFERENCE) == [(0, FROM, ()), (0, FROM, (0,)), (1, FROM, ()), (1, FROM, (1,))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int c = a + b;", [(0, FROM, ()), (1, FROM, ()), (2, FROM, (0, 1))]),
        ("c = a;", [(0, FROM, ()), (1, COMPUTED, (0,))]),
        ("i++;", [(0, COMPUTED, (0,))]),
        ("x = x;", [(0, COMPUTED, (0,)), (0, FROM, ())]),
    ],
)
def test_java(text: str, expected: list[tuple[int, str, tuple[int, ...]]]) -> None:
    assert edges(text) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c = a\n", [(0, FROM, ()), (1, COMPUTED, (0,))]),
        ("a, b = x, y\n", [(0, COMPUTED, (1,)), (1, FROM, ()), (2, COMPUTED, (3,)), (3, FROM, ())]),
        ("[y for y in x]\n", [(0, COMPUTED, (1,)), (0, FROM, (0,)), (1, FROM, ())]),
    ],
)
def test_python(text: str, expected: list[tuple[int, str, tuple[int, ...]]]) -> None:
    assert len(edges(text, "python")) == len(expected)
    assert sorted((one, len(sources)) for _, one, sources in edges(text, "python")) == sorted(
        (one, len(sources)) for _, one, sources in expected
    )


def test_values_of_all_branches_flow_on() -> None:
    with_else = "def f(a):\n    x = a\n    if a:\n        x = 1\n    else:\n        x = 2\n    g(x)\n"
    # Of the places where x is set, the branches; without else the first one and the branch.
    assert _use_of_x(with_else, "python") == (1, 2)
    assert _use_of_x(with_else.replace("    else:\n        x = 2\n", ""), "python") == (0, 1)
    # In Java, the value before an if with else flows on, too, as in the package.
    with_else = "void f(int a) { int x = a; if (a > 0) { x = 1; } else { x = 2; } g(x); }"
    assert _use_of_x(with_else, "java") == (0, 1, 2)
    assert _use_of_x(with_else.replace("else { x = 2; }", ""), "java") == (0, 1)


def _use_of_x(text: str, lang: str) -> tuple[int, ...]:
    """Where the last x of a text may come from, counted among the text's occurrences of x."""
    found = [edge for edge in edges_of(tree_of(text, lang)) if edge.name == "x"]
    order = sorted({edge.place for edge in found})
    last = max(found, key=lambda edge: edge.place)
    return tuple(order.index(place) for place in last.places)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("java", "void f(int n) { int x = 0; while (n > 0) { g(x); x = n; } }"),
        ("python", "def f(n):\n    x = 0\n    while n:\n        g(x)\n        x = n\n"),
    ],
)
def test_what_a_loop_sets_flows_into_its_next_round(lang: str, text: str) -> None:
    straight = text.replace("while (n > 0)", "").replace("while n:", "with n:")
    assert dataflow_match(straight, text, lang) != 1


@pytest.mark.parametrize("lang", ["java", "python"])
def test_an_edge_of_the_candidate_matches_one_edge_only(lang: str) -> None:
    assert dataflow_match("f(a, a);", "f(a, a, a);", lang) == 2 / 3
    assert dataflow_match("f(a, a, a);", "f(a, a);", lang) == 1


@pytest.mark.parametrize(
    ("lang", "text"), [("java", "return ;"), ("java", "foo ( ) ;"), ("python", "pass\n"), ("python", "f()\n")]
)
def test_without_an_edge_in_the_reference_there_is_no_score(lang: str, text: str) -> None:
    assert dataflow_match(text, text, lang) is None
    assert dataflow_match("", text, lang) is None


@pytest.mark.parametrize("lang", ["java", "python"])
def test_two_empty_texts_match_one_alone_does_not(lang: str) -> None:
    comment = "# c\n" if lang == "python" else "// c\n"
    assert dataflow_match("", comment, lang) == 1
    assert dataflow_match("f(a, a);", "", lang) == dataflow_match("", "f(a, a);", lang) == 0


def test_a_string_assigned_to_an_attribute_leaves_the_flow_alone() -> None:
    text = 'def f(self, a):\n    self.b = "c"\n    return a\n'
    assert dataflow_match(text, text, "python") == 1


@pytest.mark.parametrize("lang", ["java", "python"])
def test_loops_within_loops_are_given_up_in_time(lang: str) -> None:
    heads = [f"while (a{at} > b)" if lang == "java" else f"{' ' * at}while a{at} > b:\n" for at in range(30)]
    text = "".join(heads) + ("{ c = a; }" if lang == "java" else " " * 30 + "c = a\n")
    start = time.perf_counter()
    assert dataflow_match(text, text, lang) is None
    assert time.perf_counter() - start < 20


def test_a_graph_has_a_limit() -> None:
    text = "while (a > b) " * 17 + "c = a;"  # some 2^17 rounds
    assert dataflow_match(text, text) is None


@pytest.mark.parametrize("lang", ["java", "python"])
def test_depth_has_no_limit(lang: str) -> None:
    deep = f"x = a; y = {'(' * 5_000}x{')' * 5_000};"
    assert dataflow_match(deep, deep, lang) == 1
    long = f"y = {' + '.join(['x'] * 1_500)};"
    assert dataflow_match(long, long, lang) == 1


@pytest.mark.parametrize("lang", ["java", "python"])
def test_names_beyond_ascii_are_names(lang: str) -> None:
    text = 'x = "ß"; größe = x; f(größe, x);'
    plain = 'x = "s"; groesse = x; f(groesse, x);'
    assert dataflow_match(text, plain, lang) == dataflow_match(plain, text, lang) == 1
