"""Patches of parenthesise, and of string-equality with the facts that it needs."""

from __future__ import annotations

from tests.sabotage.patch import Patch

PAREN = "tests/mutators/test_parenthesise.py"
WHERE = "mutators/java/parenthesise/where.py"
COMPILED = "mutators/java/parenthesise/compiled.py"
UNDO = "mutators/java/parenthesise/undo.py"
JAVAC = "parsers/java/javac.py"
STRINGS = "tests/mutators/test_string_equality.py"
EQUALITY = "mutators/java/string_equality/__init__.py"
NULLNESS = "parsers/java/values/nullness.py"
PROVED = "tests/parsers/java/test_nullness.py::test_expressions"
UNPROVED = "tests/parsers/java/test_nullness.py::test_expressions_that_may_be_null"
PASSED = "tests/parsers/java/test_nullness.py::test_what_control_has_passed"
UNPASSED = "tests/parsers/java/test_nullness.py::test_what_control_may_not_have_passed"
FIELDS = "tests/parsers/java/test_nullness.py::test_fields_are_not_followed"

PATCHES = (
    Patch(
        COMPILED,
        'node.type == "string_literal" and _is_compared_with_null(parent)',
        "False",
        "tests/mutators/test_parenthesise.py",
    ),
    Patch(
        "parsers/java/syntax/statements.py",
        'if parent is None or parent.type != "expression_statement":',
        "if True:",
        f"{PAREN}::test_a_statement_in_a_rule_stays_one_where_an_empty_statement_follows_the_switch",
    ),
    Patch(
        "parsers/java/syntax/statements.py",
        'return parent.parent is not None and parent.parent.type == "switch_rule"',
        "return False",
        "tests/mutators/test_expression_exchange.py",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "if _is_compared_with_null(unwrapped(node)) and method",
        "if False and method",
        "tests/mutators/test_base.py",
    ),
    Patch(
        JAVAC,
        'or "compact_constructor_declaration" in around',
        "",
        "tests/mutators/test_base.py",
    ),
    Patch(
        "mutators/java/dead_branch/__init__.py",
        "if reason is None and moves_pattern_variable(self.method, self.node):",
        "if False:",
        "tests/mutators/test_base.py",
    ),
    Patch(
        WHERE,
        'parent.type == "lambda_expression" and node.type in STATEMENT_EXPRESSIONS',
        "False",
        f"{PAREN}::test_refusals",
    ),
    Patch(
        WHERE, "if _qualifies(node) and not _is_value(method, node):", "if False:", f"{PAREN}::test_refusals"
    ),
    Patch(WHERE, 'parent.type == "method_reference" or (', "(", f"{PAREN}::test_refusals"),
    Patch(WHERE, "return reference.declaration.proven", "return True", f"{PAREN}::test_refusals"),
    Patch(
        WHERE,
        "return method.types.names.bare_field(node) is not None",
        "return False",
        f"{PAREN}::test_what_is_certain_is_not_refused",
    ),
    Patch(
        WHERE,
        "or method.types.field(node)",
        "",
        f"{PAREN}::test_what_is_certain_is_not_refused",
    ),
    Patch(WHERE, 'and access_of(parent) != "read"', "and False", f"{PAREN}::test_refusals"),
    Patch(WHERE, "_is_least(method, parent, node):", "False:", f"{PAREN}::test_refusals"),
    Patch(WHERE, '.rstrip("lL")', '.rstrip("L_")', f"{PAREN}::test_refusals"),
    Patch(
        WHERE, "if reference is not None and is_rethrown(reference):", "if False:", f"{PAREN}::test_refusals"
    ),
    Patch(WHERE, "if in_annotation(node):", "if False:", f"{PAREN}::test_refusals"),
    Patch(WHERE, 'above.type == "switch_label"', "False", f"{PAREN}::test_refusals"),
    Patch(WHERE, "and is_switch_value(block.parent)", "", f"{PAREN}::test_where_parentheses_are_written"),
    Patch(
        WHERE,
        "return parent.children[0] is node and parent.children[1].type in",
        "return node or",
        f"{PAREN}::test_candidates_are_expressions_alone",
    ),
    Patch(WHERE, "is_header(parent) or", "", f"{PAREN}::test_where_parentheses_are_written"),
    Patch(WHERE, '("right",)', '("left", "right")', f"{PAREN}::test_where_parentheses_are_written"),
    Patch(COMPILED, 'if "non-sealed" in method.node_text(node):', "if not node:", f"{PAREN}::test_refusals"),
    Patch(COMPILED, "takes_yield_for_call(method, node, node)", "False", f"{PAREN}::test_refusals"),
    Patch(
        JAVAC,
        "above.start == place.start",
        "above.start > place.start",
        f"{PAREN}::test_refusals",
    ),
    Patch(
        JAVAC,
        'if token.text == b"," and not depth:',
        'if token.text == b",":',
        f"{PAREN}::test_what_is_certain_is_not_refused",
    ),
    Patch(COMPILED, 'and node.field == "right"', "", f"{PAREN}::test_what_is_certain_is_not_refused"),
    Patch(
        COMPILED,
        "if parent.type in _CHECKING and _is_never_null(node):",
        "if False:",
        f"{PAREN}::test_refusals",
    ),
    Patch(COMPILED, "return of_this or", "return", f"{PAREN}::test_refusals"),
    Patch(COMPILED, "or not _has_only(method, node, type_)", "", f"{PAREN}::test_refusals"),
    Patch(COMPILED, "and _may_be_widened(method, node):", "and False:", f"{PAREN}::test_refusals"),
    Patch(COMPILED, "return type_.may_unbox", "return False", f"{PAREN}::test_refusals"),
    Patch(COMPILED, 'and sign_of(parent) == "="', "", f"{PAREN}::test_refusals"),
    Patch(COMPILED, 'if above.type == "lambda_expression": break', "", f"{PAREN}::test_refusals"),
    Patch(COMPILED, "method.parsed.lambdas.has_twin(above.start)", "False", f"{PAREN}::test_refusals"),
    Patch(
        UNDO,
        "if any(abs(one - own[0]) == 1 or abs(other - own[1]) == 1 for one, other in others):",
        "if False:",
        f"{PAREN}::test_a_pair_that_may_be_another_one_of_the_original",
    ),
    Patch(
        UNDO,
        "if len(find(patch.alignment.base, words)) == 1:",
        "if words:",
        f"{PAREN}::test_a_pair_that_may_be_another_one_of_the_original",
    ),
    Patch(
        UNDO,
        "patch.source.method_at(token.start) is None",
        "False",
        f"{PAREN}::test_a_pair_that_was_moved_out_of_its_member_is_a_conflict",
    ),
    Patch(UNDO, "return all(pair in known for pair in there)", "return True", f"{PAREN}::test_undo"),
    Patch(UNDO, "if match is not None and match.obstacle() is None else None", "", f"{PAREN}::test_undo"),
    Patch(
        UNDO,
        "if not stays and all(patch.where(i) is None for i in inner):",
        "if False:",
        f"{PAREN}::test_undo",
    ),
    Patch(UNDO, "and not is_header(node)", "", f"{PAREN}::test_undo"),
    Patch(
        EQUALITY,
        "if self.text(self.left) == self.text(self.right):",
        "if False:",
        f"{STRINGS}::test_refusals",
    ),
    Patch(
        EQUALITY,
        "types.of(self.left).is_string and types.of(self.right).is_string",
        "types.of(self.left).is_string",
        f"{STRINGS}::test_refusals",
    ),
    Patch(
        EQUALITY,
        "types.of(self.left).is_string and types.of(self.right).is_string",
        "types.of(self.right).is_string",
        f"{STRINGS}::test_refusals",
    ),
    Patch(
        EQUALITY,
        "nullness.is_not_null(self.left) and nullness.is_not_null(self.right)",
        "nullness.is_not_null(self.left)",
        f"{STRINGS}::test_refusals",
    ),
    Patch(
        EQUALITY,
        "nullness.is_not_null(self.left) and nullness.is_not_null(self.right)",
        "nullness.is_not_null(self.right)",
        f"{STRINGS}::test_refusals",
    ),
    Patch(EQUALITY, "return verdict.reason", "return None", f"{STRINGS}::test_refusals"),
    Patch(
        EQUALITY,
        'f"({right})" if self._needs_pair else right',
        "right",
        f"{STRINGS}::test_what_is_written",
    ),
    Patch(EQUALITY, "if len(sides) == 2 and", "if", f"{STRINGS}::test_other_calls_are_no_candidates"),
    Patch(
        EQUALITY,
        'frozenset({"equals", "equalsIgnoreCase"})',
        'frozenset({"equals", "equalsIgnoreCase", "compareTo"})',
        f"{STRINGS}::test_other_calls_are_no_candidates",
    ),
    Patch(NULLNESS, "return self._types.of(node).is_reference", "return True", UNPROVED),
    Patch(NULLNESS, "return self._types.of(node).is_string  # a concatenation", "return True", UNPROVED),
    Patch(NULLNESS, "return all(part is not None and self", "return any(part is not None and self", UNPROVED),
    Patch(NULLNESS, "and self._types.of(node).is_reference and self.is_not_null(value)", "", UNPROVED),
    Patch(NULLNESS, 'if sign_of(node) != "=":', "if not node:", PROVED),
    Patch(NULLNESS, "return value is not None and self.is_not_null(value)", "return True", UNPROVED),
    Patch(
        NULLNESS,
        "return (class_, self._view.node_text(name)) in table.NEVER_NULL",
        "return bool(class_)",
        UNPROVED,
    ),
    Patch(NULLNESS, 'if class_ is None and receiver.package == "java.lang"', "if class_", PROVED),
    Patch(NULLNESS, "reference.uncertain or not reference.declaration.proven", "False", FIELDS),
    Patch(NULLNESS, "if not declaration.written and", "if", UNPROVED),
    Patch(
        NULLNESS,
        "and declaration not in self._asked",
        "",
        "tests/parsers/java/test_nullness.py::test_a_variable_of_itself",
    ),
    Patch(NULLNESS, 'and parent.type == "instanceof_expression"', "", UNPASSED),
    Patch(NULLNESS, "and not _is_update_of_test(write, evidence)", "", PASSED),
    Patch(NULLNESS, "or any(write.inside(loop) for loop in loops)", "", UNPASSED),
    Patch(NULLNESS, "and not evidence.inside(loop)]", "]", PASSED),
    Patch(NULLNESS, "or _is_set_to(write, evidence, use)", "", UNPASSED),
    Patch(
        NULLNESS,
        "evidence.inside(assignment) and not use.inside(assignment)",
        "evidence.inside(assignment)",
        PASSED,
    ),
    Patch(NULLNESS, "evidence.start <= write.start < use.start", "False", UNPASSED),
    Patch(NULLNESS, "reference.declaration is declaration and", "", UNPASSED),
    Patch(NULLNESS, '{"&&": True, "||": False}', '{"&&": True, "||": True}', UNPASSED),
    Patch(NULLNESS, "node.field in _BRANCHES", "True", UNPASSED),
    Patch(NULLNESS, "if statement.end <= node.start:", "if statement is not node:", UNPASSED),
    Patch(NULLNESS, "not self._flow.completes(then)", "then", UNPASSED),
    Patch(NULLNESS, "not self._flow.completes(other)", "other", UNPASSED),
    Patch(
        NULLNESS,
        "yield from self._of_test(operand, not outcome)",
        "yield from self._of_test(operand, outcome)",
        PASSED,
    ),
    Patch(
        NULLNESS,
        'node.type == "instanceof_expression" and outcome',
        'node.type == "instanceof_expression"',
        UNPASSED,
    ),
    Patch(NULLNESS, 'if sign == ("&&" if outcome else "||"):', 'if sign in ("&&", "||"):', UNPASSED),
    Patch(NULLNESS, 'and (sign == "!=") == outcome', "", UNPASSED),
    Patch(NULLNESS, "tests_null and sign in EQUALITY", "sign in EQUALITY", UNPASSED),
    Patch(NULLNESS, "if called not in table.STATIC_OF_STRING:", "if called:", UNPASSED),
    Patch(
        NULLNESS,
        "if object_ is not None and self._types.of(object_).is_string:",
        "if object_ is not None:",
        UNPASSED,
    ),
    Patch(NULLNESS, 'sign_of(node) in ("&&", "||"):', 'sign_of(node) == "&&":', UNPASSED),
    Patch(NULLNESS, 'return node.all("condition")', "return node.named_children()", UNPASSED),
)
