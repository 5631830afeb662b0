"""A generator to try `equimorph cote` with: it knows three programs, and two words make it write another one."""

from __future__ import annotations

__all__ = ["write"]

_FIRST = (
    "Node first(Node node, String name) { "
    "for (Node child : node.children()) { if (child.name().equals(name)) { return child; } } return null; }"
)
_ONLY = "Node first(Document document, String name) { return (Node) document.getFirstChild(name); }"
_TEXT = "boolean isEmpty(String text) { return text.length() == 0; }"


def write(description: str) -> tuple[str, float]:
    """Return a program and its log probability."""
    if "child" in description:
        return (_FIRST, -2.0) if "which" in description else (_ONLY, -9.0)
    if "text" in description and "whether" not in description:
        return 'int count(String text) { return text.split(" ").length; }', -4.0
    return _TEXT, -3.0
