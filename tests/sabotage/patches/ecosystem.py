"""Patches of what other tools see: configuration files, notebooks, metric modules, dataset cards."""

from __future__ import annotations

from tests.sabotage.patch import Patch

CONFIG = "tests/equimorph/cli/test_config.py"
_DEFAULTS, _COMMANDS = "equimorph/cli/defaults.py", "equimorph/cli/commands.py"

NOTEBOOK = "tests/equimorph/pages/test_notebook.py"
_NOTEBOOK, _ROWS = "equimorph/pages/notebook.py", "mutators/rows.py"

_HF = "equimorph/metrics/hf/hf.py"

CARD, _CARD = "tests/equimorph/pages/test_card.py", "equimorph/pages/card.py"

PATCHES = (
    Patch(
        "equimorph/cli/settings.py",
        "text if Path(text) == STANDARD else",
        "",
        f"{CONFIG}::test_standard_output_is_in_no_folder",
    ),
    Patch(
        _CARD,
        "files_hash((file.path, folder / file.path) for file in files)",
        "len(files)",
        f"{CARD}::test_datasets_does_not_take_the_rows_of_another_folder_from_its_cache",
    ),
    Patch(
        _CARD,
        "_quoted(glob.escape(file.path))",
        "_quoted(file.path)",
        f"{CARD}::test_names_and_options_stay_data",
    ),
    Patch(
        _HF,
        "**chosen.options_of(name)",
        "",
        "tests/equimorph/metrics/test_hf.py::test_options_reach_the_metrics_that_have_them",
    ),
    Patch(
        _NOTEBOOK,
        "return safe(visible(short))",
        "return visible(short)",
        f"{NOTEBOOK}::test_names_do_nothing_to_a_notebook",
    ),
    Patch(
        _ROWS,
        "for line in every[:_MOST_LINES]:",
        "for line in every:",
        f"{NOTEBOOK}::test_a_long_diff_is_cut",
    ),
    Patch(
        _DEFAULTS,
        "return settings | dict(self._from_environment(verb, keys))",
        "return dict(self._from_environment(verb, keys)) | settings",
        f"{CONFIG}::test_the_command_line_wins_over_the_environment_and_that_over_the_file",
    ),
    Patch(
        _DEFAULTS,
        'if folder == home or os.path.lexists(folder / ".git"):',
        'if os.path.lexists(folder / ".git"):',
        f"{CONFIG}::test_the_search_ends_at_the_home_folder",
    ),
    Patch(
        _DEFAULTS,
        "return above[:1]",
        "return above",
        f"{CONFIG}::test_the_search_ends_at_the_repository_and_outside_of_one_in_the_folder",
    ),
    Patch(
        _DEFAULTS,
        "Path() if self.path.parent in (Path(), Path.cwd()) else self.path.parent",
        "Path()",
        f"{CONFIG}::test_paths_are_relative_to_the_file",
    ),
    Patch(
        _COMMANDS,
        "or self._asks_help(ctx, args)",
        "",
        f"{CONFIG}::test_what_is_wrong_is_named_by_the_verb_and_by_config",
    ),
    Patch(
        _COMMANDS,
        "const=False)",
        "const=True)",
        f"{CONFIG}::test_a_flag_of_the_file_can_be_taken_back",
    ),
    Patch(
        "equimorph/bench/literal_inputs.py",
        "if list(map(_typed, result[: len(calls)])) != list(map(_typed, calls)):",
        "if False:",
        "tests/equimorph/bench/test_mbpp.py::test_rows_of_mbpp_plus_that_cannot_be_judged",
    ),
    Patch(
        "equimorph/leakage/training/arrays.py",
        "if left is None or not stream.read(1):",
        "if False:",
        "tests/equimorph/leakage/training/test_jsonl.py::test_an_array_that_is_damaged_has_its_whole_items",
    ),
)
