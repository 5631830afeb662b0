from __future__ import annotations

from pathlib import Path

import pytest

from parsers.java.scopes import Declaration
from parsers.java.syntax import Node
from parsers.source import Method
from tests.parsers.java.flow_oracle import COMPOUND, Grammar, javac, listed, marked, method_of, templates

STATEMENTS = (
    *(template for template in COMPOUND if "()" not in template.text.split("H")[0]),
    *templates(
        ("for (v = 1; C; ) { H }", "bc"),
        ("for (; C; v = 1) { H }", "bc"),
        ("for (int x : new int[v = 1]) { H }", "bc"),
        "assert C : v = 1;",
        "f(C ? v = 1 : 2, C);",
        "{ boolean y = C; H }",
        "switch (v = 1) { case 1: H }",
        "try (Res x = new Res(v = 1)) { H } finally { H }",
        ("n = switch (n) { case 1: H yield 1; default: { H } yield v = 2; };", "!"),
        ("n = switch (n) { case 1 -> { H yield f(); } case 2 -> v = 1; default -> { if (C) { H } throw e; } };", "!"),
    ),
)
SIMPLE = ("f();", "throw e;", "v = 1;", "if (p) v = 1;", "if (p && (v = 1) > 0) f(); else f(1);")
PLAIN_CONDITIONS = ("p", "true", "KK", "DEBUG", "1 > 2 | p")
CONDITIONS = (
    "!(p && (v = 1) > 0)",
    "p || (v = 1) > 0",
    "p && (v = 1) > 0",
    "(v = 1) > 0",
    "p ? (v = 1) > 0 : true",
    "p ? false : (v = 1) > 0",
    "p | (v = 1) > 0",
    "p ? false : p && false",
    "switch (n) { case 1: yield p && (v = 1) > 0; default: yield false; }",
    "switch (n) { case 1 -> true; default -> p || (v = 1) > 0; }",
)
FORMS = (
    "void m(boolean p) { final boolean KK = true; %sint v; %s f(); }",
    "void m(boolean p) { final boolean KK = true; switch (n) { case 0: %sint v; %s case 7: f(); default: f(); } }",
    "void m(boolean p) { final boolean KK = true; r = () -> { %sint v; %s }; }",
)


def variable(method: Method, name: str = "v") -> Declaration:
    return next(declaration for declaration in method.scopes.declarations if declaration.name == name)


def probed(method: Method, at: int, probe: str) -> tuple[Method, Node]:
    """The method with a statement put in, on a line of its own."""
    changed = method_of(f"{method.text[:at]}\n{probe}\n{method.text[at:]}")
    return changed, next(node for node in changed.root.walk() if node.start == at + 1)


def test_definite_assignment_agrees_with_javac(tmp_path: Path) -> None:
    """A read of v is accepted by javac exactly where v is definitely assigned."""
    grammar = Grammar(STATEMENTS, SIMPLE, PLAIN_CONDITIONS + CONDITIONS)
    asked = []
    for number, text in enumerate(grammar.pairs()):
        method = method_of(FORMS[number % 3] % ("", text))
        places = [node for node in listed(method) if node.start > variable(method).node.start]
        asked.append(probed(method, places[number % len(places)].start, "f(v);"))
    errors = javac([method.text for method, _ in asked], tmp_path)
    compared = accepted = 0
    for (method, read), found in zip(asked, errors, strict=True):
        if all(key == "var.might.not.have.been.initialized" for _, key in found):
            proved = method.flow.assigned_before(variable(method), read)
            # A constant of another class counts as unknown.
            assert proved == (not found) or (not found and "DEBUG" in method.text), method.text
            compared, accepted = compared + 1, accepted + proved
    assert compared > 500
    assert accepted > 80


def test_definite_unassignment_agrees_with_javac(tmp_path: Path) -> None:
    """A final v may be assigned as often as wished, if it is definitely unassigned each time."""
    grammar = Grammar(STATEMENTS, ("f();", "f();", "f();", *SIMPLE[1:3]), PLAIN_CONDITIONS * 6 + CONDITIONS)
    methods = []
    for number, text in enumerate(grammar.pairs()):
        method = method_of(FORMS[number % 3] % ("final ", text))
        places = [node for node in listed(method) if node.start > variable(method).node.start]
        methods.append(probed(method, places[number % len(places)].start, "v = 9;")[0])
    first = javac([method.text for method in methods], tmp_path)
    kept = [
        (method, found)
        for method, found in zip(methods, first, strict=True)
        if all(key.startswith("var.might") for _, key in found)
    ]
    good = [method for method, _ in kept if is_assigned_once(method)]
    # None of these has an error, so javac looks at their loops too.
    assert not any(javac([method.text for method in good], tmp_path))
    silent = [method for method, found in kept if not is_assigned_once(method) and not found]
    silent = [method for method in silent if "DEBUG" not in method.text][:40]
    for method, found in zip(silent, javac([m.text for m in silent], tmp_path, alone=True), strict=True):
        assert found, method.text
    assert len(good) > 200
    assert len(kept) - len(good) > 200
    assert len(silent) > 5


def is_assigned_once(method: Method) -> bool:
    v = variable(method)
    writes = [ref.node.parent for ref in v.references if ref.access == "write"]
    return all(method.flow.unassigned_before(v, node) for node in writes if node is not None)
