"""Misreadings of the grammar without an ERROR node: escapes that hide a delimiter, a lone CR, odd names, lambdas in labels."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from parsers.java.syntax.tree import captures

if TYPE_CHECKING:
    import tree_sitter

__all__ = ["RESERVED", "hides_delimiter", "names_a_reserved_word", "untrusted"]

_RESERVED = """
    abstract assert boolean break byte case catch char class const continue default do double else enum
    extends final finally float for goto if implements import instanceof int interface long native new
    package private protected public return short static strictfp super switch synchronized this throw
    throws transient try void volatile while _ true false null
"""
RESERVED = frozenset(_RESERVED.split())
"""Words that no program may use as a name; reserved keywords, including `_`, and literals (JLS 17, 3.9, 3.10.3, 3.10.8)."""

_ESCAPE = re.compile(rb"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")
_DELIMITERS = frozenset("\n\r\"'\\*/")
_LONE_CR = re.compile(rb"\r(?!\n)")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
# The grammar has `_` and `this` as names: of Java 21, and of a receiver parameter.
_NO_NAMES = "([(identifier) (type_identifier)] @name (#any-of? @name {}))".format(
    " ".join(f'"{word}"' for word in sorted(RESERVED - {"_", "this"}))
)
_LITERALS = frozenset({"string_literal", "character_literal", "line_comment", "block_comment"})


def untrusted(root: tree_sitter.Node, data: bytes) -> str | None:
    """Return why the tree of a member or file may be wrong although it has no ERROR node, or None (JLS 3.3, 3.4, 3.8).

    Args:
        root: its tree-sitter node.
        data: its text.
    """
    if b"\r" in data and _LONE_CR.search(data):
        return "a lone carriage return, which the grammar does not read as a line end"
    if hides_delimiter(data):
        return "a Unicode escape that stands for a delimiter"
    if b"case" in data and data.count(b"->") > 1 and _lambda_in_label(root):
        return "a lambda after a case label, which the grammar takes for part of the label"
    if not data.isascii() or _CONTROL.search(data):
        return _invisible(root)
    return None


def hides_delimiter(data: bytes) -> bool:
    """Return whether a Unicode escape stands for a delimiter, so that what seems to be a comment may hold code (JLS 3.3)."""
    if b"\\u" not in data:
        return False
    return any(chr(int(match[2], 16)) in _DELIMITERS for match in _ESCAPE.finditer(data))


def names_a_reserved_word(root: tree_sitter.Node, start: int | None = None, end: int | None = None) -> bool:
    """Return whether the grammar takes a reserved word for a name, as in ``@A return false;`` (JLS 3.9).

    Args:
        root: Root of the tree.
        start, end: Bytes of the tree in which the word is looked for; by default anywhere.
    """
    return bool(captures(_NO_NAMES, root, start, end))


def _lambda_in_label(root: tree_sitter.Node) -> bool:
    """Return whether ``case B -> x -> x;`` is read as a label ``B -> x``; a lambda as an argument may be in a guard."""
    for label in captures("(switch_label) @label", root).get("label", []):
        for node in captures("(lambda_expression) @lambda", label).get("lambda", []):
            above: tree_sitter.Node | None = node
            while above is not None and above != label and above.type != "argument_list":
                above = above.parent
            if above == label:
                return True
    return False


def _invisible(root: tree_sitter.Node) -> str | None:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in _LITERALS:
            continue
        if node.child_count:
            stack.extend(node.children)
        elif any(_ignorable(char) for char in (node.text or b"").decode(errors="replace")):
            return "an identifier with an invisible character"
    return None


def _ignorable(char: str) -> bool:
    return unicodedata.category(char) in ("Cf", "Cc") and char not in "\t\n\f\r"
