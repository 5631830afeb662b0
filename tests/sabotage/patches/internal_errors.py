"""Faults in what keeps an internal error at one place from ending a run."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

TESTS = "tests/equimorph/mutants/test_internal_errors.py"
SITES = f"{TESTS}::test_in_python_the_exception_names_the_site"

PATCHES = (
    Patch(
        "mutators/base.py",
        "except Exception as error: found = Found(self.name",
        "except OSError as error: found = Found(self.name",
        SITES,
    ),
    Patch(
        "mutators/base.py",
        "if isinstance(error, MemoryError):",
        "if False:",
        f"{TESTS}::test_no_memory_is_not_the_fault_of_a_site",
    ),
    Patch(
        "mutators/base.py",
        "raise InternalError(error, patched.path",
        "raise ValueError(error, patched.path",
        f"{TESTS}::test_undo_names_the_mutator_that_failed",
    ),
    Patch(
        "equimorph/mutants/failures.py",
        "if key in keys:",
        "if False:",
        f"{TESTS}::test_a_stack_reports_a_fault_once_and_not_in_each_round",
    ),
    Patch(
        "equimorph/robustness/pages/collecting.py",
        "except (OSError, MemoryError):  # of the files",
        "except (OSError, AssertionError):  # of the files",
        f"{TESTS}::test_a_page_that_fails_at_one_bug_shows_the_others",
    ),
    Patch(
        "mutators/java/declaration_split/forms.py",
        "if not _all_named(method, declarators):",
        "if False:",
        f"{TESTS}::test_a_declaration_without_a_name_is_a_site_like_others",
    ),
)
