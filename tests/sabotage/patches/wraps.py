"""Patches of the mutators that insert statements, and wrap them: log-statement, unused-statement, dead-branch, try-catch."""

from __future__ import annotations

from tests.sabotage.patch import Patch

DEAD = "tests/mutators/test_dead_branch.py"
FLOW = f"{DEAD}::test_completion_and_scopes"
CONFLICTS = f"{DEAD}::test_conflicts"
TRY = "tests/mutators/test_try_catch.py"
CANONICAL = "tests/equimorph/leakage/forms/test_canonical.py"
WRAPPING = "mutators/java/tools/wrapping.py"
UNUSED = "tests/mutators/test_unused_statement.py"
VARIABLES = f"{UNUSED}::test_variables"
LOG = "tests/mutators/test_log_statement.py"
TYPES = "tests/parsers/java/test_types.py"
NAMES = "parsers/java/types/type_names.py"
UNDO = f"{LOG}::test_a_statement_that_is_not_as_it_was_is_a_conflict"
SYSTEM = f"{LOG}::test_nothing_is_inserted_where_system_may_be_something_else"

PATCHES = (
    Patch(
        WRAPPING, "if closing is None: return False", "assert closing is not None", f"{TRY}::test_conflicts"
    ),
    Patch(
        "mutators/java/log_statement.py",
        'return method.spelling.java_lang_at("System", node) and',
        "return",
        SYSTEM,
    ),
    Patch(
        "mutators/java/log_statement.py",
        ' and method.types.names.free_for_class("System", node)',
        "",
        SYSTEM,
    ),
    Patch("mutators/java/log_statement.py", "renaming.unseen(self.method) or ", "", f"{LOG}::test_places"),
    Patch(
        "mutators/java/log_statement.py",
        " or insertion_points.misplaced(self.node)",
        "",
        f"{LOG}::test_places",
    ),
    Patch(
        "mutators/java/log_statement.py",
        "if f'\"{text}\"'.encode() not in member)",
        ")",
        f"{LOG}::test_texts_are_drawn_and_new_in_the_member",
    ),
    Patch(
        "mutators/java/log_statement.py",
        'relation = "preserving-but-for-output"',
        'relation = "preserving"',
        f"{LOG}::test_it_is_made_only_where_it_is_named",
    ),
    Patch(
        "mutators/java/unused_statement.py",
        "insertion_points.misplaced(self.node)",
        "None",
        f"{UNUSED}::test_places_are_those_of_a_statement",
    ),
    Patch(
        "mutators/java/unused_statement.py",
        "if reason is None and _is_left_out(self.node):",
        "if False:",
        f"{UNUSED}::test_empty_blocks_that_javac_leaves_out",
    ),
    Patch(
        "mutators/java/unused_statement.py",
        "if reason is None and in_twin_lambda(self.method, self.node):",
        "if False:",
        "tests/mutators/test_base.py::test_example",
    ),
    Patch(
        "mutators/java/unused_statement.py",
        "if not find(self._words, [token.text for token in tokenize(text.encode())]):",
        "if True:",
        f"{UNUSED}::test_what_the_member_has_is_not_drawn",
    ),
    Patch(
        "mutators/java/unused_statement.py",
        "if type_.is_boolean:",
        "if True:",
        f"{UNUSED}::test_forms_follow_the_type",
    ),
    Patch(
        "mutators/java/unused_statement.py",
        "elif type_.is_numeric:",
        "elif not type_.is_reference:",
        f"{UNUSED}::test_a_type_that_is_not_known_gets_the_variable_itself",
    ),
    Patch(
        "mutators/java/unused_statement.py",
        "elif type_.is_reference:",
        "else:",
        f"{UNUSED}::test_a_type_that_is_not_known_gets_the_variable_itself",
    ),
    Patch(
        "mutators/java/unused_statement.py",
        "patch.removals(runs, inserted, tokenize(inserted.encode()))",
        "patch.removals(runs, inserted)",
        f"{UNUSED}::test_the_statement_is_taken_out",
    ),
    Patch(
        "mutators/java/tools/patch.py",
        ' or behind == b"else"',
        "",
        f"{UNUSED}::test_a_statement_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch("parsers/java/names/assignable.py", "found.kind in _KINDS and", "", VARIABLES),
    Patch("parsers/java/names/assignable.py", "and found.frame is frame", "", VARIABLES),
    Patch("parsers/java/names/assignable.py", "and not found.final", "", VARIABLES),
    Patch("parsers/java/names/assignable.py", "_may_vary(found) and", "", VARIABLES),
    Patch(
        "parsers/java/names/assignable.py", "and method.flow.assigned_before(found, statement)", "", VARIABLES
    ),
    Patch("parsers/java/names/assignable.py", "reference.captured or", "", VARIABLES),
    Patch("parsers/java/names/assignable.py", "or _is_resource(reference.node)", "", VARIABLES),
    Patch("parsers/java/names/assignable.py", "or _is_guarding(reference.node)", "", VARIABLES),
    Patch("parsers/java/names/assignable.py", "return max(around,", "return min(around,", VARIABLES),
    Patch(
        "parsers/java/javac.py",
        "return ends and any(_is_inner_test(above)",
        "return False and any(_is_inner_test(above)",
        "tests/mutators/test_dead_branch.py::test_a_branch_of_an_else_if_with_a_pattern_keeps_its_completion",
    ),
    Patch(
        "parsers/java/javac.py",
        "_is_inner_test(node) and _shares_block(node, statement)",
        "False",
        "tests/mutators/test_dead_branch.py::test_a_branch_of_an_else_if_with_a_pattern_keeps_its_completion",
    ),
    Patch(
        "parsers/java/javac.py",
        "return has_pattern(condition)",
        "return True",
        "tests/mutators/test_dead_branch.py::test_an_else_if_without_a_pattern_keeps_its_variables",
    ),
    Patch(
        "parsers/java/javac.py",
        "return any(method.parsed.lambdas.has_twin(above.start) for above in lambdas)",
        "return False",
        "tests/mutators/test_base.py::test_example",
    ),
    Patch(
        "mutators/java/dead_branch/canonical.py",
        "return branches[1] if len(branches) > 1 else",
        "return",
        f"{CANONICAL}::test_equal",
    ),
    Patch(
        "mutators/java/dead_branch/canonical.py",
        'if condition.kind == "true":',
        "if False:",
        f"{CANONICAL}::test_equal",
    ),
    Patch(NAMES, "(self._file.static_star or", "(", SYSTEM),
    Patch(
        NAMES,
        "if self._file.whole and not self._file.certain:",
        "if False:",
        f"{TYPES}::test_names_that_may_be_classes",
    ),
    Patch(NAMES, "or self._may_be_variable(name, node.start))", ")", SYSTEM),
    Patch(
        "mutators/java/tools/patch.py",
        "if before not in _BEFORE_STATEMENT or",
        "if",
        UNDO,
    ),
    Patch("mutators/java/tools/patch.py", "or self._labeled(run) or", "or", UNDO),
    Patch(
        "mutators/java/tools/patch.py",
        'raise self.lost(f"the patch changed the inserted {what}", own)',
        "pass",
        UNDO,
    ),
    Patch(
        "mutators/stacked.py",
        '("breaking", "preserving-but-for-output")',
        '("breaking",)',
        f"{LOG}::test_a_stack_promises_what_its_weakest_mutation_does",
    ),
    Patch(
        "equimorph/projects/killing.py",
        'data.get("relation") not in _MAY_BE_KILLED',
        'data.get("relation") != "breaking"',
        "tests/equimorph/projects/test_killing.py::test_tests_that_read_the_output_may_kill_a_mutant_that_prints",
    ),
    Patch(
        "equimorph/report/elements.py",
        'if relation == "preserving-but-for-output" and',
        "if False and",
        "tests/equimorph/report/test_elements.py::test_statuses",
    ),
    Patch(
        "mutators/java/testing.py",
        "return run.status, run.exception, run.text if printed",
        "return '', None, run.text if printed",
        f"{LOG}::test_the_oracle_compares_how_a_run_ends",
    ),
    Patch(
        "mutators/java/dead_branch/__init__.py",
        "if reason is None and in_twin_lambda(self.method, self.node):",
        "if False:",
        "tests/mutators/test_base.py::test_example",
    ),
    Patch(
        "mutators/java/dead_branch/__init__.py",
        "if reason is None and not may_get_to_end(self.method, self.node):",
        "if False:",
        FLOW,
    ),
    Patch(
        "parsers/java/flow/bodies.py",
        "if flow.completes(statement) and flow.certain(statement):",
        "if flow.completes(statement):",
        FLOW,
    ),
    Patch("parsers/java/flow/bodies.py", "if method.scopes.introduces(above):", "if False:", FLOW),
    Patch("parsers/java/flow/bodies.py", "if is_switch_value(above):", "if False:", FLOW),
    Patch("parsers/java/flow/bodies.py", "if above.type == _GROUP and", "if False and", FLOW),
    Patch("parsers/java/flow/bodies.py", "if flow.has_completion(above) and", "if", FLOW),
    Patch(
        "parsers/java/flow/bodies.py",
        "if flow.has_completion(above) and flow.completes(above) and",
        "if",
        FLOW,
    ),
    Patch(
        "parsers/java/flow/bodies.py",
        'return method.kind == "initializer"',
        "return True",
        f"{DEAD}::test_places",
    ),
    Patch("parsers/java/flow/bodies.py", 'return method.kind == "initializer"', "return False", FLOW),
    Patch("parsers/java/flow/bodies.py", 'if owner.type == "lambda_expression":', "if False:", FLOW),
    Patch("parsers/java/flow/bodies.py", 'result.type == "void_type"', "True", FLOW),
    Patch(
        "parsers/java/names/scopes.py",
        "not one.proven or any(end > statement.end",
        "any(end > statement.end",
        FLOW,
    ),
    Patch("parsers/java/names/scopes.py", "any(end > statement.end for _, end in one.region)", "False", FLOW),
    Patch(
        WRAPPING,
        "if reason is not None:\n        return reason\n    if node.type in _DECLARATIONS:",
        "if node.type in _DECLARATIONS:",
        f"{DEAD}::test_places",
    ),
    Patch(WRAPPING, "if node.type in _DECLARATIONS:", "if False:", f"{DEAD}::test_places"),
    Patch(WRAPPING, "if method.scopes.introduces(node):", "if False:", FLOW),
    Patch(WRAPPING, "(node.type not in BLOCKS or _listed(node))", "True", f"{DEAD}::test_places"),
    Patch(
        "mutators/java/dead_branch/__init__.py",
        "wrapping.check_braces(patched, mutant, mutation)",
        "pass",
        f"{DEAD}::test_braces_of_a_text_that_does_not_parse",
    ),
    Patch(
        "mutators/java/try_catch/__init__.py",
        "wrapping.check_braces(patched, mutant, mutation)",
        "pass",
        f"{TRY}::test_conflicts",
    ),
    Patch(WRAPPING, "or not _closes(patch, block):", ":", f"{DEAD}::test_the_head_moved_without_the_brace"),
    Patch(
        WRAPPING,
        "return inside == [token.text for token in patch.alignment.base[head[-1] + 1 : tail[0]]]",
        "return False",
        f"{DEAD}::test_all_of_it_moved",
    ),
    Patch(
        WRAPPING,
        "or not _listed(node) or not",
        "or not",
        CONFLICTS,
    ),
    Patch(
        WRAPPING,
        "if behind != [token.text for token in tail] or",
        "if",
        f"{TRY}::test_conflicts",
    ),
    Patch(WRAPPING, "if len(runs) != len(unpatched.runs(words)):", "if not runs:", CONFLICTS),
    Patch(
        WRAPPING,
        "if reason is not None:\n        raise UndoConflict(reason, (node.start, node.end))",
        "if False:\n        pass",
        CONFLICTS,
    ),
    Patch(
        WRAPPING, "if is_last:", "if False:", f"{DEAD}::test_a_declaration_may_come_out_where_nothing_follows"
    ),
    Patch(WRAPPING, "one.type in _DECLARATIONS or method", "method", CONFLICTS),
    Patch(
        WRAPPING,
        "one.type in _DECLARATIONS or method.scopes.introduces(one)",
        "one.type in _DECLARATIONS",
        CONFLICTS,
    ),
    Patch(
        WRAPPING,
        "if not (method.flow.completes(block) and method.flow.certain(block)):",
        "if False:",
        CONFLICTS,
    ),
    Patch(
        WRAPPING,
        "yield from insertion.keeping_comments(",
        "yield from list(",
        f"{DEAD}::test_comments_at_the_braces_stay",
    ),
    Patch(
        "mutators/java/try_catch/__init__.py", "renaming.unseen(self.method) or ", "", f"{TRY}::test_places"
    ),
    Patch(
        "mutators/java/try_catch/__init__.py",
        'if not self.method.spelling.java_lang_at("RuntimeException", self.node):',
        "if False:",
        f"{TRY}::test_what_runtime_exception_means",
    ),
    Patch(
        "mutators/java/try_catch/__init__.py",
        "if mishandles_try(self.method, self.node):",
        "if False:",
        f"{TRY}::test_places",
    ),
    Patch(
        "mutators/java/try_catch/__init__.py",
        "renaming.taken_names(self.method), rng)",
        "(), rng)",
        f"{TRY}::test_names_are_drawn_and_fresh_in_the_member",
    ),
    Patch(
        "parsers/java/javac.py", "is_switch_value(above) or (above.type", "(above.type", f"{TRY}::test_places"
    ),
    Patch(
        "parsers/java/javac.py",
        'is_switch_value(above) or (above.type == "static_initializer" and above is not method.root)',
        "is_switch_value(above)",
        f"{TRY}::test_places",
    ),
    Patch(
        "parsers/java/javac.py",
        '"static_initializer" and above is not method.root)',
        '"static_initializer")',
        f"{TRY}::test_places",
    ),
    Patch(
        "mutators/java/try_catch/canonical.py",
        "if len(handler) != 1 or",
        "if",
        f"{CANONICAL}::test_different",
    ),
    Patch(
        "mutators/java/try_catch/canonical.py",
        'if thrown.kind != "var" or thrown.binding not in declared:',
        "if False:",
        f"{CANONICAL}::test_different",
    ),
    Patch(
        "mutators/java/try_catch/canonical.py",
        "if len(clauses) != 1 or",
        "if",
        f"{CANONICAL}::test_different",
    ),
)
