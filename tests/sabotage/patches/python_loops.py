"""Patches of Python's conditions, branches and loops in another form."""

from __future__ import annotations

from tests.sabotage.patch import Patch

CONDITION = "tests/mutators/python/test_condition_exchange.py"
PERMUTE = "tests/mutators/python/test_permute_exchange.py"
LOOP = "tests/mutators/python/test_loop_exchange.py"
ROWS = "tests/docs/test_pages.py::test_the_rows_of_the_pages_are_true[permute-exchange-python]"
BEHAVIOUR = "test_modules_behave_the_same_and_come_back"

PATCHES = (
    Patch(
        "mutators/python/condition_exchange/forms.py",
        'if form != "literal" and not is_test(function, node):',
        'if form == "literal" and not is_test(function, node):',
        f"{CONDITION}::test_a_value_that_may_be_used_is_left_alone",
    ),
    Patch(
        "mutators/python/condition_exchange/forms.py",
        'other = "or" if isinstance(node.operator, cst.And) else "and"',
        'other = "and" if isinstance(node.operator, cst.And) else "or"',
        f"{CONDITION}::test_code_objects_are_equal",
    ),
    Patch(
        "mutators/python/condition_exchange/forms.py",
        "new if takes_any(match.method, node) else",
        "new if node else",
        f"{CONDITION}::{BEHAVIOUR}",
    ),
    Patch(
        "mutators/python/permute_exchange/branches.py",
        "if comment is not None and len(comment[1]) > column:",
        "if comment is not None and len(comment[1]) > column + 99:",
        f"{PERMUTE}::test_comments_move_with_their_branch",
    ),
    Patch(
        "mutators/python/permute_exchange/branches.py",
        "if not last.lpar and isinstance(last, cst.IfExp | cst.Lambda):",
        "if last.lpar and isinstance(last, cst.IfExp | cst.Lambda):",
        ROWS,
    ),
    Patch(
        "mutators/python/permute_exchange/undo.py",
        "if first is None or targets != list(range(first, first + len(targets))):",
        "if first is None:",
        f"{PERMUTE}::test_undo_does_not_guess_when_a_patch_changes_the_test",
    ),
    Patch(
        "mutators/python/loop_exchange/ranged.py",
        "self.method.effects.commute(self._start, self._stop) is not None",
        "self.method.effects is None",
        f"{LOOP}::{BEHAVIOUR}",
    ),
    Patch(
        "mutators/python/loop_exchange/ranged.py",
        "            yield before(self.method, jump, more)",
        "            pass",
        f"{LOOP}::test_the_step_comes_before_each_continue_of_the_loop_and_no_other",
    ),
    Patch(
        "mutators/python/loop_exchange/ranged.py",
        'isinstance(self._stop, cst.NamedExpr) or "\\n" in text',
        '"\\n" in text',
        f"{LOOP}::test_what_only_the_brackets_of_range_held_gets_its_own",
    ),
    Patch(
        "mutators/python/loop_exchange/counted.py",
        "bare = isinstance(argument, cst.NamedExpr | cst.GeneratorExp) and not argument.lpar",
        "bare = argument is None",
        f"{LOOP}::test_what_only_the_brackets_of_enumerate_held_gets_its_own",
    ),
)
