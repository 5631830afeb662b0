from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from parsers.java.statements import is_statement
from parsers.java.syntax import Node
from parsers.source import Method, SourceFile
from tests.parsers.java.flow_oracle import COMPOUND, Grammar, javac

GRAMMAR = Grammar(
    COMPOUND,
    ("f();", "throw e;", ";", "{ }", "n++;", "class K { }", "assert p;", "f();"),
    ("p", "p", "true", "false", "!(1 > 2)", "KK", "p || true", "DEBUG"),
)


def method_of(body: str) -> Method:
    (method,) = SourceFile.from_text(f"void m(boolean p) {{ final boolean KK = true; {body} }}").methods
    return method


def listed(method: Method) -> Iterator[Node]:
    """The statements that another one can follow."""
    for node in method.root.walk():
        parent = node.parent
        if parent is not None and is_statement(node) and parent.type in ("block", "constructor_body", "switch_block_statement_group"):
            yield node


def test_agrees_with_javac(tmp_path: Path) -> None:
    methods = [method_of(body) for body in GRAMMAR.pairs(1)]
    texts, asked = [], []
    for method in methods:
        texts.append(method.text)
        asked.append((method, None))
        for statement in listed(method):
            end = statement.end
            texts.append(f"{method.text[:end]}\nint $x;\n{method.text[end:]}")
            asked.append((method, statement))
    for i, text in enumerate(texts):
        texts[i] = text.replace("void m(", f"void m{i}(", 1)
    errors = javac(texts, tmp_path)
    compiles = {}
    bad = 0
    n = u = 0
    kinds = {}
    for (method, statement), found in zip(asked, errors, strict=True):
        if statement is None:
            compiles[method] = not found
            for _, k in found:
                kinds[k] = kinds.get(k, 0) + 1
            continue
        if not compiles[method]:
            continue
        n += 1
        un = (1, "unreachable.stmt") in found
        if not method.flow.certain(statement):
            u += 1
            if not method.flow.completes(statement):
                print("UNCERTAIN NO", method.text)
            continue
        if method.flow.completes(statement) == un:
            bad += 1
            if bad < 20:
                print("BAD", un, method.text, "@@", method.node_text(statement), found)
    print(len(texts), sum(compiles.values()), len(methods), n, u, bad, kinds)
    assert not bad
