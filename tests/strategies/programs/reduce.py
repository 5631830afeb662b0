"""Makes a program smaller as long as the same thing is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import tree_sitter
import tree_sitter_java

from tests.strategies.programs.findings import Finding
from tests.strategies.programs.judge import Judge
from tests.strategies.programs.program import Program

__all__ = ["reduced", "smaller"]

_LISTS = frozenset(
    {
        "class_body",
        "block",
        "constructor_body",
        "switch_block",
        "switch_block_statement_group",
        "enum_body_declarations",
    }
)
_OPERANDS = frozenset(
    {"argument_list", "array_access", "array_initializer", "assignment_expression", "binary_expression", "cast_expression",
     "local_variable_declaration", "method_invocation", "parenthesized_expression", "return_statement", "ternary_expression",
     "variable_declarator"}
)  # fmt: skip
_STATEMENT = "_statement"


@cache
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_java.language()))


def reduced(judge: Judge, finding: Finding, *, tries: int = 400, seed: int = 0) -> Finding:
    """The smallest program that was found in which the same mutators do the same wrong."""
    names = {name for name in finding.mutators if name != "together"}

    def still(program: Program) -> Finding | None:
        again = judge.judge([program], seed, names, stacked=finding.stacked).findings
        return next((f for f in again if f.kind == finding.kind and f.stacked == finding.stacked), None)

    return smaller(finding, still, tries)


def smaller(finding: Finding, still: Callable[[Program], Finding | None], tries: int) -> Finding:
    """Takes away from the program piece by piece, big pieces first, while `still` finds the same."""
    best, seen, progress = finding, {finding.program.own}, True
    while progress:
        progress = False
        left, size = _candidates(best.program.own), len(best.program.own)
        while (following := next(((n, t) for n, t in left if n <= size and t not in seen), None)) is not None:
            size, text = following
            seen.add(text)
            tries -= 1
            if (found := still(Program(text))) is not None:
                # What was too big to go before mostly still is: on with what is smaller, and with all in the next round.
                best, progress, left = found, True, _candidates(text)
            if tries <= 0:
                return best
    return best


def _candidates(text: str) -> Iterator[tuple[int, str]]:
    """The text with something less: members, statements, branches, operands; with how many bytes that saves, most first."""
    data = text.encode()
    if _parser().parse(data).root_node.has_error:
        return
    found: dict[tuple[int, int, bytes], int] = {}
    stack = [_parser().parse(data).root_node]
    while stack:
        node = stack.pop()
        stack += node.named_children
        for start, end, new in _cuts(node, data):
            found[start, end, new] = end - start - len(new)
    for (start, end, new), saved in sorted(found.items(), key=lambda item: -item[1]):
        if saved > 0:
            yield saved, (data[:start] + new + data[end:]).decode()


def _cuts(node: tree_sitter.Node, data: bytes) -> Iterator[tuple[int, int, bytes]]:
    parent = node.parent
    if parent is None:
        return
    if parent.type in _LISTS or "comment" in node.type:
        yield node.start_byte, node.end_byte, b""
        for inner in _inside(node):
            yield node.start_byte, node.end_byte, data[inner.start_byte : inner.end_byte]
        if (
            node.type.endswith(_STATEMENT)
            and len(siblings := parent.named_children) > 3
            and node == siblings[0]
        ):
            middle = siblings[len(siblings) // 2]
            yield node.start_byte, middle.start_byte, b""
    elif node.type in ("finally_clause", "catch_clause", "dimensions", "modifiers", "throws"):
        yield node.start_byte, node.end_byte, b""
    if parent.type == "if_statement" and node == parent.child_by_field_name("alternative"):
        before = node.prev_sibling
        while before is not None and before.type != "else":
            before = before.prev_sibling
        if before is not None:
            yield before.start_byte, node.end_byte, b""
    if parent.type in _OPERANDS:
        for child in node.named_children:
            yield node.start_byte, node.end_byte, data[child.start_byte : child.end_byte]
        for literal in (b"1", b"a", b"true", b'""'):
            yield node.start_byte, node.end_byte, literal


def _inside(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Statements that might stand for the whole: bodies, and what is in them."""
    for child in node.named_children:
        if child.type.endswith(_STATEMENT) or child.type == "block":
            yield child
            yield from child.named_children if child.type == "block" else ()
