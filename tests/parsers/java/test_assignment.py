from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from parsers.java.statements import is_statement
from parsers.java.syntax import Node
from parsers.source import Method, SourceFile
from tests.parsers.java.flow_oracle import COMPOUND, Grammar, javac, templates

GRAMMAR = Grammar(
    tuple(t for t in COMPOUND if not t.jumps.startswith("!"))
    + templates(
        ("for (v = 1; C; ) { H }", "bc"),
        ("for (; C; v = 1) { H }", "bc"),
        ("for (int x : new int[v = 1]) { H }", "bc"),
        "assert C : v = 1; ",
        "f(C ? v = 1 : 2, C);",
        "{ boolean y = C; H }",
        "switch (v = 1) { case 1: H }",
        "try (Res x = new Res(v = 1)) { H } finally { H }",
        ("n = switch (n) { case 1: H yield 1; default: { H } yield v = 2; };", "!"),
        ("n = switch (n) { case 1 -> { H yield f(); } case 2 -> v = 1; default -> { if (C) { H } throw e; } };", "!"),
    ),
    ("f();", "throw e;", "v = 1;", "v = 1;", "if (p) v = 1;", "int w = v = 1;", "if (p && (v = 1) > 0) f(); else f(1);"),
    (
        "p",
        "p",
        "true",
        "KK",
        "DEBUG",
        "!(p && (v = 1) > 0)",
        "p || (v = 1) > 0",
        "p && (v = 1) > 0",
        "(v = 1) > 0",
        "p ? (v = 1) > 0 : true",
        "p ? false : (v = 1) > 0",
        "p | (v = 1) > 0",
        "1 > 2 | p",
        "switch (n) { case 1: yield p && (v = 1) > 0; default: yield false; }",
        "switch (n) { case 1 -> true; default -> p || (v = 1) > 0; }",
        "p ? false : p && false",
    ),
)
FORMS = (
    "void m(boolean p) {{ final boolean KK = true; {final}int v; {body} f(); }}",
    "void m(boolean p) {{ final boolean KK = true; switch (n) {{ case 0: {final}int v; {body} case 7: f(); default: f(2); }} }}",
    "void m(boolean p) {{ final boolean KK = true; r = () -> {{ {final}int v; {body} }}; }}",
)


def listed(method: Method) -> Iterator[Node]:
    for node in method.root.walk():
        parent = node.parent
        if parent is not None and is_statement(node) and parent.type in ("block", "constructor_body", "switch_block_statement_group"):
            yield node


def method_of(text):
    (method,) = SourceFile.from_text(text).methods
    return method


def variable(method):
    return next(d for d in method.scopes.declarations if d.name == "v")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", ["assigned", "unassigned"])
def test_agrees_with_javac(tmp_path: Path, form, kind) -> None:
    final = "final " if kind == "unassigned" else ""
    probe = "f(v);" if kind == "assigned" else "v = 9;"
    texts, asked = [], []
    for body in GRAMMAR.pairs(1):
        method = method_of(form.format(final=final, body=body))
        v = variable(method)
        for statement in listed(method):
            if statement.start < v.node.end:
                continue
            s = statement.start
            texts.append(f"{method.text[:s]}\n{probe}\n{method.text[s:]}")
            p = method_of(texts[-1])
            pv = variable(p)
            at = next(x for x in p.root.walk() if x.start == s + 1 and x.type == "expression_statement")
            asked.append((p, pv, at))
    stride = 9
    texts, asked = texts[::stride], asked[::stride]
    for i, text in enumerate(texts):
        texts[i] = text.replace("void m(", f"void m{i}(", 1)
    errors = javac(texts, tmp_path)
    bad = n = 0
    kinds = {}
    yes=0
    for text, (p, v, at), found in zip(texts, asked, errors, strict=True):
        for _, k in found:
            kinds[k] = kinds.get(k, 0) + 1
        if any(k.split(".")[0] != "var" for l, k in found):
            continue
        n += 1
        ask = p.flow.assigned_before if kind == "assigned" else p.flow.unassigned_before
        key = ("var.might.not.have.been.initialized",) if kind == "assigned" else ("var.might.already.be.assigned", "var.might.be.assigned.in.loop")
        err = any(l == 1 and k in key for l, k in found)
        yes += not err
        if ask(v, at) == err:
            bad += 1
            if bad < 12:
                print("BAD javac error:", err, text, found)
    print(kind, form[:70], len(texts), n, yes, bad, kinds)
    assert not bad
