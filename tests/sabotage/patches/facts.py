"""Patches of the other facts of Java: syntax, scopes, flow, assignment, loops."""

from __future__ import annotations

from tests.sabotage.patch import Patch

RENAMING = "tests/mutators/test_variable_renaming.py"
CAST = "tests/mutators/test_useless_cast.py"
PLACES = "tests/parsers/java/test_places.py"
SYNTAX = "tests/parsers/java/test_syntax.py"
LAMBDAS = "tests/parsers/java/test_lambdas.py"
LOOP = "tests/mutators/test_loop_exchange.py"
FLOW = "tests/parsers/java/test_flow.py"
ASSIGNMENT = "tests/parsers/java/test_assignment.py"
SCOPES = "tests/parsers/java/test_scopes.py"

PATCHES = (
    Patch(
        "parsers/java/names/declaring.py",
        'kind, end = "local", parent.parent.end',
        'kind, end = "local", parent.end',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/names/declaring.py",
        "region, dims = (name.start, body.end)",
        "region, dims = (body.start, body.end)",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        "if frame.barrier:",
        "if frame is None:",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/names/bindings.py",
        'parent.children[-1].type == "new"',
        "False",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/names/bindings.py",
        'parent.first("super") is not None or',
        "",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/names/bindings.py",
        "node, parent = parent, parent.parent",
        "break",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/names/bindings.py",
        "labeled_statement break_statement",
        "",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/names/bindings.py",
        'reference.declaration.kind == "catch"',
        'reference.declaration.kind == "local"',
        f"{CAST}::test_refusals",
    ),
    Patch(
        "parsers/java/names/patterns.py",
        'operator.type != ("&&" if when else "||")',
        'operator.type != "&&"',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/names/patterns.py",
        "when = not when",
        "when = bool(when)",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/syntax/tree.py",
        '.type in ("+", "-", "++", "--"):',
        '.type in ("++", "--"):',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/syntax/tree.py",
        "inner.end = update.end",
        "pass",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax/tree.py",
        "if inner is outer or above is None or holder is None:",
        "if inner is not None:",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax/tree.py",
        "update.parent, update.field, update.start = holder, field, inner.start",
        "update.parent, update.field = holder, field",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax/tree.py",
        "outer.parent, outer.field, field = above, update.field, inner.field",
        "outer.field, field = update.field, inner.field",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/names/insertion_points.py",
        "if is_empty_block(node): return None",
        "pass",
        f"{PLACES}::test_an_empty_block_is_a_place_wherever_it_stands",
    ),
    Patch(
        "parsers/java/names/insertion_points.py",
        'if node.type == "explicit_constructor_invocation":',
        'if node.type == "":',
        f"{PLACES}::test_a_declaration_at_every_place_compiles",
    ),
    Patch(
        "parsers/java/names/insertion_points.py",
        'node.parent.type == "labeled_statement"',
        'node.parent.type == ""',
        f"{PLACES}::test_javac_rejects_a_declaration_at_the_refused_places",
    ),
    Patch(
        "parsers/java/names/insertion_points.py",
        "return None if _listed(node) else",
        "return None if node else",
        f"{PLACES}::test_a_declaration_at_every_place_compiles",
    ),
    Patch(
        "parsers/java/names/insertion_points.py",
        "or is_empty_block(node) or _listed(node)",
        "or _listed(node)",
        f"{PLACES}::test_candidates",
    ),
    Patch(
        "parsers/java/syntax/lambdas.py",
        "self._counts[self._bodies.get(start, ())] > 1",
        "False",
        f"{LAMBDAS}::test_lambdas_of_which_javac_makes_one_method_are_twins",
    ),
    Patch(
        "parsers/java/names/shadowing.py",
        'or method.kind == "statements"',
        "",
        f"{LOOP}::test_statements_alone_keep_their_names_to_themselves",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        'below.type not in ("catch_clause", "finally_clause")',
        "True",
        f"{LOOP}::test_what_runs_between_jump_and_loop",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        'runs |= node.child("resources") is not None',
        "pass",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        'covers |= node.type == "synchronized_statement"',
        "",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "if own or not _is_generic(info.owner) else None",
        "",
        f"{LOOP}::test_the_types_of_another_object_s_fields_may_have_other_arguments",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        "or not method.spelling.holds_at(found, place)",
        "",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        "not type_.package or",
        "",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch(
        "parsers/java/syntax/loops.py",
        'CLASS_BODIES | {"labeled_statement"}',
        "CLASS_BODIES",
        f"{LOOP}::test_refusals",
    ),
    Patch("parsers/java/syntax/tokens.py", "[pP][+-]", "[eEpP][+-]", "tests/parsers/java/test_tokens.py"),
    Patch(
        "parsers/java/flow/completion.py",
        "Condition.UNKNOWN: _MAYBE}",
        "Condition.UNKNOWN: _YES}",
        f"{FLOW}::test_a_field_of_the_file_is_a_constant_only_if_it_is_final",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        "max(after, self._scan(alternative, alive)) if",
        "min(after, self._scan(alternative, alive)) if",
        f"{FLOW}::test_completion",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        'return unlabeled(node) if jump.type == "continue_statement" else node, finals',
        "return node, finals",
        f"{FLOW}::test_jumps",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        'return kind == "break_statement" and not is_switch_value(node)',
        "return not is_switch_value(node)",
        f"{FLOW}::test_jumps",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        'return kind == "break_statement" and not is_switch_value(node)',
        'return kind == "break_statement"',
        f"{FLOW}::test_jumps",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        "if is_switch_value(node): return None, finals",
        "pass",
        f"{FLOW}::test_jumps",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        "if before is not None and alive == _MAYBE:",
        "if False:",
        f"{FLOW}::test_unknown_names_and_what_shows_their_meaning",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        "alive = _YES if alive == _MAYBE else alive",
        "pass",
        f"{FLOW}::test_unknown_names_and_what_shows_their_meaning",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        'return "pattern" in parts or "null_literal" in parts',
        'return "pattern" in parts',
        f"{FLOW}::test_patterns_may_make_a_switch_exhaustive",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        "return self._completion(node) != _MAYBE",
        "return self._completion(node) == _YES",
        f"{FLOW}::test_completion",
    ),
    Patch(
        "parsers/java/flow/completion.py",
        "and self._view.node_text(node.children[0]) == label",
        "",
        f"{FLOW}::test_jumps",
    ),
    Patch(
        "parsers/java/flow/analysis.py",
        ' or (d.kind == "local" and is_of_group(d))',
        "",
        f"{ASSIGNMENT}::test_an_initialiser_in_a_switch_can_be_jumped_over",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        'if declaration.kind == "resource" and',
        'if declaration.kind == "no resource" and',
        f"{ASSIGNMENT}::test_variables_that_are_always_assigned",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "return states >> 2 | (states & _NOWHERE) << 2",
        "return states",
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "self._visit(node.children[-1], left & _NOWHERE) & (left | _NOWHERE)",
        "self._visit(node.children[-1], left & _NOWHERE)",
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "self._visit(node.children[-1], left >> 2) &",
        "self._visit(node.children[-1], left & _NOWHERE) &",
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "self._visit(consequence, chosen & _NOWHERE) & self._visit(alternative, chosen >> 2)",
        "self._visit(consequence, chosen >> 2) & self._visit(alternative, chosen & _NOWHERE)",
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        'return self._list(node, state) & self._pending.pop(("break", node), _ANY)',
        "return self._list(node, state)",
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "if state & _UNASSIGNED and not back & _UNASSIGNED:",
        "if False:",
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "and not (parts and has_default(node, self._data)):",
        "and not parts:",
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        'return state * _EITHER & self._pending.pop(("break", node), _ANY)',
        'return back * _EITHER & self._pending.pop(("break", node), _ANY)',
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "return above[4] if is_of_group(declaration) else above[2]",
        "return above[2]",
        f"{ASSIGNMENT}::test_an_initialiser_in_a_switch_can_be_jumped_over",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        'if home is None or home.type == "switch_expression" or declaration.value is None:',
        "if home is None or declaration.value is None:",
        f"{ASSIGNMENT}::test_an_initialiser_in_a_switch_can_be_jumped_over",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "return node.start >= self._from and any(",
        "return any(",
        f"{ASSIGNMENT}::test_variables_that_are_always_assigned",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        "return (_ASSIGNED if own else _after(states)) * _EITHER",
        "return _after(states) * _EITHER",
        f"{ASSIGNMENT}::test_variables_that_are_always_assigned",
    ),
    Patch(
        "parsers/java/flow/assignment.py",
        'back = _after(back & self._pending.pop(("continue", node), _ANY))',
        "back = _after(back)",
        f"{ASSIGNMENT}::test_states",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        "if offset < -end and declaration.node.start != offset:",
        "if offset < -end:",
        f"{SCOPES}::test_regions",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        "return not complete or name in known",
        "return not complete",
        f"{SCOPES}::test_may_inherit",
    ),
    Patch(
        "parsers/java/names/declaring.py",
        '_dims(declarator.child("dimensions")) + 1',
        '_dims(declarator.child("dimensions"))',
        f"{SCOPES}::test_declarations",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        'if declaration.kind == "component" and declaration.region[0][0] == frame.node.start: break',
        "if False: break",
        f"{SCOPES}::test_components_are_seen_in_their_record",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        "frame.node.start <= offset < frame.node.end and self._inherits",
        "self._inherits",
        f"{SCOPES}::test_may_inherit",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        'supertype_names(owner, self._data) if owner.type != "enum_constant" else ("?",)',
        "supertype_names(owner, self._data)",
        f"{SCOPES}::test_frames",
    ),
    Patch(
        "parsers/java/names/declaring.py",
        "inferred = is_inferred(written, view.parsed.types)",
        'inferred = written[:1].islower() or written == "String"',
        f"{SCOPES}::test_declarations",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        "self._names.add(self._text(node)) continue",
        "continue",
        f"{SCOPES}::test_names_are_all_identifiers",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        "types.around(owner.start)[1:] if owner",
        "types.around(owner.start) if owner",
        f"{SCOPES}::test_may_inherit",
    ),
    Patch(
        "parsers/java/names/scopes.py",
        "and any(self._text(c) == name for c in inner.named_children())",
        "",
        f"{SCOPES}::test_labels",
    ),
)
