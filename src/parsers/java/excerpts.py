"""Texts that are read as a whole file and hold little more than one member, such as a method in a class made up around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parsers.excerpt import Excerpt
from parsers.java.parsed import JavaParsed

if TYPE_CHECKING:
    import tree_sitter

    from parsers.source import SourceFile

_COMMENTS = frozenset({"line_comment", "block_comment"})
_IMPORTS = frozenset({"package_declaration", "import_declaration"})
_TYPES = frozenset({"class_declaration", "interface_declaration", "record_declaration"})
_TOP_LEVEL = _TYPES | {"annotation_type_declaration", "enum_declaration"}
_METHODS = frozenset(
    {
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "static_initializer",
        "block",
    }
)


def excerpt_of(source: SourceFile) -> Excerpt | None:
    """Return a text that is read as a file taken apart; None where it holds more than one class with nothing but methods.

    Raises:
        ParseError: it is not Java.
    """
    parsed = JavaParsed.of(source)
    if parsed.kind != "file" or parsed.has_error:
        return None
    parts = [node for node in parsed.tree.root_node.children if node.type not in _COMMENTS]
    heads = [node for node in parts if node.type in _IMPORTS]
    inner, types = [node for node in parts if node.type not in _IMPORTS | {";"}], list[str]()
    start, end = heads[-1].end_byte if heads else 0, len(source.data)
    while len(inner) == 1 and inner[0].type in _TYPES:
        name, body = inner[0].child_by_field_name("name"), inner[0].child_by_field_name("body")
        if name is None or body is None:
            return None
        types.append(_text(name))
        start, end = body.start_byte + 1, body.end_byte - 1
        inner = [node for node in body.named_children if node.type not in _COMMENTS]
    if not inner or any(node.type not in _METHODS for node in inner):
        return None
    return Excerpt(
        frozenset(_spaced(node) for node in heads), tuple(types), len(inner), source.slice(start, end).strip()
    )


def imports_of(source: SourceFile) -> frozenset[str]:
    """Return the declarations of the package and of imports of a whole file, as `Excerpt` has them.

    Raises:
        ParseError: it is not Java.
    """
    nodes = JavaParsed.of(source).tree.root_node.children
    return frozenset(_spaced(node) for node in nodes if node.type in _IMPORTS)


def types_of(source: SourceFile) -> frozenset[str]:
    """Return the names of the top level classes and interfaces of a whole file (JLS 7.6).

    Raises:
        ParseError: it is not Java.
    """
    declared = [node for node in JavaParsed.of(source).tree.root_node.children if node.type in _TOP_LEVEL]
    names = (node.child_by_field_name("name") for node in declared)
    return frozenset(_text(name) for name in names if name is not None)


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode()


def _spaced(node: tree_sitter.Node) -> str:
    return " ".join(_text(leaf) for leaf in _leaves(node))


def _leaves(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    found: list[tree_sitter.Node] = []
    stack = [node]
    while stack:
        node = stack.pop()
        if node.type in _COMMENTS:
            continue
        if not node.child_count:
            found.append(node)
        stack += node.children[::-1]
    return found
