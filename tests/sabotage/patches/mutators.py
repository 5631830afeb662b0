"""Patches of the mutators, and of what they share."""

from __future__ import annotations

from tests.sabotage.patch import Patch

REORDER = "tests/mutators/test_reorder_condition.py"
CAST = "tests/mutators/test_useless_cast.py"
UNUSED = "tests/mutators/test_unused_variable.py"
NEW = "tests/mutators/test_new_variable.py"
LOOP = "tests/mutators/test_loop_exchange.py"
EXPRESSION = "tests/mutators/test_expression_exchange.py"
PERMUTE = "tests/mutators/test_permute_exchange.py"
CONDITION = "tests/mutators/test_condition_exchange.py"
NEGATION = "tests/mutators/test_negation.py"
OPERATOR = "tests/mutators/test_operator_mutation.py"
EQUIVALENCE = "tests/mutators/test_equivalence.py"
SKETCH = "tests/mutators/test_sketch.py"

PATCHES = (
    Patch("parsers/java/syntax/operators.py", '"<=": ">="', '"<=": ">"', f"{REORDER}::test_swaps"),
    Patch(
        "mutators/java/reorder_condition.py",
        'f"({old})" if chained and self._is_equality else old',
        "old",
        f"{REORDER}::test_swaps",
    ),
    Patch(
        "mutators/java/useless_cast/__init__.py",
        'f"(({self._type.text}) {self.text(self.node)})"',
        'f"({self._type.text}) {self.text(self.node)}"',
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/java/useless_cast/__init__.py",
        "if reason is not None:",
        "if reason is None and False:",
        f"{CAST}::test_reads",
    ),
    Patch(
        "mutators/java/useless_cast/__init__.py",
        "None if holds else",
        "None if self._type else",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "scopes.reference(node) is not None or names.bare_field(node) is not None",
        "scopes.reference(node) is not None",
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        'if access_of(node) != "read":',
        'if access_of(node) == "write":',
        f"{CAST}::test_reads",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        'holder.type == "resource":',
        'holder.type == "resources":',
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "if in_annotation(node):",
        "if not node:",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "if _has_pattern(unwrapped(node)):",
        "if _has_pattern(node):",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        '(test.child("name") or test.child("pattern")) is not None',
        "True",
        f"{CAST}::test_reads_of_references",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "if reference is not None and reference.uncertain:",
        "if reference is None:",
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if runs != [patch.where(i) for i in known]:",
        "if not runs:",
        f"{CAST}::test_casts_of_the_original_stay",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if i == own[1]]",
        "if i != own[1]]",
        f"{CAST}::test_casts_of_the_original_stay",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if any(i in own[2:-3] for i in kept) or {own[1], own[-3]} <= set(kept):",
        "if not own:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if patch.text(last) in _GOES_ON:",
        "if patch.text(last) in ():",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "return node.parent is None or node.parent.type not in _HEADERS",
        "return True",
        f"{CAST}::test_casts_are_taken_out",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if [t.text for t in tokenize(spelled.text.encode())] != type_:",
        "if not type_:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "return not word or before in",
        "return True or before in",
        f"{CAST}::test_a_patch_in_which_the_cast_may_not_be_useless",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if any(run != patch.where(own[1]) for run in runs):",
        "if not own:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if not patch.keeps(type_node.start, reference.declaration.node.end):",
        "if not own:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/unused_variable.py",
        ' if t != "String" or self.method.spelling.string_at(self.node)]',
        "]",
        f"{UNUSED}::test_string_is_not_drawn_where_it_may_mean_another_class",
    ),
    Patch(
        "mutators/java/unused_variable.py",
        "renaming.taken_names(self.method), rng)",
        "(), rng)",
        f"{UNUSED}::test_names_are_fresh_in_the_member",
    ),
    Patch(
        "mutators/java/unused_variable.py",
        '"char": "\'0\'"',
        '"char": "0L"',
        f"{UNUSED}::test_all_types_and_all_styles_of_names_are_drawn",
    ),
    Patch(
        "mutators/java/unused_variable.py", "renaming.unseen(self.method) or ", "", f"{UNUSED}::test_places"
    ),
    Patch(
        "mutators/java/unused_variable.py",
        " or insertion_points.obstacle(self.node)",
        "",
        f"{UNUSED}::test_places",
    ),
    Patch(
        "mutators/java/unused_variable.py",
        "if use - name not in runs:",
        "if use in runs:",
        f"{UNUSED}::test_a_declaration_that_the_patch_uses_or_changes_is_a_conflict",
    ),
    Patch(
        "mutators/java/unused_variable.py",
        "if node is not None and is_statement(node) else None",
        "if node is not None else None",
        f"{UNUSED}::test_a_site_made_up_is_refused",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        "start = anchor.end if behind else anchor.start",
        "start = anchor.end",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        'if any(ref.access in ("write", "both") for ref in declaration.references):',
        "if not uses:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        "if written and (len(uses) < len(later) or",
        "if written and (",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        ' or declaration.kind == "for"):',
        "):",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        'final = "final " if declaration.final and may_be_constant(method, declaration) else ""',
        'final = ""',
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        "if declaration.final and may_be_constant(method, declaration)",
        "if declaration.final",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        'return None if declaration.kind == "lambda" else f"{final}var"',
        'return f"{final}var"',
        f"{NEW}::test_refusals",
    ),
    Patch("mutators/java/new_variable/alias.py", "if reference.uncertain or", "if", f"{NEW}::test_uses_move"),
    Patch(
        "mutators/java/new_variable/alias.py", 'or reference.access == "label"', "", f"{NEW}::test_uses_move"
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        "or not is_rethrown(reference)",
        "or reference",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        'if s.type != "explicit_constructor_invocation"]',
        "]",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "parsers/java/flow/analysis.py",
        "if not later and self.assigned_after(declaration, sibling):",
        "if self.assigned_after(declaration, sibling):",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "parsers/java/flow/analysis.py",
        "if not later and self.assigned_after(declaration, sibling):",
        "if not later:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if statement is None or _may_differ(second, reference.declaration, statement):",
        "if statement is None:",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if again is None or self._expected(edits) != _bindings(again):",
        "if again is None:",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if known is None or known.uncertain or",
        "if known and",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if index not in kept:",
        "if index in ():",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if first.final != second.final and (",
        "if first is second and (",
        f"{NEW}::test_a_constant_variable_that_is_none_any_more_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if second.written and unwritable:",
        "if False:",
        f"{NEW}::test_a_patch_under_which_the_first_cannot_stand_for_the_second",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "and first.written and not self._set_as_before():",
        "and False:",
        f"{NEW}::test_a_patch_under_which_the_first_cannot_stand_for_the_second",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "outer = outlives_loop(method, statement, names)",
        "pass",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if outer and header.condition is not None and has_pattern(header.condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        'if j.type == "continue_statement"]',
        "]",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if hidden and jumps:",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "hidden, outer)",
        "False, outer)",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if loops.declares_class_or_label(*header.update):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if not method.flow.certain(body):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if not at_end and not jumps:",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch("mutators/java/loop_exchange/for_to_while.py", "if runs:", "if False:", f"{LOOP}::test_refusals"),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if covers and not _harmless(method, header.update):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "e.throws > Throws.NONE or",
        "",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "e.reads_heap or",
        "",
        f"{LOOP}::test_what_another_thread_could_tell_stays_outside_of_a_lock",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        'if self.inner and body.type != "block" else',
        "if False else",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        "if reason := renaming.unseen(method):",
        "if reason := None:",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        'or reference.declaration.kind in ("field", "component")',
        "",
        f"{LOOP}::test_only_a_local_array_is_certain_to_stay",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        'return not any(r.access != "read" and r.node.inside(loop) for',
        "return not any(r.access is None for",
        f"{LOOP}::test_an_array_that_the_loop_sets_is_kept",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        'if "java" in method.parsed.types.declared:',
        "if False:",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch("mutators/java/loop_exchange/foreach.py", 'or "<" in declared', "", f"{LOOP}::test_enhanced_for"),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        "renaming.taken_names(self.method)",
        "set()",
        f"{LOOP}::test_new_names_are_free",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "if known is Condition.UNKNOWN:",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        'if any(jump.type == "continue_statement" for jump in method.flow.jumps_to(loop)):',
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "if has_pattern(condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "if not method.flow.completes(body) or",
        "if",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "if may_be_poly(method, condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch("mutators/java/loop_exchange/conditional.py", "and not hidden:", ":", f"{LOOP}::test_rewriting"),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        'if body.type != "block" and has_pattern(body):',
        "if False:",
        f"{LOOP}::test_refusals",
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
        "mutators/java/permute_exchange/__init__.py",
        "if may_be_poly(self.method, self.condition):",
        "if False:",
        f"{PERMUTE}::test_refused",
    ),
    Patch(
        "mutators/java/permute_exchange/__init__.py",
        "if all(_declares(branch) for branch in branches):",
        "if False:",
        f"{PERMUTE}::test_refused",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "if no.type in _SIMPLE else",
        "if True else",
        f"{PERMUTE}::test_permutes",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "if first.has_order_of(method, node):",
        "if False:",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "if any(made == wanted for made in",
        "if any(True for made in",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "match.obstacle() in (None, excused)",
        "True",
        f"{PERMUTE}::test_undo_of_a_patch",
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
        "if method.effects.constants.may_be_constant(change.node):",
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
        "mutators/java/operator_mutation/likely/known_at.py",
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
        'down |= parent.first("--") is not None',
        "down |= False",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
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
    Patch(
        "parsers/java/names/method_uses.py",
        'name is None or name.text != b"this" for',
        "True for",
        f"{SKETCH}::test_the_method_and_its_calls_of_itself",
    ),
    Patch(
        "mutators/java/sketch/plan.py",
        "method.scopes.names | method.scopes.inherited",
        "method.scopes.names",
        f"{SKETCH}::test_names",
    ),
    Patch(
        "mutators/java/sketch/plan.py",
        'stem = f"f_{index}"',
        'stem = "f_0"',
        f"{SKETCH}::test_sketches_of_all_methods_go_together",
    ),
    Patch(
        "mutators/java/sketch/undo.py",
        "(mine.declared, *mine.own, *mine.captures)",
        "(mine.declared, *mine.own)",
        f"{SKETCH}::test_conflicts",
    ),
)
