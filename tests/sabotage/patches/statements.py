"""Patches of the mutators of loops and branches."""

from __future__ import annotations

from tests.sabotage.patch import Patch

LOOP = "tests/mutators/test_loop_exchange.py"
PERMUTE = "tests/mutators/test_permute_exchange.py"

PATCHES = (
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "outer = outlives_loop(method, statement, names)",
        "pass",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if outer and header.condition is not None and has_pattern(header.condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        'if j.type == "continue_statement"]',
        "]",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if hidden and jumps:",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "hidden, outer)",
        "False, outer)",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if loops.declares_class_or_label(*header.update):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if not method.flow.certain(body):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if not at_end and not jumps:",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch("mutators/java/loop_exchange/for_to_while.py", "if runs:", "if False:", f"{LOOP}::test_refusals"),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "if covers and not _harmless(method, header.update):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "e.throws > Throws.NONE or",
        "",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        "e.reads_fields or",
        "",
        f"{LOOP}::test_what_another_thread_could_tell_stays_outside_of_a_lock",
    ),
    Patch(
        "mutators/java/loop_exchange/for_to_while.py",
        'if self.inner and body.type != "block" else',
        "if False else",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        "if reason := renaming.unseen(method):",
        "if reason := None:",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        'or reference.declaration.kind in ("field", "component")',
        "",
        f"{LOOP}::test_only_a_local_array_is_certain_to_stay",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        'return not any(r.access != "read" and r.node.inside(loop) for',
        "return not any(r.access is None for",
        f"{LOOP}::test_an_array_that_the_loop_sets_is_kept",
    ),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        'if "java" in method.parsed.types.declared:',
        "if False:",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch("mutators/java/loop_exchange/foreach.py", 'or "<" in declared', "", f"{LOOP}::test_enhanced_for"),
    Patch(
        "mutators/java/loop_exchange/foreach.py",
        "renaming.taken_names(self.method)",
        "set()",
        f"{LOOP}::test_new_names_are_free",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "if known is Condition.UNKNOWN:",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        'if any(jump.type == "continue_statement" for jump in method.flow.jumps_to(loop)):',
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "if has_pattern(condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "if not method.flow.completes(body) or",
        "if",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "if may_be_poly(method, condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch("mutators/java/loop_exchange/conditional.py", "and not hidden:", ":", f"{LOOP}::test_rewriting"),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        'if body.type != "block" and has_pattern(body):',
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/java/permute_exchange/__init__.py",
        "if may_be_poly(self.method, self.condition):",
        "if False:",
        f"{PERMUTE}::test_refused",
    ),
    Patch(
        "mutators/java/permute_exchange/__init__.py",
        "if all(_declares(branch) for branch in branches):",
        "if False:",
        f"{PERMUTE}::test_refused",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "if no.type in _SIMPLE else",
        "if True else",
        f"{PERMUTE}::test_permutes",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "if first.has_order_of(method, node):",
        "if False:",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "if any(map(target.is_made_by,",
        "if any(map(bool,",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
    Patch(
        "mutators/java/permute_exchange/branches.py",
        "match.obstacle() in (None, excused)",
        "True",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
)
