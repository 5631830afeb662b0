"""Wrapping of a statement in another one, and its undo: ``s`` <-> ``if (true) { s }``.

What is in a block of its own declares nothing for what follows (JLS 6.3), and a label stays with its statement (JLS 14.7).
"""

from __future__ import annotations

from collections.abc import Iterator

from mutators.java.tools import insertion
from mutators.java.tools.patch import JavaPatch
from mutators.model import Edit, Mutation, UndoConflict, apply_edits
from mutators.undo.texts import known_source
from parsers.java.method import Method
from parsers.java.names.insertion_points import misplaced
from parsers.java.syntax.statements import BLOCKS, STATEMENT_LISTS, is_statement, statements_of
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile

_DECLARATIONS = frozenset(
    {
        "local_variable_declaration",
        "class_declaration",
        "record_declaration",
        "enum_declaration",
        "interface_declaration",
        "annotation_type_declaration",
    }
)


def statements(root: Node) -> Iterator[Node]:
    """Yield the statements of a member, in source order; blocks only if they are statements of a list."""
    for node in root.walk():
        if is_statement(node) and (node.type not in BLOCKS or _listed(node)):
            yield node


def obstacle(method: Method, node: Node) -> str | None:
    """Return why a statement cannot be in a block of its own, or None."""
    reason = misplaced(node) if _listed(node) or node.type not in BLOCKS else "it is not directly in a block"
    if reason is not None:
        return reason
    if node.type in _DECLARATIONS:
        return "it is a declaration, whose scope would end"
    if method.scopes.introduces(node):
        return "it may introduce a pattern variable for what follows"
    return None


def edits(node: Node, head: str, tail: str) -> Iterator[Edit]:
    """Yield the edits that put a head before a statement, and a tail behind it."""
    yield Edit(node.start, "", f"{head} ")
    yield Edit(node.end, "", f" {tail}")


def unwrapped(patched: SourceFile, mutant: bytes, mutation: Mutation, kind: str) -> bytes:
    """Return a patched mutant without the head and the tail around the block, whatever the patch did in the block.

    Args:
        patched: Patched mutant, which must parse.
        mutant: Text that was patched.
        mutation: Record with the edits that `edits` yielded.
        kind: Type of the node that they made.

    Raises:
        UndoConflict: the patch changed or copied head or tail; or the statements of the block would mean something else without it.
    """
    patch = JavaPatch(mutant, patched, mutation)
    head, tail = (tokenize(edit.new.encode()) for edit in mutation.edits)
    first = _head_of(
        patch,
        [token.text for token in head],
        JavaPatch(mutant, known_source(mutant, patched.language), mutation),
    )
    method = patch.method_at(first)
    start = patch.tokens[first].start
    nodes = () if method is None else method.nodes
    node = next((one for one in nodes if one.start == start and one.type == kind), None)
    block = None if node is None else node.first("block")
    if method is None or node is None or block is None:
        raise patch.conflict("the patch changed what was put around the statement", first, first)
    behind = [token.text for token in tokenize(method.source.data[block.end - 1 : node.end])]
    if behind != [token.text for token in tail] or not _listed(node) or not _closes(patch, block):
        raise patch.conflict("the patch changed what was put around the statement", first, first)
    reason = _needs_block(method, node, block)
    if reason is not None:
        raise UndoConflict(reason, (node.start, node.end))
    return apply_edits(patched.data, list(_removals(patched.data, node, block)))


def check_braces(patched: SourceFile, mutant: bytes, mutation: Mutation) -> None:
    """Make sure that a patch which does not parse neither added nor removed braces: one of several may be the mutation's.

    Raises:
        UndoConflict: it did.
    """
    patch, unpatched = (
        JavaPatch(mutant, text, mutation) for text in (patched, known_source(mutant, patched.language))
    )
    for brace in (b"{", b"}"):
        if len(patch.runs([brace])) != len(unpatched.runs([brace])):
            raise patch.lost("the patch does not parse, and changed braces", patch.own(0))


def _closes(patch: JavaPatch, block: Node) -> bool:
    """Return whether the brace at the end of a block is the one that the mutation brought, or all in the block is as it was.

    A brace within a literal is neither: the grammar ends a string that is not closed in a later line.
    """
    head, tail = patch.own(0), patch.own(1)
    closing = next((i for i, token in enumerate(patch.tokens) if token.start == block.end - 1), None)
    if closing is None:
        return False
    if patch.where(tail[0]) == closing:
        return True
    inside = [token.text for token in patch.tokens if block.start < token.start < block.end - 1]
    return inside == [token.text for token in patch.alignment.base[head[-1] + 1 : tail[0]]]


def _head_of(patch: JavaPatch, words: list[bytes], unpatched: JavaPatch) -> int:
    """Return the index of the first token of the head in the patched text."""
    own, runs = patch.own(0), patch.runs(words)
    targets = [patch.where(index) for index in own]
    if len(runs) != len(unpatched.runs(words)):
        raise patch.lost("the patch changed or copied what was put around the statement", own)
    if targets[0] in runs and targets == list(range(targets[0], targets[0] + len(words))):
        return targets[0]
    if len(runs) > 1:
        raise patch.lost("the patch changed what was put around the statement", own)
    return runs[0]


def _needs_block(method: Method, node: Node, block: Node) -> str | None:
    """Return why the statements of a block cannot be in the list around it, or None."""
    inside, parent = statements_of(block), node.parent
    assert parent is not None
    is_last = statements_of(parent)[-1] is node and parent.type in BLOCKS
    if is_last:
        return None
    if any(one.type in _DECLARATIONS or method.scopes.introduces(one) for one in inside):
        return "the patch declares something in the block around the statement"
    if not (method.flow.completes(block) and method.flow.certain(block)):
        follows = statements_of(parent)[-1] is not node
        return "what follows the statement could not be reached without the block" if follows else None
    return None


def _removals(data: bytes, node: Node, block: Node) -> Iterator[Edit]:
    """Yield the edits that remove what is around the statements of a block, with the blanks that were inserted with it."""
    inner, outer = block.start + 1, block.end - 1
    inner += data[inner : inner + 1] == b" " and inner < outer
    outer -= data[outer - 1 : outer] == b" " and outer > inner
    spans = ((node.start, inner), (outer, node.end))
    yield from insertion.keeping_comments([Edit(start, data[start:end].decode(), "") for start, end in spans])


def _listed(node: Node) -> bool:
    return node.parent is not None and node.parent.type in STATEMENT_LISTS
