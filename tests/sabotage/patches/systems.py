"""Patches of `equimorph`: rows, trees, bulk runs, bugs, pairs, reports."""

from __future__ import annotations

from tests.sabotage.patch import Patch

ROWS = "tests/equimorph/test_rows.py"
STACKING = "tests/equimorph/test_stacking.py"
UNDO_HUNK = "tests/equimorph/test_undo_hunk.py"
VERIFICATION = "tests/equimorph/test_verification.py"
CLASS_BYTES = "tests/equimorph/test_class_bytes.py"
FILES = "tests/equimorph/test_files.py"
REWRITING = "tests/equimorph/test_rewriting.py"
SHOWING = "tests/equimorph/test_showing.py"
DIFFS = "tests/equimorph/defects4j/test_diffs.py"
FAULTS = "tests/equimorph/defects4j/test_faults.py"
MAKING = "tests/equimorph/defects4j/test_making.py"
WRITING = "tests/equimorph/defects4j/test_writing.py"
CHECKOUT = "tests/equimorph/defects4j/test_checkout.py"
PAGE = "tests/equimorph/report/test_page.py"
SAMPLING = "tests/equimorph/contrastive/test_sampling.py"

PATCHES = (
    Patch(
        "equimorph/rows.py",
        "if (line.removeprefix(_MARK) if number == 1 else line).strip():",
        "if line.strip():",
        f"{ROWS}::test_lines_that_are_no_objects_carry_their_error",
    ),
    Patch(
        "equimorph/rows.py",
        "if told != known:",
        "if told is None:",
        f"{ROWS}::test_check_finds_what_does_not_agree",
    ),
    Patch(
        "equimorph/rows.py",
        "for new in lines.to_mutant(line)",
        "for new in (line,)",
        f"{ROWS}::test_fault_lines_are_followed_past_inserted_lines",
    ),
    Patch(
        "equimorph/rows.py",
        "return whole[: self.offset] + self.original.encode() + whole[end:]",
        "return whole[: self.offset] + self.original.encode() + whole[self.offset + len(self.original.encode()) :]",
        f"{ROWS}::test_what_is_behind_a_longer_mutant_is_in_the_original_file_too",
    ),
    Patch(
        "equimorph/rows.py",
        'bad = None if isinstance(data, dict) else "not a JSON object"',
        "bad = None",
        f"{ROWS}::test_lines_that_are_no_objects_carry_their_error",
    ),
    Patch(
        "equimorph/rows.py",
        "json.loads(text.decode(), parse_constant=_no_constant)",
        "json.loads(text.decode())",
        f"{ROWS}::test_lines_that_are_no_objects_carry_their_error",
    ),
    Patch(
        "equimorph/stacking.py",
        "if _place(method, mutators[site.mutator], site) not in taken:",
        "if True:",
        f"{STACKING}::test_no_mutation_takes_another_back",
    ),
    Patch(
        "equimorph/stacking.py",
        "shift += len(mutant.mutant_data) - (method.end - method.start)",
        "shift += len(mutant.mutant_data)",
        f"{STACKING}::test_the_records_make_the_stack",
    ),
    Patch(
        "equimorph/stacking.py",
        "if edit.start <= site.start and site.end <= edit.end:",
        "if False:",
        f"{STACKING}::test_no_mutation_takes_another_back",
    ),
    Patch(
        "equimorph/stacking.py",
        "+ other.new.index(edit.old)",
        "",
        f"{STACKING}::test_a_site_goes_with_its_text",
    ),
    Patch(
        "equimorph/stacking.py",
        "for site in (*member.used, mutant.local.site)]",
        "for site in (mutant.local.site,)]",
        f"{STACKING}::test_no_mutation_takes_another_back",
    ),
    Patch(
        "equimorph/stacking.py",
        "share is not None and not 0 < share <= 1",
        "share is not None and not 0 <= share <= 1",
        f"{STACKING}::test_bad_shares",
    ),
    Patch(
        "equimorph/undoing.py",
        "if hunk and not replaced and before and not _line_end(before[-1]):",
        "if False:",
        f"{UNDO_HUNK}::test_lines_are_replaced",
    ),
    Patch(
        "equimorph/undoing.py",
        "if hunk and not _line_end(hunk):",
        "if False:",
        f"{UNDO_HUNK}::test_lines_are_replaced",
    ),
    Patch(
        "equimorph/undoing.py",
        "lines[: first - 1], lines[first - 1 : last], lines[last:]",
        "lines[: first - 1], lines[first - 1 : last], lines[first:]",
        f"{UNDO_HUNK}::test_lines_are_replaced",
    ),
    Patch(
        "equimorph/undoing.py",
        "if first > last + 1:",
        "if first > last:",
        f"{UNDO_HUNK}::test_lines_are_replaced",
    ),
    Patch(
        "equimorph/undoing.py",
        "mutant.data if isinstance(mutant, Mutant) else record.apply(base)",
        "mutant.data if isinstance(mutant, Mutant) else base",
        f"{UNDO_HUNK}::test_a_hunk_of_the_mutant_becomes_one_of_the_original",
    ),
    Patch(
        "equimorph/undoing.py",
        "(start - len(head), end - len(head))",
        "(start, end)",
        f"{UNDO_HUNK}::test_the_region_of_a_conflict_lies_in_the_patched_member",
    ),
    Patch(
        "equimorph/by_row.py",
        "if method is None or method.start != row.offset or method.data != row.original.encode():",
        "if method is None:",
        f"{ROWS}::test_a_row_of_a_part_of_a_method_is_undone_in_that_part",
    ),
    Patch(
        "equimorph/by_row.py",
        "row.check() data",
        "data",
        f"{ROWS}::test_a_row_that_does_not_agree_with_itself_is_not_inverted",
    ),
    Patch(
        "equimorph/by_row.py",
        "if undone.parses:",
        "if undone:",
        f"{UNDO_HUNK}::test_hunks_of_rows_are_undone",
    ),
    Patch(
        "equimorph/by_row.py",
        "tuple(told) if isinstance(told, list) else told",
        "told",
        f"{UNDO_HUNK}::test_hunks_of_rows_are_undone",
    ),
    Patch(
        "equimorph/verification.py",
        'if outcomes.get(check) != "failed":',
        "if True:",
        f"{VERIFICATION}::test_an_error_in_the_file_counts_where_the_member_alone_has_none",
    ),
    Patch(
        "equimorph/verification.py",
        'if files is not None: yield "tree-sitter"',
        'if False:\n            yield "tree-sitter"',
        f"{VERIFICATION}::test_the_file_around_the_member_is_looked_at_too",
    ),
    Patch(
        "equimorph/verification.py",
        "row = parse_row(line.data, number) row.check()",
        "row = parse_row(line.data, number)",
        f"{VERIFICATION}::test_bad_rows_fail_and_the_others_are_checked",
    ),
    Patch(
        "equimorph/verification.py",
        "javalang_opinion(row.mutant, kind)",
        "javalang_opinion(row.original, kind)",
        f"{VERIFICATION}::test_a_new_syntax_error_fails",
    ),
    Patch(
        "equimorph/verification.py",
        "for before, after in row_units(row, files)[:1]:",
        "for before, after in row_units(row, None)[:1]:",
        f"{VERIFICATION}::test_javac_finds_sources_in_the_source_path",
    ),
    Patch(
        "equimorph/verification.py",
        'if outcome == "failed": failures',
        'if outcome == "failed" and check == "javac": failures',
        f"{VERIFICATION}::test_a_new_syntax_error_fails",
    ),
    Patch(
        "equimorph/class_bytes.py",
        '"failed" if opinion.verdict == "rejected" else "no opinion"',
        '"no opinion"',
        f"{CLASS_BYTES}::test_what_javac_makes_of_it",
    ),
    Patch(
        "equimorph/class_bytes.py",
        "if group != self._group:",
        "if False:",
        f"{CLASS_BYTES}::test_another_method_has_mutants_of_its_own",
    ),
    Patch(
        "equimorph/class_bytes.py",
        'if relation != "breaking":',
        "if False:",
        f"{CLASS_BYTES}::test_only_breaking_rows_are_asked_about",
    ),
    Patch(
        "equimorph/class_bytes.py",
        "self._seen[digest] = id return",
        "return",
        f"{CLASS_BYTES}::test_a_verdict_has_a_reason_and_says_what_is_kept",
    ),
    Patch(
        "equimorph/files.py",
        "below.sort() found",
        "found",
        f"{FILES}::test_java_files_come_sorted_and_from_everywhere",
    ),
    Patch(
        "equimorph/files.py",
        "yield from (file for file in found if file.is_file())",
        "yield from found",
        f"{FILES}::test_java_files_come_sorted_and_from_everywhere",
    ),
    Patch(
        "equimorph/files.py",
        "if target.exists() and (not target.is_dir() or any(target.iterdir())):",
        "if target.exists() and not target.is_dir():",
        f"{FILES}::test_no_folder_is_overwritten_and_none_is_left_after_a_failure",
    ),
    Patch(
        "equimorph/files.py",
        "target = path.resolve()",
        "target = path",
        f"{FILES}::test_a_link_is_written_through_and_a_device_directly",
    ),
    Patch(
        "equimorph/files.py",
        "finally: partial.unlink(missing_ok=True)",
        "finally:\n        pass",
        f"{FILES}::test_a_failure_leaves_the_old_file",
    ),
    Patch(
        "equimorph/files.py",
        "if path.is_file() and not path.is_symlink():",
        "if path.is_file():",
        f"{FILES}::test_the_java_files_of_a_tree_are_those_that_a_copy_may_change",
    ),
    Patch(
        "equimorph/rewriting.py",
        "if data[start : start + len(mutant)] != mutant:",
        "if False:",
        f"{REWRITING}::test_records_that_do_not_fit_are_named",
    ),
    Patch(
        "equimorph/rewriting.py",
        "if out.resolve().is_relative_to(source.resolve()):",
        "if out.resolve() == source.resolve():",
        f"{REWRITING}::test_what_would_be_overwritten_is_refused",
    ),
    Patch(
        "equimorph/rewriting.py",
        "if os.path.lexists(source / RECORDS):",
        "if False:",
        f"{REWRITING}::test_what_would_be_overwritten_is_refused",
    ),
    Patch(
        "equimorph/rewriting.py",
        "if left: first",
        "if False:\n                first",
        f"{REWRITING}::test_records_that_do_not_fit_are_named",
    ),
    Patch(
        "equimorph/rewriting.py",
        'encode({**row(mutant), "round": turn})',
        "encode(row(mutant))",
        f"{REWRITING}::test_a_tree_is_rewritten_and_restored",
    ),
    Patch(
        "equimorph/rewriting.py",
        "self._mutations.update(done.mutators)",
        "self._mutations.update(set(done.mutators))",
        f"{REWRITING}::test_a_tree_is_rewritten_and_restored",
    ),
    Patch(
        "equimorph/units.py",
        'if kind == "member": pairs',
        "if kind: pairs",
        f"{VERIFICATION}::test_statements_are_not_for_javac",
    ),
    Patch(
        "equimorph/units.py",
        "if data is None or data[row.offset : end] != row.original.encode(): return None",
        "if data is None: return None",
        f"{CLASS_BYTES}::test_whole_files_of_rows_are_compared",
    ),
    Patch(
        "equimorph/showing.py",
        'first, start = row.data["method"]["start_line"], 0',
        "first, start = 1, 0",
        f"{SHOWING}::test_without_the_file_the_lines_are_those_of_the_file",
    ),
    Patch(
        "equimorph/showing.py",
        'if unicodedata.category(one) == "Zs" or "\\udc80" <= one <= "\\udcff":',
        'if unicodedata.category(one) == "Zs":',
        f"{SHOWING}::test_what_is_visible_stays",
    ),
    Patch(
        "equimorph/showing.py",
        "if matcher.ratio() < _LEAST_LIKENESS:",
        "if False:",
        f"{SHOWING}::test_changed_tokens_are_emphasised",
    ),
    Patch(
        "equimorph/showing.py",
        "max(0, common_prefix(before, after) - _CONTEXT)",
        "common_prefix(before, after)",
        f"{SHOWING}::test_a_mutant_is_shown_with_place_and_diff",
    ),
    Patch(
        "equimorph/defects4j/diffs.py",
        "starts = [int(start) - (count > 0) for",
        "starts = [int(start) - 1 for",
        f"{DIFFS}::test_a_side_without_lines",
    ),
    Patch(
        "equimorph/defects4j/diffs.py",
        "1 if count is None else int(count)",
        "0 if count is None else int(count)",
        f"{DIFFS}::test_a_diff_of_git",
    ),
    Patch(
        "equimorph/defects4j/diffs.py",
        "if (len(old), len(new)) != counts:",
        "if len(old) != counts[0]:",
        f"{DIFFS}::test_what_is_no_diff",
    ),
    Patch(
        "equimorph/defects4j/diffs.py",
        "<= 2 * _CONTEXT:",
        "<= _CONTEXT:",
        f"{DIFFS}::test_changes_with_a_common_context_make_one_hunk",
    ),
    Patch(
        "equimorph/defects4j/diffs.py",
        'return f"{start + (end > start)},{end - start}"',
        'return f"{start + 1},{end - start}"',
        f"{DIFFS}::test_an_empty_side_tells_the_line_before_it",
    ),
    Patch(
        "equimorph/defects4j/diffs.py",
        "real = (one for run in found for one in _differing(run, old, new))",
        "real = found",
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
        "max(starts[one.start], starts[one.end] - 1)",
        "starts[one.end]",
        f"{FAULTS}::test_either_direction_and_a_folder_say_the_same",
    ),
    Patch(
        "equimorph/defects4j/placing.py",
        "if len(held) == 1: return held[0]",
        "if held:\n            return held[0]",
        f"{FAULTS}::test_patches_that_do_not_fit",
    ),
    Patch(
        "equimorph/defects4j/placing.py",
        "if len(spots) != 1 or (found and spots[0] <= found[-1]):",
        "if not spots:",
        f"{FAULTS}::test_hunks_at_other_lines",
    ),
    Patch(
        "equimorph/defects4j/placing.py",
        'if side == "old" else (one[2:], one[:2])',
        'if side == "new" else (one[2:], one[:2])',
        f"{FAULTS}::test_either_direction_and_a_folder_say_the_same",
    ),
    Patch(
        "equimorph/defects4j/placing.py",
        "return not target.lines and name is None",
        "return name is None",
        f"{FAULTS}::test_a_file_that_the_fix_deletes",
    ),
    Patch(
        "equimorph/defects4j/making.py",
        "for found in made if found.method.start in starts",
        "for found in made",
        f"{MAKING}::test_only_faulty_methods_are_mutated",
    ),
    Patch(
        "equimorph/defects4j/making.py",
        'lines if fault == "touch" else frozenset(),',
        'lines if fault == "avoid" else frozenset(),',
        f"{MAKING}::test_a_line_above_which_a_method_is_inserted_is_none_of_the_method_below",
    ),
    Patch(
        "equimorph/defects4j/making.py",
        "[line for line in inside if line in self.fault.omissions]",
        "inside",
        f"{MAKING}::test_rows_tell_the_faulty_lines",
    ),
    Patch(
        "equimorph/defects4j/writing.py",
        "if path.read_bytes() != original:",
        "if False:",
        f"{WRITING}::test_no_folder_is_written_halfway",
    ),
    Patch(
        "equimorph/defects4j/writing.py",
        "if not met:",
        "if False:",
        f"{WRITING}::test_a_copy_that_cannot_hold_the_mutant",
    ),
    Patch(
        "equimorph/defects4j/writing.py",
        "if data[row.offset : end] != old.encode():",
        "if False:",
        f"{WRITING}::test_in_place_and_back",
    ),
    Patch(
        "equimorph/defects4j/writing.py",
        "data[: row.offset] + new + data[end:]",
        "data[: row.offset] + new + data[row.offset + len(new) :]",
        f"{WRITING}::test_in_place_and_back",
    ),
    Patch(
        "equimorph/defects4j/writing.py",
        "if out.resolve().is_relative_to(checkout.folder.resolve()):",
        "if out.resolve() == checkout.folder.resolve():",
        f"{WRITING}::test_no_folder_is_written_halfway",
    ),
    Patch(
        "equimorph/defects4j/writing.py",
        "self._count += 1",
        "self._count = 1",
        f"{WRITING}::test_patches_give_the_mutants",
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
        "equimorph/report/tables.py",
        "tail = _common(text[head:][::-1], base[head:][::-1])",
        "tail = _common(text[::-1], base[::-1])",
        f"{PAGE}::test_a_text_is_told_by_one_that_it_resembles",
    ),
    Patch(
        "equimorph/report/tables.py",
        'return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2',
        "return len(text)",
        f"{PAGE}::test_the_data_give_originals_and_mutants",
    ),
    Patch(
        "equimorph/report/tables.py",
        "len(self._numbers))",
        "len(self._numbers) + 1)",
        f"{PAGE}::test_the_data_give_originals_and_mutants",
    ),
    Patch(
        "equimorph/report/mutants.py",
        "done += units(data[at : edit.start].decode())",
        "done += edit.start - at",
        f"{PAGE}::test_the_data_give_originals_and_mutants",
    ),
    Patch(
        "equimorph/contrastive/likeness.py",
        "if token.text in _DROPPED: continue",
        "pass",
        f"{SAMPLING}::test_groups_are_of_methods_that_differ_in_names_and_literals",
    ),
    Patch(
        "equimorph/contrastive/likeness.py",
        'if shape[-2:] == [b"this", b"."]:',
        "if False:",
        f"{SAMPLING}::test_groups_are_of_methods_that_differ_in_names_and_literals",
    ),
    Patch(
        "equimorph/contrastive/likeness.py",
        "(len(shape) < 3 or shape[-3] not in _ENDS)",
        "len(shape) < 3",
        f"{SAMPLING}::test_groups_are_of_methods_that_differ_in_names_and_literals",
    ),
    Patch(
        "equimorph/contrastive/likeness.py",
        "at -= fraction if at < 0: return name",
        "at -= fraction\n        if at > 0: return name",
        f"{SAMPLING}::test_a_group_is_in_one_split_whatever_the_seed",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "if known in self.own: return False",
        "pass",
        f"{SAMPLING}::test_records_are_those_of_mutations_made_in_the_file",
    ),
    Patch(
        "equimorph/contrastive/sampling.py",
        "if known in self.seen:",
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
        "if self.max_tokens is not None and token_count(data) > self.max_tokens:",
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
)
