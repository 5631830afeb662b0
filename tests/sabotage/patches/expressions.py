"""Patches of the mutators of operators and conditions, and of what they share."""

from __future__ import annotations

from tests.sabotage.patch import Patch

REORDER = "tests/mutators/test_reorder_condition.py"
REORDER_UNDO = "tests/mutators/test_reorder_undo.py"
EXPRESSION = "tests/mutators/test_expression_exchange.py"
CONDITION = "tests/mutators/test_condition_exchange.py"
NEGATION = "tests/mutators/test_negation.py"
OPERATOR = "tests/mutators/test_operator_mutation.py"
EQUIVALENCE = "tests/mutators/test_equivalence.py"
KNOWN_AT = "tests/mutators/test_known_at.py"

PATCHES = (
    Patch(
        "mutators/java/reorder_condition/undo.py",
        '"unclear" if self._words_crossed(now) else "swapped"',
        '"swapped"',
        f"{REORDER_UNDO}::test_what_is_not_certain_or_not_sound_is_a_conflict",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "len(readings) > 1 or ",
        "",
        f"{REORDER_UNDO}::test_what_is_not_certain_or_not_sound_is_a_conflict",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        'or reading == "unclear" or',
        "or",
        f"{REORDER_UNDO}::test_what_is_not_certain_or_not_sound_is_a_conflict",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "or not patch.is_there(now) or",
        "or",
        f"{REORDER_UNDO}::test_a_comparison_that_swallowed_its_neighbour_is_a_conflict",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "or patch.is_disputed(now):",
        ":",
        f"{REORDER_UNDO}::test_of_two_comparisons_with_a_common_operand_the_right_one_is_swapped_back",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "isinstance(match, Comparison) and match.obstacle() is None",
        "isinstance(match, Comparison)",
        f"{REORDER_UNDO}::test_what_is_not_certain_or_not_sound_is_a_conflict",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "patched.data if patch.has_no_new_comparison() else None",
        "None",
        f"{REORDER_UNDO}::test_a_dropped_operator_leaves_its_operands",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "return to(self.mine.at) is None and not is_replaced and not new & _OPERATORS",
        "return to(self.mine.at) is None and not new & _OPERATORS",
        f"{REORDER_UNDO}::test_what_is_not_certain_or_not_sound_is_a_conflict",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "in_place = now.left == mine.left or now.right == mine.right",
        "in_place = now.left == mine.left",
        f"{REORDER_UNDO}::test_a_comparison_that_is_still_swapped_is_swapped_back",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "if turned and not in_place else",
        "if turned else",
        f"{REORDER_UNDO}::test_what_is_not_certain_or_not_sound_is_a_conflict",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        'if left is not None and patch.mine.right == (b"(", *patch.home.left, b")"):',
        "if left is None:",
        f"{REORDER_UNDO}::test_a_comparison_that_is_still_swapped_is_swapped_back",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "return len(find(self.alignment.theirs, now.words)) == 1",
        "return False",
        f"{REORDER_UNDO}::test_a_moved_comparison_is_swapped_back_unless_it_is_copied",
    ),
    Patch(
        "mutators/java/reorder_condition/undo.py",
        "is_made_by(checked(back.edits(Random(0))))",
        "is_made_by(checked(back.edits(Random(0)))) is not None",
        f"{REORDER_UNDO}::test_a_comparison_that_is_still_swapped_is_swapped_back",
    ),
    Patch("parsers/java/syntax/operators.py", '"<=": ">="', '"<=": ">"', f"{REORDER}::test_swaps"),
    Patch(
        "mutators/java/reorder_condition/comparison.py",
        'f"({old})" if chained and self._is_equality else old',
        "old",
        f"{REORDER}::test_swaps",
    ),
    Patch(
        "mutators/java/tools/negation.py",
        ".unboxed.is_integral",
        ".unboxed.is_numeric",
        f"{NEGATION}::test_condition_of_an_if",
    ),
    Patch(
        "mutators/java/tools/negation.py",
        "within >= room and",
        "",
        f"{NEGATION}::test_condition_of_a_conditional_expression",
    ),
    Patch(
        "mutators/java/tools/negation.py",
        'before == b"*/" or not joins',
        'before == b"*/" or True or not joins',
        f"{OPERATOR}::test_rewriting",
    ),
    Patch(
        "mutators/java/condition_exchange/forms.py",
        "fixed = form is not None and any(around.type in _FIXED for around in node.ancestors())",
        "fixed = False",
        f"{CONDITION}::test_literals",
    ),
    Patch(
        "mutators/java/condition_exchange/forms.py",
        "and method.types.of(node).is_boolean",
        "",
        f"{CONDITION}::test_double_negation",
    ),
    Patch(
        "mutators/java/condition_exchange/__init__.py",
        "doubled and may_be_poly(self.method, self.node)",
        "False",
        f"{CONDITION}::test_what_hinges_on_its_place_is_refused",
    ),
    Patch(
        "mutators/java/expression_exchange/forms.py",
        "if sign in SHIFTS: return promoted(type_) != type_",
        "if sign in SHIFTS: return False",
        f"{EXPRESSION}::test_plain",
    ),
    Patch(
        "mutators/java/expression_exchange/forms.py",
        "effects.writes_anything or effects.reads_volatile",
        "effects.writes_anything",
        f"{EXPRESSION}::test_refusals",
    ),
    Patch(
        "mutators/java/expression_exchange/forms.py",
        "if not known or cast != self._type",
        "if cast != self._type",
        f"{EXPRESSION}::test_refusals",
    ),
    Patch(
        "mutators/java/expression_exchange/forms.py",
        "known and self._type.name not in _NO_COMPOUND",
        "known",
        f"{EXPRESSION}::test_refusals",
    ),
    Patch(
        "mutators/java/expression_exchange/forms.py",
        'self._type.unboxed.is_numeric or self.operator.type == "-="',
        "True",
        f"{EXPRESSION}::test_refusals",
    ),
    Patch(
        "parsers/java/syntax/expressions.py",
        "switch is None or not is_switch_value(switch)",
        "True",
        f"{EXPRESSION}::test_where_the_value_is_used_an_increment_stays",
    ),
    Patch(
        "mutators/java/expression_exchange/forms.py",
        "if _words(method, inner.children[0]) != _words(method, target):",
        "if False:",
        f"{EXPRESSION}::test_what_is_no_compound_assignment",
    ),
    Patch(
        "mutators/java/operator_mutation/compiles.py",
        'if change.old == "+" and not all(',
        "if False and not all(",
        f"{OPERATOR}::test_refused",
    ),
    Patch(
        "mutators/java/operator_mutation/compiles.py",
        "if change.new in EQUALITY and not (",
        "if False and not (",
        f"{OPERATOR}::test_refused",
    ),
    Patch(
        "mutators/java/operator_mutation/compiles.py",
        "if change.new not in EQUALITY and not all(",
        "if False and not all(",
        f"{OPERATOR}::test_refused",
    ),
    Patch(
        "parsers/java/types/types.py", 'if type_.name == "char":', "if False:", f"{OPERATOR}::test_rewriting"
    ),
    Patch(
        "mutators/java/operator_mutation/compiles.py",
        "if has_pattern(change.node):",
        "if False:",
        f"{OPERATOR}::test_refused",
    ),
    Patch(
        "mutators/java/operator_mutation/compiles.py",
        "if method.constants.may_be_constant(change.node):",
        "if False:",
        f"{OPERATOR}::test_refused",
    ),
    Patch(
        "mutators/java/operator_mutation/operators.py",
        "(right, binding_of(right) <= level)",
        "(right, binding_of(right) < level)",
        f"{OPERATOR}::test_rewriting",
    ),
    Patch(
        "mutators/java/operator_mutation/operators.py",
        "(node, level < min_binding_at(node))",
        "(node, False)",
        f"{OPERATOR}::test_rewriting",
    ),
    Patch(
        "mutators/java/operator_mutation/likely/facts.py",
        '"!=": frozenset("<>?")',
        '"!=": frozenset("<>")',
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/java/operator_mutation/likely/known_at.py",
        "crossed = ((above.start, above.end), *crossed)",
        "pass",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/java/operator_mutation/likely/ranges.py",
        'down |= sign == "--"',
        "down |= False",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/java/operator_mutation/likely/facts.py",
        "first = bisect_right(about.ends, writes[at - 1]) if at else 0",
        "first = bisect_right(about.ends, writes[at - 1]) + 1 if at else 0",
        f"{KNOWN_AT}::test_a_place_knows_what_walking_to_it_shows",
    ),
    Patch(
        "mutators/java/operator_mutation/likely/facts.py",
        "return self._held and (not behind or self._unchanged(behind))",
        "return self._held",
        f"{KNOWN_AT}::test_a_place_knows_what_walking_to_it_shows",
    ),
    Patch(
        "mutators/java/operator_mutation/filters/__init__.py",
        "lambda of: of.pair in LOOPING,",
        "lambda of: of.pair in LOOPING[:1],",
        f"{KNOWN_AT}::test_a_filter_that_is_left_out_would_not_hold",
    ),
    Patch(
        "mutators/java/operator_mutation/likely/bits.py",
        "if own < width and found >> (own - 1):",
        "if own > width:",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/java/operator_mutation/filters/values.py",
        "return one is other",
        "return True",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/java/operator_mutation/filters/conditions.py",
        "if text in _AT and not",
        "if False and not",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/java/operator_mutation/filters/conditions.py",
        "if tested and guarded and _may_unbox(method, node):",
        "if False:",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
)
