"""Faults in what reads a model's answer, places its diff, and compares its repair."""

from __future__ import annotations

from tests.sabotage.patch import Patch

ANSWERS = "tests/equimorph/answers/test_reading.py"
DIFFS = "tests/equimorph/answers/test_unified.py"
FORMS = "tests/equimorph/answers/test_forms.py"
CUT = f"{FORMS}::test_an_answer_that_is_cut_anywhere_is_never_another_repair"
COMPARING = "tests/equimorph/texts/test_comparing.py"

PATCHES = (
    Patch(
        "equimorph/answers/unified.py",
        'if all(line in old_lines if line[0] == " " else _OPERATOR.match(line) for line in lines):',
        "if False:",
        "tests/equimorph/answers/test_beheaded.py::test_what_the_first_line_has_stays",
    ),
    Patch(
        "equimorph/answers/prose.py",
        "names <= question.vocabulary | prose.keywords",
        "names <= question.vocabulary",
        "tests/equimorph/answers/test_beheaded.py::test_a_line_without_words_of_its_own_is_no_prose",
    ),
    Patch(
        "equimorph/answers/prose.py",
        "or _NUMBER.fullmatch(line)",
        "",
        "tests/equimorph/answers/test_beheaded.py::test_rules_and_words_are_taken_off",
    ),
    Patch(
        "equimorph/answers/prose.py",
        "and names & question.vocabulary",
        "and False",
        f"{ANSWERS}::test_an_annotation_that_lost_its_sign_is_no_prose",
    ),
    Patch(
        "equimorph/answers/blocks.py",
        "while len(different) > 1 and words(different[0]) in question.words:",
        "while len(different) > 1:",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/answers/members.py",
        "if new := sorted(excerpt.imports - old_imports):",
        "if new := []:",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/answers/questions.py",
        "if whole or mutated is None or self.is_whole(patched):",
        "if True:",
        f"{ANSWERS}::test_a_record_of_a_file_takes_the_member_alone",
    ),
    Patch(
        "equimorph/answers/questions.py",
        "return words(undone) == words(self._source(rest))",
        "return False",
        f"{ANSWERS}::test_nothing_left_of_the_member_is_empty",
    ),
    Patch(
        "equimorph/answers/blocks.py",
        "return broken if broken is not None and not broken.parses and has_member(broken, question) else None",
        "return None",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/answers/reading.py",
        "if prose is not None and any(map(prose.ends_in_literal, fences.outside[: len(fences.blocks)])):",
        "if False:",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/answers/blocks.py",
        "return bool(others) and words(chosen) in question.words",
        "return False",
        f"{ANSWERS}::test_what_is_not_certainly_the_answer_is_a_conflict",
    ),
    Patch(
        "equimorph/answers/hunks.py",
        "if inside[_exact] and not any(inside[_exact]) and any(inside[loose]):",
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
        "equimorph/texts/comparing.py",
        "return one.data == other.data",
        "return True",
        f"{COMPARING}::test_code_that_hides_behind_an_escape_is_compared",
    ),
    Patch(
        "equimorph/answers/markdown.py",
        'fence["fence"].startswith(opening["fence"])',
        'fence["fence"][0] == opening["fence"][0]',
        f"{ANSWERS}::test_a_fence_is_one_of_markdown",
    ),
    Patch(
        "equimorph/answers/hunks.py",
        "return ways[0][2] if sum(count for _, count, _ in ways) == 1 else None",
        "return ways[0][2] if ways else None",
        f"{DIFFS}::test_a_hunk_without_a_certain_place_is_a_conflict",
    ),
    Patch(
        "equimorph/answers/hunks.py",
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
    Patch(
        "equimorph/answers/unified.py",
        'return last.is_short and (end == "open" or last.lines[-1][0] != " ")',
        "return False",
        f"{FORMS}::test_a_diff_that_is_cut_off_is_known_by_its_numbers",
    ),
    Patch(
        "equimorph/answers/reading.py",
        "if fences.is_cut and question.language.margins and text[-1:]",
        "if False and text[-1:]",
        CUT,
    ),
    Patch(
        "equimorph/answers/search_replace.py",
        "if not ended:",
        "if False:",
        CUT,
    ),
    Patch(
        "equimorph/answers/edits.py",
        "if question.names and has_member(source, question) and words(source) not in question.words:",
        "if False:",
        f"{FORMS}::test_two_answers_in_one_are_a_conflict",
    ),
    Patch(
        "equimorph/answers/around.py",
        "if len(said) > 1:",
        "if False:",
        f"{FORMS}::test_two_answers_in_one_are_a_conflict",
    ),
    Patch(
        "equimorph/answers/members.py",
        """if "<" in text or ">" in text or "&" not in text or""",
        """if "&" not in text or""",
        f"{FORMS}::test_two_answers_in_one_are_a_conflict",
    ),
    Patch(
        "equimorph/answers/blocks.py",
        "if _is_doubtful(different[0], beside, question) or _goes_on(different[0], beside, question):",
        "if _is_doubtful(different[0], beside, question):",
        f"{FORMS}::test_a_function_in_two_blocks_is_no_answer",
    ),
)
