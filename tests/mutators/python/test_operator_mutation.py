"""Other operators: what a change makes of the tree, which are refused, and that the code differs."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import libcst as cst
import pytest

from mutators.model import apply_edits
from mutators.operator_sets import OPERATOR_SETS
from mutators.python.operator_mutation import OperatorMutation
from mutators.python.operator_mutation.operators import Change, changes, edits_of
from mutators.testing import check
from parsers.oracles.interpreter.code import same_code
from parsers.python.function import functions_of
from parsers.source import SourceFile
from tests.mutators.python.running import outcome

OPERANDS = """
def f(a, b, c, d, g):
    x = a + b * c - d ** a ** b
    x = a - (b + c) * -d ** 2 // (a @ b) % c
    x = -(a ** b) * ~c / +d
    x = a << b | c & d ^ a >> b | (a | b) << c
    x = a<b<=c!=d
    x = a if a in b and c not in d or not a is b else c is not d
    x = (a or b) and (c or d) or not (a and b) and c
    x = a or b and c or d
    x = not a == b, not(a), (not a)
    x = g(-a, *b + c, k=a % b, **(c | d))
    x = [a * b for a in b + c if a - b if not a or b]
    x = lambda a: a + b or c
    x = f"{a + b!r:>{c * d}} {a<b}"
    x = a[b + c:-d, ~a].e(a - b)[-1]
    x = (a
         + b  # first
         * c)
    x = a and b and c
    x = a-b-c, a--b, a/ b/ c
    x += a; x -= b; x *= c; x /= d; x //= a; x %= b; x **= c; x @= d
    x &= a; x |= b; x ^= c; x <<= d; x >>= a
    while a and b: pass
    if(a)and(b): pass
    elif not c: pass
    assert a, b
    return-x
"""

SUBJECT = """
def whole(n, limit):
    total = 0
    for _ in range(9):
        if total < limit and n > 0:
            total += n * 2 + n % 3
            n -= 1
    return total, n

def parts(text, marks):
    found = [c for c in text if c in marks or not c.isalpha()]
    return len(found) == 2 or -len(found), 7 // len(text), 2 ** len(text) & 5 << 1

def kind(x):
    return "none" if x is None else "big" if x >= 10 else "small"

for n in range(4): print(whole(n, 9))
print(parts("a.b!", "xyz"), parts("abc", "ac"))
print(kind(None), kind(10), kind(3), kind(11))
"""


def source(text: str) -> SourceFile:
    return SourceFile.from_text(text, language="python")


def reasons(text: str, old: str, new: str) -> list[str | None]:
    judged = OperatorMutation().judged(source(text))
    wanted = (("operator", old), ("replacement", new))
    return [reason for site, reason in judged if site.params == wanted]


class Flat(ast.NodeTransformer):
    """Makes one of ``and`` and ``or`` within their like, as the grammar does where there are no parentheses."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        values: list[ast.expr] = []
        for value in node.values:
            same = isinstance(value, ast.BoolOp) and type(value.op) is type(node.op)
            values += value.values if same else [value]  # type: ignore[attr-defined]
        return ast.BoolOp(node.op, values)


def tree(text: str) -> str:
    return ast.dump(Flat().visit(ast.parse(text)))


def in_parentheses(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.with_changes(lpar=[*node.lpar, cst.LeftParen()], rpar=[*node.rpar, cst.RightParen()])


SIGNS: dict[str, cst.CSTNode] = {
    "+": cst.Add(), "-": cst.Subtract(), "*": cst.Multiply(), "/": cst.Divide(), "//": cst.FloorDivide(),
    "%": cst.Modulo(), "**": cst.Power(), "&": cst.BitAnd(), "|": cst.BitOr(), "^": cst.BitXor(),
    "<<": cst.LeftShift(), ">>": cst.RightShift(), "and": cst.And(), "or": cst.Or(), "<": cst.LessThan(),
    "<=": cst.LessThanEqual(), ">": cst.GreaterThan(), ">=": cst.GreaterThanEqual(), "==": cst.Equal(),
    "!=": cst.NotEqual(), "is": cst.Is(), "is not": cst.IsNot(), "in": cst.In(), "not in": cst.NotIn(),
}  # fmt: skip


def meant(change: Change, module: cst.Module) -> str:
    """The module after a change, made on the tree, with parentheses around everything that it touches."""
    node, new = change.node, change.new
    made: cst.CSTNode
    if not change.old:
        assert isinstance(node, cst.BaseExpression)
        made = in_parentheses(cst.UnaryOperation(cst.Not(), in_parentheses(node)))
    elif isinstance(node, cst.UnaryOperation):
        operand = in_parentheses(node.expression)
        signs = {"-": cst.Minus(), "~": cst.BitInvert()}
        made = in_parentheses(cst.UnaryOperation(signs[new], operand)) if new else operand
    elif isinstance(node, cst.BinaryOperation | cst.BooleanOperation):
        sides = {"left": in_parentheses(node.left), "right": in_parentheses(node.right)}
        made = in_parentheses(node.with_changes(operator=SIGNS[new], **sides))
    elif isinstance(node, cst.Comparison):
        made = node.with_changes(comparisons=[node.comparisons[0].with_changes(operator=SIGNS[new])])
    elif isinstance(node, cst.AugAssign):
        [stated] = cst.parse_module(f"x {new} y").body
        assert isinstance(stated, cst.SimpleStatementLine)
        [like] = stated.body
        if isinstance(like, cst.Assign):
            made = like.with_changes(targets=[cst.AssignTarget(node.target)], value=node.value)
        else:
            assert isinstance(like, cst.AugAssign)
            made = node.with_changes(operator=like.operator)
    else:
        made = SIGNS[new]
    changed = module.deep_replace(node, made)
    assert isinstance(changed, cst.Module)
    return changed.code


def all_changes(text: str) -> Iterator[tuple[SourceFile, Change, str]]:
    src = source(text)
    for function in functions_of(src):
        for change in changes(function):
            mutant = apply_edits(src.data, edits_of(function, change)).decode()
            yield src, change, mutant


def test_the_laws_hold() -> None:
    check(OperatorMutation, [SUBJECT], at_least=60, undos=5, processes=False)


def test_a_change_is_one_operator_of_the_tree_and_nothing_else() -> None:
    seen = set()
    for src, change, mutant in all_changes(OPERANDS):
        module = src.parsed.tree.module  # type: ignore[attr-defined]
        assert tree(mutant) == tree(meant(change, module)), (change.old, change.new, mutant)
        assert tree(mutant) != tree(src.text)
        seen.add((change.group, change.old, change.new))
    assert {group for group, _, _ in seen} == {*OPERATOR_SETS} - {"increment"}
    assert len(seen) > 130


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        ("return-x", "-", "", "return x"),
        ("return -x", "-", "", "return x"),
        ("return(-x)", "-", "", "return(x)"),
        ("return not(x)", "not", "", "return (x)"),
        ("if(x):pass", "", "not", "if not (x):pass"),
        ("while x: pass", "", "not", "while not x: pass"),
        ("if x  and  y:pass", "and", "or", "if x  or  y:pass"),
        ("return(x)is(y)", "is", "is not", "return(x)is not(y)"),
        ("return x  not   in y", "not in", "in", "return x  in y"),
        ("return x*y-z", "*", "+", "return x+y-z"),
        ("return x-y*z", "*", "+", "return x-(y+z)"),
        ("return x-y*z", "-", "*", "return x*(y*z)"),
        ("return x*-y", "*", "**", "return x**-y"),
        ("return -x*y", "*", "**", "return (-x)**y"),
        ("return x**y**z", "**", "*", "return x*y**z"),
        ("return await_(x)**y", "**", "-", "return await_(x)-y"),
    ],
)
def test_edits(before: str, old: str, new: str, after: str) -> None:
    texts = [m for _, c, m in all_changes(f"def f(x, y, z):\n    {before}\n") if (c.old, c.new) == (old, new)]
    assert f"def f(x, y, z):\n    {after}\n" in texts


def test_each_mutant_of_a_program_has_other_code_and_most_print_something_else() -> None:
    src, before = source(SUBJECT), outcome(SUBJECT)
    mutants = list(OperatorMutation().mutants(src))
    assert len(mutants) > 60
    original = compile(SUBJECT, "", "exec")
    assert not any(same_code(compile(mutant.text, "", "exec"), original) for mutant in mutants)
    ended = [outcome(mutant.text) != before for mutant in mutants]
    assert sum(ended) >= 0.8 * len(ended)


def test_sets_of_operators_are_chosen() -> None:
    for group in OPERATOR_SETS:
        found = {site.params for site, _ in OperatorMutation(operators=group).judged(source(OPERANDS))}
        expected = {
            (("operator", change.old), ("replacement", change.new))
            for _, change, _ in all_changes(OPERANDS)
            if change.group == group
        }
        assert found == expected
        assert bool(found) == (group != "increment")


@pytest.mark.parametrize(
    "text",
    [
        "def f(x: int | None) -> int | None: return x\n",
        "@g(1 + 2)\ndef f(x): return x\n",
        "def f(x):\n    y: g[1 - 2] = x\n    return y\n",
        "def f(x):\n    match x:\n        case -1 | 1 + 2j: return x\n",
        "def f(x=1 + 2, *, y=3 - 4): return x\n",
        "def f(x):\n    class A(x + 1, metaclass=x - 1): pass\n    return A\n",
    ],
)
def test_what_is_no_code_of_the_body_is_left_alone(text: str) -> None:
    assert list(all_changes(text)) == []


@pytest.mark.parametrize(
    ("body", "old", "new", "reason"),
    [
        ("return 2 * 2", "*", "**", "both operands are the same"),
        ("return 4 // 2", "//", "-", "both operators give the same with this constant"),
        ("return x * 2", "*", "**", None),
        ("return x + 0", "+", "-", "both operators give the same with this constant"),
        ("return 0 + x", "+", "-", None),
        ("x //= 1; return x", "//=", "/=", "both operators give the same with this constant"),
        ("return x // 2", "//", "/", None),
        ("return len(x) >= 1", ">=", ">", None),
        ("return len(x) > 0", ">", "!=", "both comparisons give the same for all that the operands can be there"),
        ("return 0 < len(x)", "<", "!=", "both comparisons give the same for all that the operands can be there"),
        ("return 0 == len(x)", "==", ">=", "both comparisons give the same for all that the operands can be there"),
        ("return x.find(y) > -1", ">", "!=", "both comparisons give the same for all that the operands can be there"),
        ("return x % 2 >= 1", ">=", "==", "both comparisons give the same for all that the operands can be there"),
        ("return x % 3 >= 1", ">=", "==", None),
        ("for i in range(9):\n        if i > 0: g(i)", ">", "!=",
         "both comparisons give the same for all that the operands can be there"),
        ("for i in range(-1, 9):\n        if i > 0: g(i)", ">", "!=", None),
        ("for i in range(9, 0, -1):\n        if i > 0: g(i)", ">", "!=", None),
        ("for y, i in enumerate(x):\n        if i > 0: g(i)", ">", "!=", None),
        ("for i, y in enumerate(x):\n        if i > 0: g(i)", ">", "!=",
         "both comparisons give the same for all that the operands can be there"),
        ("for i, y in enumerate(x):\n        if i > 0: i = g(i)", ">", "!=", None),
        ("return x < 3 < y", "<", "<=", None),
        ("if x < y: x = y\n    return x", "<", "<=", "where both operands are equal, both ways give the same"),
        ("if x < y: x = y\n    else: g()\n    return x", "<", "<=", None),
        ("if x < y: x = z\n    return x", "<", "<=", None),
        ("return z if x < y else y", "<", "<=", None),
        ("while x < y: g()", "<", "!=", "the variable meets the bound in steps of one"),
        ("while x < y: g()", "<", "<=", None),
        ("if x < y: g()", "<", "!=", None),
        ("return (x<<8) | y", "|", "^", "no bit may be set in both operands"),
        ("return int(x / y)", "/", "*", None),
        ("return g(x / y)", "/", "//", None),
        ("x = y - z", "-", "+", "the variable is not read afterwards"),
        ("global v\n    v = y - z", "-", "+", None),
        ("for x in y:\n        g(z)\n        z = z - x", "-", "+", None),
        ("return x\n    return y - z", "-", "+", "the compiler makes the same code of it"),
        ("if __debug__: return 1\n    return x\n    return y - z", "-", "+", "the compiler makes the same code of it"),
        ("if x:\n        return 1\n    return y - z", "-", "+", None),
        ("while True: return 1 + x\n    return y - z", "+", "-", None),
        ("raise g(x - y)", "-", "+", "only the text of an exception would differ"),
        ("raise x[y - z]", "-", "+", None),
        ("time.sleep(x - y)", "-", "+", "only a delay would differ"),
        ("time.sleep(g(x - y))", "-", "+", None),
        ("return 1 < 2", "<", "<=", "both give the same for these constants"),
        ("return 1 < 2", "<", ">", None),
        ("return 'a' < 'b'", "<", "!=", "both give the same for these constants"),
        ("return 1.5 == 1.5", "==", ">=", "both operands are the same"),
        ("return (1, 2) == (1, 3)", "==", ">", "the operands may have no order"),
        ("return 2 + 1 < 5", "+", "*", "both give the same for these constants"),
        ("return 2 + 1 < 3", "+", "*", None),
        ("return x < 1 < 2", "<", "<=", "both give the same for these constants"),
        ("return 3 > (2 if 1 < 2 else 5) > x", "<", "<=", "both give the same for these constants"),
        ("if 3 - 1 and x: g()", "-", "+", "both give the same for these constants"),
        ("return 1 << 99999", "<<", ">>", None),
        ("return x * 1.0", "*", "/", "both operators give the same with this constant"),
        ("return x + 0.0", "+", "-", "both operators give the same with this constant"),
        ("return x * 2.0", "*", "/", None),
        ("return (x is y) == True", "==", ">=",
         "both comparisons give the same for all that the operands can be there"),
        ("return (x & 7) < 8", "<", "<=", "both comparisons give the same for all that the operands can be there"),
        ("return (x & 7) < 7", "<", "<=", None),
        ("return max(x, 0) >= 0", ">=", ">", None),
        ("return max(x, 0) > 0", ">", "!=", "both comparisons give the same for all that the operands can be there"),
        ("return 1 < 2 or x + y", "+", "-", "a constant decides that it is not evaluated"),
        ("return 1 > 2 or x + y", "+", "-", None),
        ("while 1 > 2: x = x + y\n    return x", "+", "-", "a constant decides that it is not evaluated"),
        ("if 1 < 2: g()\n    else: g(x + y)", "+", "-", "a constant decides that it is not evaluated"),
        ("return x if 1 < 2 else x + y", "+", "-", "a constant decides that it is not evaluated"),
        ("return x + y if 1 < 2 else x", "+", "-", None),
    ],
)  # fmt: skip
def test_refusals(body: str, old: str, new: str, reason: str | None) -> None:
    found = reasons(f"def f(x, y, z, g):\n    {body}\n", old, new)
    assert reason in found, found


def test_a_constant_that_is_computed_anew_has_the_same_code() -> None:
    assert reasons("def f():\n    return 3.0 + 1.5\n", "+", "*") == [
        "both operators give the same with this constant"
    ]
    assert reasons("def f():\n    return 3.0 + 2.5\n", "+", "*") == [None]


def literals(rng: Random, depth: int = 3) -> str:
    """An expression of literals alone."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(
            ["0", "1", "2", "3", "-1", "True", "False", "None", "1.0", "0.5", "'a'", "'ab'", "(1, 2)", "()"]
        )
    inner = [literals(rng, depth - 1) for _ in range(3)]
    sign = rng.choice(
        ["+", "-", "*", "//", "/", "%", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "and", "or", "in"]
    )
    form = rng.choice(
        [
            "({0} {s} {1})",
            "({0} {s} {1})",
            "(not {0})",
            "(-{0})",
            "({0} < {1} {t} {2})",
            "({0} if {1} else {2})",
        ]
    )
    return form.format(*inner, s=sign, t=rng.choice(["<", "==", "is not"]))


def result(text: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            names: dict[str, Any] = {}
            exec(text, names)
            return repr(names["f"]())
        except (TypeError, ZeroDivisionError) as error:
            return type(error).__name__


def test_no_mutant_of_literals_gives_the_same() -> None:
    rng, made = Random(1), 0
    for _ in range(150):
        text = f"def f():\n    return {literals(rng)}\n"
        for mutant in OperatorMutation().mutants(source(text)):
            made += 1
            assert result(mutant.text) != result(text), mutant.diff()
    assert made > 150
