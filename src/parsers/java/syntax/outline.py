"""The kind of a text (a whole file, class members, statements), and the places of its methods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.java.syntax.brackets import has_unpaired_bracket
from parsers.java.syntax.tree import captures, error_offset, parse, parse_wrapped

if TYPE_CHECKING:
    import tree_sitter

    from parsers.language import Kind

_SMALL = 16_384
"""Bytes up to which a text is kept for a while with its tree."""
_BOM = b"\xef\xbb\xbf"
_FILE_PARTS = frozenset(
    """
    package_declaration import_declaration module_declaration class_declaration interface_declaration
    enum_declaration record_declaration annotation_type_declaration
    """.split()
)
_FILE_WORD = re.compile(rb"package|import|module|class|interface|enum|record")
"""Words of which each file has at least one, somewhere in its text."""
_COMPACT = re.compile(
    rb"""(?: \A | [;{})/] | \b(?:public|protected|private) | @[\w$.\x80-\xff]+ | //[^\n]*\n ) \s*
    (?!(?:do|else|finally|static|try)\b) [\w$\x80-\xff]+ \s*\{ | /\s*\{ | //[^\n]*\n\s*\{""",
    re.VERBOSE,
)
"""A name before a brace, as in a compact constructor; or perhaps, with a comment between them."""
_COMMENTS = frozenset({"line_comment", "block_comment"})
_METHOD_KINDS = {
    "method_declaration": "method",
    "constructor_declaration": "constructor",
    "compact_constructor_declaration": "compact-constructor",
    "static_initializer": "static-initializer",
    "block": "initializer",
}
_NAMED = frozenset({"method", "constructor"})
_METHODS = """[(method_declaration) (constructor_declaration) (compact_constructor_declaration) (static_initializer)] @method
(class_body (block) @method)
(enum_body_declarations (block) @method)"""


def read(data: bytes, path: str | None) -> tuple[Kind, tree_sitter.Tree, int]:
    """Find the kind of a text: the first reading without an error, or the least bad one.

    Returns:
        Its kind, tree-sitter's tree, and the number of bytes by which its offsets are too high.

    Raises:
        ParseError: it is none of these kinds.
    """
    reading = _kept(data) if len(data) <= _SMALL else _read(data)
    if isinstance(reading, int):
        reason = "not Java: neither a file nor a class member nor statements"
        raise ParseError(reason, path=path, line=reading)
    return reading


# The texts of an answer are read several times, as one and as a part of another; trees do not change.
@lru_cache(maxsize=32)
def _kept(data: bytes) -> tuple[Kind, tree_sitter.Tree, int] | int:
    return _read(data)


def _read(data: bytes) -> tuple[Kind, tree_sitter.Tree, int] | int:
    """Return the reading of a text, or the line of its first error if it has none.

    Most texts are answers of models: a method, often a broken one. Such a text is read as little as the result allows.
    """
    tree = parse(data) if _FILE_WORD.search(data) or data.startswith(_BOM) else None
    if tree is not None and _is_like_a_file(tree):
        return "file", tree, 0
    if data.startswith(_BOM):
        data = b"   " + data[3:]
    member: tuple[tree_sitter.Tree, int] | None = None
    broken = False
    for wrapper in ("member", "compact-constructor"):
        if member is not None and not _COMPACT.search(data):
            continue
        wrapped, shift = parse_wrapped(data, wrapper)
        found = _members(wrapped, shift + len(data))
        if found and not wrapped.root_node.has_error:
            return "member", wrapped, shift
        if found and member is None:
            member = wrapped, shift
        if tree is None and member is None:
            tree = parse(data)
            if is_file(tree):  # without a token
                return "file", tree, 0
        broken = broken or has_unpaired_bracket(data)
        if broken and member is not None:
            break  # no other reading is without an error
    if not broken and (bare := _statements(data)) is not None:
        return "statements", *bare
    if tree is not None and _parts(tree) & _FILE_PARTS:
        return "file", tree, 0
    if member is not None:
        return "member", *member
    assert tree is not None
    at = error_offset(tree.root_node) or 0
    return data.count(b"\n", 0, at) + 1


def _statements(data: bytes) -> tuple[tree_sitter.Tree, int] | None:
    """Return the reading of a text as statements; None if it has an error."""
    wrapped, shift = parse_wrapped(data, "statements")
    # The method around them ends one byte before the class.
    if not wrapped.root_node.has_error and len(_members(wrapped, wrapped.root_node.end_byte - 1)) == 1:
        return wrapped, shift
    return None


def _parts(tree: tree_sitter.Tree) -> set[str]:
    return {node.type for node in tree.root_node.children} - _COMMENTS - {";"}


def _is_like_a_file(tree: tree_sitter.Tree) -> bool:
    """Return whether a text that was parsed without a wrapper is a whole file, perhaps with errors."""
    parts = _parts(tree)
    return parts <= _FILE_PARTS or bool(parts <= _FILE_PARTS | {"ERROR"} and parts & _FILE_PARTS)


def _members(tree: tree_sitter.Tree, end: int) -> list[tree_sitter.Node]:
    """Return the members in the wrapper, if it holds nothing else (errors aside), and the text neither closes it nor is unclosed.

    A member that continues after the end of the text has swallowed the wrapper's brace.
    """
    types = [n for n in tree.root_node.children if n.type not in _COMMENTS]
    body = types[0].child_by_field_name("body") if len(types) == 1 else None
    if body is None:
        return []
    inner = [n for n in body.named_children if n.type not in _COMMENTS]
    if any(n.end_byte > end or (n.type not in _METHOD_KINDS and not n.is_error) for n in inner):
        return []
    return [n for n in inner if not n.is_error]


def statements(tree: tree_sitter.Tree) -> tree_sitter.Node:
    """Return the block around bare statements."""
    block = _members(tree, tree.root_node.end_byte)[0].child_by_field_name("body")
    assert block is not None
    return block


def is_file(tree: tree_sitter.Tree) -> bool:
    """Return whether a text that was parsed without a wrapper, and has no error, is a whole file."""
    return _parts(tree) <= _FILE_PARTS


def is_inside_a_type(tree: tree_sitter.Tree, start: int) -> bool:
    """Return whether a whole file shows before a byte that it is one: an import or the like, or the head of a type, ends there."""
    first = next((node for node in tree.root_node.children if node.type in _FILE_PARTS), None)
    if first is None:
        return False
    body = first.child_by_field_name("body")
    return (first.end_byte if body is None else body.start_byte + 1) < start


def methods(
    tree: tree_sitter.Tree, start: int | None = None, stop: int | None = None
) -> Iterator[tuple[str, str, tree_sitter.Node]]:
    """Yield the outermost methods, constructors and initialisers that have a body: name, kind and node, in order.

    Args:
        tree: The tree.
        start, stop: Bytes of the tree in which a method must have text; by default anywhere.
    """
    found = captures(_METHODS, tree.root_node, start, stop).get("method", [])
    end = -1
    for node in sorted(found, key=lambda n: (n.start_byte, -n.end_byte)):
        if start is not None and stop is not None and not (node.start_byte < stop and start < node.end_byte):
            continue
        kind = _METHOD_KINDS[node.type]
        if node.start_byte < end or (kind in _NAMED and node.child_by_field_name("body") is None):
            continue
        end = node.end_byte
        name = node.child_by_field_name("name")
        fallback = "<clinit>" if kind == "static-initializer" else "<init>"
        yield (name.text or b"").decode() if name is not None else fallback, kind, node
