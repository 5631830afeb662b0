"""Our trees in the terms in which scripts/compare_trees/DumpTree.java prints those of javac.

What is only a matter of presentation is put right here: names that are no expressions, spans of declarations,
annotated types.
"""

from __future__ import annotations

from collections.abc import Callable

from parsers.java.syntax.tree import Node

__all__ = ["Item", "ours"]

Item = tuple[str, int, int, str]
"""A node in common terms: kind, start and end in bytes, detail (operator, name)."""

STATEMENTS = {
    "block": "block",
    "constructor_body": "block",
    "if_statement": "if",
    "while_statement": "while",
    "do_statement": "do",
    "for_statement": "for",
    "enhanced_for_statement": "foreach",
    "synchronized_statement": "synchronized",
    "try_statement": "try",
    "try_with_resources_statement": "try",
    "catch_clause": "catch",
    "return_statement": "return",
    "throw_statement": "throw",
    "yield_statement": "yield",
    "assert_statement": "assert",
}
EXPRESSIONS = {
    "ternary_expression": "conditional",
    "cast_expression": "cast",
    "array_access": "index",
    "lambda_expression": "lambda",
    "parenthesized_expression": "paren",
    "class_literal": "classlit",
}
TYPES = {"generic_type": "generic", "wildcard": "wild"}
PARTED = frozenset({"generic_type", "scoped_type_identifier", "array_type"})
PRIMITIVES = frozenset({"integral_type", "floating_point_type", "boolean_type", "void_type"})
CLASSES = frozenset(
    {
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    }
)
METHODS = frozenset(
    {
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "annotation_type_element_declaration",
    }
)
LITERALS = frozenset(
    {
        "decimal_integer_literal",
        "hex_integer_literal",
        "octal_integer_literal",
        "binary_integer_literal",
        "decimal_floating_point_literal",
        "hex_floating_point_literal",
        "character_literal",
        "string_literal",
        "null_literal",
        "true",
        "false",
    }
)
SILENT = frozenset(
    {
        "string_fragment",
        "multiline_string_fragment",
        "escape_sequence",
        "modifiers",
        "formal_parameters",
        "argument_list",
        "type_arguments",
        "type_parameters",
        "type_bound",
        "variable_declarator",
        "dimensions",
        "dimensions_expr",
        "class_body",
        "interface_body",
        "enum_body",
        "enum_body_declarations",
        "annotation_type_body",
        "superclass",
        "super_interfaces",
        "extends_interfaces",
        "type_list",
        "permits",
        "throws",
        "switch_block",
        "switch_block_statement_group",
        "catch_type",
        "finally_clause",
        "resource_specification",
        "static_initializer",
        "annotated_type",
        "annotation_argument_list",
        "element_value_pair",
        "inferred_parameters",
        "asterisk",
        "scoped_identifier",
    }
)
NAME_FIELDS = frozenset({"name", "field", "key"})
NAMED_BY_CHILD = frozenset(
    {
        "labeled_statement",
        "break_statement",
        "continue_statement",
        "type_parameter",
        "receiver_parameter",
        "scoped_identifier",
    }
)
DECLARATORS = frozenset({"local_variable_declaration", "field_declaration", "constant_declaration"})
BODIES = frozenset({"block", "constructor_body", "switch_block_statement_group"})


class Terms:
    """Our tree in the terms that DumpTree.java prints."""

    def __init__(self, root: Node, data: bytes) -> None:
        self.data = data
        self.items: set[Item] = set()
        for node in root.walk():
            self._node(node)

    def _text(self, node: Node) -> str:
        return self.data[node.start : node.end].decode()

    def _add(self, kind: str, node: Node, detail: str = "") -> None:
        self.items.add((kind, node.start, node.end, detail))

    def _add_type(self, kind: str, node: Node, detail: str = "") -> None:
        """Add a type; javac lets one of several parts start with the annotations of its first part."""
        first, start = node, node.start
        while first.parent is not None and first.parent.type in PARTED and first.parent.start == first.start:
            first = first.parent
        above = first.parent
        if above is not None and above.type == "annotated_type":
            first, above = above, above.parent
            in_modifiers = above is not None and above.child("name") is not None
            if not in_modifiers and (above is None or above.type != "method_reference"):
                start = first.start
        elif above is not None and above.type == "object_creation_expression":
            start = min([start, *(c.start for c in above.children if "annotation" in c.type)])
        self.items.add((kind, start, node.end, detail))

    def _named(self, node: Node, field_: str = "name") -> str:
        name = node.child(field_)
        return self._text(name) if name is not None else ""

    def _node(self, node: Node) -> None:
        kind = node.type
        if not node.named:
            if kind == ";" and _is_empty_statement(node):
                self._add("empty", node)
            return
        if kind in STATEMENTS:
            self._add(STATEMENTS[kind], node)
            if kind == "enhanced_for_statement":
                self._declares(node, node)
        elif kind in EXPRESSIONS:
            self._add(EXPRESSIONS[kind], node)
        elif kind in TYPES:
            self._add_type(TYPES[kind], node)
        elif kind in PRIMITIVES:
            self._add("prim", node, self._text(node))
        elif kind in LITERALS:
            self._add("lit", node)
        elif kind in CLASSES:
            self._add("class", node, self._named(node))
        elif kind in METHODS:
            self._add("method", node, self._named(node) if kind == "method_declaration" else "")
        elif special := getattr(self, f"_{kind}", None):
            method: Callable[[Node], None] = special
            method(node)
        elif kind not in SILENT:
            self._add(f"?{kind}", node)

    # Names and types.

    def _identifier(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        if parent.type == "inferred_parameters" or (parent.type, node.field) == (
            "lambda_expression",
            "parameters",
        ):
            self._add("var", node, f"{self._text(node)}/0")
        elif parent.type == "method_reference":
            if node is parent.children[0]:
                self._add("aid", node, self._text(node))
        elif node.field not in NAME_FIELDS and parent.type not in NAMED_BY_CHILD:
            self._add("aid" if _before_colons(node) else "id", node, self._text(node))

    _underscore_pattern = _identifier

    def _this(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        if parent.type == "receiver_parameter" or node.field in ("field", "constructor"):
            return
        self._add("aid" if _before_colons(node) else "id", node, self._text(node))

    def _super(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        at = parent.children.index(node)
        if parent.type == "wildcard" or node.field == "constructor":
            return
        if at and parent.children[at - 1].type == ".":
            # Qualified super is no node of the grammar.
            ambiguous = parent.type == "method_reference" or _before_colons(node)
            kind = "asel" if ambiguous else "select"
            self.items.add((kind, parent.children[at - 2].start, node.end, "super"))
        else:
            self._this(node)

    def _type_identifier(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        text = self._text(node)
        if parent.type == "type_parameter" or (text == "var" and node.field == "type"):
            return
        if parent.type == "scoped_type_identifier" and node is not parent.children[0]:
            return
        if _before_colons(node):
            self._add("aid", node, text)
        else:
            self._add("tid", node, text)

    def _scoped_type_identifier(self, node: Node) -> None:
        kind = "asel" if _before_colons(node) else "tsel"
        self._add_type(kind, node, self._text(node.children[-1]))

    def _array_type(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        declares = parent.type in DECLARATORS or parent.type in (
            "formal_parameter",
            "spread_parameter",
            "enhanced_for_statement",
            "resource",
            "catch_type",
            "method_declaration",
            "array_creation_expression",
            "annotation_type_element_declaration",
        )
        if not declares:
            self._add_type("arraytype", node)

    # Declarations.

    def _declares(self, declarator: Node, holder: Node, more: int = 0) -> None:
        name = declarator.child("name")
        assert name is not None
        type_ = next((c for c in holder.children if c.field == "type" or c.type == "array_type"), None)
        depth = (
            more + _brackets(declarator) + (_brackets(type_) if type_ and type_.type == "array_type" else 0)
        )
        self._add("var", name, f"{self._text(name)}/{depth}")

    def _declaration(self, node: Node) -> None:
        for child in node.children:
            if child.type == "variable_declarator":
                self._declares(child, node, 1 if node.type == "spread_parameter" else 0)

    _spread_parameter = _local_variable_declaration = _field_declaration = _constant_declaration = (
        _declaration
    )

    def _formal_parameter(self, node: Node) -> None:
        self._declares(node, node)

    _catch_formal_parameter = _formal_parameter

    def _resource(self, node: Node) -> None:
        if node.child("name") is not None:
            self._declares(node, node)

    def _enum_constant(self, node: Node) -> None:
        name = node.child("name")
        assert name is not None
        self._add("enumconst", name, self._text(name))

    def _annotation(self, node: Node) -> None:
        self._add("anno", node)

    _marker_annotation = _annotation

    def _type_parameter(self, node: Node) -> None:
        pass

    _receiver_parameter = _type_parameter

    # Statements.

    def _labeled_statement(self, node: Node) -> None:
        self._add("labeled", node, self._text(node.children[0]))

    def _break_statement(self, node: Node) -> None:
        label = node.first("identifier")
        self._add(node.type.removesuffix("_statement"), node, self._text(label) if label else "")

    _continue_statement = _break_statement

    def _switch_expression(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        statement = parent.type in BODIES or parent.type == "labeled_statement"
        if node.field in ("body", "consequence", "alternative"):
            statement = parent.type not in ("lambda_expression", "ternary_expression")
        self._add("switch", node, "statement" if statement else "expression")

    def _switch_label(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        word = node.children[0]
        if parent.type == "switch_rule":
            self._add("rule", parent, self._text(word))
        else:
            self._add("label", word, self._text(word))

    def _switch_rule(self, node: Node) -> None:
        pass

    def _expression_statement(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        if parent.type != "switch_rule":
            self._add("exprstmt", node)

    def _explicit_constructor_invocation(self, node: Node) -> None:
        self._add("ctorcall", node, self._named(node, "constructor"))

    # Expressions.

    def _binary_expression(self, node: Node) -> None:
        self._add("binary", node, self._named(node, "operator"))

    def _assignment_expression(self, node: Node) -> None:
        self._add("assign", node, self._named(node, "operator"))

    def _unary_expression(self, node: Node) -> None:
        self._add("prefix", node, self._named(node, "operator"))

    def _update_expression(self, node: Node) -> None:
        first = node.children[0]
        if first.named:
            self._add("postfix", node, self._text(node.children[-1]))
        else:
            self._add("prefix", node, self._text(first))

    def _instanceof_expression(self, node: Node) -> None:
        self._add("instanceof", node, self._named(node))

    def _method_invocation(self, node: Node) -> None:
        self._add("call", node, self._named(node))

    def _field_access(self, node: Node) -> None:
        self._add("asel" if _before_colons(node) else "select", node, self._named(node, "field"))

    def _object_creation_expression(self, node: Node) -> None:
        self._add("new", node, "body" if node.first("class_body") else "")

    def _array_creation_expression(self, node: Node) -> None:
        dims = sum(1 for child in node.children if child.type == "dimensions_expr")
        self._add("newarray", node, str(dims))

    def _array_initializer(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None
        if parent.type != "array_creation_expression":
            self._add("arrayinit", node, "0")

    _element_value_array_initializer = _array_initializer

    def _method_reference(self, node: Node) -> None:
        self._add("mref", node, self._text(node.children[-1]))


def _brackets(node: Node) -> int:
    return sum(
        1
        for child in node.children
        if child.type == "dimensions"
        for mark in child.children
        if mark.type == "["
    )


def _is_empty_statement(node: Node) -> bool:
    parent = node.parent
    assert parent is not None
    if parent.type in BODIES or node.field in ("body", "consequence", "alternative"):
        return True
    return parent.type == "labeled_statement" and node is parent.children[-1]


def _before_colons(node: Node) -> bool:
    """Return whether a name is before the `::` of a method reference, where only attribution knows what it is."""
    while node.parent is not None and node.parent.type in ("field_access", "scoped_type_identifier"):
        if node is not node.parent.children[0] and node.type not in ("type_identifier", "super", "this"):
            return False
        node = node.parent
    return (
        node.parent is not None and node.parent.type == "method_reference" and node is node.parent.children[0]
    )


def ours(root: Node, data: bytes) -> set[Item]:
    """Return our tree in common terms."""
    return Terms(root, data).items
