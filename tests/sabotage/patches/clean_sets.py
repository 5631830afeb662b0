"""Faults in filtering, splitting and checking of data sets."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

_TESTS = "tests/equimorph/datasets"
_CODE = "equimorph/datasets"
PLACING = f"{_TESTS}/test_placing.py"
SPLITTING = f"{_TESTS}/test_splitting.py"
ITEMS = f"{_TESTS}/test_items.py"
FILTERING = f"{_TESTS}/test_filtering.py"
CHECKING = f"{_TESTS}/test_checking.py"
SHARED = f"{SPLITTING}::test_no_text_and_nothing_that_stays_together_is_in_two_splits"
LEAKS = f"{FILTERING}::test_an_item_goes_by_either_side_in_both_directions"
OVERLAPS = f"{CHECKING}::test_what_two_splits_share_is_named_with_both_places"

PATCHES = (
    # Sizes and places.
    Patch(
        f"{_CODE}/placing.py",
        "key=lambda at: (counts[at] - shares[at], at)",
        "key=lambda at: at",
        f"{PLACING}::test_sizes_are_those_of_table_7",
    ),
    Patch(
        f"{_CODE}/placing.py",
        "(2 * filled + unit.weight)",
        "(2 * filled)",
        f"{PLACING}::test_each_border_is_within_half_a_unit",
    ),
    Patch(
        f"{_CODE}/placing.py",
        "if unit.weight > room[split]:",
        "if False:",
        f"{PLACING}::test_a_heavy_unit_goes_where_its_draw_sends_it_or_where_there_is_most_room",
    ),
    Patch(
        f"{_CODE}/placing.py",
        "if best > 0:",
        "if best >= 0:",
        f"{PLACING}::test_levelling_moves_no_unit_that_is_as_far_off_elsewhere",
    ),
    Patch(
        f"{_CODE}/placing.py",
        'f"split|{seed}|{key}"',
        'f"split|{key}"',
        f"{SPLITTING}::test_a_seed_gives_the_same_splits_and_another_one_others",
    ),
    # Units.
    Patch(
        f"{_CODE}/planning.py",
        '_UNITING = frozenset({"group", "item"})',
        '_UNITING = frozenset({"item"})',
        f"{SPLITTING}::test_the_union_of_the_splits_is_what_was_read_in_its_order",
    ),
    Patch(
        f"{_CODE}/planning.py",
        'for likeness in {buggy, fixed} - {b""}:',
        'for likeness in {buggy} - {b""}:',
        SHARED,
    ),
    Patch(
        f"{_CODE}/planning.py",
        'for likeness in {buggy, fixed} - {b""}:',
        "for likeness in {buggy, fixed}:",
        f"{SPLITTING}::test_a_line_alone_ties_nothing_together_nor_does_an_empty_side",
    ),
    Patch(
        f"{_CODE}/planning.py",
        "self._parents[max(root, other)] = min(root, other)",
        "self._parents[unit] = min(root, other)",
        SHARED,
    ),
    Patch(
        f"{_CODE}/planning.py",
        "all(self._first(text) >= split for text in (buggy, fixed) if text)",
        "self._first(fixed) >= split",
        f"{SPLITTING}::test_by_project_the_twin_in_the_later_split_is_dropped",
    ),
    Patch(
        f"{_CODE}/planning.py",
        "if (self._ranks[unit], self._draws[unit]) < (self._ranks[root], self._draws[root]):",
        "if self._draws[unit] < self._draws[root]:",
        f"{SPLITTING}::test_united_groups_are_in_every_split_as_often_as_single_ones",
    ),
    Patch(
        f"{_CODE}/planning.py",
        'limit = total if self._by == "time" else max(limit, 1)',
        "limit = max(limit, 1)",
        f"{SPLITTING}::test_by_time_nothing_is_later_than_the_next_split",
    ),
    Patch(
        f"{_CODE}/splitting.py",
        "SPLITS[place.split]}",
        "SPLITS[0]}",
        f"{SPLITTING}::test_the_union_of_the_splits_is_what_was_read_in_its_order",
    ),
    # Items.
    Patch(
        f"{_CODE}/items.py",
        "if key in ids:",
        "if False:",
        f"{ITEMS}::test_a_bad_row_is_reported_and_the_rest_goes_on",
    ),
    Patch(
        f"{_CODE}/items.py",
        "(self.fixed, *self.buggy[1:])",
        "(self.fixed,)",
        f"{SPLITTING}::test_a_line_alone_ties_nothing_together_nor_does_an_empty_side",
    ),
    Patch(
        f"{_CODE}/items.py",
        "if time.tzinfo is None:",
        "if time == datetime.min:",
        f"{ITEMS}::test_a_bad_row_is_reported_and_the_rest_goes_on",
    ),
    # Leaks.
    Patch(f"{_CODE}/leaking.py", 'direction="either"', 'direction="inside"', LEAKS),
    Patch(
        f"{_CODE}/leaking.py",
        'for text in entry.buggy if side == "buggy"',
        'for text in entry.buggy[:1] if side == "buggy"',
        LEAKS,
    ),
    Patch(
        f"{_CODE}/leaking.py",
        'return code if character_count(code) >= self._min_chars else b""',
        'return code if len(code) >= self._min_chars else b""',
        f"{FILTERING}::test_the_limit_counts_characters_without_blanks_of_the_shorter_text",
    ),
    Patch(
        f"{_CODE}/leaking.py",
        'return {name: "both" if len(sides) > 1 else min(sides)',
        "return {name: min(sides)",
        LEAKS,
    ),
    Patch(
        f"{_CODE}/leaking.py",
        "yield from self._searched(batch) batch, size = [], 0",
        "batch, size = [], 0",
        f"{FILTERING}::test_many_items_are_searched_in_pieces",
    ),
    Patch(
        f"{_CODE}/filtering.py",
        'b"|".join(entry.alike())',
        "entry.alike()[0]",
        f"{FILTERING}::test_only_the_first_of_duplicates_is_kept_and_both_sides_must_be_alike",
    ),
    Patch(
        f"{_CODE}/filtering.py",
        "entry.license not in licenses",
        "entry.license is None",
        f"{FILTERING}::test_only_the_licences_that_are_wanted_are_kept",
    ),
    Patch(
        f"{_CODE}/summary.py",
        "kept[side] = kept.get(side, 0) + count",
        "kept[side] = count",
        f"{FILTERING}::test_a_second_filter_adds_to_the_summary_of_the_first",
    ),
    # Checks.
    Patch(f"{_CODE}/overlapping.py", "elif first[0] != seat.split:", "elif False:", OVERLAPS),
    Patch(f"{_CODE}/overlapping.py", "if time > other_time:", "if time >= other_time:", OVERLAPS),
    Patch(
        f"{_CODE}/overlapping.py",
        'sorted(set(entry.alike()) - {b""})',
        "sorted(set(entry.alike()))",
        OVERLAPS,
    ),
    Patch(
        f"{_CODE}/overlapping.py",
        'dataset if self._by == "item" else ""',
        "dataset",
        f"{CHECKING}::test_data_sets_must_not_overlap_either_except_by_item",
    ),
    Patch(
        f"{_CODE}/checking.py",
        "if there != size:",
        "if there > size:",
        f"{CHECKING}::test_a_file_that_lost_rows_is_found",
    ),
    Patch(
        f"{_CODE}/checking.py",
        "not self.problems and not self.count.dropped",
        "not self.problems",
        f"{CHECKING}::test_bad_rows_are_reported_and_nothing_is_proved",
    ),
    Patch(
        f"{_CODE}/checking.py",
        '(done.warnings if finding.problem == "clone" else done.problems)',
        "done.problems",
        f"{CHECKING}::test_a_clone_is_a_warning_and_the_splits_stay_clean",
    ),
    Patch(
        f"{_CODE}/cloning.py",
        "keys(text, form, sample.language)[:1]",
        "keys(text, form, sample.language)[1:]",
        f"{CHECKING}::test_a_clone_is_a_warning_and_the_splits_stay_clean",
    ),
    Patch(
        f"{_CODE}/layout.py",
        "if file.name not in SPLITS:",
        "if False:",
        f"{CHECKING}::test_a_file_of_rows_that_is_no_split_is_an_error",
    ),
)
