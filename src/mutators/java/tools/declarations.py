"""Declarations of local variables: their heads, and whether they may be constants."""

from __future__ import annotations

from parsers.java.syntax.tree import Node

ANNOTATED = "an annotation may hold for all of the declaration"
"""Why a declaration with an annotation is not taken apart (JLS 9.6.4.5, 9.7.4)."""

_ANNOTATIONS = frozenset({"annotation", "marker_annotation"})


def annotated(declaration: Node) -> bool:
    """Return whether a local_variable_declaration has annotations, in its type and the brackets behind its names, too."""
    heads = [part for part in declaration.children if part.type == "modifiers" or part.field == "type"]
    heads += [part for one in declaration.all("declarator") for part in one.all("dimensions")]
    return any(below.type in _ANNOTATIONS for part in heads for below in part.walk())
