"""Control flow of Python: no execution of a random function contradicts it, and it is not vague either."""

from __future__ import annotations

import libcst as cst
import pytest

from parsers.python.function import Function
from parsers.source import SourceFile
from tests.parsers.python.flow_oracle import NAMES, Run, function_of, program, rendered, statements

SEEDS = range(50)
RUNS = range(8)


def function(body: str, head: str = "def f(p, q):") -> Function:
    lines = "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
    [method] = SourceFile(f"{head}\n{lines}".encode(), language="python").methods
    return Function.of(method)


def statement(method: Function, text: str) -> cst.CSTNode:
    """The innermost statement with a text, which may be cut short with dots."""
    kinds = cst.BaseSmallStatement | cst.BaseCompoundStatement
    head = text.removesuffix("...")
    found = [n for n in method.nodes if isinstance(n, kinds) and method.text_of(n).startswith(head)]
    return [n for n in found if text.endswith("...") or method.text_of(n) == text][-1]


def bound(method: Function, text: str) -> set[str]:
    node = statement(method, text)
    return {v.name for v in method.scopes.variables if method.flow.bound_at(v, node)}


def used(method: Function, text: str) -> set[str]:
    node = statement(method, text)
    return {v.name for v in method.scopes.variables if method.flow.used_after(v, node)}


def test_what_is_proved_bound_is_bound_in_every_execution() -> None:
    proved = 0
    for seed in SEEDS:
        body = program(seed)
        method, nodes = function_of(body)
        flow, variables = method.flow, {v.name: v for v in method.scopes.variables}
        claims = {
            number: {name for name in NAMES if name in variables and flow.bound_at(variables[name], node)}
            for number, node in nodes.items()
        }
        text = rendered(body, lambda k: f"at({k}, locals())", lambda k: "")
        for run in RUNS:
            for number, names in Run(text, run).seen:
                assert claims[number] <= names, f"{text}\nstatement {number}: {claims[number] - names}"
                proved += len(claims[number])
    assert proved > 800


def test_what_is_not_used_can_be_overwritten() -> None:
    overwritten = 0
    for seed in SEEDS:
        body = program(seed)
        method, nodes = function_of(body)
        flow, variables = method.flow, {v.name: v for v in method.scopes.variables}
        unused = {
            number: [
                name for name in NAMES if name in variables and not flow.used_after(variables[name], node)
            ]
            for number, node in nodes.items()
        }

        lines = {k: "; ".join(f"{name} = POISON" for name in names) for k, names in unused.items()}
        plain = rendered(body, "at({})".format, lambda k: "")
        poisoned = rendered(body, "at({})".format, lines.__getitem__)
        overwritten += poisoned.count("POISON")
        for run in RUNS:
            assert Run(plain, run).trace == Run(poisoned, run).trace, poisoned
    assert overwritten > 300


def test_no_execution_comes_past_what_does_not_complete() -> None:
    ends = 0
    for seed in SEEDS:
        body = program(seed)
        method, nodes = function_of(body)
        stuck = {number for number, node in nodes.items() if not method.flow.completes(node)}
        text = rendered(body, lambda k: f"at({k})", lambda k: f"past({k})")
        for run in RUNS:
            assert not Run(text, run).passed & stuck, text
        ends += len(stuck)
        compound = [one.number for one in statements(body) if one.line in ("pass", "boom()")]
        assert not stuck & set(compound)
    assert ends > 80


@pytest.mark.parametrize(
    ("body", "at", "names"),
    [
        ("x = 1\nuse(x)", "use(x)", "p q x"),
        ("if p: x = 1\nuse(x)", "use(x)", "p q"),
        ("if p: x = 1\nelse: x = 2\nuse(x)", "use(x)", "p q x"),
        ("if p: x = 1\nelse: return\nuse(x)", "use(x)", "p q x"),
        ("x = 1\ndel x\nuse(x)", "use(x)", "p q"),
        ("try: x = 1\nexcept E: x = 2\nuse(x)", "use(x)", "p q x"),
        ("try: x = g()\nfinally: y = 1\nuse(x)", "use(x)", "p q x y"),
        ("try: x = g()\nexcept E: pass\nuse(x)", "use(x)", "p q"),
        ("try: x = g()\nexcept E: raise\nuse(x)", "use(x)", "p q x"),
        ("try: g()\nexcept E as e: use(e)\nelse: e = 1\nuse(p)", "use(p)", "p q"),
        ("while True:\n    x = g()\n    if p: break\nuse(x)", "use(x)", "p q x"),
        ("while p:\n    x = g()\nuse(x)", "use(x)", "p q"),
        ("for i in p:\n    x = i\nelse:\n    x = 2\nuse(x)", "use(x)", "p q x"),
        ("with p as x:\n    y = 1\nuse(x)", "use(x)", "p q"),
        ("with p as x:\n    y = 1\n    use(x)", "use(x)", "p q x y"),
        ("match p:\n    case [x, 1]: pass\n    case x: pass\nuse(x)", "use(x)", "p q x"),
        ("match p:\n    case [x, 1]: pass\n    case _: use(q)", "use(q)", "p q"),
        ("match p:\n    case [x, 1]: use(x)\nuse(q)", "use(q)", "p q"),
        ("match p:\n    case [x, 1] | [x, 2]: use(x)", "use(x)", "p q x"),
        ("if (x := p) and (y := q): use(x, y)", "use(x, y)", "p q x"),
        ("if (x := p) or (y := q): use(x, y)", "use(x, y)", "p q x"),
        ("use(p, k=(x := 1), *(y := q))\nuse(x)", "use(x)", "p q x y"),
        ("import os.path, sys as s\nuse(os)", "use(os)", "p q os s"),
        ("x: int = 1\ny: int\nuse(x)", "use(x)", "p q x"),
        ("x = 1\ndef g():\n    nonlocal x\n    del x\nuse(x)", "use(x)", "p q g"),
        ("x = 1\nclass C:\n    y = x\nuse(x)", "use(x)", "p q x C"),
        ("async with p as x:\n    await x\nuse(q)", "use(q)", "p q"),
    ],
)
def test_bound_names(body: str, at: str, names: str) -> None:
    head = "async def f(p, q):" if "await" in body else "def f(p, q):"
    assert bound(function(body, head), at) == set(names.split())


@pytest.mark.parametrize(
    ("body", "at", "names"),
    [
        ("x = 1\nuse(x)", "x = 1", "x"),
        ("x = 1\nx = 2\nuse(x)", "x = 1", ""),
        ("while p:\n    use(x)\n    x = 1", "x = 1", "x p"),
        ("for x in p:\n    use(x)\nq = 1", "use(x)", ""),
        ("for x in p:\n    use(x)\nelse:\n    use(x)", "for...", ""),
        ("try:\n    x = 1\n    g()\n    x = 2\nfinally:\n    use(x)", "x = 1", "x"),
        ("try:\n    x = 1\n    return x\nfinally:\n    use(q)", "return x", "q"),
        ("x = 1\ndef g(): return x\nx = 2", "x = 2", "x"),
        ("x = 1\nx += 1", "x = 1", "x"),
        ("x = 1\ndel x", "x = 1", "x"),
        ("x = 1\nyield\nx = 2", "x = 1", ""),
        ("x = (lambda: x)", "x = (lambda: x)", "x"),
        ("x = 1\nuse(y for y in p if x)", "x = 1", "x p y"),
        ("super().g()", "super().g()", "p q"),
        ("x = 1\nuse([y for y in p if x])", "x = 1", "x p"),
    ],
)
def test_used_names(body: str, at: str, names: str) -> None:
    assert used(function(body), at) == set(names.split())


@pytest.mark.parametrize(
    ("body", "completes"),
    [
        ("while True: pass", False),
        ("while 1:\n    if p: break", True),
        ("while True:\n    try: break\n    finally: continue", False),
        ("while 0: pass\nelse: return", False),
        ("try: return\nfinally: pass", False),
        ("try: return\nexcept E: pass", True),
        ("while p:\n    try: return\n    finally: break", True),
        ("with p: return", True),
        ("if p: return\nelse: raise E", False),
        ("match p:\n    case 1: return\n    case _: return", False),
        ("match p:\n    case 1: return", True),
        ("assert False", True),
        ("for x in p: return", True),
        ("async def g(): return", True),
    ],
)
def test_completion(body: str, completes: bool) -> None:
    method = function(body)
    assert method.flow.completes(method.node.body) is completes


def test_jumps_leave_a_statement() -> None:
    loop = "while q:\n        if x: break\n        def g(): return 1\n        continue"
    method = function(f"for x in p:\n    {loop}\n    if q: continue\n    raise E\nreturn [y for y in p]")
    flow = method.flow
    assert [method.text_of(n) for n in flow.jumps(statement(method, "while q..."))] == []
    assert [method.text_of(n) for n in flow.jumps(statement(method, "if q..."))] == ["continue"]
    assert [method.text_of(n) for n in flow.jumps(statement(method, "for x..."))] == ["raise E"]
    assert [method.text_of(n) for n in flow.jumps(statement(method, "if x..."))] == ["break"]


def test_finally_in_finally_does_not_grow_without_bound() -> None:
    """Each level could double the graph."""
    lines, margin = [], "    "
    for level in range(15):
        lines += [f"{margin}try: g({level})", f"{margin}finally:"]
        margin += " "
    text = "def f(p):\n" + "\n".join([*lines, f"{margin}x = 1"]) + "\n    return x\n"
    [method] = SourceFile(text.encode(), language="python").methods
    assert bound(Function.of(method), "return x") == {"p", "x"}


def test_a_deep_expression_is_followed() -> None:
    method = function("x = " + " + ".join(["p"] * 150) + "\nuse(x)")
    assert bound(method, "use(x)") == {"p", "q", "x"}
