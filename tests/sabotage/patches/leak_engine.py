"""Patches of what finds leaks: `equimorph.leakage.normalising` and `equimorph.leakage.matching`."""

from __future__ import annotations

from tests.sabotage.patch import Patch

NORMALISING = "tests/equimorph/leakage/test_normalising.py"
MATCHING = "tests/equimorph/leakage/test_matching.py"
BOUNDARIES = "tests/equimorph/leakage/test_boundaries.py"
PYTHON_FORMS = "tests/equimorph/leakage/forms/test_python_canonical.py"
PYTHON_PAIRS = "tests/equimorph/leakage/forms/test_python_pairs.py::test_two_behaviours_have_two_forms"
PYTHON_TEXTS = "tests/equimorph/leakage/forms/test_python_texts.py"
NAIVE = f"{MATCHING}::test_random_texts_and_sides_as_the_naive_loop"

PATCHES = (
    Patch(
        "equimorph/leakage/normalising.py",
        "if isinstance(text, str):",
        'if isinstance(text, str) and "//" not in text:',
        f"{NORMALISING}::test_what_a_reader_expects",
    ),
    Patch(
        "equimorph/leakage/forms/java_texts.py",
        'has_comments = b"//" in text or b"/*" in text',
        'has_comments = b"//" in text',
        f"{NORMALISING}::test_hostile_texts",
    ),
    Patch(
        "equimorph/leakage/forms/java_texts.py",
        'start = _open_block(data) if odd and b\'"""\' in data else None',
        "start = None",
        f"{NORMALISING}::test_time_is_linear",
    ),
    Patch(
        "equimorph/leakage/forms/java_texts.py",
        '_PIECES_WITHOUT_BLOCKS = _compiled(rb"(?!)")',
        '_PIECES_WITHOUT_BLOCKS = _compiled(_BLOCK + rb\'"""\')',
        f"{NORMALISING}::test_time_is_linear",
    ),
    Patch(
        "equimorph/leakage/forms/language.py",
        'BLANKS = b" \\t\\n\\r\\f\\v"',
        'BLANKS = b" \\t\\n\\r\\f"',
        f"{NORMALISING}::test_hostile_texts",
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "if begin + end > done:",
        "if True:",
        f"{MATCHING}::test_random_texts_and_sides_as_the_naive_loop",
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "window = view[begin : begin + _WINDOW + self._longest - 1]",
        "window = view[begin : begin + _WINDOW]",
        NAIVE,
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "_WINDOW = 131_072",
        "_WINDOW = 1_310_720",
        f"{MATCHING}::test_a_line_of_one_letter_makes_no_long_list_of_hits",
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "_DEPTH = 4",
        "_DEPTH = 8",
        f"{MATCHING}::test_a_line_of_one_letter_makes_no_long_list_of_hits",
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "firsts = [max(start, at - ahead) for at in places[head]]",
        "firsts = list(places[head])",
        NAIVE,
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "return data.find(pattern, firsts[-1], end) if len(firsts) == _COMPARED else -1",
        "return -1",
        f"{MATCHING}::test_the_first_place_of_a_long_side_after_many_of_its_beginning",
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "if (joined.count(SEPARATOR) if count > 1 else SEPARATOR in joined) == count - 1:",
        "if True:",
        NAIVE,
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "if SEPARATOR not in pattern:",
        "if True:",
        f"{MATCHING}::test_a_side_is_not_found_across_two_texts",
    ),
    Patch(
        "equimorph/leakage/matching/automaton.py",
        "number += joined.count(SEPARATOR, end, at)",
        "number += 1",
        NAIVE,
    ),
    Patch(
        "equimorph/leakage/matching/containing.py",
        "if place + size <= end and size < end - start:",
        "if size < end - start:",
        NAIVE,
    ),
    Patch(
        "equimorph/leakage/matching/containing.py",
        "offsets[pattern] = min(place - start, offsets.get(pattern, end))",
        "offsets[pattern] = place - start",
        NAIVE,
    ),
    Patch(
        "equimorph/leakage/matching/containing.py",
        "for shift in range(self.distance):",
        "for shift in range(self.distance - 1):",
        f"{MATCHING}::test_texts_of_every_length_at_every_place_in_a_side",
    ),
    Patch(
        "equimorph/leakage/matching/containing.py",
        "size, distance, least = 24, 8, 31",
        "size, distance, least = 24, 8, 30",
        f"{MATCHING}::test_texts_of_every_length_at_every_place_in_a_side",
    ),
    Patch(
        "equimorph/leakage/matching/comparing.py",
        "if side and (offset",
        "if (offset",
        f"{MATCHING}::test_compare_looks_at_short_sides_too",
    ),
    Patch(
        "equimorph/leakage/matching/matcher.py",
        "if not text:",
        "if True:",
        f"{MATCHING}::test_an_empty_side_equals_only_an_empty_text",
    ),
    Patch(
        "equimorph/leakage/matching/matcher.py",
        "if len(side) >= least:",
        "if len(side) > least:",
        NAIVE,
    ),
    Patch(
        "equimorph/leakage/matching/boundaries.py",
        "ends = within[first : first + len(wanted)]",
        "ends = within[first : first + 1]",
        f"{BOUNDARIES}::test_random_hits_have_the_tokens_of_the_text",
    ),
    Patch(
        "equimorph/leakage/forms/java_texts.py",
        "len(part if keep_literal_blanks else part.translate(None, BLANKS))",
        "len(part)",
        f"{BOUNDARIES}::test_a_hit",
    ),
    Patch(
        "equimorph/leakage/forms/python/proofs.py",
        "if any(kinds and kinds <= MODEST for kinds in both):",
        "if True:",
        f"{PYTHON_FORMS}::test_texts_that_differ_have_two_forms",
    ),
    Patch(
        "equimorph/leakage/forms/python/names.py",
        "or any(id(node) in only for node in nodes)",
        "or False",
        f"{PYTHON_FORMS}::test_texts_that_differ_have_two_forms",
    ),
    Patch(
        "equimorph/leakage/forms/python/variables.py",
        "return fixed or all(_runs_at_once(place.scope, second) for place in reads)",
        "return True",
        f"{PYTHON_FORMS}::test_texts_that_differ_have_two_forms",
    ),
    Patch(
        "equimorph/leakage/forms/python/canonical.py",
        "if itself in attributes or (is_method and mentions):",
        "if is_method and mentions:",
        f"{PYTHON_FORMS}::test_texts_that_differ_have_two_forms",
    ),
    Patch(
        "equimorph/leakage/forms/python/variables.py",
        "                and _is_bound(first, statement, names)\n",
        "",
        PYTHON_PAIRS,
    ),
    Patch(
        "equimorph/leakage/forms/python/loops.py",
        "if _is_in(read, [*takewhile(is_other, rest)]):",
        "if _is_in(read, rest):",
        PYTHON_PAIRS,
    ),
    Patch(
        "equimorph/leakage/forms/python/names.py",
        "set() if around is None else {*around._set}",
        "set()",
        PYTHON_PAIRS,
    ),
    Patch(
        "equimorph/leakage/forms/python/revealing.py",
        "candidates = definitions if isinstance(call.func, ast.Attribute) else local_names",
        "candidates = frozenset[str]()",
        PYTHON_PAIRS,
    ),
    Patch(
        "equimorph/leakage/forms/python/conditions.py",
        "isinstance(node.op, ast.And) != negated",
        "isinstance(node.op, ast.And)",
        f"{PYTHON_FORMS}::test_clones_have_one_form",
    ),
    Patch(
        "equimorph/leakage/forms/python/reading.py",
        "if is_fresh and (not is_open or depth <= level):",
        "if is_fresh and not is_open:",
        f"{PYTHON_TEXTS}::test_functions_are_cut_by_tokens_as_by_the_tree",
    ),
    Patch(
        "equimorph/leakage/forms/python/texts.py",
        "if fresh and _STRING.fullmatch(token.text) and",
        "if _STRING.fullmatch(token.text) and",
        f"{PYTHON_TEXTS}::test_comments_and_docstrings_go_and_literals_stay",
    ),
    Patch(
        "equimorph/datasets/mining/python_changes.py",
        "depth += (token.text == INDENT) - (token.text == DEDENT)",
        "depth += 0",
        "tests/equimorph/datasets/mining/test_python.py::test_what_is_no_code",
    ),
)
