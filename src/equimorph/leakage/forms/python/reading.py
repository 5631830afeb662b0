"""Python texts as trees of the standard library: a module, functions alone, or part of a body, whatever its indentation."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from equimorph.leakage.forms.texts import LARGEST, without_mark
from parsers.language import Token
from parsers.python.syntax.tokens import DEDENT, INDENT, tokenize

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_MARGIN = re.compile(r"^[ \t\f]+(?=[^\s#])", re.MULTILINE)
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
_HEAD = "if 1:\n"
_LINE_ENDS = (b"\n", b"\r", b"\r\n")


def read_tree(data: bytes) -> ast.Module | None:
    """Return the tree of a text; None if it is too large, or no Python that this interpreter reads."""
    if len(data) > LARGEST:
        return None
    text = text_of_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the text, such as an invalid escape
        try:
            return ast.parse(text)
        except IndentationError:
            return _indented(text)
        except _UNREADABLE:
            return None


def text_of_bytes(data: bytes) -> str:
    """Return a text in UTF-8; of other bytes each is a character, as in Latin-1."""
    data = without_mark(data)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _indented(text: str) -> ast.Module | None:
    """Return the tree of a text that is cut out of a block; its first line may lack the margin that the others have."""
    margins = [match[0] for match in _MARGIN.finditer(text)]
    margin = min(margins, key=len, default="")
    for lead in ("", margin):
        try:
            tree = ast.parse(f"{_HEAD}{lead}{text}")
        except _UNREADABLE:
            continue
        holder = tree.body[0]
        if len(tree.body) == 1 and isinstance(holder, ast.If) and not holder.orelse:
            return ast.increment_lineno(ast.Module(holder.body, []), -1)
    return None


def definitions(tree: ast.AST) -> Iterator[Definition]:
    """Yield the outermost functions and methods of a tree, in order; functions within their bodies belong to them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Definition):
            yield node
        elif isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            yield from definitions(node)


def is_method(tree: ast.AST) -> frozenset[int]:
    """Return the identities of the functions of a tree that are directly in a class, or look like a method."""
    inside = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in definitions(node)
    }
    for part in definitions(tree):
        first = [*part.args.posonlyargs, *part.args.args][:1]
        if first and first[0].arg in ("self", "cls"):
            inside.add(id(part))
    return frozenset(inside)


def member_texts(data: bytes) -> Iterator[bytes]:
    """Yield the text of each outermost function and method of a text that can be read, unless it is the whole text."""
    tree = read_tree(data)
    if tree is None:
        yield from (text for text, _ in cut_functions(data))
    elif not (len(tree.body) == 1 and isinstance(tree.body[0], Definition)):
        yield from (text for _, text in _functions(data, tree))


def cut_functions(data: bytes) -> Iterator[tuple[bytes, ast.Module]]:
    """Yield the outermost functions that can be read of a text that cannot, such as one with a statement of Python 2.

    Their ends follow from tokens, so a function with a statement of Python 2 leaves the others readable.
    """
    if len(data) <= LARGEST:
        for first, last in _definition_places(tokenize(data)):
            text = data[data.rfind(b"\n", 0, first) + 1 : last]
            tree = read_tree(text)
            if tree is not None and len(tree.body) == 1 and isinstance(tree.body[0], Definition):
                yield text, tree


def _definition_places(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    """Yield the start of the first token and the end of the last one of each outermost function with its decorators."""
    depth, level, first, last, is_fresh, is_open = 0, 0, -1, 0, True, False
    for token, behind in pairwise([*tokens, Token(b"", 0, 0)]):
        if token.text in (INDENT, DEDENT):
            depth += 1 if token.text == INDENT else -1
            continue
        if token.text in _LINE_ENDS:
            is_fresh = True
            continue
        if is_fresh and (not is_open or depth <= level):
            if is_open:
                yield first, last
                first, is_open = -1, False
            is_open = token.text == b"def" or (token.text == b"async" and behind.text == b"def")
            first = token.start if first < 0 else first
            level = depth
            first = first if is_open or token.text == b"@" else -1
        is_fresh, last = False, token.end
    if is_open:
        yield first, last


def functions_in(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the outermost functions and methods of a text, each with its name; none where it does not parse."""
    tree = read_tree(data)
    return iter(()) if tree is None else _functions(data, tree)


def _functions(data: bytes, tree: ast.Module) -> Iterator[tuple[str, bytes]]:
    lines = text_of_bytes(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for part in definitions(tree):
        first = min([part.lineno, *(decorator.lineno for decorator in part.decorator_list)])
        yield part.name, "\n".join(lines[first - 1 : part.end_lineno]).encode("utf-8", "surrogatepass")
