"""Declarations of variables, read off the nodes that declare them, with the scope of each (JLS 6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from parsers.java.names import patterns
from parsers.java.names.bindings import Declaration, Frame
from parsers.java.processors import is_inferred
from parsers.java.syntax.tree import Node

if TYPE_CHECKING:
    from parsers.java.view import JavaView


def _new(
    view: JavaView,
    kind: str,
    name: Node,
    holder: Node,
    region: tuple[int, int] | list[tuple[int, int]],
    frame: Frame | None,
    *,
    type_node: Node | None = None,
    dims: int = 0,
    varargs: bool = False,
    value: Node | None = None,
    proven: bool = True,
) -> Declaration:
    modifiers = holder.first("modifiers")
    final = any(c.type == "final" for c in (modifiers.children if modifiers else holder.children))
    spans = tuple(region) if isinstance(region, list) else (region,)
    written = view.node_text(type_node) if type_node is not None else "var"
    inferred = is_inferred(written, view.parsed.types)
    final |= inferred and written.endswith("val")
    return Declaration(
        view.node_text(name),
        kind,
        name,
        type_node,
        dims,
        varargs,
        final,
        value,
        spans,
        frame,
        proven,
        inferred,
    )


def _locals(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    parent = node.parent
    assert parent is not None
    if parent.type == "for_statement":
        kind, end = "for", parent.end
    elif parent.type == "switch_block_statement_group" and parent.parent is not None:
        kind, end = "local", parent.parent.end
    else:
        kind, end = "local", parent.end
    yield from _declarators(view, node, kind, frame, lambda declarator: (declarator.start, end))


def _fields(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    if frame is not None:
        body = frame.node
        yield from _declarators(view, node, "field", frame, lambda _: (body.start, body.end))


def _declarators(
    view: JavaView, node: Node, kind: str, frame: Frame | None, region: Callable[[Node], tuple[int, int]]
) -> Iterator[Declaration]:
    type_node = node.child("type")
    for declarator in node.all("declarator"):
        name = declarator.child("name")
        if name is None:  # only in text that does not parse
            continue
        yield _new(
            view,
            kind,
            name,
            node,
            region(declarator),
            frame,
            type_node=type_node,
            dims=_dims(declarator.child("dimensions")),
            value=declarator.child("value"),
        )


def _parameter(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    varargs = node.type == "spread_parameter"
    name, type_node, dims = node.child("name"), node.child("type"), _dims(node.child("dimensions"))
    if varargs:
        declarator = node.first("variable_declarator")
        assert declarator is not None
        name, dims = declarator.child("name"), _dims(declarator.child("dimensions")) + 1
        type_node = next(
            (c for c in node.named_children() if c.type not in ("modifiers", "variable_declarator")), None
        )
    owner = node.parent.parent if node.parent is not None else None
    if name is None or owner is None:
        return
    body = owner.child("body")
    if body is not None:
        kind = {"lambda_expression": "lambda", "record_declaration": "component"}.get(owner.type, "parameter")
        region = (body.start, body.end)
        yield _new(view, kind, name, node, region, frame, type_node=type_node, dims=dims, varargs=varargs)


def _lambda(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    parameters, body = node.child("parameters"), node.child("body")
    if parameters is None or body is None or parameters.type == "formal_parameters":
        return
    names = [parameters] if parameters.type == "identifier" else parameters.named_children()
    for name in names:
        yield _new(view, "lambda", name, parameters, (body.start, body.end), frame)


def _catch(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    parameter, body = node.first("catch_formal_parameter"), node.child("body")
    name = parameter.child("name") if parameter is not None else None
    if parameter is not None and name is not None and body is not None:
        region = (body.start, body.end)
        yield _new(view, "catch", name, parameter, region, frame, type_node=parameter.first("catch_type"))


def _resource(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    name = node.child("name")
    statement = next((a for a in node.ancestors() if a.type == "try_with_resources_statement"), None)
    body = statement.child("body") if statement is not None else None
    if name is not None and body is not None:
        region, dims = (name.start, body.end), _dims(node.child("dimensions"))
        value, type_node = node.child("value"), node.child("type")
        yield _new(view, "resource", name, node, region, frame, type_node=type_node, value=value, dims=dims)


def _foreach(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    name, body = node.child("name"), node.child("body")
    if name is not None and body is not None:
        region, dims = (body.start, body.end), _dims(node.child("dimensions"))
        yield _new(view, "foreach", name, node, region, frame, type_node=node.child("type"), dims=dims)


def _instanceof(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    name = node.child("name")
    spans, proven = (
        patterns.region(node) if name is not None or node.child("pattern") is not None else ([], True)
    )
    if name is not None:
        yield _new(view, "pattern", name, node, spans, frame, type_node=node.child("right"), proven=proven)
    inner = node.child("pattern")
    if inner is not None:
        yield from _pattern(view, inner, spans, proven, frame)


def _switch_pattern(view: JavaView, node: Node, frame: Frame | None) -> Iterator[Declaration]:
    if node.parent is not None and node.parent.type == "switch_label":
        spans, proven = patterns.region(node)
        yield from _pattern(view, node, spans, proven, frame)


def _pattern(
    view: JavaView, top: Node, spans: list[tuple[int, int]], proven: bool, frame: Frame | None
) -> Iterator[Declaration]:
    for node in top.walk():
        if node.type in ("type_pattern", "record_pattern_component"):
            inner = node.named_children()
            if len(inner) >= 2 and inner[-1].type == "identifier":
                yield _new(view, "pattern", inner[-1], node, spans, frame, type_node=inner[-2], proven=proven)


def _dims(node: Node | None) -> int:
    return sum(child.type == "[" for child in node.children) if node is not None else 0


DECLARING: Mapping[str, Callable[[JavaView, Node, Frame | None], Iterator[Declaration]]] = {
    "local_variable_declaration": _locals,
    "field_declaration": _fields,
    "constant_declaration": _fields,
    "formal_parameter": _parameter,
    "spread_parameter": _parameter,
    "lambda_expression": _lambda,
    "catch_clause": _catch,
    "resource": _resource,
    "enhanced_for_statement": _foreach,
    "instanceof_expression": _instanceof,
    "pattern": _switch_pattern,
}
"""Readers of the nodes that declare variables."""
