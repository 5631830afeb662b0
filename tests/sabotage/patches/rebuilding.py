"""Patches of rebuilding a bug of Defects4J: `equimorph.defects4j.rebuilding`."""

from __future__ import annotations

from tests.sabotage.patch import Patch

FOLDER = "equimorph/defects4j/rebuilding"
REBUILDING = "tests/equimorph/defects4j/test_rebuilding.py"
HOOKS = "tests/equimorph/defects4j/test_rebuilding_hooks.py"
COMMAND = "tests/equimorph/defects4j/test_rebuilding_command.py"
CHECKOUT = "tests/equimorph/defects4j/test_checkout.py"

PATCHES = (
    Patch(
        f"{FOLDER}/git.py",
        'if not key.startswith("GIT_")',
        "if key",
        f"{REBUILDING}::test_nobodys_settings_count",
    ),
    Patch(
        f"{FOLDER}/git.py",
        '"GIT_CONFIG_GLOBAL": os.devnull,',
        "",
        f"{REBUILDING}::test_nobodys_settings_count",
    ),
    Patch(
        f"{FOLDER}/git.py",
        '"-c", f"core.attributesFile={os.devnull}",',
        "",
        f"{REBUILDING}::test_nobodys_settings_count",
    ),
    Patch(
        f"{FOLDER}/git.py",
        '_STRIPS = ("-p1", "-p0", "-p2")',
        '_STRIPS = ("-p1", "-p0")',
        f"{REBUILDING}::test_a_patch_may_have_no_or_two_leading_folders",
    ),
    Patch(
        f"{FOLDER}/git.py",
        'done.stdout.strip() == b"commit"',
        "True",
        f"{REBUILDING}::test_the_hash_of_something_else_is_no_commit",
    ),
    Patch(
        f"{FOLDER}/git.py",
        "if missing:",
        "if False:",
        f"{REBUILDING}::test_a_repository_that_lacks_the_contents_of_a_large_file",
    ),
    Patch(
        f"{FOLDER}/git.py",
        "return tuple(path for object_id in gone for path in paths[object_id])",
        "return tuple(paths[object_id][0] for object_id in gone)",
        f"{REBUILDING}::test_a_repository_that_lacks_the_contents_of_a_large_file",
    ),
    Patch(
        f"{FOLDER}/git.py",
        """if path.startswith((b'"', b"#")) or b"\\n" in path:""",
        "if False:",
        f"{REBUILDING}::test_folders_with_odd_names",
    ),
    Patch(
        f"{FOLDER}/folders.py",
        'if parsed_bug.kind == "b":',
        "if True:",
        f"{REBUILDING}::test_the_buggy_and_the_fixed_version",
    ),
    Patch(
        f"{FOLDER}/folders.py",
        "if lacking:",
        "if False:",
        f"{REBUILDING}::test_a_repository_that_lacks_a_source",
    ),
    Patch(
        f"{FOLDER}/folders.py",
        'f"failing_tests/{bug.fixed}"',
        'f"failing_tests/{bug.buggy}"',
        f"{HOOKS}::test_lists_of_a_revision_and_of_a_project",
    ),
    Patch(
        f"{FOLDER}/clone.py",
        "if gone is not None:",
        "if False:",
        f"{REBUILDING}::test_what_is_no_bug",
    ),
    Patch(
        f"{FOLDER}/clone.py",
        "if not _REVISION.fullmatch(revision):",
        "if False:",
        f"{REBUILDING}::test_a_project_of_subversion",
    ),
    Patch(
        f"{FOLDER}/hooks.py",
        "place.unlink(missing_ok=True)",
        "pass",
        f"{REBUILDING}::test_names_of_its_own_files_in_the_project",
    ),
    Patch(
        f"{FOLDER}/hooks.py",
        "if not place.parent.resolve().is_relative_to(root.resolve()):",
        "if False:",
        f"{REBUILDING}::test_a_file_is_not_written_through_a_link",
    ),
    Patch(
        f"{FOLDER}/hooks.py",
        'if not parts or PurePosixPath(folder).is_absolute() or ".." in parts or',
        "if not parts or PurePosixPath(folder).is_absolute() or",
        f"{REBUILDING}::test_a_layout_outside_of_the_checkout",
    ),
    Patch(
        f"{FOLDER}/hooks.py",
        "int(match[1]) <= bug.number <= int(match[2])",
        "int(match[1]) <= bug.number",
        f"{HOOKS}::test_patches_against_errors_of_the_compiler",
    ),
    Patch(
        f"{FOLDER}/hooks.py",
        'below = "gson" if bug.project == "Gson" else ""',
        'below = ""',
        f"{HOOKS}::test_those_of_gson_are_below_its_folder",
    ),
    Patch(
        f"{FOLDER}/hooks.py",
        "pattern.sub(lambda _: new, line, count=1)",
        "pattern.sub(lambda _: new, line)",
        f"{HOOKS}::test_the_package_of_lang_that_became_a_keyword",
    ),
    Patch(
        f"{FOLDER}/failing_tests.py",
        'if at > 0 and b"@Test" in parts[at - 1]:',
        "if False:",
        f"{HOOKS}::test_tests_that_are_taken_out",
    ),
    Patch(
        f"{FOLDER}/failing_tests.py",
        "part = part.replace(pattern, empty)",
        "pass",
        f"{HOOKS}::test_tests_that_are_taken_out",
    ),
    Patch(
        f"{FOLDER}/failing_tests.py",
        "at = _behind_assertion(lines, at)",
        "pass",
        f"{HOOKS}::test_lists_of_triggering_tests",
    ),
    Patch(
        "equimorph/defects4j/checkout.py",
        "for path in reversed(files)",
        "for path in files",
        f"{CHECKOUT}::test_the_file_of_a_class_whose_name_has_dollars",
    ),
    Patch(
        "equimorph/cli/rebuilding.py",
        "if len(wanted) == 1:",
        "if True:",
        f"{COMMAND}::test_a_bug_that_fails_is_reported_and_the_others_are_made",
    ),
)
