"""The meanings of type names in a text: its declarations, imports, inherited members (JLS 7.5, 8, 9).

The file shows what a single method's text cannot. Nothing here looks beyond the file: a supertype that the file does not
declare is unknown, except the few java.lang and java.util types in `parsers.java.table`.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from parsers.java import table
from parsers.java.names.written import TypeInfo
from parsers.java.syntax import trust
from parsers.java.syntax.tree import captures

if TYPE_CHECKING:
    import tree_sitter

    from parsers.splicing import Splice

__all__ = ["Before", "FileTypes"]

_TYPES = """[(class_declaration) (interface_declaration) (enum_declaration) (record_declaration)
 (annotation_type_declaration)] @type
(object_creation_expression (class_body)) @type
(enum_constant body: (class_body)) @type
(type_parameter (type_identifier) @variable)
[(import_declaration) (package_declaration)] @header"""
_LOCALS = """(local_variable_declaration (variable_declarator name: (identifier) @name))
(formal_parameter name: (identifier) @name)
(spread_parameter (variable_declarator name: (identifier) @name))
(lambda_expression parameters: (identifier) @name)
(inferred_parameters (identifier) @name)
(catch_formal_parameter name: (identifier) @name)
(resource name: (identifier) @name)
(enhanced_for_statement name: (identifier) @name)
(instanceof_expression name: (identifier) @name)
(type_pattern (identifier) @name)
(record_pattern_component (identifier) @name)"""


class Before(NamedTuple):
    """The types of a text, and the stretch in which a newer text differs.

    Attributes:
        types: Types of the other text.
        splice: A stretch outside which the grammar reads both alike.
    """

    types: FileTypes
    splice: Splice


class FileTypes:
    """The types, imports and type names of a text.

    Args:
        data: the text.
        root: tree-sitter's root, its offsets `shift` bytes too high.
        whole: whether the text is a whole file, so that it has only what it declares or imports.
        before: Those of a whole file that differs in one stretch, so that the rest is known; None to look at all of the text.
    """

    def __init__(
        self, data: bytes, root: tree_sitter.Node, shift: int, *, whole: bool, before: Before | None = None
    ) -> None:
        self.data = data
        self.shift = shift
        self.whole = whole
        self.package = ""
        self.imports: dict[str, str] = {}
        self.star_imports: list[str] = []
        self.static_star = False
        found = captures(_TYPES, root) if before is None else _captured(root, *before)
        self._marks = {
            name: [(node.type, node.start_byte, node.end_byte) for node in nodes]
            for name, nodes in found.items()
        }
        for node in _in_order(found.get("header", [])):  # a query gives its matches in any order
            self._header(node)
        nodes = _in_order(found.get("type", []))
        self._all: list[TypeInfo] = []
        open_types: list[TypeInfo] = []
        for node in nodes if whole else [n for n in nodes if n.start_byte >= shift]:
            while open_types and open_types[-1].end + shift <= node.start_byte:
                open_types.pop()
            info = TypeInfo(node, self, open_types[-1] if open_types else None)
            self._all.append(info)
            open_types.append(info)
        self._root = root
        self._locals: dict[int, frozenset[str]] = {}
        self._starts = [info.start for info in self._all]
        self.type_variables = frozenset(self.text(n) for n in found.get("variable", []))

    @cached_property
    def certain(self) -> bool:
        """Whether it is a whole file whose declarations are certainly as the grammar reads them."""
        trusted = not self._root.has_error and trust.untrusted(self._root, self.data) is None
        return self.whole and trusted

    @cached_property
    def all_fields(self) -> frozenset[str]:
        """The names of all fields that the text declares anywhere."""
        return frozenset().union(*(info.fields for info in self._all))

    def locals_in(self, node: tree_sitter.Node) -> frozenset[str]:
        """Return the names of all local variables, parameters and pattern variables declared in a tree-sitter node."""
        if node.start_byte not in self._locals:
            names = captures(_LOCALS, node).get("name", [])
            self._locals[node.start_byte] = frozenset(map(self.text, names))
        return self._locals[node.start_byte]

    def text(self, node: tree_sitter.Node) -> str:
        """Return the text of a tree-sitter node of this file."""
        return self.data[node.start_byte - self.shift : node.end_byte - self.shift].decode()

    def _header(self, node: tree_sitter.Node) -> None:
        words = [
            self.text(c)
            for c in node.children
            if c.type in ("static", "identifier", "scoped_identifier", "asterisk")
        ]
        if node.type == "package_declaration":
            self.package = "".join(words[-1:])
        elif words[-1:] == ["*"]:
            if words[0] == "static":
                self.static_star = True
            else:
                self.star_imports.append("".join(words[0].split()))
        elif words and words[0] != "static":
            name = "".join(words[0].split())
            self.imports[name.rpartition(".")[2]] = name
        elif words:  # a static import may bring in a member type (JLS 7.5.3)
            name = "".join(words[1].split())
            self.imports.setdefault(name.rpartition(".")[2], name)

    @cached_property
    def declared(self) -> frozenset[str]:
        """Names of all types and type variables that the text declares anywhere, local ones included."""
        return frozenset(info.name for info in self._all if info.name) | self.type_variables

    @cached_property
    def local_types(self) -> frozenset[str]:
        """Names of the local classes and interfaces, of whatever block (JLS 14.3)."""
        return frozenset(info.name for info in self._all if info.name and info.is_local)

    def around(self, offset: int) -> tuple[TypeInfo, ...]:
        """Return the types around a byte offset, innermost first."""
        at = bisect_right(self._starts, offset) - 1
        info = self._all[at] if at >= 0 else None
        found: list[TypeInfo] = []
        while info is not None:
            if info.start <= offset < info.end and not (found and found[-1].start < info.body_start):
                found.append(info)
            info = info.parent
        return tuple(found)

    def named(self, name: str) -> list[TypeInfo]:
        """Return the types that the text declares with this simple name."""
        return [info for info in self._all if info.name == name]

    def below(self, info: TypeInfo) -> list[TypeInfo]:
        """Return the types of the text that may be subclasses of a type, directly or not, going by simple names."""
        names, found = {info.name}, dict[TypeInfo, None]()
        while more := [
            other
            for other in self._all
            if other not in found and names.intersection(n.rpartition(".")[2] for n in other.supertypes)
        ]:
            found.update(dict.fromkeys(more))
            names.update(other.name for other in more)
        return list(found)

    def means(self, name: str, package: str) -> bool:
        """Return whether a simple type name can only be the class of that name in `package` ("java.lang", "java.util", ...).

        As far as the text shows: nothing in the text declares the name and no single-type import gives it another meaning. Outside
        java.lang, a whole file must import it.
        """
        if name in self.declared:
            return False
        if name in self.imports:
            return self.imports[name] == f"{package}.{name}"
        return package == "java.lang" or not self.whole or package in self.star_imports

    def field_names(self, name: str, around: tuple[TypeInfo, ...]) -> frozenset[str] | None:
        """Return the names of all fields that a type has, inherited ones included, or None if that is not known.

        Args:
            name: the type's name as written.
            around: the types around the place where it is written, innermost first.
        """
        return self._field_names(name, around, frozenset())

    def _field_names(
        self, name: str, around: tuple[TypeInfo, ...], seen: frozenset[str]
    ) -> frozenset[str] | None:
        package = table.fieldless_package(name)
        if package is not None and self.means(name, package):
            return frozenset()
        info = self.resolve(name, around)
        if info is None or name in seen:
            return None
        names = set(info.fields)
        for super_name in info.supertypes:
            more = self._field_names(super_name, self.around(info.start)[1:], seen | {name})
            if more is None:
                return None
            names |= more
        return frozenset(names)

    def member_types(self, super_name: str, around: tuple[TypeInfo, ...]) -> frozenset[str] | None:
        """Return the names of the member types that a supertype has, inherited ones included, or None if not known (JLS 8.5).

        Args:
            super_name: its name as written.
            around: the types around the place where it is written, innermost first.
        """
        seen = set()
        found: set[str] = set()
        pending = [(super_name, around)]
        while pending:
            name, around = pending.pop()
            if self._brings_no_types(name) or name in seen:
                continue
            info = self.resolve(name, around)
            if info is None:
                return None
            seen.add(name)
            found |= info.nested
            pending += [(above, self.around(info.start)[1:]) for above in info.supertypes]
        return frozenset(found)

    def may_be_serializable(self, info: TypeInfo) -> bool:
        """Return whether objects of a class may be serialised: whether it may be a subtype of java.io.Serializable."""
        seen, pending = {info}, [info]
        while pending:
            below = pending.pop()
            for name in below.supertypes:
                package = table.fieldless_package(name)
                if package is not None and self.means(name, package):
                    if name in table.SERIALIZABLE:
                        return True
                    continue
                above = self.resolve(name, self.around(below.start)[1:])
                if above is None:
                    return True
                if above not in seen:
                    seen.add(above)
                    pending.append(above)
        return False

    def _brings_no_types(self, super_name: str) -> bool:
        """Return whether a supertype is one of the JDK's without member types (JLS 8.5)."""
        package = table.fieldless_package(super_name)
        return (
            package is not None and super_name not in table.MEMBER_TYPES and self.means(super_name, package)
        )

    def resolve(self, name: str, around: tuple[TypeInfo, ...]) -> TypeInfo | None:
        """Return the declaration that a type name, as written in the header of a type, certainly denotes, or None.

        Args:
            name: the type's name as written.
            around: the types around the place where it is written, innermost first.
        """
        # A type around the place may inherit a member type of this name from a supertype outside the text; and a local
        # class is in scope in its own block only.
        candidates = self.named(name)
        if len(candidates) != 1 or name in self.type_variables or name in self.imports or not self.certain:
            return None
        [found] = candidates
        if found.parent is not None and name not in found.parent.nested:
            return None
        for info in around:
            if info is found.parent or info is found:
                return found
            if not all(self._brings_no_types(super_name) for super_name in info.supertypes):
                return None
        return found if found.parent is None else None


def _captured(root: tree_sitter.Node, types: FileTypes, splice: Splice) -> dict[str, list[tree_sitter.Node]]:
    """Return the matches of the query for types, which are looked for only in the stretch that differs from another text."""
    matches = captures(_TYPES, root, splice.start, splice.new_end)
    for name, marks in types._marks.items():
        nodes = [
            node
            for node in matches.get(name, [])
            if node.start_byte < splice.new_end and splice.start < node.end_byte
        ]
        for kind, start, end in marks:
            if end <= splice.start:
                nodes.append(_node_at(root, kind, start, end))
            elif start >= splice.end:
                nodes.append(_node_at(root, kind, start + splice.shift, end + splice.shift))
        matches[name] = nodes
    return matches


def _in_order(nodes: list[tree_sitter.Node]) -> list[tree_sitter.Node]:
    return sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte))


def _node_at(root: tree_sitter.Node, kind: str, start: int, end: int) -> tree_sitter.Node:
    node = root.descendant_for_byte_range(start, end)
    while node is not None and node.type != kind and (node.start_byte, node.end_byte) == (start, end):
        node = node.parent
    assert node is not None
    assert (node.type, node.start_byte, node.end_byte) == (kind, start, end)
    return node
