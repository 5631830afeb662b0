"""Patches of the facts of Java: `parsers`."""

from __future__ import annotations

from tests.sabotage.patch import Patch

RENAMING = "tests/mutators/test_variable_renaming.py"
REORDER = "tests/mutators/test_reorder_condition.py"
CAST = "tests/mutators/test_useless_cast.py"
SPELLING = "tests/parsers/java/test_spelling.py"
PLACES = "tests/parsers/java/test_places.py"
SYNTAX = "tests/parsers/java/test_syntax.py"
LAMBDAS = "tests/parsers/java/test_lambdas.py"
LOOP = "tests/mutators/test_loop_exchange.py"
SKETCH = "tests/mutators/test_sketch.py"
INFERENCE = "tests/parsers/java/test_inference.py"
TYPES = "tests/parsers/java/test_types.py"

PATCHES = (
    Patch(
        "parsers/java/classes.py",
        "names.update(other.name for other in more)",
        "pass",
        f"{SKETCH}::test_a_method_keeps_its_name",
    ),
    Patch(
        "parsers/java/scopes.py",
        'kind, end = "local", parent.parent.end',
        'kind, end = "local", parent.end',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/scopes.py",
        "region, dims = (name.start, body.end)",
        "region, dims = (body.start, body.end)",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/scopes.py",
        "if frame.barrier:",
        "if frame is None:",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        'parent.children[-1].type == "new"',
        "False",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        'parent.first("super") is not None or',
        "",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        "node, parent = parent, parent.parent",
        "break",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        '"labeled_statement", "break_statement",',
        "",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        'reference.declaration.kind == "catch"',
        'reference.declaration.kind == "local"',
        f"{CAST}::test_refusals",
    ),
    Patch(
        "parsers/java/patterns.py",
        'operator.type != ("&&" if when else "||")',
        'operator.type != "&&"',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/patterns.py",
        "when = not when",
        "when = bool(when)",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/syntax.py",
        '.type in ("+", "-", "++", "--"):',
        '.type in ("++", "--"):',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/syntax.py",
        "inner.end = update.end",
        "pass",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax.py",
        "if inner is outer or above is None or holder is None:",
        "if inner is not None:",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax.py",
        "update.parent, update.field, update.start = holder, field, inner.start",
        "update.parent, update.field = holder, field",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax.py",
        "outer.parent, outer.field, field = above, update.field, inner.field",
        "outer.field, field = update.field, inner.field",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/effect_model.py",
        "if a.writes & (b.reads | b.writes) or (",
        "if (",
        f"{REORDER}::test_refused",
    ),
    Patch(
        "parsers/java/effect_model.py",
        "(a.writes_heap and (b.reads_heap or b.writes_heap))",
        "False",
        f"{REORDER}::test_volatile_reads_keep_their_order",
    ),
    Patch(
        "parsers/java/effect_model.py",
        "if one.throws and other.throws:",
        "if one.throws and not other:",
        f"{REORDER}::test_refused",
    ),
    Patch(
        "parsers/java/effects.py",
        "if reason is None and ordered_reads(one, other):",
        "if reason and ordered_reads(one, other):",
        f"{REORDER}::test_volatile_reads_keep_their_order",
    ),
    Patch(
        "parsers/java/spelling.py",
        'text + "[]" * declaration.dims',
        "text",
        f"{SPELLING}::test_declared_types",
    ),
    Patch("parsers/java/spelling.py", ' + "[]" * info.dims', "", f"{SPELLING}::test_fields"),
    Patch(
        "parsers/java/spelling.py",
        "if names & {*info.nested, *info.type_parameters, info.name}:",
        "if names & {*info.nested}:",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/spelling.py",
        "if brought is None or names & brought:",
        "if brought and names & brought:",
        f"{SPELLING}::test_in_a_file_that_inherits_from_elsewhere_nothing_is_certain_but_primitives",
    ),
    Patch(
        "parsers/java/spelling.py",
        "if brought is None or names & brought:",
        "if brought is None:",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/spelling.py",
        "return not names & self._names_inside(type_.place)",
        "return True",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/spelling.py",
        "return inside if place is not None and place >= self._method.start else own | inside",
        "return inside",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/spelling.py",
        "return inside if place is not None and place >= self._method.start else own | inside",
        "return own | inside",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/written.py",
        "return type_text(parts[0], data) if len(parts) == 1 else None",
        "return type_text(parts[0], data)",
        f"{SPELLING}::test_types_of_statements",
    ),
    Patch(
        "parsers/java/written.py",
        "(_WORD.match(token) and _WORD.match(text[-1:]))",
        "_WORD.match(token)",
        f"{SPELLING}::test_declared_types",
    ),
    Patch(
        "parsers/java/places.py",
        "if is_empty_block(node): return None",
        "pass",
        f"{PLACES}::test_an_empty_block_is_a_place_wherever_it_stands",
    ),
    Patch(
        "parsers/java/places.py",
        'if node.type == "explicit_constructor_invocation":',
        'if node.type == "":',
        f"{PLACES}::test_a_declaration_at_every_place_compiles",
    ),
    Patch(
        "parsers/java/places.py",
        'node.parent.type == "labeled_statement"',
        'node.parent.type == ""',
        f"{PLACES}::test_javac_rejects_a_declaration_at_the_refused_places",
    ),
    Patch(
        "parsers/java/places.py",
        "return None if _listed(node) else",
        "return None if node else",
        f"{PLACES}::test_a_declaration_at_every_place_compiles",
    ),
    Patch(
        "parsers/java/places.py",
        "or is_empty_block(node) or _listed(node)",
        "or _listed(node)",
        f"{PLACES}::test_candidates",
    ),
    Patch(
        "parsers/java/lambdas.py",
        "self._counts[self._bodies.get(start, ())] > 1",
        "False",
        f"{LAMBDAS}::test_lambdas_of_which_javac_makes_one_method_are_twins",
    ),
    Patch(
        "parsers/java/loops.py",
        'or method.kind == "statements"',
        "",
        f"{LOOP}::test_statements_alone_keep_their_names_to_themselves",
    ),
    Patch(
        "parsers/java/loops.py",
        'below.type not in ("catch_clause", "finally_clause")',
        "True",
        f"{LOOP}::test_what_runs_between_jump_and_loop",
    ),
    Patch(
        "parsers/java/loops.py",
        'runs |= node.child("resources") is not None',
        "pass",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "parsers/java/loops.py",
        'covers |= node.type == "synchronized_statement"',
        "",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "parsers/java/loops.py",
        "if own or not _is_generic(info.owner) else None",
        "",
        f"{LOOP}::test_the_types_of_another_object_s_fields_may_have_other_arguments",
    ),
    Patch(
        "parsers/java/loops.py",
        "or not method.spelling.holds_at(found, place)",
        "",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch("parsers/java/loops.py", "not type_.package or", "", f"{LOOP}::test_enhanced_for_refusals"),
    Patch(
        "parsers/java/loops.py",
        'CLASS_BODIES | {"labeled_statement"}',
        "CLASS_BODIES",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "parsers/java/inference.py",
        'if inner.type not in ("ternary_expression", "switch_expression"):',
        "if False:",
        f"{INFERENCE}::test_certain",
    ),
    Patch(
        "parsers/java/inference.py", "if file.certain else ()", "", f"{INFERENCE}::test_calls_in_their_file"
    ),
    Patch(
        "parsers/java/inference.py",
        "return called.name in table.INFERRED",
        "return False",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/inference.py",
        "return not around or called.may_be_imported",
        "return not around",
        f"{INFERENCE}::test_a_method_that_is_not_inherited_leaves_the_imported_one",
    ),
    Patch(
        "parsers/java/inference.py",
        "return overloads is None or",
        "return overloads is not None and",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/inference.py", "return self._bare and any(", "return any(", f"{INFERENCE}::test_hinges"
    ),
    Patch(
        "parsers/java/inference.py",
        'if negated and any(result.type == "null_literal" for result in results):',
        "if False:",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/table.py",
        "Stack TransferQueue",
        "Stack Optional TransferQueue",
        f"{TYPES}::test_table_of_what_can_be_iterated_over",
    ),
    Patch(
        "parsers/java/table.py",
        'MAPS = frozenset({"Map",',
        'MAPS = frozenset({"Map", "List",',
        f"{TYPES}::test_table_of_what_can_be_iterated_over",
    ),
    Patch("parsers/java/tokens.py", "[pP][+-]", "[eEpP][+-]", "tests/parsers/java/test_tokens.py"),
)
