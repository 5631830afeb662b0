"""Faults in what reads a model's answer, places its diff, and compares its repair."""

from __future__ import annotations

from tests.sabotage.patch import Patch

ANSWERS = "tests/equimorph/test_answers.py"
DIFFS = "tests/equimorph/test_diff_answers.py"
COMPARING = "tests/equimorph/test_comparing.py"

PATCHES = (
    Patch(
        "equimorph/answers.py",
        "if before and question.vocabulary.issuperset(before):",
        "if None:",
        f"{ANSWERS}::test_an_annotation_that_lost_its_sign_is_no_prose",
    ),
    Patch(
        "equimorph/answers.py",
        "while len(different) > 1 and words(different[0]) in question.words:",
        "while len(different) > 1:",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/answers.py",
        "if new := sorted(found.imports - known):",
        "if new := []:",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/questions.py",
        "if whole or mutated is None or self.is_whole(patched):",
        "if True:",
        f"{ANSWERS}::test_a_record_of_a_file_takes_the_member_alone",
    ),
    Patch(
        "equimorph/questions.py",
        "return words(undone) == words(self._source(rest))",
        "return False",
        f"{ANSWERS}::test_nothing_left_of_the_member_is_empty",
    ),
    Patch(
        "equimorph/answers.py",
        "broken if not broken.parses and _holds(broken, question) else None",
        "None",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/answers.py",
        "if any(map(ends_in_literal, found.outside[: len(found.blocks)])):",
        "if False:",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/answers.py",
        "return bool(others) and words(chosen) in question.words",
        "return False",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/diff_answers.py",
        "if inside[_exact] and not any(inside[_exact]) and any(inside[_loose]):",
        "if False:",
        f"{DIFFS}::test_a_place_elsewhere_is_not_taken_for_one_in_the_member",
    ),
    Patch(
        "parsers/java/normal_form.py",
        "if inner is None or _is_statement_of_lambda(node):",
        "if inner is None:",
        f"{COMPARING}::test_what_may_mean_something_else_is_not",
    ),
    Patch(
        "equimorph/comparing.py",
        "return one.data == other.data",
        "return True",
        f"{COMPARING}::test_code_that_hides_behind_an_escape_is_compared",
    ),
    Patch(
        "equimorph/markdown.py",
        'fence["fence"].startswith(opening["fence"])',
        'fence["fence"][0] == opening["fence"][0]',
        f"{ANSWERS}::test_a_fence_is_one_of_markdown",
    ),
    Patch(
        "equimorph/diff_answers.py",
        "return ways[0][2] if sum(count for _, count, _ in ways) == 1 else None",
        "return ways[0][2] if ways else None",
        f"{DIFFS}::test_a_hunk_without_a_certain_place_is_a_conflict",
    ),
    Patch(
        "equimorph/diff_answers.py",
        "before = [way for way in ways if way[0] <= at]",
        "before = ways",
        f"{DIFFS}::test_the_order_of_hunks_tells_places_apart",
    ),
    Patch(
        "parsers/java/normal_form.py",
        'parent.type == "lambda_expression" and inner.type in STATEMENT_EXPRESSIONS',
        "False",
        f"{COMPARING}::test_what_may_mean_something_else_is_not",
    ),
    Patch(
        "parsers/java/normal_form.py",
        "len(statements) != 1 or statements[0].type in _DECLARATIONS",
        "len(statements) != 1",
        f"{COMPARING}::test_what_may_mean_something_else_is_not",
    ),
    Patch(
        "parsers/java/normal_form.py",
        "return inner if _unboxes(unwrapped(node)) and not may_be_poly(method, inner) else None",
        "return inner",
        f"{COMPARING}::test_what_may_mean_something_else_is_not",
    ),
)
