"""Which constructs a program has: what the mutators need, and what would show that they are wrong."""

from __future__ import annotations

import re

import tree_sitter
import tree_sitter_java

from tests.strategies.programs.recognising import (
    LOOPS,
    Test,
    all_leave,
    anonymous,
    blank,
    called,
    captures,
    condition_is,
    conditional,
    constants,
    default_inside,
    endless,
    equals,
    falls,
    field,
    has,
    hashes,
    in_group,
    is_empty,
    is_private,
    local_class,
    null_before,
    null_selector,
    of_null,
    overloads,
    recursive,
    row,
    selector,
    shares,
    switch_expression,
    text,
    tried,
    within,
    yields,
)

__all__ = ["CONSTRUCTS", "constructs"]

_LANGUAGE = tree_sitter.Language(tree_sitter_java.language())
_SWITCH, _GROUP = "switch_expression", "switch_block_statement_group"
_OUT = ("break_statement", "continue_statement")
_IF, _LOCAL, _CALL, _TERNARY = (
    "if_statement",
    "local_variable_declaration",
    "method_invocation",
    "ternary_expression",
)
CONSTRUCTS: dict[str, tuple[frozenset[str], Test]] = {
    name: (frozenset(types.split()), test)
    for name, types, test in (
        ("switch: group that falls through", _SWITCH, falls),
        ("switch: default before others", _SWITCH, default_inside),
        ("switch: empty group", _GROUP, is_empty),
        ("switch: arrows", "switch_rule", lambda n: True),
        ("switch: expression", _SWITCH, switch_expression),
        ("switch: yield under an if", "yield_statement", yields(_IF)),
        ("switch: yield in a loop", "yield_statement", yields(*LOOPS)),
        ("switch: over int", "enhanced_for_statement", selector("int")),
        ("switch: over char, byte, short", "enhanced_for_statement", selector("char", "byte", "short")),
        ("switch: over boxes", "enhanced_for_statement", selector("Integer", "Character", "Short", "Byte")),
        ("switch: over String", "enhanced_for_statement", selector("String")),
        ("switch: over the program's enum", "enhanced_for_statement", selector("Suit")),
        ("switch: over null, too", "enhanced_for_statement", null_selector),
        ("switch: labels of equal hashes", _SWITCH, hashes),
        ("switch: label that is a constant variable", "switch_label", lambda n: bool(re.search(r"\b(K\d|LIMIT|KEY)", text(n)))),
        ("switch: break inside of a group's statement", _SWITCH, in_group("break_statement")),
        ("switch: continue in a group", _SWITCH, in_group("continue_statement")),
        ("switch: labelled break in a group", "break_statement", lambda n: n.named_child_count > 0 and yields(_GROUP)(n)),
        ("switch: variable of an earlier group", _SWITCH, shares),
        ("switch: each group leaves", _SWITCH, all_leave),
        ("switch: with a label", "labeled_statement", lambda n: text(n.named_children[-1]).startswith("switch")),
        ("chain of ifs over constants", _IF, constants),
        ("chain of ifs over constants, with a jump of a loop", _IF, lambda n: constants(n) and has(n, *_OUT)),
        ("blank: assigned by a switch", _LOCAL, blank("switch", _SWITCH)),
        ("blank: assigned by branches", _LOCAL, blank(_IF)),
        ("blank: assigned by a try", _LOCAL, blank("try_statement")),
        ("blank: assigned by a loop", _LOCAL, blank("while_statement")),
        ("captured by a lambda", "lambda_expression", captures),
        ("captured by an anonymous class", "class_body", anonymous),
        ("captured by a local class", "class_declaration", local_class),
        ("dead: if (false)", _IF, condition_is("false")),
        ("dead: if (true)", _IF, condition_is("true")),
        ("dead: constant of the program", _IF, lambda n: bool(re.match(r"\((LIMIT > 5|OFF\d+)\)", text(field(n, "condition"))))),
        ("dead: behind an endless loop", " ".join(LOOPS), endless),
        ("conditional: nested, declared", _TERNARY, conditional("variable_declarator")),
        ("conditional: nested, assigned", _TERNARY, conditional("assignment_expression")),
        ("conditional: nested, returned", _TERNARY, conditional("return_statement")),
        ("conditional: nested, passed", _TERNARY, conditional("argument_list")),
        ("conditional: with null", _TERNARY, of_null),
        ("private: overloads", "class_body", overloads),
        ("private: of instances", "method_declaration", lambda n: is_private(n) and "static" not in text(n.named_children[0])),
        ("private: static", "method_declaration", lambda n: is_private(n) and "static" in text(n.named_children[0])),
        ("private: varargs", "method_declaration", lambda n: is_private(n) and has(field(n, "parameters"), "spread_parameter")),
        ("private: recursive", "method_declaration", lambda n: is_private(n) and recursive(n)),
        ("private: called by its name", _CALL, called("")),
        ("private: called through this", _CALL, called("this")),
        ("private: called through Program", _CALL, called("Program")),
        ("private: called through Program.this", _CALL, called("Program.this")),
        ("private: called on another object", _CALL, called("made")),
        ("private: called in a lambda", _CALL, called("", "lambda_expression")),
        ("private: called in an inner class", _CALL, called("", "class_body")),
        ("private: method reference", "method_reference", lambda n: bool(re.search(r"(Program|this)\s*::", text(n)))),
        ("stopped: constructor", "class_declaration", lambda n: text(field(n, "name")).startswith("Broken")),
        ("stopped: static initialiser", "class_declaration", lambda n: text(field(n, "name")).startswith("Once")),
        ("try: local of it read in the catch", "try_statement", tried("catch_clause")),
        ("try: local of it read in the finally", "try_statement", tried("finally_clause")),
        ("row of writes", "block", row),
        ("strings: literal first", _CALL, equals(r'^"[^"]*" ?\.')),
        ("strings: literal second", _CALL, equals(r'^[\w$.]+ ?\. ?equals\("')),
        ("strings: null before", "binary_expression", null_before),
    )
}  # fmt: skip
"""What is looked for: the types of nodes that may be it, and what makes them it."""


def constructs(own: str) -> frozenset[str]:
    """The constructs that a program has."""
    by_type: dict[str, list[tuple[str, Test]]] = {}
    for name, (types, test) in CONSTRUCTS.items():
        for type_ in types:
            by_type.setdefault(type_, []).append((name, test))
    found: set[str] = set()
    for node in within(tree_sitter.Parser(_LANGUAGE).parse(own.encode()).root_node):
        found |= {name for name, test in by_type.get(node.type, ()) if name not in found and test(node)}
    return frozenset(found)
