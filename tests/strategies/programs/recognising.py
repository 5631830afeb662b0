"""What a node of a tree of tree-sitter is: the tests for `constructs`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import tree_sitter

__all__ = [
    "LOOPS",
    "Node",
    "Test",
    "all_leave",
    "anonymous",
    "blank",
    "called",
    "captures",
    "condition_is",
    "conditional",
    "constants",
    "default_inside",
    "endless",
    "equals",
    "falls",
    "field",
    "has",
    "hashes",
    "in_group",
    "is_empty",
    "is_private",
    "local_class",
    "null_before",
    "null_selector",
    "of_null",
    "overloads",
    "recursive",
    "row",
    "selector",
    "shares",
    "switch_expression",
    "text",
    "tried",
    "within",
    "yields",
]

Node = tree_sitter.Node
Test = Callable[[Node], bool]

_JUMPS = frozenset({"return_statement", "throw_statement", "break_statement", "continue_statement", "yield_statement"})  # fmt: skip
_LEAVING = frozenset({"return_statement", "throw_statement"})
_BODIES = frozenset({"lambda_expression", "class_body"})
LOOPS = frozenset({"while_statement", "for_statement", "do_statement", "enhanced_for_statement"})
_DECLARED = ("variable_declarator", "formal_parameter", "enhanced_for_statement", "catch_formal_parameter")


def text(node: Node | None) -> str:
    return node.text.decode() if node is not None and node.text is not None else ""


def field(node: Node, name: str) -> Node | None:
    return node.child_by_field_name(name)


def within(node: Node) -> Iterator[Node]:
    """Everything below a node."""
    stack = list(node.named_children)
    while stack:
        below = stack.pop()
        yield below
        stack += below.named_children


def has(node: Node | None, *types: str) -> bool:
    return node is not None and any(below.type in types for below in within(node))


def _code(nodes: list[Node]) -> list[Node]:
    return [node for node in nodes if "comment" not in node.type]


def _groups(node: Node) -> list[Node]:
    """The groups of a switch in the old form."""
    body = field(node, "body")
    return (
        [g for g in body.named_children if g.type == "switch_block_statement_group"]
        if body is not None
        else []
    )


def _statements(group: Node) -> list[Node]:
    return _code([child for child in group.named_children if child.type != "switch_label"])


def _labels(node: Node) -> list[str]:
    body = field(node, "body")
    return (
        [
            text(label)
            for part in _code(body.named_children)
            for label in part.named_children
            if label.type == "switch_label"
        ]
        if body is not None
        else []
    )


def is_empty(node: Node) -> bool:
    """Whether a group has no statements, or two labels in a row."""
    return not _statements(node) or sum(child.type == ":" for child in node.children) > 1


def falls(node: Node) -> bool:
    return any(
        (inside := _statements(g)) and inside[-1].type not in _JUMPS and inside[-1].type != "block"
        for g in _groups(node)[:-1]
    )


def all_leave(node: Node) -> bool:
    ends = [inside[-1].type for group in _groups(node) if (inside := _statements(group))]
    return len(ends) > 1 and all(end in _LEAVING for end in ends)


def default_inside(node: Node) -> bool:
    return any(label.startswith("default") for label in _labels(node)[:-1])


def hashes(node: Node) -> bool:
    text = " ".join(_labels(node))
    return (('"Aa"' in text or "KEY" in text) and '"BB"' in text) or ('"C#"' in text and '"Bb"' in text)


def in_group(*types: str) -> Test:
    """Whether a jump of these types stands below the statements of a group, so not at its end."""

    def test(node: Node) -> bool:
        return any(has(inside, *types) for group in _groups(node) for inside in _statements(group))

    return test


def shares(node: Node) -> bool:
    """Whether a group declares what another one uses."""
    groups = _groups(node)
    for number, group in enumerate(groups):
        names = {
            text(field(d, "name"))
            for s in _statements(group)
            if s.type == "local_variable_declaration"
            for d in s.named_children
            if d.type == "variable_declarator"
        }
        if any(
            text(n) in names
            for later in groups[number + 1 :]
            for n in within(later)
            if n.type == "identifier"
        ):
            return True
    return False


def selector(*types: str) -> Test:
    """Whether a switch runs over the constants of an array of one of these types."""

    def test(node: Node) -> bool:
        if node.type != "enhanced_for_statement" or text(field(node, "type")) not in types:
            return False
        return text(field(node, "value")).startswith("new ") and has(field(node, "body"), "switch_expression")

    return test


def null_selector(node: Node) -> bool:
    value = text(field(node, "value"))
    return (
        value.startswith("new ")
        and bool(re.search(r"\bnull\b", value))
        and has(field(node, "body"), "switch_expression")
    )


def _assigned(node: Node, name: str) -> int:
    return sum(n.type == "assignment_expression" and text(field(n, "left")) == name for n in within(node))


def blank(*types: str) -> Test:
    """Whether a blank variable is assigned by a statement of these types right after it."""

    def test(node: Node) -> bool:
        declared = [child for child in node.named_children if child.type == "variable_declarator"]
        if len(declared) != 1 or field(declared[0], "value") is not None:
            return False
        following = node.next_named_sibling
        while following is not None and (
            "comment" in following.type or following.type == "local_variable_declaration"
        ):
            following = following.next_named_sibling
        if following is None:
            return False
        if (
            following.type == "expression_statement"
            and following.named_children[0].type == "switch_expression"
        ):
            kind = "switch"
        else:
            kind = following.type
        return kind in types and _assigned(following, text(field(declared[0], "name"))) > 0

    return test


def _chain(node: Node) -> list[Node]:
    """The conditions of a chain of ifs, from the first."""
    found: list[Node] = []
    at: Node | None = node
    while at is not None and at.type == "if_statement":
        condition = field(at, "condition")
        if condition is not None:
            found.append(condition)
        at = field(at, "alternative")
    return found


_COMPARED = re.compile(r"^\(\s*([\w$.'\"#-]+?)\s*(?:==|\.\s*equals\()\s*([\w$.'\"#-]+)")
"""The two sides of the first comparison in a condition."""


def constants(node: Node) -> bool:
    """Whether a chain of ifs compares one variable."""
    if node.parent is not None and node.parent.type == "if_statement":
        return False
    sides = [set(match.groups()) if (match := _COMPARED.match(text(c))) else set() for c in _chain(node)]
    return any(one & other for one, other in pairwise(sides))


def conditional(*parents: str) -> Test:
    """Whether a conditional expression with another inside stands in such a place."""

    def test(node: Node) -> bool:
        parent = node.parent
        while parent is not None and parent.type == "parenthesized_expression":
            parent = parent.parent
        return parent is not None and parent.type in parents and has(node, "ternary_expression")

    return test


def of_null(node: Node) -> bool:
    return any(text(field(node, part)) in ("null", "(null)") for part in ("consequence", "alternative"))


def is_private(node: Node) -> bool:
    return any(child.type == "modifiers" and "private" in text(child) for child in node.children)


def _own_methods(node: Node) -> list[Node]:
    return [n for n in node.named_children if n.type == "method_declaration"]


def overloads(node: Node) -> bool:
    names = [text(field(m, "name")) for m in _own_methods(node) if is_private(m)]
    return len(set(names)) < len(names)


def recursive(node: Node) -> bool:
    name = text(field(node, "name"))
    return any(n.type == "method_invocation" and text(field(n, "name")) == name for n in within(node))


_HELPED = re.compile(r"(get|compute|find|make|add|check|update)[A-Z]")


def called(way: str, inside: str = "") -> Test:
    """Whether a short method is called by this way of naming it, from such a place."""

    def test(node: Node) -> bool:
        if not _HELPED.match(text(field(node, "name"))) or text(field(node, "object")) != way:
            return False
        parent = node.parent
        while inside and parent is not None and parent.type not in (inside, "method_declaration"):
            parent = parent.parent
        return not inside or (parent is not None and parent.type == inside)

    return test


def captures(node: Node) -> bool:
    """Whether a lambda or the body of an inner class reads a local variable of the method around it."""
    own = {text(field(n, "name")) for n in within(node) if n.type in _DECLARED}
    used = {text(n) for n in within(node) if n.type == "identifier"} - own
    parent = node.parent
    while parent is not None and parent.type not in ("method_declaration", "constructor_declaration"):
        parent = parent.parent
    if parent is None:
        return False
    declared = (n for n in within(parent) if n.type in _DECLARED and n.start_byte < node.start_byte)
    return any(text(field(n, "name")) in used for n in declared)


def anonymous(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "object_creation_expression" and captures(node)


def local_class(node: Node) -> bool:
    return (
        node.type == "class_declaration"
        and node.parent is not None
        and node.parent.type == "block"
        and captures(node)
    )


def tried(clause: str) -> Test:
    """Whether a local is assigned in the try and read in such a clause."""

    def test(node: Node) -> bool:
        body = field(node, "body")
        names = (
            {text(field(n, "left")) for n in within(body) if n.type == "assignment_expression"}
            if body is not None
            else set()
        )
        clauses = [child for child in node.named_children if child.type == clause]
        return any(text(n) in names for c in clauses for n in within(c) if n.type == "identifier")

    return test


def endless(node: Node) -> bool:
    """Whether nothing but a jump that is no break ends a loop."""
    condition = text(field(node, "condition")).strip("() ")
    return (
        condition in ("true", "")
        and node.type != "enhanced_for_statement"
        and not has(field(node, "body"), "break_statement")
    )


def _is_write(node: Node) -> bool:
    return node.type == "expression_statement" and node.named_children[0].type in (
        "assignment_expression",
        "update_expression",
    )


def row(node: Node) -> bool:
    children = _code(node.named_children)
    return any(_is_write(a) and _is_write(b) for a, b in pairwise(children))


def condition_is(wanted: str) -> Test:
    return lambda node: text(field(node, "condition")).replace(" ", "") == f"({wanted})"


def equals(pattern: str) -> Test:
    found = re.compile(pattern)
    return lambda node: (
        text(field(node, "name")) == "equals" and bool(found.search(" ".join(text(node).split())))
    )


def null_before(node: Node) -> bool:
    left, right = (text(field(node, side)) for side in ("left", "right"))
    return ("!= null" in left or "== null" in left) and ".equals(" in right


def switch_expression(node: Node) -> bool:
    return node.parent is not None and node.parent.type != "expression_statement"


def yields(*around: str) -> Test:
    def test(node: Node) -> bool:
        parent = node.parent
        while parent is not None and parent.type != "switch_block":
            if parent.type in around:
                return True
            parent = parent.parent
        return False

    return test
