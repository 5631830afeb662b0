"""Patches of Python's mutators of variables and operators, and of the names that they give."""

from __future__ import annotations

from tests.sabotage.patch import Patch

NAMES = "tests/mutators/python/test_names.py"
UNUSED = "tests/mutators/python/test_unused_variable.py"
NEW = "tests/mutators/python/test_new_variable.py"
OPERATORS = "tests/mutators/python/test_operator_mutation.py"

PATCHES = (
    Patch("mutators/python/tools/names.py", "and not iskeyword(name)", "", f"{NAMES}::test_illegal_names"),
    Patch("mutators/python/tools/names.py", "and name not in _BUILTINS", "", f"{NAMES}::test_illegal_names"),
    Patch(
        "mutators/python/tools/names.py", 'and not name.startswith("__")', "", f"{NAMES}::test_illegal_names"
    ),
    Patch(
        "mutators/python/tools/names.py",
        'and unicodedata.is_normalized("NFKC", name)',
        "",
        f"{NAMES}::test_illegal_names",
    ),
    Patch(
        "mutators/naming.py",
        "return word.lower() if self.separator else _capitalised(word)",
        "return _capitalised(word)",
        f"{NAMES}::test_names_from_the_type",
    ),
    Patch(
        "mutators/naming.py",
        'word if not at or _shape(word[0]) == "D" else self.separator + word',
        "word if not at else self.separator + word",
        f"{NAMES}::test_names_from_the_type",
    ),
    Patch(
        "mutators/python/tools/declaring.py",
        "if isinstance(owner, cst.ClassDef):",
        "if owner is None:",
        f"{UNUSED}::test_refusals",
    ),
    Patch(
        "mutators/python/tools/declaring.py",
        "if isinstance(statement, cst.Global | cst.Nonlocal):",
        "if isinstance(statement, cst.Nonlocal):",
        f"{UNUSED}::test_refusals",
    ),
    Patch(
        "mutators/python/tools/declaring.py",
        "if statement is _first(owner) and _is_text(statement):",
        "if False:",
        f"{UNUSED}::test_refusals",
    ),
    Patch(
        "mutators/python/tools/declaring.py",
        "return above.body[0] is statement",
        "return True",
        f"{UNUSED}::test_the_layout_is_that_of_the_statement",
    ),
    Patch(
        "mutators/python/tools/declaring.py",
        "return function.start_of(decorators[0] if decorators else statement)",
        "return function.start_of(statement)",
        f"{UNUSED}::test_the_layout_is_that_of_the_statement",
    ),
    Patch(
        "mutators/python/tools/declaring.py",
        'return "\\r\\n"',
        'return "\\n"',
        f"{UNUSED}::test_the_layout_is_that_of_the_statement",
    ),
    Patch(
        "mutators/python/tools/declaring.py",
        "and isinstance(function.parent(node), cst.IndentedBlock)",
        "",
        f"{UNUSED}::test_an_elif_and_the_function_itself_are_no_places",
    ),
    Patch(
        "mutators/python/new_variable/alias.py",
        "if variable.deletes:",
        "if False:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/python/new_variable/alias.py",
        "if len(writes) > (0 if variable.is_parameter else 1):",
        "if len(writes) > 2:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/python/new_variable/alias.py",
        "and start <= function.start_of(one.node) < end",
        "and start <= function.start_of(one.node)",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/python/new_variable/alias.py",
        "if one.scope is variable.scope and",
        "if",
        f"{NEW}::test_reads_that_move",
    ),
    Patch(
        "mutators/python/new_variable/alias.py",
        "and not _is_shown(function, one.node)",
        "",
        f"{NEW}::test_reads_that_move",
    ),
    Patch(
        "mutators/python/new_variable/alias.py",
        "if function.scopes.identifiers & _COUNTING:",
        "if False:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/python/new_variable/undo.py",
        "if len(moved) != len(second.reads):",
        "if False:",
        f"{NEW}::test_undo_is_a_conflict_where_the_patch_reads_the_second_variable_before_it_is_set",
    ),
    Patch(
        "mutators/python/new_variable/undo.py",
        "if isinstance(again, str) or all(use.node is not value for use in again.uses):",
        "if False:",
        f"{NEW}::test_undo_is_a_conflict_where_the_two_may_differ",
    ),
    Patch(
        "mutators/python/operator_mutation/operators.py",
        "(node, level < min_binding_at(function, node)),",
        "(node, False),",
        f"{OPERATORS}::test_a_change_is_one_operator_of_the_tree_and_nothing_else",
    ),
    Patch(
        "mutators/python/operator_mutation/operators.py",
        "(node.right, not node.right.lpar and binding_of(node.right) < right),",
        "",
        f"{OPERATORS}::test_a_change_is_one_operator_of_the_tree_and_nothing_else",
    ),
    Patch(
        "mutators/python/operator_mutation/operators.py",
        'return Edit(start, source.slice(start, gap.end()), " " if joins else "")',
        'return Edit(start, source.slice(start, gap.end()), "")',
        f"{OPERATORS}::test_edits",
    ),
    Patch(
        "mutators/python/operator_mutation/filters.py",
        "if {change.old, change.new} not in _BORDERS or operands is None:",
        "if True:",
        f"{OPERATORS}::test_refusals",
    ),
    Patch(
        "mutators/python/operator_mutation/values.py",
        'return call.func.value == "range" and len(call.args) < 3 and start is not None and start >= 0',
        "return True",
        f"{OPERATORS}::test_refusals",
    ),
    Patch(
        "mutators/python/operator_mutation/unchanged.py",
        "return not surely_differ(before, after) and same_code(before, after)",
        "return False",
        f"{OPERATORS}::test_refusals",
    ),
    Patch(
        "parsers/python/syntax/precedence.py",
        "return Binding.NOT if isinstance(above.operator, cst.Not) else Binding.SIGN",
        "return Binding.LOOSE",
        f"{OPERATORS}::test_a_change_is_one_operator_of_the_tree_and_nothing_else",
    ),
)
