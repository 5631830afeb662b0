"""Patches of what is known about Python functions: flow, types, effects; and of the mutators that rest on it most."""

from __future__ import annotations

from tests.sabotage.patch import Patch

FLOW = "tests/parsers/python/test_flow.py"
TYPES = "tests/parsers/python/test_types.py"
EFFECTS = "tests/parsers/python/test_effects.py"
LAW = "tests/laws/test_python_effects.py"
OPERATORS = "tests/mutators/python/test_operator_mutation.py"
REORDER = "tests/mutators/python/test_reorder_condition.py"
EXPRESSION = "tests/mutators/python/test_expression_exchange.py"

PATCHES = (
    Patch(
        "parsers/python/flow/graph.py",
        'self.leave("raise", made)',
        "",
        f"{FLOW}::test_bound_names",
    ),
    Patch(
        "parsers/python/flow/graph.py",
        "if merged else points)",
        "if merged else [normal])",
        f"{FLOW}::test_used_names",
    ),
    Patch(
        "parsers/python/flow/expressions.py",
        "self.join([left, self.at])",
        "",
        f"{FLOW}::test_bound_names",
    ),
    Patch(
        "parsers/python/flow/statements.py",
        "self.access(Access.UNBIND, bound)",
        "self.point()",
        f"{FLOW}::test_bound_names",
    ),
    Patch(
        "parsers/python/flow/statements.py",
        "self.join([self.at, *raises])",
        "",
        f"{FLOW}::test_bound_names",
    ),
    Patch(
        "parsers/python/flow/statements.py",
        "self.at = None if truth else test",
        "self.at = test",
        f"{FLOW}::test_completion",
    ),
    Patch(
        "parsers/python/flow/patterns.py",
        "fails.append(start)",
        "fails.append(None)",
        f"{FLOW}::test_bound_names",
    ),
    Patch(
        "parsers/python/flow/analysis.py",
        "return facts if changed <= facts.changed else None",
        "return facts",
        f"{TYPES}::test_kinds",
    ),
    Patch(
        "parsers/python/flow/data.py",
        "state | bit if use[0] in (Access.READ, Access.DELETE) else state & ~bit",
        "state | bit",
        f"{FLOW}::test_used_names",
    ),
    Patch(
        "parsers/python/types/operators.py",
        'return frozenset({"float", "complex"})',
        'return frozenset({"float"})',
        f"{TYPES}::test_operators_give_what_the_interpreter_gives",
    ),
    Patch(
        "parsers/python/types/operators.py",
        'if ordered and (left | right) & {"list", "tuple"}:',
        "if ordered and not (left | right):",
        f"{TYPES}::test_kinds",
    ),
    Patch(
        "parsers/python/types/operators.py",
        "return frozenset({left}) if right in SCALARS else None",
        "return frozenset({left})",
        f"{TYPES}::test_kinds",
    ),
    Patch(
        "parsers/python/types/calls.py",
        'str="chr hex oct bin"',
        'str="chr hex oct bin str"',
        f"{TYPES}::test_functions_return_exactly_the_class_for_hostile_arguments",
    ),
    Patch(
        "parsers/python/types/inference.py",
        "if len(fields) == 1 and len(parts) == 1:",
        "if not parts:",
        f"{TYPES}::test_kinds",
    ),
    Patch(
        "parsers/python/types/bindings.py",
        "if node.asynchronous is not None:",
        "if node.iter is None:",
        f"{TYPES}::test_what_an_asynchronous_loop_binds_is_unknown",
    ),
    Patch(
        "parsers/python/types/analysis.py",
        '"tuple", "frozenset", "range"',
        '"tuple", "frozenset", "range", "list"',
        f"{EXPRESSION}::test_what_is_proved_immutable",
    ),
    Patch(
        "parsers/python/effects/analysis.py",
        "if variable is None or variable.is_captured:",
        "if variable is None:",
        f"{EFFECTS}::test_a_walrus_that_an_inner_function_sees_is_anything",
    ),
    Patch(
        "parsers/python/effects/analysis.py",
        'if scopes.scope_of(node).kind == "class":',
        "if scopes is None:",
        f"{REORDER}::test_class_bodies_read_names_from_any_mapping",
    ),
    Patch(
        "parsers/python/effects/analysis.py",
        "if one.raises and other.raises:",
        "if one.raises and other.raises and one.runs:",
        f"{EFFECTS}::test_order",
    ),
    Patch(
        "parsers/python/effects/analysis.py",
        "judged | self._touched(node)",
        "judged",
        f"{EFFECTS}::test_order",
    ),
    Patch(
        "parsers/python/effects/analysis.py",
        "for child in children_of(node):",
        "for child in ():",
        f"{LAW}::test_generated_expressions",
    ),
    Patch(
        "parsers/python/types/inference.py",
        'is_raw and not _CONTINUED.sub("", piece.value)',
        "is_raw and not piece.value",
        f"{TYPES}::test_a_continued_literal_is_empty",
    ),
    Patch(
        "parsers/python/syntax/expressions.py",
        "isinstance(around, cst.Param) and inner is around.default",
        "isinstance(around, cst.Param) and inner is around",
        f"{OPERATORS}::test_what_is_no_code_of_the_body_is_left_alone",
    ),
    Patch(
        "mutators/python/match.py",
        "unevaluated(self.method, self.node) or self.refusal()",
        "self.refusal()",
        "tests/mutators/python/test_permute_exchange.py::test_the_laws_hold",
    ),
    Patch(
        "mutators/python/operator_mutation/filters.py",
        "return same_after(function, node, edits_of(function, change))",
        "return False",
        f"{OPERATORS}::test_no_mutant_of_literals_gives_the_same",
    ),
    Patch(
        "mutators/python/operator_mutation/filters.py",
        "truth_of(function, above.test) is (inner is not above.body)",
        "truth_of(function, above.test) is None",
        f"{OPERATORS}::test_refusals",
    ),
    Patch(
        "mutators/java/operator_mutation/filters/conditions.py",
        "others = [first] if inner.field",
        "others = [last] if inner.field",
        "tests/mutators/test_equivalence.py::test_a_filter_knows_its_pattern",
    ),
    Patch(
        "mutators/python/reorder_condition.py",
        '_MODEST = frozenset({"int", "str", "bytes", "NoneType"})',
        '_MODEST = frozenset({"int", "str", "bytes", "NoneType", "bool"})',
        f"{REORDER}::test_what_may_be_evaluated_in_the_other_order",
    ),
    Patch(
        "mutators/python/reorder_condition.py",
        'if new.startswith("{") and self._is_after_brace():',
        "if not new:",
        f"{REORDER}::test_layout",
    ),
    Patch(
        "mutators/python/reorder_condition.py",
        "and node.equal is not None",
        "and node.equal is node",
        f"{REORDER}::test_the_laws_hold",
    ),
    Patch(
        "mutators/python/expression_exchange.py",
        "return isinstance(value.operator, cst.Not)",
        "return False",
        f"{EXPRESSION}::test_both_forms_compile_to_the_same_but_for_the_operation",
    ),
    Patch(
        "mutators/python/expression_exchange.py",
        'level == _LEVELS[sign] and sign != "**"',
        'level == _LEVELS[sign] and sign == "**"',
        f"{EXPRESSION}::test_both_forms_compile_to_the_same_but_for_the_operation",
    ),
    Patch(
        "mutators/python/tools/assumptions.py",
        'if method.parsed.kind != "member":',
        'if method.parsed.kind == "member":',
        f"{EXPRESSION}::test_a_function_alone_assumes_what_builtin_names_mean",
    ),
)
