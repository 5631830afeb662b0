"""Patches of how Python texts are read that libcst alone does not read."""

from __future__ import annotations

from tests.sabotage.patch import Patch

READABLE = "tests/parsers/python/syntax/test_readable.py"
DEEP = f"{READABLE}::test_deep_nesting_costs_its_function_alone"
STAY = f"{READABLE}::test_form_feeds_and_carriage_returns_stay"
OUTLINE = "tests/parsers/python/syntax/test_outline.py"
REST = f"{OUTLINE}::test_all_of_a_mutant_is_compiled_where_the_rest_matters"
WALKING = "tests/parsers/python/syntax/test_walking.py"
REACHED = "tests/mutators/python/test_reached.py"
UNREACHED = f"{REACHED}::test_code_that_may_not_be_reached"

PATCHES = (
    Patch(
        "parsers/python/syntax/outline.py",
        "if self._is_opaque or any(_REMOTE.search(mutant, patch.start, patch.end) for patch in patches):",
        "if False:",
        REST,
    ),
    Patch(
        "parsers/python/syntax/outline.py",
        "kept.isdisjoint(self._children[at])",
        "True",
        f"{OUTLINE}::test_what_stays_of_a_function",
    ),
    Patch(
        "parsers/python/syntax/outline.py",
        'return words[0] != b"async" or words == others',
        "return True",
        REST,
    ),
    Patch(
        "parsers/python/syntax/outline.py",
        'return (b"*" in words) == (b"*" in others)',
        "return True",
        REST,
    ),
    Patch("parsers/python/syntax/outline.py", "for line in (*old, *new)", "for line in new", REST),
    Patch("parsers/python/syntax/outline.py", "patch.start if unit[0] == patch.first else ", "", REST),
    Patch(
        "parsers/python/syntax/faults.py",
        "(*line.tokens, Token(NEWLINE, line.stop, line.end))",
        "line.tokens",
        f"{OUTLINE}::test_a_change_between_carriage_return_and_line_feed_tears_the_line_end",
    ),
    Patch("mutators/python/operator_mutation/reached.py", "[*guards, *[", "[*[", UNREACHED),
    Patch(
        "parsers/python/syntax/spans.py",
        "if node not in self.spans:",
        "if True:",
        f"{WALKING}::test_text_and_ranges_are_those_of_libcst_inner_nodes_first",
    ),
    Patch(
        "mutators/python/operator_mutation/reached.py",
        "return _is_decided(node.test) or _may_stop(node)",
        "return _may_stop(node)",
        UNREACHED,
    ),
    Patch(
        "mutators/python/operator_mutation/reached.py",
        "if _is_decided(around.left) or _is_decided(around.right):",
        "if _is_decided(around.right):",
        UNREACHED,
    ),
    Patch(
        "parsers/oracles/interpreter/differing.py",
        "len(loaded) != len(others) or any(map(_are_apart, loaded, others))",
        "len(loaded) == len(others)",
        f"{REACHED}::test_codes_that_surely_differ_have_other_forms",
    ),
    Patch(
        "parsers/python/syntax/readable.py",
        "node.end_col_offset - node.col_offset < _SHORT",
        "True",
        DEEP,
    ),
    Patch("parsers/python/syntax/readable.py", "depth += len(node.values)", "pass", DEEP),
    Patch("parsers/python/syntax/readable.py", "depth += _parts(node, text)", "pass", DEEP),
    Patch(
        "parsers/python/syntax/readable.py",
        'data = data[:start] + b"(" + inner + b")" + data[end:]',
        'data = data[:start] + b"()" + data[end:]',
        DEEP,
    ),
    Patch(
        "parsers/python/syntax/tree.py", "except cst.ParserSyntaxError as error:", "except () as error:", DEEP
    ),
    Patch(
        "parsers/python/names/trust.py",
        "if view.depth > MOST:",
        "if False:",
        f"{READABLE}::test_a_function_that_libcst_reads_may_be_too_deep",
    ),
)
