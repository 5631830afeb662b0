"""Faults in reading training data."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

READERS = "equimorph/leakage/training"
JSONL = "tests/equimorph/leakage/training/test_jsonl.py"
FORMATS = "tests/equimorph/leakage/training/test_formats.py"
HOSTILE = "tests/equimorph/leakage/training/test_hostile.py"

PATCHES = (
    Patch(
        f"{READERS}/formats.py",
        "format_names.discard(PARQUET.name)",
        "pass",
        f"{FORMATS}::test_the_format_is_guessed_and_the_plant_is_an_item[pairs]",
    ),
    Patch(
        f"{READERS}/pairs.py",
        'for text in (row["anchor"], *variants)',
        'for text in (row["anchor"],)',
        f"{FORMATS}::test_the_format_is_guessed_and_the_plant_is_an_item[pairs]",
    ),
    Patch(
        f"{READERS}/lines.py",
        "wanted = piece.start + size - at - 1",
        "wanted = piece.start + size - at - 2",
        f"{JSONL}::test_chunks_cover_the_file_once_and_end_with_the_line_that_reaches_their_size",
    ),
    Patch(
        f"{READERS}/lines.py",
        "_Piece(at + end, piece.first + piece.lines)",
        "_Piece(at + end, piece.first + piece.lines + 1)",
        f"{JSONL}::test_any_size_of_chunks_gives_the_same_items_and_bad_rows",
    ),
    Patch(
        f"{READERS}/lines.py",
        "left -= size",
        "left -= size + 1",
        f"{JSONL}::test_any_size_of_chunks_gives_the_same_items_and_bad_rows",
    ),
    Patch(
        f"{READERS}/reading.py",
        "line.data.removeprefix(MARK) if line.number == 1",
        "line.data if line.number == 1",
        f"{HOSTILE}::test_rows_of_json_are_known_by_what_is_in_them",
    ),
    Patch(
        f"{READERS}/sides.py",
        "isinstance(value, int) and not isinstance(value, bool)",
        "isinstance(value, int)",
        f"{JSONL}::test_a_bad_row_is_reported_with_its_line_and_the_rest_goes_on",
    ),
    Patch(
        f"{READERS}/files.py",
        "whole and total + piece.ends[0] <= size",
        "whole",
        f"{HOSTILE}::test_large_files_side_by_side_share_no_chunk_and_small_ones_do",
    ),
    Patch(
        f"{READERS}/files.py",
        "hasher.update(len(name).to_bytes(8) + name + bytes.fromhex(piece.sha256))",
        "hasher.update(bytes.fromhex(piece.sha256))",
        f"{HOSTILE}::test_the_hash_of_a_chunk_of_files_is_of_names_and_contents",
    ),
    Patch(
        f"{READERS}/parallel.py",
        "self._over = bool(wanted) or last != b",
        "self._over = last != b",
        f"{FORMATS}::test_lines_side_by_side_in_any_chunks",
    ),
    Patch(
        f"{READERS}/parallel.py",
        "self._empty, self._spare = self._spare, False",
        "self._empty, self._spare = False, False",
        f"{FORMATS}::test_rows_side_by_side_are_those_of_split_lines",
    ),
    Patch(
        f"{READERS}/parallel.py",
        "if not self._empty:",
        "if False:",
        f"{FORMATS}::test_a_line_without_one_beside_it_is_a_bad_row",
    ),
    Patch(
        f"{READERS}/csv_rows.py",
        'line.data.removeprefix(MARK) if line.number == 1 else line.data\n        return data.decode("utf-8", "surrogateescape")',
        'line.data.removeprefix(MARK) if line.number == 1 else line.data\n        return data.decode("utf-8", "replace")',
        f"{HOSTILE}::test_csv_keeps_bytes_that_are_no_utf_8_and_nul",
    ),
    Patch(
        f"{READERS}/csv_rows.py",
        "csv.field_size_limit(old_limit)",
        "old_limit",
        f"{HOSTILE}::test_a_field_of_ten_megabytes_is_read_and_the_limit_of_the_process_stays",
    ),
    Patch(
        f"{READERS}/csv_rows.py",
        "start, first = at, line",
        "start, first = at, line - 1",
        f"{HOSTILE}::test_csv_in_any_chunks_is_the_same",
    ),
    Patch(
        f"{READERS}/csv_rows.py",
        "hash_next(again, at - start, hasher.copy())",
        "hash_next(again, at - start, hashlib.sha256())",
        f"{HOSTILE}::test_the_hash_of_a_chunk_of_a_table_is_of_its_head_too",
    ),
    Patch(
        f"{READERS}/parquet_rows.py",
        "array = array.cast(pa.large_binary())",
        "array = array",
        f"{HOSTILE}::test_parquet_keeps_bytes_that_are_no_utf_8_and_reports_nulls_and_types",
    ),
    Patch(
        f"{READERS}/parquet_rows.py",
        "start, first, rows, total, hasher = number + 1, first + rows, 0, 0",
        "start, first, rows, total, hasher = number + 1, first, 0, 0",
        f"{FORMATS}::test_chunks_of_any_size_have_the_same_items",
    ),
    Patch(
        f"{READERS}/diff.py",
        'self.left = (old - (sign != b"+"), new - (sign != b"-"))',
        "self.left = (old - 1, new - 1)",
        f"{HOSTILE}::test_lines_of_a_hunk_that_look_like_heads_of_files_are_lines",
    ),
    Patch(
        f"{READERS}/diff.py",
        "return self.left[0] <= 0 and self.left[1] <= 0",
        "return True",
        f"{HOSTILE}::test_lines_of_a_hunk_that_look_like_heads_of_files_are_lines",
    ),
    Patch(
        f"{READERS}/diff.py",
        "if diffs and at - start >= size:",
        "if at - start >= size:",
        f"{HOSTILE}::test_the_diffs_of_git_log_are_items_of_all_hunks",
    ),
    Patch(
        f"{READERS}/diff.py",
        "line = piece.first + (error.line or 1) - 1",
        "line = error.line or 1",
        f"{HOSTILE}::test_a_damaged_diff_of_one_file_is_a_bad_row_and_the_others_are_read",
    ),
    Patch(
        f"{READERS}/rewardrepair.py",
        "buggy:(.*?)(?<!",
        "buggy:(.*)(?<!",
        f"{HOSTILE}::test_rows_of_rewardrepair_that_fit_no_head_are_bad_and_a_tab_before_the_context_is_read",
    ),
    Patch(
        f"{READERS}/sequencer.py",
        'line.replace(_BLANK, b" ") for line in lines',
        "line for line in lines",
        f"{FORMATS}::test_the_format_is_guessed_and_the_plant_is_an_item",
    ),
    Patch(
        f"{READERS}/sequencer.py",
        'b"" if target.strip() == _DELETE else target',
        "target",
        f"{FORMATS}::test_a_deleted_line_of_sequencer_is_an_empty_side",
    ),
    Patch(
        f"{READERS}/methods.py",
        "if first == file or not origin.place(first).exists():",
        "if first == file:",
        f"{FORMATS}::test_a_method_without_its_fix_is_a_bad_row_and_so_is_a_fix_without_its_method",
    ),
    Patch(
        f"{READERS}/whole.py",
        "if data.startswith(_WIDE):",
        "if False:",
        f"{HOSTILE}::test_java_files_that_are_none_are_reported_and_the_rest_is_read",
    ),
    Patch(
        f"{READERS}/formats.py",
        "if _is_pickle(path.name)",
        "if False",
        f"{HOSTILE}::test_a_pickle_is_refused_with_the_reason_and_not_read",
    ),
    Patch(
        f"{READERS}/formats.py",
        "choices[alike] = _of_file(folder / name, name)",
        "choices[alike] = list(alike)",
        f"{FORMATS}::test_the_format_is_guessed_and_the_plant_is_an_item",
    ),
    Patch(
        f"{READERS}/abstraction.py",
        "_LEAST = 2",
        "_LEAST = 1",
        f"{HOSTILE}::test_data_with_numbered_names_are_abstracted_and_constants_are_not",
    ),
    Patch(
        f"{READERS}/__init__.py",
        'count.dropped["bad row"] += 1',
        "pass",
        f"{JSONL}::test_a_bad_row_is_reported_with_its_line_and_the_rest_goes_on",
    ),
    Patch(
        f"{READERS}/parallel.py",
        "elif not is_file(origin.path.as_posix()):",
        "elif False:",
        f"{HOSTILE}::test_the_second_of_two_files_is_not_taken_for_the_first",
    ),
    Patch(
        f"{READERS}/sides.py",
        "if list(names).count(name) > 1:",
        "if False:",
        f"{HOSTILE}::test_a_column_that_a_table_has_twice_is_a_bad_row",
    ),
    Patch(
        f"{READERS}/lines.py",
        "if left is None:\n                return",
        "if True:\n                return",
        f"{HOSTILE}::test_a_file_that_has_become_shorter_is_a_bad_row_and_no_end",
    ),
)
