"""Patches of bugs, pairs, bulk runs and pages: `equimorph.defects4j`, `contrastive`, `bulk` and `report`."""

from __future__ import annotations

from tests.sabotage.patch import Patch

DIFFS = "tests/equimorph/patches/test_diffs.py"
FAULTS = "tests/equimorph/defects4j/test_faults.py"
FAULT_MUTANTS = "tests/equimorph/defects4j/test_fault_mutants.py"
OUTPUT = "tests/equimorph/defects4j/test_output.py"
CHECKOUT = "tests/equimorph/defects4j/test_checkout.py"
COMMAND = "tests/equimorph/defects4j/test_command.py"
BUGS = "tests/equimorph/defects4j/test_bugs.py"
LINE_CHANGES = "tests/equimorph/patches/test_line_changes.py"
PAGE = "tests/equimorph/report/test_page.py"
SAMPLING = "tests/equimorph/contrastive/test_sampling.py"
MEMBERS = "tests/equimorph/contrastive/test_members.py"
INPUTS = "tests/equimorph/bulk/test_inputs.py"
TRAINERS = "tests/equimorph/contrastive/test_trainers.py"

PATCHES = (
    Patch(
        "equimorph/patches/line_changes/sliding.py",
        "elif self._end > earliest:",
        "elif False:",
        f"{LINE_CHANGES}::test_random_texts_change_as_git_finds",
    ),
    Patch(
        "equimorph/patches/line_changes/sliding.py",
        "if beside:",
        "if False:",
        f"{LINE_CHANGES}::test_random_texts_change_as_git_finds",
    ),
    Patch(
        "equimorph/patches/line_changes/aligning.py",
        "for side, other in (sides, sides[::-1]):",
        "for side, other in (sides,):",
        f"{LINE_CHANGES}::test_random_texts_change_as_git_finds",
    ),
    Patch(
        "equimorph/patches/line_changes/script.py",
        "kind == 2 and not _is_amid_others(kinds, at - middle.start)",
        "kind == 2",
        f"{LINE_CHANGES}::test_random_texts_change_as_git_finds",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        "back = patch_changes(split_lines(after), split_lines(before))",
        "back = [Change(*one[2:], *one[:2]) for one in patch_changes(split_lines(before), split_lines(after))]",
        f"{FAULTS}::test_of_several_scripts_a_folder_has_that_of_a_patch_from_the_fixed_version",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        "if not (is_whole or path in checkout.modified_files):",
        "if False:",
        f"{FAULTS}::test_a_folder_of_the_fixed_files_alone",
    ),
    Patch(
        "equimorph/defects4j/whole_files.py",
        'if row.data.get("file_sha256", sha256) != sha256:',
        "if False:",
        f"{COMMAND}::test_answers_for_another_checkout",
    ),
    Patch(
        "equimorph/rows/joining.py",
        "if len(found) != 1:",
        "if not found:",
        f"{BUGS}::test_mutants_of_one_id_in_two_bugs",
    ),
    Patch(
        "equimorph/defects4j/bugs.py",
        "(fault.path, hashlib.sha256(fault.source.data).hexdigest(), fault.lines, fault.omissions)",
        "(fault.path, fault.lines, fault.omissions)",
        f"{BUGS}::test_a_run_that_was_stopped_continues",
    ),
    Patch(
        "equimorph/patches/diffs.py",
        "starts = [int(start) - (count > 0) for",
        "starts = [int(start) - 1 for",
        f"{DIFFS}::test_a_side_without_lines",
    ),
    Patch(
        "equimorph/patches/diffs.py",
        "1 if count is None else int(count)",
        "0 if count is None else int(count)",
        f"{DIFFS}::test_a_diff_of_git",
    ),
    Patch(
        "equimorph/patches/diffs.py",
        "if (len(old), len(new)) != counts:",
        "if len(old) != counts[0]:",
        f"{DIFFS}::test_what_is_no_diff",
    ),
    Patch(
        "equimorph/patches/diffs.py",
        "<= 2 * _CONTEXT:",
        "<= _CONTEXT:",
        f"{DIFFS}::test_changes_with_a_common_context_make_one_hunk",
    ),
    Patch(
        "equimorph/patches/diffs.py",
        'return f"{start + (end > start)},{end - start}"',
        'return f"{start + 1},{end - start}"',
        f"{DIFFS}::test_an_empty_side_tells_the_line_before_it",
    ),
    Patch(
        "equimorph/patches/diffs.py",
        "real = (change for run in runs for change in _differing(run, old, new))",
        "real = runs",
        f"{DIFFS}::test_a_line_end_alone_is_no_change",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        "if checkout.is_fixed:",
        "if False:",
        f"{FAULTS}::test_versions_that_do_not_belong_together",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        "for path in ours - theirs:",
        "for path in ():",
        f"{FAULTS}::test_a_file_that_the_fix_deletes",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        "if target.path in seen:",
        "if False:",
        f"{FAULTS}::test_patches_that_do_not_fit",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        'if rest.is_absolute() or ".." in rest.parts:',
        "if rest.is_absolute():",
        f"{FAULTS}::test_names_without_prefixes_and_below_the_source_folder",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        "if folder is not None and skipped <= 1:",
        "if folder is not None and skipped < 1:",
        f"{FAULTS}::test_names_without_prefixes_and_below_the_source_folder",
    ),
    Patch(
        "equimorph/defects4j/faults.py",
        "max(starts[change.start], starts[change.end] - 1)",
        "starts[change.end]",
        f"{FAULTS}::test_either_direction_and_a_folder_say_the_same",
    ),
    Patch(
        "equimorph/defects4j/patch_direction.py",
        "if len(held) == 1: return held[0]",
        "if held:\n            return held[0]",
        f"{FAULTS}::test_patches_that_do_not_fit",
    ),
    Patch(
        "equimorph/defects4j/patch_direction.py",
        "if len(spots) != 1 or (starts and spots[0] <= starts[-1]):",
        "if not spots:",
        f"{FAULTS}::test_hunks_at_other_lines",
    ),
    Patch(
        "equimorph/defects4j/patch_direction.py",
        'if side == "old" else (change[2:], change[:2])',
        'if side == "new" else (change[2:], change[:2])',
        f"{FAULTS}::test_either_direction_and_a_folder_say_the_same",
    ),
    Patch(
        "equimorph/defects4j/patch_direction.py",
        "return not target.lines and name is None",
        "return name is None",
        f"{FAULTS}::test_a_file_that_the_fix_deletes",
    ),
    Patch(
        "equimorph/defects4j/fault_mutants.py",
        "for candidate in source_mutants if candidate.member.start in starts",
        "for candidate in source_mutants",
        f"{FAULT_MUTANTS}::test_only_faulty_methods_are_mutated",
    ),
    Patch(
        "equimorph/defects4j/fault_mutants.py",
        'lines if fault == "touch" else None,',
        'lines if fault == "avoid" else frozenset(),',
        f"{FAULT_MUTANTS}::test_a_line_above_which_a_method_is_inserted_is_none_of_the_method_below",
    ),
    Patch(
        "equimorph/defects4j/fault_mutants.py",
        "[line for line in inside if line not in self.fault.lines]",
        "inside",
        f"{FAULT_MUTANTS}::test_rows_tell_the_faulty_lines",
    ),
    Patch(
        "equimorph/defects4j/output.py",
        "if path.read_bytes() != original:",
        "if False:",
        f"{OUTPUT}::test_no_folder_is_written_halfway",
    ),
    Patch(
        "equimorph/defects4j/output.py",
        "if not met:",
        "if False:",
        f"{OUTPUT}::test_a_copy_that_cannot_hold_the_mutant",
    ),
    Patch(
        "equimorph/defects4j/output.py",
        "if data[row.offset : end] != old.encode():",
        "if False:",
        f"{OUTPUT}::test_in_place_and_back",
    ),
    Patch(
        "equimorph/defects4j/output.py",
        "data[: row.offset] + new + data[end:]",
        "data[: row.offset] + new + data[row.offset + len(new) :]",
        f"{OUTPUT}::test_in_place_and_back",
    ),
    Patch(
        "equimorph/defects4j/output.py",
        "if out.resolve().is_relative_to(checkout.folder.resolve()):",
        "if out.resolve() == checkout.folder.resolve():",
        f"{OUTPUT}::test_no_folder_is_written_halfway",
    ),
    Patch(
        "equimorph/defects4j/output.py",
        "self._count += 1",
        "self._count = 1",
        f"{OUTPUT}::test_patches_give_the_mutants",
    ),
    Patch(
        "equimorph/defects4j/properties.py",
        'if (len(line) - len(line.rstrip("\\\\"))) % 2:',
        'if line.endswith("\\\\"):',
        f"{CHECKOUT}::test_syntax_of_properties",
    ),
    Patch(
        "equimorph/defects4j/properties.py",
        'if not line or line[0] in "#!": continue',
        'if not line or line[0] == "#":\n                continue',
        f"{CHECKOUT}::test_syntax_of_properties",
    ),
    Patch(
        "equimorph/defects4j/properties.py",
        "return _CONTROL.get(escape, escape) return",
        "return escape\n\n    return",
        f"{CHECKOUT}::test_syntax_of_properties",
    ),
    Patch(
        "equimorph/pages/data.py",
        "tail = _common(text[head:][::-1], base[head:][::-1])",
        "tail = _common(text[::-1], base[::-1])",
        f"{PAGE}::test_a_text_is_told_by_one_that_it_resembles",
    ),
    Patch(
        "equimorph/pages/data.py",
        'return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2',
        "return len(text)",
        f"{PAGE}::test_the_data_give_originals_and_mutants",
    ),
    Patch(
        "equimorph/pages/data.py",
        "len(self._numbers))",
        "len(self._numbers) + 1)",
        f"{PAGE}::test_the_data_give_originals_and_mutants",
    ),
    Patch(
        "equimorph/report/mutants.py",
        "(done, units(edit.old), edit.new)",
        "(done, len(edit.old), edit.new)",
        f"{PAGE}::test_replaced_text_beyond_the_basic_plane_has_its_length",
    ),
    Patch(
        "equimorph/report/mutants.py",
        "or type(line) is not int or line < 1:",
        "or type(line) is not int:",
        f"{PAGE}::test_rows_that_are_none_are_errors",
    ),
    Patch(
        "equimorph/report/mutants.py",
        "key=lambda i: len(likenesses[i][2])",
        "key=lambda i: -len(likenesses[i][2])",
        f"{PAGE}::test_further_fields_keep_their_values",
    ),
    Patch(
        "equimorph/report/mutants.py",
        'or type(value.get("touched")) is not bool:',
        ":",
        f"{PAGE}::test_rows_that_are_none_are_errors",
    ),
    Patch(
        "equimorph/report/mutants.py",
        "at = edit.start output",
        "output",
        f"{PAGE}::test_the_data_give_originals_and_mutants",
    ),
    Patch(
        "equimorph/report/mutants.py",
        "for name in row.data if name not in shown",
        "for name in row.data if name in shown",
        f"{PAGE}::test_further_fields_keep_their_values",
    ),
    Patch(
        "equimorph/report/writing.py",
        "accepted is not (reason is None)",
        "False",
        f"{PAGE}::test_places_that_are_none_are_told",
    ),
    Patch(
        "equimorph/report/writing.py",
        "if accepted: self",
        "if reason: self",
        f"{PAGE}::test_the_page_counts_places_and_lists_the_refused",
    ),
    Patch(
        "equimorph/report/writing.py",
        "self._accepted.setdefault(mutator, 0)",
        "pass",
        f"{PAGE}::test_the_page_counts_places_and_lists_the_refused",
    ),
    Patch(
        "equimorph/contrastive/trainers.py",
        "if len(tail) == len(names) - 2:",
        "if True:",
        f"{TRAINERS}::test_an_n_tuple_has_all_negatives",
    ),
    Patch(
        "equimorph/contrastive/trainers.py",
        "for label, texts in ((1, good), (0, bad)):",
        "for label, texts in ((0, good), (1, bad)):",
        f"{TRAINERS}::test_a_labeled_pair_needs_one_side_only",
    ),
    Patch(
        "equimorph/contrastive/trainers.py",
        'if sample["split"] == split:',
        "if True:",
        f"{TRAINERS}::test_no_method_is_in_two_splits",
    ),
    Patch(
        "parsers/java/syntax/shape.py",
        "if token in _DROPPED: continue",
        "pass",
        f"{SAMPLING}::test_groups_are_of_methods_that_differ_in_names_and_literals",
    ),
    Patch(
        "parsers/java/syntax/shape.py",
        'if shape[-2:] == [b"this", b"."]:',
        "if False:",
        f"{SAMPLING}::test_groups_are_of_methods_that_differ_in_names_and_literals",
    ),
    Patch(
        "parsers/java/syntax/shape.py",
        "(len(shape) < 3 or shape[-3] not in _ENDS)",
        "len(shape) < 3",
        f"{SAMPLING}::test_groups_are_of_methods_that_differ_in_names_and_literals",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "if key in self.own: return False",
        "pass",
        f"{SAMPLING}::test_records_are_those_of_mutations_made_in_the_file",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "if key in self.seen:",
        "if False:",
        f"{SAMPLING}::test_samples_hold_what_was_asked_for_and_their_records_agree",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "if options.max_tokens is not None and start.tokens > options.max_tokens:",
        "if False:",
        f"{SAMPLING}::test_the_most_tokens_hold_for_all_texts",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "if self.max_tokens is not None and token_count(data, self.language) > self.max_tokens:",
        "if False:",
        f"{SAMPLING}::test_the_most_tokens_hold_for_all_texts",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "self._seen.add(sorted(texts.own))",
        "pass",
        f"{SAMPLING}::test_no_two_texts_are_alike",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "if method.untrusted: return replace",
        "if False: return replace",
        f"{SAMPLING}::test_what_cannot_be_read_is_a_sample_with_its_error",
    ),
    Patch(
        "parsers/source.py",
        "shift += new - old",
        "pass",
        f"{MEMBERS}::test_a_mutated_member_is_as_if_read_anew",
    ),
    Patch(
        "equimorph/contrastive/stacks.py",
        "if len(stack.mutations) >= depth[0]: yield stack",
        "if stack.mutations:\n                yield stack",
        f"{SAMPLING}::test_depth_says_how_many_mutations",
    ),
    Patch(
        "equimorph/contrastive/stacks.py",
        "around[site] != around[other] and (",
        "(",
        f"{SAMPLING}::test_a_share_is_one_of_statements",
    ),
    Patch(
        "equimorph/contrastive/stacks.py",
        "(site.end <= other.start or other.end <= site.start)",
        "True",
        f"{SAMPLING}::test_a_statement_in_an_expression_is_not_changed_with_it",
    ),
    Patch(
        "equimorph/contrastive/stacks.py",
        "math.ceil(share * len(set(around.values())))",
        "math.ceil(share * len(sites))",
        f"{SAMPLING}::test_a_share_is_one_of_statements",
    ),
    Patch(
        "equimorph/contrastive/stacks.py",
        "if weight > 0]",
        " ]",
        f"{SAMPLING}::test_weights_say_how_often_a_mutator_is_drawn",
    ),
    Patch(
        "equimorph/contrastive/stacks.py",
        "[followed(mutant.local.edits, site) for site in targets]",
        "targets",
        f"{SAMPLING}::test_a_share_of_the_operators_is_mutated_at_once",
    ),
    Patch(
        "equimorph/bulk/inputs.py",
        "line.removeprefix(_MARK) if number == 1 else line",
        "line",
        f"{INPUTS}::test_lines_are_cut_into_parts_of_so_many_rows",
    ),
    Patch(
        "equimorph/bulk/inputs.py",
        "rows += row total += row",
        "rows += 1\n                total += row",
        f"{INPUTS}::test_lines_are_cut_into_parts_of_so_many_rows",
    ),
    Patch(
        "equimorph/bulk/inputs.py",
        "first, start, rows = number, at, 0",
        "first, start, rows = number + 1, at, 0",
        f"{INPUTS}::test_lines_are_cut_into_parts_of_so_many_rows",
    ),
    Patch(
        "equimorph/bulk/inputs.py",
        "len(name).to_bytes(8) + name + self._content(path)",
        "len(name).to_bytes(8) + name",
        f"{INPUTS}::test_files_are_cut_into_parts_of_so_many",
    ),
    Patch(
        "equimorph/bulk/inputs.py",
        "if at >= part.end:",
        "if at > part.end:",
        f"{INPUTS}::test_lines_are_cut_into_parts_of_so_many_rows",
    ),
    Patch(
        "equimorph/bulk/inputs.py",
        "n * part_rows + 1, len(some), some",
        "n * part_rows, len(some), some",
        f"{INPUTS}::test_files_are_cut_into_parts_of_so_many",
    ),
    Patch(
        "equimorph/bulk/run.py",
        "check_same(folder, known, head, BulkError, instead)",
        "pass",
        f"{INPUTS}::test_a_run_goes_on_only_as_it_was_begun",
    ),
    Patch(
        "equimorph/bulk/run.py",
        '"options": {**job.options, **identity},',
        '"options": {**job.options},',
        f"{INPUTS}::test_a_run_goes_on_only_as_it_was_begun",
    ),
    Patch(
        "equimorph/bulk/run.py",
        "if folder.exists() and not (folder / MANIFEST).exists():",
        "if False:",
        f"{INPUTS}::test_a_run_goes_on_only_as_it_was_begun",
    ),
    Patch(
        "equimorph/bulk/run.py",
        "if part.number not in numbers",
        "if part.number in numbers",
        f"{INPUTS}::test_a_run_is_over_when_all_parts_are_done",
    ),
    Patch(
        "equimorph/bulk/run.py",
        'raise BulkError(f"{part.name} is not done")',
        "return",
        f"{INPUTS}::test_a_run_is_over_when_all_parts_are_done",
    ),
    Patch(
        "equimorph/bulk/run.py",
        '"part-rows": part_rows,',
        "",
        f"{INPUTS}::test_a_run_goes_on_only_as_it_was_begun",
    ),
    Patch(
        "equimorph/bulk/parts.py",
        "return done if same else None",
        "return done",
        f"{INPUTS}::test_a_run_is_over_when_all_parts_are_done",
    ),
    Patch("equimorph/pages/assembling.py", '"[<>&', '"[>&', f"{PAGE}::test_nothing_in_the_rows_is_markup"),
    Patch(
        "equimorph/pages/assembling.py",
        "safe(title)",
        "well_formed(title)",
        f"{PAGE}::test_nothing_in_the_rows_is_markup",
    ),
    Patch(
        "equimorph/pages/assembling.py",
        "\\ud800-\\udfff\\ufeff]",
        "\\ufeff]",
        f"{PAGE}::test_nothing_in_the_rows_is_markup",
    ),
)
