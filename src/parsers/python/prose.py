"""Lines that are certainly not Python."""

from __future__ import annotations

import ast
import keyword
import re
import warnings

from parsers.prose import Prose, three_words

# Between two names in a row there is a keyword, at least a soft one; None, True and False are no such words.
_KEYWORDS = {*keyword.kwlist, *keyword.softkwlist} - {"None", "True", "False"}
_PART = re.compile(
    r"@|(?:async\s+def|def|class)\s+\w|(?:else|elif|except|finally|case)\b.*:$|[)\]}\"']|.*[(\[{,\\=]$"
)
# Expressions of these alone do nothing: "N/A", "Done", "-fixed".
_NOTHING = (ast.Name, ast.Constant, ast.UnaryOp, ast.BinOp, ast.Attribute, ast.Tuple, ast.Compare, ast.BoolOp, ast.operator,
            ast.unaryop, ast.cmpop, ast.boolop, ast.expr_context)  # fmt: skip


def _is_code(line: str) -> bool:
    bare = line.strip()
    if not bare or bare[0] == "#":
        return False
    if line[0] in " \t" or _PART.match(bare):
        return True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(f"{bare} pass" if bare.endswith(":") else bare).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return any(_does_something(statement) for statement in body)


def _does_something(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.AnnAssign):  # "Answer: 42"
        return statement.value is not None
    if not isinstance(statement, ast.Expr):
        return True
    return not all(isinstance(node, _NOTHING) for node in ast.walk(statement.value))


_STRINGS = r""""(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'|\#[^\r\n]*"""
PROSE = Prose(
    three_words(_KEYWORDS),
    re.compile(_STRINGS),
    re.compile(
        r'(?P<quotes>"""|\'\'\')(?:(?!(?P=quotes))(?:\\.|[^\\]))*(?:(?P=quotes)|(?P<open>\Z))|' + _STRINGS,
        re.DOTALL,
    ),
    _is_code,
    re.compile(r"^\s*(?:async\s+)?def\s+\w+\W.*:\s*$|^\s*\w+(?:\[[^\]]*\])?\s*=[^=].*\w"),
    frozenset(_KEYWORDS),
)
