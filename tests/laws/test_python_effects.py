"""The law of effects: whatever a Python expression contains is in its effects, whatever else the operation on top may do.

The other side is a plain walk over Python's own tree (`ast`), which knows nothing of classes, flow and libcst: it collects every
write, read, ``await`` and ``yield`` with the scopes of the language reference (4.2.2, 6.2.4, 6.12, 6.14).
"""

from __future__ import annotations

import ast
import builtins
import importlib
import symtable
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import libcst as cst
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from parsers.python.effects.analysis import Effects
from parsers.python.function import Function
from parsers.source import SourceFile

MODULES = ("asyncio.locks", "bisect", "contextlib", "fnmatch", "graphlib", "heapq", "shlex", "textwrap")
BUILT_IN = frozenset(dir(builtins))
Frame = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Contents:
    """What an expression contains: names that it reads and binds outside its own inner scopes, and where control leaves it.

    Attributes:
        now: the names that it reads while it is evaluated, not in the body of a lambda or generator expression.
        suspends: it has an ``await`` or a ``yield`` of the function around.
    """

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    now: set[str] = field(default_factory=set)
    suspends: bool = False


def contents(node: ast.AST) -> Contents:
    """Walk over an expression."""
    found = Contents()
    _walk(node, found, frozenset(), False, False)
    return found


def _walk(node: ast.AST, found: Contents, inner: frozenset[str], later: bool, in_lambda: bool) -> None:
    """Walk over a node.

    Args:
        inner: the names of scopes that the expression opens around the node.
        later: whether it is in the body of a lambda or generator expression.
        in_lambda: whether assignments bind names of a lambda.
    """
    if isinstance(node, ast.Name):
        if node.id not in inner:
            found.reads.add(node.id)
            if not later:
                found.now.add(node.id)
    elif isinstance(node, ast.NamedExpr):
        _walk(node.value, found, inner, later, in_lambda)
        if not in_lambda:  # in a comprehension, it binds a name of the function around (6.12)
            found.writes.add(node.target.id)
    elif isinstance(node, ast.Lambda):
        args = node.args
        for default in (*args.defaults, *filter(None, args.kw_defaults)):
            _walk(default, found, inner, later, in_lambda)
        params = [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]
        bound = {n.target.id for n in ast.walk(node.body) if isinstance(n, ast.NamedExpr)}
        _walk(node.body, found, inner | {param.arg for param in params} | bound, True, True)
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        _comprehension(node, found, inner, later, in_lambda)
    else:
        if isinstance(node, ast.Await | ast.Yield | ast.YieldFrom) and not later:
            found.suspends = True
        for child in ast.iter_child_nodes(node):
            _walk(child, found, inner, later, in_lambda)


def _comprehension(
    node: ast.expr, found: Contents, inner: frozenset[str], later: bool, in_lambda: bool
) -> None:
    first, *rest = node.generators  # type: ignore[attr-defined]
    _walk(first.iter, found, inner, later, in_lambda)  # in the scope around, at once (6.2.4)
    targets = [name for clause in (first, *rest) for name in ast.walk(clause.target)]
    inner |= {name.id for name in targets if isinstance(name, ast.Name)}
    later |= isinstance(node, ast.GeneratorExp)
    parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]  # type: ignore[attr-defined]
    for clause in (first, *rest):
        parts += [clause.target, *clause.ifs]
    found.suspends |= not later and any(clause.is_async for clause in (first, *rest))
    for part in (*parts, *(clause.iter for clause in rest)):
        _walk(part, found, inner, later, in_lambda)


def expressions(frame: Frame) -> Iterator[ast.expr]:
    """Yield the expressions in the body of a function, those of nested functions, classes and annotations left out."""
    stack: list[ast.AST] = list(frame.body)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            yield node
        if isinstance(
            node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.JoinedStr
        ):
            continue  # their parts are in other scopes, or have no places of their own in Python 3.11
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.pattern):
            skipped = node.annotation if isinstance(node, ast.AnnAssign) else None
            stack += [child for child in ast.iter_child_nodes(node) if child is not skipped]


def own_names(text: str, frame: Frame) -> frozenset[str]:
    """The local variables of a function, as Python's compiler has them."""
    stack = [symtable.symtable(text, "<text>", "exec")]
    lines = {
        frame.lineno,
        *(decorator.lineno for decorator in frame.decorator_list),
    }  # which one depends on the version
    while stack:
        table = stack.pop()
        is_it = table.get_name() == frame.name and table.get_lineno() in lines
        if isinstance(table, symtable.Function) and is_it:
            return frozenset(s.get_name() for s in table.get_symbols() if s.is_local() and not s.is_global())
        stack += table.get_children()
    raise AssertionError(frame.name)


def by_range(function: Function) -> dict[tuple[int, int], list[cst.BaseExpression]]:
    """The expressions of a function by their byte ranges, with their own parentheses and without."""
    found: dict[tuple[int, int], list[cst.BaseExpression]] = {}
    for node in function.nodes:
        if isinstance(node, cst.BaseExpression):
            for place in {function.outer(node), (function.start_of(node), function.end_of(node))}:
                found.setdefault(place, []).append(node)
    return found


def lacking(text: str) -> tuple[list[str], int]:
    """Return what effects lack of what expressions contain, and how many expressions were compared."""
    source = SourceFile(text.encode(), language="python")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    frames = {(n.lineno, n.name): n for n in ast.walk(tree) if isinstance(n, Frame)}
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    wrong, compared = [], 0
    for member in source.methods:
        function = Function.of(member)
        word = (
            function.source.lines.line(function.start_of(function.node)) if function.untrusted is None else 0
        )
        frame = frames.get((word, function.name))
        if frame is None:
            continue
        own, places, effects = own_names(text, frame), by_range(function), function.effects
        for node in expressions(frame):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            place = (
                starts[node.lineno - 1] + node.col_offset,
                starts[node.end_lineno - 1] + node.end_col_offset,
            )
            for twin in places.get(place, ()):
                compared += 1
                wrong += [
                    f"{ast.unparse(node)}: {what}" for what in _lacks(effects, twin, contents(node), own)
                ]
    return wrong, compared


def _lacks(
    effects: Effects, twin: cst.BaseExpression, inside: Contents, own: frozenset[str]
) -> Iterator[str]:
    found = effects.of(twin)
    yield from sorted(f"reads {name}" for name in inside.reads & own - {one.name for one in found.reads})
    yield from sorted(f"writes {name}" for name in inside.writes & own - {one.name for one in found.writes})
    if inside.suspends and not (found.runs and found.reads_heap and found.raises):
        yield "suspends"
    if inside.now - own - BUILT_IN and not found.reads_heap:
        yield "reads the heap"
    if inside.writes - own and not found.runs:
        yield "writes a global name"


@pytest.mark.parametrize("module", MODULES)
def test_the_standard_library(module: str) -> None:
    path = importlib.import_module(module).__file__
    assert path is not None
    wrong, compared = lacking(Path(path).read_text("utf-8"))
    assert not wrong
    assert compared > 100


NAMES = st.sampled_from(["x", "y", "z", "p", "g", "len"])


def _more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def made(template: str) -> st.SearchStrategy[str]:
        count = template.count("@")
        return st.tuples(*[inner] * count, NAMES).map(lambda parts: _filled(template, parts))

    return st.sampled_from(TEMPLATES).flatmap(made)


def _filled(template: str, parts: tuple[str, ...]) -> str:
    *operands, name = parts
    for operand in operands:
        template = template.replace("@", operand, 1)
    return template.replace("$", name if name != "len" else "x")


TEMPLATES = (
    "($ := @)", "@ + @", "(-@)", "(not @)", "(@ and @)", "(@ < @ in @)", "(@ if @ else @)", "@.attr", "@[@]", "@[@:@]", "@[@, ...]",
    "@(@)", "@(k=@, *@)", "@(**@)", "[@, *@]", "{@}", "{@: @}", "{**@}", "(@, @)", "(lambda: @)", "(lambda $, k=@: @)",
    "(lambda *$: @)(@)", "[@ for $ in @]", "[@ for $ in @ if @]", "{@: @ for $ in @}", "{@ for k in @ for $ in @}",
    "next(@ for $ in @)", "(await @)", "(yield)", "(yield @)", "f'{@!r:>{@}}'", "len(@)", "str(@)",
    "'a'.join(@)", "[await @ for $ in @]",
)  # fmt: skip
LEAVES = st.sampled_from(["x", "y", "z", "p", "g", "1", "'a'", "None", "len"])
EXPRESSIONS = st.recursive(LEAVES, _more, max_leaves=8)


@settings(max_examples=60)
@given(EXPRESSIONS, st.sampled_from(["", "    global g\n", "    def h(): return x, y\n"]))
def test_generated_expressions(expression: str, before: str) -> None:
    text = f"async def f(x, p):\n{before}    y, z = 1, 'a'\n    print({expression})\n"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<text>", "exec")
    except SyntaxError:
        assume(False)
    wrong, compared = lacking(text)
    assert not wrong
    assert compared >= 2


@pytest.mark.parametrize(
    ("expression", "reads", "writes", "now", "suspends"),
    [
        ("x + (y := z)", "x z", "y", "x z", False),
        ("[(y := x) for x in x if g]", "g x", "y", "g x", False),
        ("((y := i) for i in x)", "x", "y", "x", False),
        ("(i + z for i in x)", "x z", "", "x", False),
        ("lambda x, k=(z := p): (y := x) + y + g", "g p", "z", "p", False),
        ("lambda: (yield)", "", "", "", False),
        ("(yield x)", "x", "", "x", True),
        ("[i async for i in x]", "x", "", "x", True),
    ],
)
def test_the_walk(expression: str, reads: str, writes: str, now: str, suspends: bool) -> None:
    text = f"async def f():\n    {expression}"
    [statement] = ast.parse(text).body[0].body  # type: ignore[attr-defined]
    expected = Contents(set(reads.split()), set(writes.split()), set(now.split()), suspends)
    assert contents(statement.value) == expected
