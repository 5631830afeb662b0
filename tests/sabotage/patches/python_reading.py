"""Patches of how Python texts are read that libcst alone does not read."""

from __future__ import annotations

from tests.sabotage.patch import Patch

READABLE = "tests/parsers/python/syntax/test_readable.py"
DEEP = f"{READABLE}::test_deep_nesting_costs_its_function_alone"
STAY = f"{READABLE}::test_form_feeds_and_carriage_returns_stay"

PATCHES = (
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
