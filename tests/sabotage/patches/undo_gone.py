"""Patches of undo where the patch has taken out what was mutated, or has variables of the new name for itself."""

from __future__ import annotations

from tests.sabotage.patch import Patch

GONE = "tests/mutators/test_undo_gone.py"
_GONE = "mutators/undo/gone.py"
_RENAMING = "mutators/java/tools/renaming.py"

PATCHES = (
    Patch(
        "mutators/base.py",
        "if is_gone(patched, mutant, mutation):",
        "if False:",
        f"{GONE}::test_what_is_deleted_with_its_statement_is_not_to_be_undone",
    ),
    Patch(
        _GONE,
        "if there if not words else there.intersection(texts) - _PUNCTUATION:",
        "if False:",
        f"{GONE}::test_what_a_patch_changed_is_a_conflict",
    ),
    Patch(
        _GONE,
        "if len(find(alignment.base, texts)) != 1 or find(alignment.theirs, texts):",
        "if False:",
        f"{GONE}::test_one_of_two_equal_statements_may_be_the_other_one",
    ),
    Patch(
        _GONE,
        "return not any(find(alignment.theirs, [word]) for word in _brought(alignment, mutation))",
        "return True",
        f"{GONE}::test_a_name_of_the_mutation_that_is_used_elsewhere_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if is_left and not (patch.parses and _is_dropped(patch, own)):",
        "if is_left:",
        f"{GONE}::test_a_cast_whose_words_the_fix_has_elsewhere_was_dropped_with_its_statement",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if is_left and not (patch.parses and _is_dropped(patch, own)):",
        "if is_left and not patch.parses:",
        f"{GONE}::test_what_a_patch_changed_is_a_conflict",
    ),
    Patch(
        _RENAMING,
        "is_other = not places & kept and (any(differs) if len(found) > 1 else all(differs))",
        "is_other = not places & kept",
        f"{GONE}::test_what_may_be_the_renamed_variable_is_a_conflict",
    ),
    Patch(
        _RENAMING,
        "is_other = is_other or (all(differs) and not {one.kind, declared.kind}.isdisjoint(apart))",
        "",
        f"{GONE}::test_it_keeps_its_name_where_the_fix_deletes_the_renamed_one",
    ),
    Patch(
        _RENAMING,
        "if redeclares(one, other):",
        "if False:",
        f"{GONE}::test_one_in_the_scope_of_the_renamed_variable_is_a_conflict",
    ),
    Patch(
        "mutators/java/unused_variable/__init__.py",
        "if use - name not in runs and not is_own:",
        "if use - name not in runs:",
        f"{GONE}::test_the_second_variable_and_the_unused_one_keep_apart_from_those_of_the_fix",
    ),
    Patch(
        "mutators/java/tools/patch.py",
        "self.alignment.back(run + name) in (None, *own)",
        "False",
        f"{GONE}::test_a_declaration_whose_words_the_fix_has_elsewhere_is_gone",
    ),
    Patch(
        "mutators/java/tools/patch.py",
        "return not any(redeclares(one, other) for other in own)",
        "return True",
        "tests/mutators/test_unused_variable.py::test_a_declaration_that_the_patch_uses_or_changes_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "uses = [use for use in uses if not patch.is_apart(use, type_)]",
        "",
        f"{GONE}::test_the_fix_may_take_the_name_of_a_declaration_that_it_drops",
    ),
    Patch(
        "mutators/python/tools/renaming.py",
        "found = own if len(own) == 1 and not _copied(found, own[0][1]) else found",
        "",
        f"{GONE}::test_a_variable_of_a_lambda_of_the_fix_keeps_its_name_in_python",
    ),
)
