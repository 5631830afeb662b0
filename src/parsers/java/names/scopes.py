"""Names of a member: declarations of variables, their scope, and the references to them (JLS 6.3, 6.4, 8.1.3).

Every local variable, parameter, exception parameter, resource, pattern variable, and every field of a class body inside the
member is a `Declaration` with the byte ranges in which its name means it. An identifier in the position of an expression name is
resolved to the declaration with the innermost range around it. Any other name is a field, an inherited name or a type.

If a class body is between a reference and its declaration, the name may mean a field that this class inherits from a supertype
outside the text; the reference is then `uncertain`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from parsers.java.names.bindings import Access, Declaration, Frame, Label, Reference, access_of, position_of
from parsers.java.names.declaring import DECLARING
from parsers.java.names.written import supertype_names
from parsers.java.syntax.statements import TYPE_BODIES
from parsers.java.syntax.tree import Node

if TYPE_CHECKING:
    from parsers.java.view import JavaView

__all__ = ["Scopes"]

_READ = frozenset(
    ("_declarations", "_names", "_frames", "_regions", "_references", "_free", "_candidates", "_inherit")
)
_STATIC_TYPES = frozenset(
    {"record_declaration", "enum_declaration", "interface_declaration", "annotation_type_declaration"}
)


class Scopes:
    """The variables of a method view.

    Args:
        view: a method, constructor, initialiser, or bare statements (names that they do not declare are
            taken for fields).
        only: Names of the variables and references that are collected; by default all. Then `names` and `frames` have
            only what concerns these.
    """

    def __init__(self, view: JavaView, only: frozenset[str] | None = None) -> None:
        self._view = view
        self._only = only
        self._data = view.source.data

    if not TYPE_CHECKING:  # or every attribute would be known

        def __getattr__(self, name: str) -> object:
            # Called only for what is not there: the nodes are read when they are first asked about.
            if name not in _READ or "_declarations" in vars(self):
                raise AttributeError(name)
            self._read()
            return vars(self)[name]

    def _read(self) -> None:
        view, only = self._view, self._only
        self._starts = None if only is None else sorted(_starts(view, only))
        self._declarations: list[Declaration] = []
        self._candidates: list[tuple[str, Node, Frame | None]] = []
        self._names: set[str] = set()
        self._frames: list[Frame] = []
        self._inherit: dict[Frame, tuple[frozenset[str], bool]] = {}
        self._collect(view.root)
        self._resolve_all()

    def _resolve_all(self) -> None:
        self._regions: dict[str, list[_Region]] = {}
        for declaration in self._declarations:
            regions = self._regions.setdefault(declaration.name, [])
            regions += [(start, -end, declaration) for start, end in declaration.region]
        for regions in self._regions.values():
            regions.sort(key=itemgetter(0, 1))
        self._references: dict[int, Reference] = {}
        self._free: list[tuple[str, Node]] = []
        for name, node, frame in self._candidates:
            self._resolve(name, node, frame)

    def renamed(self, declaration: Declaration, name: str) -> Scopes:
        """Return the scopes of the text with another name of a variable, at its declaration and all references, offsets as before.

        Args:
            declaration: The variable.
            name: Its new name, as plain to the grammar as the old one.
        """
        start, places = declaration.node.start, {reference.node.start for reference in declaration.references}
        other = Scopes(self._view, self._only)
        other._frames, other._inherit = self._frames, self._inherit
        other._names = self._names | {name}
        other._candidates = [
            (name if node.start in places else old, node, frame) for old, node, frame in self._candidates
        ]
        other._declarations = [
            replace(item, name=name if item.node.start == start else item.name, references=[])
            for item in self._declarations
        ]
        other._resolve_all()
        return other

    # -- queries ----------------------------------------------------------------------

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """All variables, in source order."""
        return tuple(self._declarations)

    def declared_within(self, node: Node) -> tuple[Declaration, ...]:
        """Return the variables whose declaring identifier is in a node's text, in source order."""
        starts = self._declaration_starts
        return self.declarations[bisect_left(starts, node.start) : bisect_left(starts, node.end)]

    def introduces(self, statement: Node) -> bool:
        """Return whether a statement introduces a pattern variable for what follows (JLS 6.3.2), unless the opposite is proven."""
        return any(
            one.kind == "pattern" and (not one.proven or any(end > statement.end for _, end in one.region))
            for one in self.declared_within(statement)
        )

    @cached_property
    def _declaration_starts(self) -> list[int]:
        return [declaration.node.start for declaration in self._declarations]

    @cached_property
    def names(self) -> frozenset[str]:
        """Every identifier of the member, whether of a variable, type, method, label or package."""
        return frozenset(self._names)

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The lambdas and class bodies inside the member, in source order."""
        return tuple(self._frames)

    def reference(self, node: Node) -> Reference | None:
        """Return the reference of an identifier; None for a field of an enclosing class, an inherited name, a type, a method ..."""
        return self._references.get(node.start)

    def declared_at(self, offset: int) -> Declaration | None:
        """Return the variable whose declaring identifier starts at a byte offset."""
        return self._declared_at.get(offset)

    @cached_property
    def _declared_at(self) -> dict[int, Declaration]:
        return {declaration.node.start: declaration for declaration in self._declarations}

    @cached_property
    def inherited(self) -> frozenset[str]:
        """The fields that class bodies inside the member are known to inherit."""
        return frozenset().union(*(self._inherited_names(frame)[0] for frame in self._class_frames))

    def is_expression_name(self, node: Node) -> bool:
        """Return whether an identifier is in a position where a variable's name is allowed (JLS 6.5.1)."""
        return node.type == "identifier" and position_of(node) in ("name", "label")

    def free(self, name: str) -> list[Node]:
        """Return the identifiers of that name in expression position that denote no variable of the member."""
        return [node for found, node in self._free if found == name]

    def visible(self, offset: int) -> dict[str, Declaration]:
        """Return the variables of the member that a simple name can denote at a byte offset."""
        found: dict[str, Declaration] = {}
        for name, regions in self._regions.items():
            best = _innermost(regions, offset)
            if best is not None:
                found[name] = best
        return found

    def may_inherit(self, name: str, offset: int) -> bool:
        """Return whether a class body inside the member, around the offset, may have a field of that name from a supertype."""
        return any(
            frame.node.start <= offset < frame.node.end and self._inherits(frame, name)
            for frame in self._class_frames
        )

    @cached_property
    def _class_frames(self) -> list[Frame]:
        return [frame for frame in self._frames if frame.is_class]

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The statement labels."""
        found = []
        for node in self._view.nodes:
            if node.type != "labeled_statement":
                continue
            name = self._text(node.children[0])
            jumps = tuple(
                inner
                for inner in node.walk()
                if inner.type in ("break_statement", "continue_statement")
                and any(self._text(c) == name for c in inner.named_children())
            )
            found.append(Label(name, node.children[0], node.children[-1], jumps))
        return tuple(found)

    # -- collecting ----------------------------------------------------------------------

    def _text(self, node: Node) -> str:
        return self._data[node.start : node.end].decode()

    def _collect(self, root: Node) -> None:
        stack: list[tuple[Node, Frame | None]] = [(root, None)]
        while stack:
            node, frame = stack.pop()
            kind = node.type
            if kind == "identifier":
                name = self._text(node)
                if self._only is not None and name not in self._only:
                    continue
                self._names.add(name)
                self._candidates.append((name, node, frame))
                continue
            if kind == "type_identifier":
                self._names.add(self._text(node))
                continue
            if not node.children:
                continue
            if kind == "lambda_expression":
                frame = Frame(node, frame)
                self._frames.append(frame)
            elif kind in TYPE_BODIES and node is not root and node.parent is not None:
                owner = node.parent
                supers = supertype_names(owner, self._data) if owner.type != "enum_constant" else ("?",)
                frame = Frame(node, frame, supers, owner.type in _STATIC_TYPES)
                self._frames.append(frame)
            declare = DECLARING.get(kind)
            if declare is not None:
                declared = [d for d in declare(self._view, node, frame) if d.name != "_"]
                self._declarations += [d for d in declared if self._only is None or d.name in self._only]
            inner = [(child, frame) for child in reversed(node.children) if child.named]
            stack += inner if self._starts is None else [pair for pair in inner if self._may_name(pair[0])]
        self._declarations.sort(key=lambda d: d.node.start)

    def _may_name(self, node: Node) -> bool:
        """Return whether one of the names may be in the text of a node."""
        assert self._starts is not None
        at = bisect_left(self._starts, node.start)
        return at < len(self._starts) and self._starts[at] < node.end

    # -- resolving -----------------------------------------------------------------------

    def _resolve(self, name: str, node: Node, frame: Frame | None) -> None:
        position = position_of(node)
        if position not in ("name", "label"):
            return
        declaration = _innermost(self._regions.get(name, ()), node.start)
        if declaration is None:
            self._free.append((name, node))
            return
        captured = uncertain = False
        while frame is not declaration.frame and frame is not None:
            if declaration.kind == "component" and declaration.region[0][0] == frame.node.start:
                break  # the component of the record whose body this is
            if frame.barrier:
                self._free.append((name, node))
                return
            captured = True
            uncertain = uncertain or (frame.is_class and self._inherits(frame, name))
            frame = frame.parent
        access: Access = "label" if position == "label" else access_of(node)
        reference = Reference(node, access, declaration, captured, uncertain)
        declaration.references.append(reference)
        self._references[node.start] = reference

    def _inherits(self, frame: Frame, name: str) -> bool:
        known, complete = self._inherited_names(frame)
        return not complete or name in known

    def _inherited_names(self, frame: Frame) -> tuple[frozenset[str], bool]:
        """Return the fields that the supertypes of a class body are known to bring, and whether these are all."""
        if frame not in self._inherit:
            types, owner = self._view.parsed.types, frame.node.parent
            # Looked up from where the supertypes are written: types around may hide a name.
            around = types.around(owner.start)[1:] if owner is not None else ()
            found = [types.field_names(name, around) for name in frame.supertypes]
            names = frozenset().union(*(names for names in found if names is not None))
            self._inherit[frame] = names, None not in found
        return self._inherit[frame]


def _starts(view: JavaView, names: Iterable[str]) -> Iterator[int]:
    """Yield the bytes of a view at which one of some names may start."""
    for name in names:
        for match in re.finditer(re.escape(name.encode()), view.data):
            yield match.start() + view.start


_Region = tuple[int, int, Declaration]
"""Start, negative end: sorted, an outer range precedes the ranges in it."""


def _innermost(regions: Sequence[_Region], offset: int) -> Declaration | None:
    # Ranges lie in one another or apart, so the last one to start before the offset that holds it is the innermost.
    for at in range(bisect_right(regions, offset, key=itemgetter(0)) - 1, -1, -1):
        _, end, declaration = regions[at]
        if offset < -end and declaration.node.start != offset:
            return declaration
    return None
