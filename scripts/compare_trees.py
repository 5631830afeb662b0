"""Compares our trees of methods with those of javac's parser, to find what tree-sitter-java gets wrong without an error node.

    python scripts/compare_trees.py PATH... [--show 5] [--limit N] [--pattern TEXT]

Both trees are brought to the same terms (kind, start, end, detail); what differs is grouped by the kinds of nodes that only one side has.
Prints, for each group, how often it occurs and its shortest places; exit code 1 if there is any. Only trusted methods are compared.
javac 17 is needed: its parser runs on all files in one process (scripts/compare_trees/DumpTree.java), and nothing is attributed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from pathlib import Path

from rich.progress import track

from parsers import ParseError, SourceFile
from parsers.java.syntax import Node

Item = tuple[str, int, int, str]
"""A node in common terms: kind, start and end in bytes, detail (operator, name)."""

DUMP = Path(__file__).resolve().parent / "compare_trees" / "DumpTree.java"
EXPORTS = [
    part
    for package in ("tree", "code")
    for part in ("--add-exports", f"jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED")
]

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
    {"method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration"}
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
        "local_variable_declaration",
        "field_declaration",
        "constant_declaration",
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
        elif kind in EXPRESSIONS:
            self._add(EXPRESSIONS[kind], node)
        elif kind in TYPES:
            self._add(TYPES[kind], node)
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
        if parent.type == "inferred_parameters" or (parent.type, node.field) == ("lambda_expression", "parameters"):
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
        if _before_colons(node):
            self._add("aid", node, text)
        elif parent.type == "scoped_type_identifier" and node is parent.children[-1] and len(parent.children) > 1:
            return
        else:
            self._add("tid", node, text)

    def _scoped_type_identifier(self, node: Node) -> None:
        kind = "asel" if _before_colons(node) else "tsel"
        self._add(kind, node, self._text(node.children[-1]))

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
            self._add("arraytype", node)

    # Declarations.

    def _declares(self, declarator: Node, holder: Node, more: int = 0) -> None:
        name = declarator.child("name")
        assert name is not None
        type_ = next((c for c in holder.children if c.field == "type" or c.type == "array_type"), None)
        depth = more + _brackets(declarator) + (_brackets(type_) if type_ and type_.type == "array_type" else 0)
        self._add("var", name, f"{self._text(name)}/{depth}")

    def _variable_declarator_of(self, node: Node) -> None:
        for child in node.children:
            if child.type == "variable_declarator":
                self._declares(child, node, 1 if node.type == "spread_parameter" else 0)

    _spread_parameter = _variable_declarator_of

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

    def _local_variable_declaration(self, node: Node) -> None:
        self._variable_declarator_of(node)

    _field_declaration = _constant_declaration = _local_variable_declaration

    def _enhanced_for_statement(self, node: Node) -> None:
        self._declares(node, node)


for _special in ("local_variable_declaration", "field_declaration", "constant_declaration"):
    SILENT = SILENT - {_special}


def _brackets(node: Node) -> int:
    return sum(
        1 for child in node.children if child.type == "dimensions" for mark in child.children if mark.type == "["
    )


def _is_empty_statement(node: Node) -> bool:
    parent = node.parent
    assert parent is not None
    if parent.type in BODIES or node.field in ("body", "consequence", "alternative"):
        return True
    return parent.type == "labeled_statement" and node is parent.children[-1]


def _before_colons(node: Node) -> bool:
    """Whether a name is the part of a method reference before `::`, where only attribution tells types from expressions."""
    while node.parent is not None and node.parent.type in ("field_access", "scoped_type_identifier"):
        if node is not node.parent.children[0] and node.type not in ("type_identifier", "super", "this"):
            return False
        node = node.parent
    return node.parent is not None and node.parent.type == "method_reference" and node is node.parent.children[0]


def ours(root: Node, data: bytes) -> set[Item]:
    """Our tree in common terms; the header of an enhanced for and of others that `Terms` maps twice is included."""
    terms = Terms(root, data)
    for node in root.walk():
        if node.type == "enhanced_for_statement":
            terms._enhanced_for_statement(node)
    return terms.items


# javac


@dataclass
class Dump:
    """javac's tree of a file: an error, or nodes in common terms."""

    path: str
    error: str | None = None
    items: list[Item] = field(default_factory=list)


def dumps(files: list[Path]) -> Iterator[Dump]:
    """javac's trees of files, one process for all of them."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["javac", *EXPORTS, "-d", folder, str(DUMP)], check=True)
        command = ["java", *EXPORTS, "-Xss64m", "-cp", folder, "DumpTree"]
        names = Path(folder) / "names"
        names.write_text("".join(f"{file}\n" for file in files))
        with names.open() as given, subprocess.Popen(
            command, stdin=given, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ) as process:
            assert process.stdout is not None
            yield from _read(process.stdout)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def _read(lines: Iterable[str]) -> Iterator[Dump]:
    dump: Dump | None = None
    for line in lines:
        parts = line.rstrip("\n").split("\t")
        if len(parts) == 4:
            assert dump is not None
            dump.items.append((parts[0], int(parts[1]), int(parts[2]), parts[3]))
        elif line.startswith("F "):
            if dump is not None:
                yield dump
            dump = Dump(parts[0][2:])
        elif dump is not None and line.startswith("E "):
            dump.error = parts[0][2:]
    if dump is not None:
        yield dump


def in_bytes(items: list[Item], data: bytes) -> list[Item]:
    """Offsets in UTF-16 units as offsets in bytes."""
    text = data.decode()
    if text.startswith("\ufeff"):
        at = [0, *(end + 2 for end in range(1, len(data)))] if text[1:].isascii() else None
    else:
        at = list(range(len(data) + 1)) if text.isascii() else None
    if at is None:
        widths: list[int] = []
        for char in text:
            size = len(char.encode())
            widths += [size] if size < 4 else [0, size]
        at = [0, *accumulate(widths)]
    return [(kind, at[start], at[end] if end >= 0 else -1, detail) for kind, start, end, detail in items]


# Comparison


@dataclass
class Difference:
    """A stretch of a method whose nodes differ."""

    path: str
    line: int
    text: str
    ours: list[Item]
    javac: list[Item]

    @property
    def pattern(self) -> str:
        """What only one side has, by kind and operator."""
        return f"ours {_kinds(self.ours)} | javac {_kinds(self.javac)}"


DETAILED = frozenset({"binary", "prefix", "postfix", "assign", "switch"})


def _kinds(items: list[Item]) -> str:
    found = {f"{kind} {detail}".strip() if kind in DETAILED else kind for kind, _, _, detail in items}
    return ", ".join(sorted(found)) or "-"


def differences(source: SourceFile, dump: Dump, counts: Counter[str]) -> Iterator[Difference]:
    """Where our trees of the trusted methods of a file differ from javac's."""
    theirs = sorted(in_bytes(dump.items, source.data), key=lambda item: item[1])
    for method in source.methods:
        counts["methods"] += 1
        if reason := method.untrusted:
            counts["untrusted: " + reason.rstrip("0123456789")] += 1
            continue
        us = ours(method.root, source.data)
        them = {item for item in theirs if method.start <= item[1] < method.end}
        counts["nodes"] += len(us)
        yield from _clusters(source, us - them, them - us)


def _clusters(source: SourceFile, us: set[Item], them: set[Item]) -> Iterator[Difference]:
    """Groups differing nodes whose texts overlap."""
    all_ = sorted([(item, True) for item in us] + [(item, False) for item in them], key=lambda p: (p[0][1], -p[0][2]))
    groups: list[list[tuple[Item, bool]]] = []
    end = -1
    for item, mine in all_:
        if item[1] >= end:
            groups.append([])
        groups[-1].append((item, mine))
        end = max(end, item[2])
    for group in groups:
        start, end = group[0][0][1], max(item[2] for item, _ in group)
        yield Difference(
            source.path or "",
            source.lines.line(start),
            source.slice(start, end) if end > start else "",
            [item for item, mine in group if mine],
            [item for item, mine in group if not mine],
        )


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+", help="Java files, or folders of them")
    parser.add_argument("--show", type=int, default=3, help="how many places of each group to show")
    parser.add_argument("--limit", type=int, help="only the first files")
    parser.add_argument("--pattern", help="only groups with this text")
    parser.add_argument("--details", action="store_true", help="show the nodes")
    options = parser.parse_args()
    files = [f for path in options.paths for f in (sorted(path.rglob("*.java")) if path.is_dir() else [path])]
    files = files[: options.limit]
    counts: Counter[str] = Counter()
    found: dict[str, list[Difference]] = defaultdict(list)
    for dump in track(dumps(files), total=len(files), transient=True):
        counts["files"] += 1
        if dump.error is not None:
            counts["files with errors for javac"] += 1
            print(f"{dump.path}: {dump.error}", file=sys.stderr)
            continue
        try:
            source = SourceFile(Path(dump.path).read_bytes(), dump.path)
            if source.kind != "file":
                counts[f"read as {source.kind}"] += 1
                continue
        except ParseError as error:
            counts["refused: " + str(error)] += 1
            continue
        for difference in differences(source, dump, counts):
            found[difference.pattern].append(difference)
    _report(found, counts, options)
    return 1 if found else 0


def _report(found: dict[str, list[Difference]], counts: Counter[str], options: argparse.Namespace) -> None:
    for name, count in sorted(counts.items()):
        print(f"{count:>9,} {name}")
    for pattern, places in sorted(found.items(), key=lambda pair: -len(pair[1])):
        if options.pattern and options.pattern not in pattern:
            continue
        print(f"\n{len(places):,} x {pattern}")
        for place in sorted(places, key=lambda place: len(place.text))[: options.show]:
            text = " ".join(place.text.split())
            print(f"    {place.path}:{place.line}: {text[:200]}")
            if options.details:
                for side, items in (("ours ", place.ours), ("javac", place.javac)):
                    for kind, start, end, detail in items:
                        part = " ".join(SourceFile(Path(place.path).read_bytes()).slice(start, max(start, end)).split())
                        print(f"        {side} {kind} {detail} [{start}-{end}]: {part[:120]}")


if __name__ == "__main__":
    sys.exit(main())
