"""A second variable with the value of a first one, placed so that it can take over the references (JLS 4.12.4, 16)."""

from __future__ import annotations

from dataclasses import dataclass

from mutators.java.tools import insertion
from mutators.model import Edit
from parsers.java.javac import declaring_beside
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration, Reference, is_rethrown
from parsers.java.syntax.expressions import in_annotation
from parsers.java.syntax.statements import STATEMENT_LISTS, body_of, statements_of
from parsers.java.syntax.tree import Node

_BODIES = {
    "parameter": ("method_declaration", "constructor_declaration"),
    "lambda": ("lambda_expression",),
    "catch": ("catch_clause",),
    "foreach": ("enhanced_for_statement",),
    "for": ("for_statement",),
    "resource": ("try_with_resources_statement",),
}


@dataclass(frozen=True)
class Alias:
    """The place of the second variable's declaration, and the references that it takes over.

    Attributes:
        anchor: the statement behind which (`behind`) or before which it is declared.
        type_text: its type as it is written, `final` included where it must be a constant variable like the first.
        uses: the references that it takes over.
    """

    anchor: Node
    behind: bool
    type_text: str
    uses: tuple[Reference, ...]

    def edits(self, method: Method, old: str, new: str) -> list[Edit]:
        """Return the insertion of the declaration, and the uses renamed."""
        place = insertion.after if self.behind else insertion.before
        uses = [Edit(use.node.start, old, new) for use in self.uses]
        return insertion.merged(place(method, self.anchor, f"{self.type_text} {new} = {old};"), uses)


def plan(method: Method, declaration: Declaration) -> Alias | str:
    """Return a plan for a second variable to take over the later uses of a variable, or the reason why none can.

    Either nothing writes the variable later, so the remaining uses and the moved uses see the same value; or all uses after the
    second variable's declaration move, including writes (JLS 4.12.4, 14.4.2, 16).
    """
    found = _home(method, declaration)
    if isinstance(found, str):
        return found
    anchor, behind, block = found
    start = anchor.end if behind else anchor.start
    later = [ref for ref in declaration.references if start <= ref.node.start < block.end]
    if declaration.kind != "for" and any(ref.node.start >= block.end for ref in declaration.references):
        if any(ref.access in ("write", "both") for ref in declaration.references):
            return "it is used outside of the block, and written"
        if block.type == "switch_block_statement_group":
            return "it is used in later groups of the switch"
    written = any(ref.access in ("write", "both") for ref in later)
    uses = tuple(ref for ref in later if _may_move(ref, written))
    if written and (len(uses) < len(later) or declaration.kind == "for"):
        return "it is written later, and not every use can move"
    if not uses:
        return "no later use can move"
    if reason := declaring_beside(method, anchor):
        return reason
    type_text = _type_text(method, declaration, anchor)
    return (
        Alias(anchor, behind, type_text, uses) if type_text else "its type is not known or cannot be written"
    )


def _type_text(method: Method, declaration: Declaration, anchor: Node) -> str | None:
    final = "final " if declaration.final and may_be_constant(method, declaration) else ""
    if declaration.inferred:
        # The type of a `var` is one that a `var` can have; that of a lambda's parameter may be another one (JLS 14.4.1, 15.27.1).
        written = method.node_text(declaration.type_node) if declaration.type_node is not None else "var"
        return None if declaration.kind == "lambda" else f"{final}{written}"
    type_ = method.spelling.of(declaration)
    return final + type_.text if type_ is not None and method.spelling.holds_at(type_, anchor) else None


def may_be_constant(method: Method, declaration: Declaration) -> bool:
    """Return whether a final variable may be a constant variable (JLS 4.12.4)."""
    return declaration.value is not None and method.constants.may_be_constant(declaration.value)


def _may_move(reference: Reference, written: bool) -> bool:
    if reference.uncertain or reference.access == "label" or in_annotation(reference.node):
        return False
    # What is written is not effectively final, so that it has no precise types to keep.
    return written or not is_rethrown(reference)


def _home(method: Method, declaration: Declaration) -> tuple[Node, bool, Node] | str:
    """Return the statement to declare the second variable at, whether behind it, and the statement list around."""
    if declaration.kind == "local":
        statement = next(a for a in declaration.node.ancestors() if a.type == "local_variable_declaration")
        block = statement.parent
        assert block is not None
        anchor = (
            statement
            if declaration.value is not None
            else method.flow.last_assignment(declaration, statement)
        )
        return (
            (anchor, True, block) if anchor is not None else "it is not certain where it has its last value"
        )
    body = _pattern_body(declaration) if declaration.kind == "pattern" else _body(declaration)
    if body is None or body.type not in STATEMENT_LISTS:
        return "it has no block of its own"
    inside = [s for s in statements_of(body) if s.type != "explicit_constructor_invocation"]
    return (inside[0], False, body) if inside else "no later use can move"


def _body(declaration: Declaration) -> Node | None:
    owner = next((a for a in declaration.node.ancestors() if a.type in _BODIES[declaration.kind]), None)
    return body_of(owner) if owner is not None else None


def _pattern_body(declaration: Declaration) -> Node | None:
    """Return the block that an `if` or `while` runs where the pattern in its condition has matched."""
    inner = declaration.node
    for above in declaration.node.ancestors():
        if above.type in ("if_statement", "while_statement"):
            body = above.child("consequence") or above.child("body")
            if inner.field != "condition" or body is None:
                return None
            inside = any(start <= body.start and body.end <= end for start, end in declaration.region)
            return body if inside else None
        if above.type in STATEMENT_LISTS or above.type == "lambda_expression":
            return None
        inner = above
    return None
