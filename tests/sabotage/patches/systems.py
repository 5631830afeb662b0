"""Patches of `equimorph` itself: rows, stacks, undo, verification, trees."""

from __future__ import annotations

from tests.sabotage.patch import Patch

ROWS = "tests/equimorph/rows/test_rows.py"
STACKING = "tests/equimorph/mutants/test_stacking.py"
UNDO_HUNK = "tests/equimorph/patches/test_undo_hunk.py"
VERIFICATION = "tests/equimorph/checking/test_verification.py"
CLASS_BYTES = "tests/equimorph/checking/test_class_bytes.py"
FILES = "tests/equimorph/trees/test_files.py"
REWRITING = "tests/equimorph/trees/test_rewriting.py"
OBJECTS = "tests/equimorph/test_objects.py"
BATCHES = "tests/equimorph/rows/test_batches.py"
STACKED = "tests/mutators/test_stacked.py"
SHOWING = "tests/equimorph/cli/test_showing.py"
SHELL = "tests/equimorph/cli/test_shell.py"
ENCODING = "tests/parsers/test_encoding.py"
CHANGED = "tests/equimorph/patches/test_changed_lines.py"
SAMPLING = "tests/equimorph/bulk/test_sampling.py"
ELEMENTS = "tests/equimorph/report/test_elements.py"
KILLING = "tests/equimorph/projects/test_killing.py"

PATCHES = (
    Patch(
        "equimorph/rows/jsonl.py",
        "if (line.removeprefix(_MARK) if number == 1 else line).strip():",
        "if line.strip():",
        f"{ROWS}::test_lines_that_are_no_objects_carry_their_error",
    ),
    Patch(
        "equimorph/rows/row.py",
        "if found != known:",
        "if found is None:",
        f"{ROWS}::test_check_finds_what_does_not_agree",
    ),
    Patch(
        "mutators/rows.py",
        "for new in lines.to_mutant(line)",
        "for new in (line,)",
        f"{ROWS}::test_fault_lines_are_followed_past_inserted_lines",
    ),
    Patch(
        "equimorph/rows/row.py",
        "return whole[: self.offset] + self.original.encode() + whole[end:]",
        "return whole[: self.offset] + self.original.encode() + whole[self.offset + len(self.original.encode()) :]",
        f"{ROWS}::test_what_is_behind_a_longer_mutant_is_in_the_original_file_too",
    ),
    Patch(
        "equimorph/rows/jsonl.py",
        'bad = None if isinstance(data, dict) else "not a JSON object"',
        "bad = None",
        f"{ROWS}::test_lines_that_are_no_objects_carry_their_error",
    ),
    Patch(
        "equimorph/rows/jsonl.py",
        "parse_constant=_no_constant, ",
        "",
        f"{ROWS}::test_lines_that_are_no_objects_carry_their_error",
    ),
    Patch(
        "equimorph/mutants/stacking.py",
        "if _place(method, mutator, site) not in taken:",
        "if True:",
        f"{STACKING}::test_no_mutation_takes_another_back",
    ),
    Patch(
        "equimorph/mutants/stacking.py",
        "shift += len(mutant.mutant_data) - (method.end - method.start)",
        "shift += len(mutant.mutant_data)",
        f"{STACKING}::test_the_records_make_the_stack",
    ),
    Patch(
        "equimorph/mutants/stacking.py",
        "if edit.start <= site.start and site.end <= edit.end:",
        "if False:",
        f"{STACKING}::test_no_mutation_takes_another_back",
    ),
    Patch(
        "equimorph/mutants/stacking.py",
        "+ other.new.index(edit.old)",
        "",
        f"{STACKING}::test_a_site_goes_with_its_text",
    ),
    Patch(
        "equimorph/mutants/stacking.py",
        "for site in (*member.used, mutant.local.site)]",
        "for site in (mutant.local.site,)]",
        f"{STACKING}::test_no_mutation_takes_another_back",
    ),
    Patch(
        "equimorph/mutants/stacking.py",
        "share is not None and not 0 < share <= 1",
        "share is not None and not 0 <= share <= 1",
        f"{STACKING}::test_bad_shares",
    ),
    Patch(
        "equimorph/patches/undoing.py",
        "if hunk and not replaced and before and not _line_end(before[-1]):",
        "if False:",
        f"{UNDO_HUNK}::test_lines_are_replaced",
    ),
    Patch(
        "equimorph/patches/undoing.py",
        "if hunk and not _line_end(hunk):",
        "if False:",
        f"{UNDO_HUNK}::test_lines_are_replaced",
    ),
    Patch(
        "equimorph/patches/undoing.py",
        "lines[: first - 1], lines[first - 1 : last], lines[last:]",
        "lines[: first - 1], lines[first - 1 : last], lines[first:]",
        f"{UNDO_HUNK}::test_lines_are_replaced",
    ),
    Patch(
        "equimorph/patches/undoing.py",
        "if first > last + 1:",
        "if first > last:",
        f"{UNDO_HUNK}::test_lines_are_replaced",
    ),
    Patch(
        "equimorph/patches/undoing.py",
        "data = record.apply(data)",
        "record.apply(data)",
        f"{UNDO_HUNK}::test_a_hunk_of_the_mutant_becomes_one_of_the_original",
    ),
    Patch(
        "mutators/undo/steps.py",
        "(start - len(head), end - len(head))",
        "(start, end)",
        f"{UNDO_HUNK}::test_the_region_of_a_conflict_lies_in_the_patched_member",
    ),
    Patch(
        "equimorph/rows/row.py",
        "found = method is not None and method.start == row.offset and method.data == row.original.encode()",
        "found = method is not None",
        f"{ROWS}::test_a_row_of_a_part_of_a_method_is_undone_in_that_part",
    ),
    Patch(
        "equimorph/rows/by_row.py",
        "row.check() data",
        "data",
        f"{ROWS}::test_a_row_that_does_not_agree_with_itself_is_not_inverted",
    ),
    Patch(
        "equimorph/rows/undoing.py",
        '"verdict": undone.verdict,',
        '"verdict": "undone",',
        f"{UNDO_HUNK}::test_hunks_of_rows_are_undone",
    ),
    Patch(
        "equimorph/rows/undoing.py",
        "tuple(lines) if isinstance(lines, list) else lines",
        "lines",
        f"{UNDO_HUNK}::test_hunks_of_rows_are_undone",
    ),
    Patch(
        "equimorph/checking/verification.py",
        'if outcomes.get(check) != "failed":',
        "if True:",
        f"{VERIFICATION}::test_an_error_in_the_file_counts_where_the_member_alone_has_none",
    ),
    Patch(
        "equimorph/checking/java_checker.py",
        'if files is not None: yield "tree-sitter"',
        'if False:\n            yield "tree-sitter"',
        f"{VERIFICATION}::test_the_file_around_the_member_is_looked_at_too",
    ),
    Patch(
        "equimorph/checking/verification.py",
        "if row is None or error is not None:",
        "if row is None:",
        f"{VERIFICATION}::test_bad_rows_fail_and_the_others_are_checked",
    ),
    Patch(
        "equimorph/checking/java_checker.py",
        "javalang_opinion(row.mutant, kind)",
        "javalang_opinion(row.original, kind)",
        f"{VERIFICATION}::test_a_new_syntax_error_fails",
    ),
    Patch(
        "equimorph/checking/java_checker.py",
        "for before, after in row_units(row, files)[:1]:",
        "for before, after in row_units(row, None)[:1]:",
        f"{VERIFICATION}::test_javac_finds_sources_in_the_source_path",
    ),
    Patch(
        "equimorph/checking/verification.py",
        'if outcome == "failed": failures',
        'if outcome == "failed" and check == "javac": failures',
        f"{VERIFICATION}::test_a_new_syntax_error_fails",
    ),
    Patch(
        "equimorph/checking/class_bytes.py",
        '"failed" if mutant.opinion.verdict == "rejected" else "no opinion"',
        '"no opinion"',
        f"{CLASS_BYTES}::test_what_javac_makes_of_it",
    ),
    Patch(
        "equimorph/checking/verdicts.py",
        "if group != self._group:",
        "if False:",
        f"{CLASS_BYTES}::test_another_method_has_mutants_of_its_own",
    ),
    Patch(
        "equimorph/checking/equivalence.py",
        'if relation != "breaking":',
        "if False:",
        f"{CLASS_BYTES}::test_only_breaking_rows_are_asked_about",
    ),
    Patch(
        "equimorph/checking/verdicts.py",
        "self._seen[digest] = id return",
        "return",
        f"{CLASS_BYTES}::test_a_verdict_has_a_reason_and_says_what_is_kept",
    ),
    Patch(
        "equimorph/trees/files.py",
        "below.sort() found",
        "found",
        f"{FILES}::test_java_files_come_sorted_and_from_everywhere",
    ),
    Patch(
        "equimorph/trees/files.py",
        "yield from (file for file in found if file.is_file())",
        "yield from found",
        f"{FILES}::test_java_files_come_sorted_and_from_everywhere",
    ),
    Patch(
        "equimorph/runs/whole.py",
        "if path.exists() and (not path.is_dir() or any(one.name != besides for one in path.iterdir())):",
        "if path.exists() and not path.is_dir():",
        f"{FILES}::test_no_folder_is_overwritten_and_none_is_left_after_a_failure",
    ),
    Patch(
        "equimorph/runs/whole.py",
        "target = path.resolve()",
        "target = path",
        f"{FILES}::test_a_link_is_written_through_and_a_device_directly",
    ),
    Patch(
        "equimorph/runs/whole.py",
        "finally: partial.unlink(missing_ok=True)",
        "finally:\n        pass",
        f"{FILES}::test_a_failure_leaves_the_old_file",
    ),
    Patch(
        "equimorph/trees/files.py",
        "if path.is_file() and not path.is_symlink():",
        "if path.is_file():",
        f"{FILES}::test_the_java_files_of_a_tree_are_those_that_a_copy_may_change",
    ),
    Patch(
        "equimorph/trees/rewriting.py",
        "if data[start : start + len(mutant)] != mutant:",
        "if False:",
        f"{REWRITING}::test_records_that_do_not_fit_are_named",
    ),
    Patch(
        "equimorph/trees/rewriting.py",
        "if out.resolve().is_relative_to(source.resolve()):",
        "if out.resolve() == source.resolve():",
        f"{REWRITING}::test_what_would_be_overwritten_is_refused",
    ),
    Patch(
        "equimorph/trees/rewriting.py",
        "if os.path.lexists(source / RECORDS):",
        "if False:",
        f"{REWRITING}::test_what_would_be_overwritten_is_refused",
    ),
    Patch(
        "equimorph/trees/rewriting.py",
        "if left: first",
        "if False:\n                first",
        f"{REWRITING}::test_records_that_do_not_fit_are_named",
    ),
    Patch(
        "equimorph/trees/rewriting.py",
        'encode({**row(mutant), "round": turn, "stacking": STACKING})',
        "encode(row(mutant))",
        f"{REWRITING}::test_a_tree_is_rewritten_and_restored",
    ),
    Patch(
        "equimorph/trees/rewriting.py",
        "self._mutations.update(done.mutators)",
        "self._mutations.update(set(done.mutators))",
        f"{REWRITING}::test_a_tree_is_rewritten_and_restored",
    ),
    Patch(
        "equimorph/checking/compilation_units.py",
        'if kind == "member": pairs',
        "if kind: pairs",
        f"{VERIFICATION}::test_statements_are_not_for_javac",
    ),
    Patch(
        "equimorph/checking/compilation_units.py",
        "if data is None or data[row.offset : end] != row.original.encode(): return None",
        "if data is None: return None",
        f"{CLASS_BYTES}::test_whole_files_of_rows_are_compared",
    ),
    Patch(
        "equimorph/mutants/showing.py",
        "{_range(a, b, head + 1)}",
        "{_range(a, b, 1)}",
        f"{SHOWING}::test_lines_count_in_the_source",
    ),
    Patch(
        "equimorph/mutants/showing.py",
        "source.lines.line(mutant.mutation.site.start)",
        "source.lines.line(mutant.local.site.start)",
        f"{SHOWING}::test_a_mutant_is_shown_with_place_and_diff",
    ),
    Patch(
        "equimorph/mutants/showing.py",
        'if unicodedata.category(char) == "Zs" or "\\udc80" <= char <= "\\udcff":',
        'if unicodedata.category(char) == "Zs":',
        f"{SHOWING}::test_what_is_visible_stays",
    ),
    Patch(
        "equimorph/mutants/showing.py",
        "if matcher.ratio() < _LEAST_LIKENESS:",
        "if False:",
        f"{SHOWING}::test_changed_tokens_are_emphasised",
    ),
    Patch(
        "equimorph/mutants/showing.py",
        "max(0, common_prefix(before, after) - _CONTEXT)",
        "common_prefix(before, after)",
        f"{SHOWING}::test_a_mutant_is_shown_with_place_and_diff",
    ),
    Patch(
        "equimorph/cli/session.py",
        'kind = _VARYING.sub("", reason)',
        "kind = reason",
        f"{SHELL}::test_errors_of_many_rows_are_collapsed",
    ),
    Patch(
        "equimorph/mutants/mutating.py",
        "if counts[mutator.name] == wanted.limit_per_mutator:",
        "if False:",
        f"{SHELL}::test_at_most_so_many_of_each_mutator",
    ),
    Patch(
        "equimorph/mutants/skipping.py",
        "if method in (None, member.name)",
        "if True",
        f"{SHELL}::test_skipped_members_are_counted_and_named",
    ),
    Patch(
        "equimorph/bulk/engines.py",
        "on_rows(result)",
        "pass",
        f"{SHELL}::test_workers_show_progress_by_row",
    ),
    Patch(
        "parsers/encoding.py",
        "if not same:",
        "if False:",
        f"{ENCODING}::test_an_encoding_that_loses_bytes_is_refused",
    ),
    Patch(
        "equimorph/patches/changed_lines.py",
        "if tuple(lines[hunk.new_start : end]) == hunk.new:",
        "if len(lines[hunk.new_start : end]) == len(hunk.new):",
        f"{CHANGED}::test_a_patch_that_does_not_fit_ends_the_command",
    ),
    Patch(
        "equimorph/patches/changed_lines.py",
        "range(lines.line(starts[at]), lines.line(max(starts[at], end - 1)) + 1)",
        "(at + 1,)",
        f"{CHANGED}::test_lines_are_those_of_java_where_a_lone_cr_ends_one",
    ),
    Patch(
        "equimorph/patches/changed_lines.py",
        "if not matches and not any((root / name).exists() for root in self.roots for name in names):",
        "if not matches:",
        f"{CHANGED}::test_a_file_of_the_repository_that_is_not_asked_for_is_no_other_one",
    ),
    Patch(
        "equimorph/bulk/sampling.py",
        'f"{seed}|{place}|{mutant.offset}|{mutant.local.id}"',
        'f"{seed}|{mutant.local.id}"',
        f"{SAMPLING}::test_a_sample_is_uniform",
    ),
    Patch(
        "equimorph/bulk/sampling.py",
        "order = (-int(tagged[:_DIGITS], 16), -self._added)",
        "order = (-int(tagged[:_DIGITS], 16), self._added)",
        f"{SAMPLING}::test_equal_ranks_go_by_the_order_of_the_input",
    ),
    Patch(
        "equimorph/bulk/outputs.py",
        "yield count, drawn.failures",
        "yield count, ()",
        f"{SAMPLING}::test_failures_of_files_are_reported_with_a_sample",
    ),
    Patch(
        "equimorph/report/elements.py",
        "units(self.text[self._starts[line - 1] : at]) + 1",
        "at - self._starts[line - 1] + 1",
        f"{ELEMENTS}::test_each_mutant_can_be_made_from_the_report",
    ),
    Patch(
        "equimorph/projects/killing.py",
        "shutil.rmtree(self._work) _copy(self._ready, self._work) if mutated is not None:",
        "if mutated is not None:",
        f"{KILLING}::test_each_mutant_starts_from_the_state_behind_the_run_on_the_original",
    ),
    Patch(
        "parsers/source.py",
        "vars(view).update(parsed=self.parsed, methods=(method,), _only=method.start)",
        "vars(view).update(parsed=self.parsed, methods=(method,))",
        f"{OBJECTS}::test_a_source_that_shows_one_method_still_shows_one",
    ),
    Patch(
        "mutators/model.py",
        "return type(self), (self.reason, self.region), vars(self)",
        "return type(self), (self.reason, self.region)",
        f"{OBJECTS}::test_errors_keep_what_they_say",
    ),
    Patch(
        "mutators/stacked.py",
        "start = _before(earlier, start)",
        "start = start",
        f"{STACKED}::test_each_member_is_a_stack_of_its_own",
    ),
    Patch(
        "mutators/lines.py",
        "for count in self.groups or (len(self.edits),):",
        "for count in (len(self.edits),):",
        f"{STACKED}::test_text_is_not_followed_from_one_member_into_another",
    ),
    Patch(
        "mutators/undo/steps.py",
        "region = (start, max(start, end))",
        "pass",
        f"{STACKED}::test_the_region_of_a_conflict_is_one_of_the_patched_text",
    ),
    Patch(
        "equimorph/rows/batches.py",
        "except (ParseError, MutationError) as error:",
        "except MutationError as error:",
        f"{BATCHES}::test_a_bad_row_can_be_a_row",
    ),
    Patch(
        "equimorph/rows/batches.py",
        '_add(columns, empty | {"error": reason} | same)',
        "_add(columns, empty | same)",
        f"{BATCHES}::test_a_bad_row_can_be_a_row",
    ),
    Patch(
        "equimorph/bulk/outputs.py",
        "with whole_file(out) as whole, packed(whole, out) as stream:",
        "with whole_file(out) as stream:",
        "tests/equimorph/defects4j/test_bugs.py::test_many_bugs_in_a_compressed_file_or_on_standard_output",
    ),
    Patch(
        "equimorph/checking/compilation_units.py",
        "decoded(Path(path).read_bytes(), encoding)",
        "decoded(Path(path).read_bytes())",
        "tests/equimorph/cli/test_shell.py::test_checks_and_reports_read_files_in_another_encoding",
    ),
    Patch(
        "equimorph/cli/streams.py",
        "not to_standard(path) and (path.is_file() or not path.exists())",
        "not to_standard(path)",
        "tests/equimorph/cli/test_shell.py::test_a_device_keeps_nothing",
    ),
)
