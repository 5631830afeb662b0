"""Faults in the mutators that move statements and expressions, and in the facts that they ask for."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

ORDER = "mutators/java/permute_statement/order.py"
UNDO = "mutators/java/permute_statement/undo.py"
MOVING = "parsers/java/effects/moving.py"
THROWING = "parsers/java/flow/throwing.py"
STATEMENT = "tests/mutators/test_permute_statement.py"
REFUSED = f"{STATEMENT}::test_refused"
CAUGHT = f"{STATEMENT}::test_a_write_that_is_read_after_an_exception_keeps_its_place"
BACK = f"{STATEMENT}::test_the_statements_are_swapped_back"
CONFLICTS = f"{STATEMENT}::test_conflicts"
EARLIER = "parsers/java/effects/earlier.py"
OPERAND = "mutators/java/infix_dividing/operand.py"
PUT_BACK = "mutators/java/infix_dividing/undo.py"
INFIX = "tests/mutators/test_infix_dividing.py"
NO_DIVIDING = f"{INFIX}::test_refused"
DIVIDES = f"{INFIX}::test_divides"
OPERAND_BACK = f"{INFIX}::test_the_operand_goes_back"
NO_OPERAND = f"{INFIX}::test_conflicts"

PATCHES = (
    Patch(ORDER, "if one == other:", "if False:", REFUSED),
    Patch(ORDER, "if has_pattern(first) or has_pattern(second):", "if has_pattern(first):", REFUSED),
    Patch(ORDER, "if declaring and (reason := declaring_beside(method, first)):", "if False:", REFUSED),
    Patch(
        ORDER,
        '"local_variable_declaration" in (first.type, second.type)',
        'first.type == "local_variable_declaration"',
        REFUSED,
    ),
    Patch(ORDER, "if declares_class(first) and declares_class(second):", "if False:", REFUSED),
    Patch(ORDER, "if _uses_name(method, first, second):", "if False:", REFUSED),
    Patch(ORDER, "own | {method", "{method", REFUSED),
    Patch(ORDER, "for a, b in ((one, other), (other, one)):", "for a, b in ((one, other),):", REFUSED),
    Patch(ORDER, "a.writes & (b.reads | b.writes)", "a.writes & b.reads", REFUSED),
    Patch(ORDER, "(b.reads_fields or b.writes_heap)", "(b.reads_heap or b.writes_heap)", REFUSED),
    Patch(ORDER, "if ordered_reads(one, other):", "if False:", REFUSED),
    Patch(
        ORDER,
        'if method.kind != "method" and',
        "if False and",
        f"{STATEMENT}::test_fields_that_may_be_blank",
    ),
    Patch(ORDER, "same = one.throws == other.throws == Throws.NPE", "same = True", REFUSED),
    Patch(ORDER, "if not same or one.writes_anything or other.writes_anything:", "if not same:", CAUGHT),
    Patch(
        ORDER,
        "(one.throws and other.writes_anything) or (other.throws and one.writes_anything)",
        "one.throws and other.writes_anything",
        REFUSED,
    ),
    Patch(
        ORDER, "frozenset(d for d in effects.writes if outlives_throw(d, statement))", "frozenset()", CAUGHT
    ),
    Patch(
        MOVING,
        "ANYTHING | effects_of_moving(method, value) if value is not None else ANYTHING",
        "ANYTHING",
        "tests/mutators/test_base.py::test_example",
    ),
    Patch(MOVING, "found | MAY_NPE if unboxes and", "found if unboxes and", REFUSED),
    Patch(MOVING, "found = Effects(writes=frozenset({declaration}))", "found = PURE", REFUSED),
    Patch(MOVING, "return found | ANYTHING if any", "return found if any", REFUSED),
    Patch(MOVING, "return info is None or", "return info is not None and", REFUSED),
    Patch(MOVING, "if info.static:", "if False:", REFUSED),
    Patch(MOVING, "return not variables.isdisjoint(_WORD.findall(info.type_text))", "return False", REFUSED),
    Patch(
        MOVING,
        "if isinstance(method.effects.constant(node), Constant):",
        "if False:",
        f"{STATEMENT}::test_permutes",
    ),
    Patch(MOVING, 'CLASS_BODIES | {"lambda_expression", "method_reference"}', "CLASS_BODIES", REFUSED),
    Patch(
        MOVING,
        'if part.type == "lambda_expression":',
        "if False:",
        f"{STATEMENT}::test_the_body_of_a_lambda_is_not_evaluated_with_it",
    ),
    Patch(
        MOVING,
        "_body_around(node) is not _body_around(declaration.node)",
        "False",
        f"{STATEMENT}::test_a_field_of_a_local_class_seen_from_another_one",
    ),
    Patch(THROWING, 'handled = above.first("catch_clause") is not None', "handled = False", CAUGHT),
    Patch(THROWING, 'and below.type != "catch_clause"', "", CAUGHT),
    Patch(THROWING, 'if handled or above.first("finally_clause") is not None:', "if handled:", CAUGHT),
    Patch(THROWING, 'and below.type != "finally_clause"', "", CAUGHT),
    Patch(THROWING, "or (bool(reads) and _comes_again(declaration, part))", "", CAUGHT),
    Patch(THROWING, "if body is None or not declaration.node.inside(body):", "if False:", CAUGHT),
    Patch(THROWING, 'if reference.access != "write"', "", CAUGHT),
    Patch(
        UNDO,
        "undone = patched.edited(apply_edits(patched.data, checked(edits))",
        "undone = patched.edited(apply_edits(patched.data, [])",
        BACK,
    ),
    Patch(UNDO, "if sum(same) != 1:", "if False:", CONFLICTS),
    Patch(UNDO, "return at_home and 2 *", "return at_home or 2 *", CONFLICTS),
    Patch(UNDO, "and match.obstacle() is None", "", CONFLICTS),
    Patch(
        UNDO, "run[0] is None or run != list(range(run[0], run[0] + len(run)))", "run[0] is None", CONFLICTS
    ),
    Patch(EARLIER, 'below.field == "right" and sign_of(above) in _CONDITIONAL', "False", NO_DIVIDING),
    Patch(EARLIER, '[] if below.field == "condition" else None', "[]", NO_DIVIDING),
    Patch(EARLIER, "and not above.children[0].named", "", NO_DIVIDING),
    Patch(EARLIER, "and not _is_initialised(method, above)", "and False", NO_DIVIDING),
    Patch(EARLIER, 'return type_.package != "" or own', "return own", DIVIDES),
    Patch(EARLIER, "effects | MAY_NPE if not receiver and", "effects | MAY_NPE if False and", NO_DIVIDING),
    Patch(EARLIER, "if declarator.end <= below.start:", "if False:", NO_DIVIDING),
    Patch(EARLIER, 'for child in above.all("object") if child is not below', "for child in ()", NO_DIVIDING),
    Patch(EARLIER, "child.named and child.end <= below.start", "False", NO_DIVIDING),
    Patch(
        EARLIER, "return [size for part in sizes for size in part.named_children()]", "return []", NO_DIVIDING
    ),
    Patch(EARLIER, "return [target]", "return []", NO_DIVIDING),
    Patch(EARLIER, "for child in target.children if child.field in fields", "for child in ()", NO_DIVIDING),
    Patch(OPERAND, "if has_pattern(self.node):", "if False:", NO_DIVIDING),
    Patch(
        OPERAND,
        "and self.method.spelling.string_at(self.node)",
        "",
        f"{INFIX}::test_a_string_of_the_program_is_no_string",
    ),
    Patch(
        OPERAND,
        "if self.method.constants.may_be_constant(bare(self.node)):",
        "if False:",
        NO_DIVIDING,
    ),
    Patch(OPERAND, "if declares_class(self.node):", "if False:", NO_DIVIDING),
    Patch(OPERAND, "if self._effects.writes:", "if False:", NO_DIVIDING),
    Patch(OPERAND, "if type_.is_string and self._effects.writes_heap:", "if False:", NO_DIVIDING),
    Patch(OPERAND, "reason = conflict(earlier, self._effects)", "reason = None", NO_DIVIDING),
    Patch(OPERAND, "VOLATILE if reason is None and", "VOLATILE if False and", NO_DIVIDING),
    Patch(
        OPERAND,
        "return effects_of_moving(self.method, self.node)",
        "return self.method.effects.of(self.node)",
        NO_DIVIDING,
    ),
    Patch(OPERAND, "renaming.unseen(self.method) or", "", "tests/mutators/test_base.py::test_example"),
    Patch(
        OPERAND,
        "return insertion_points.obstacle(self.method, self._place[0])",
        "return None",
        NO_DIVIDING,
    ),
    Patch(OPERAND, "renaming.taken_names(self.method)", "set()", f"{INFIX}::test_names_are_fresh"),
    Patch(OPERAND, "return inner if len", "return inner if True or len", DIVIDES),
    Patch(
        PUT_BACK,
        "if counts[0] != counts[1]:",
        "if False:",
        f"{INFIX}::test_a_member_alone_shows_less_than_its_file",
    ),
    Patch(
        PUT_BACK, "if _in_parentheses(operand) else", "if False else", f"{INFIX}::test_parentheses_come_back"
    ),
    Patch(PUT_BACK, "or match.obstacle() is not None", "", NO_OPERAND),
    Patch(PUT_BACK, "edits = checked([removal, Edit", "edits = checked([Edit", OPERAND_BACK),
)
