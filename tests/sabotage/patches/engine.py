"""Patches of the engine: edits and records, checks, names, lines, undo."""

from __future__ import annotations

from tests.sabotage.patch import Patch

MODEL = "tests/mutators/test_model.py"
BASE = "tests/mutators/test_base.py"
LINES = "tests/mutators/test_lines.py"
UNDO = "tests/mutators/test_undo.py"
RENAMING = "tests/mutators/test_variable_renaming.py"
CHECKS = "tests/parsers/java/test_faults.py"
REGISTRY = "tests/mutators/test_registry.py"
INSERTION = "tests/mutators/test_insertion.py"
PATCH = "tests/mutators/test_patch.py"
NAMES = "tests/mutators/test_names.py"
LOOP = "tests/mutators/test_loop_exchange.py"
REVERSAL = "tests/mutators/test_reversal.py"
OPERATORS = "tests/mutators/test_operator_mutation.py"
MATCHING = "tests/mutators/test_matching.py"

PATCHES = (
    Patch(
        "mutators/model.py",
        "other.start < one.end or other.start == one.start",
        "other.start < one.end",
        f"{MODEL}::test_edits_must_not_overlap_nor_start_together",
    ),
    Patch(
        "mutators/model.py",
        "start < 0 or data[",
        "data[",
        f"{MODEL}::test_a_negative_start_is_not_python_slicing",
    ),
    Patch(
        "mutators/model.py",
        "shift += len(edit.new.encode()) -",
        "shift += len(edit.new) -",
        f"{MODEL}::test_edits_apply_in_any_order_and_invert_exactly",
    ),
    Patch("mutators/model.py", "shift += len(new) - len(old)", "shift += len(new)", f"{BASE}::test_example"),
    Patch(
        "mutators/model.py",
        "if sha256(result) != after:",
        "if not result and after:",
        f"{MODEL}::test_records_survive_json_and_suffice_alone",
    ),
    Patch(
        "mutators/model.py",
        "site=self.site.moved(by)",
        "site=self.site",
        f"{MODEL}::test_a_rebased_record_belongs_to_the_larger_text",
    ),
    Patch(
        "mutators/model.py",
        "return encode_basestring(value) if type(value) is str else _encode(value)",
        "return json.dumps(value)",
        f"{MODEL}::test_canonical_json_is_that_of_the_standard_library",
    ),
    Patch(
        "mutators/model.py",
        "for edit in edits if edit.old != edit.new",
        "for edit in edits",
        f"{MODEL}::test_edits_apply_in_any_order_and_invert_exactly",
    ),
    Patch(
        "mutators/model.py",
        "if found and not found[-1].new and edit.start == found[-1].end:",
        "if False:",
        f"{MODEL}::test_a_deletion_and_what_is_right_behind_it_are_one_edit",
    ),
    Patch(
        "mutators/lines.py",
        "len(edit.new.encode()) - (edit.end - edit.start)",
        "len(edit.new.encode())",
        f"{LINES}::test_offsets_outside_edits_map_to_the_same_byte_and_back",
    ),
    Patch(
        "mutators/lines.py",
        'return "deleted"',
        'return "touched"',
        f"{LINES}::test_a_deleted_line_is_nowhere",
    ),
    Patch(
        "mutators/lines.py",
        "tail = common_prefix(one[head:][::-1], other[head:][::-1])",
        "tail = 0",
        f"{LINES}::test_inserted_lines",
    ),
    Patch(
        "mutators/lines.py",
        "bisect_left(self._starts, offset)",
        "bisect_left(self._starts, offset - 1)",
        f"{LINES}::test_offsets_outside_edits_map_to_the_same_byte_and_back",
    ),
    Patch(
        "mutators/lines.py",
        "if not any(_INSIDE_WORD.match(self.text, at - 1) for at in match.span() if at):",
        "if True:",
        f"{LINES}::test_moved_text",
    ),
    Patch("mutators/lines.py", "if elsewhere:", "if True:", f"{LINES}::test_moved_text"),
    Patch(
        "mutators/lines.py",
        "head = min([head, *(m.start - piece.start for m in there)])",
        "pass",
        f"{LINES}::test_moved_text",
    ),
    Patch(
        "parsers/java/syntax/faults.py",
        "root.has_error or not all(",
        "not all(",
        f"{CHECKS}::test_what_passes_alone_passes_in_the_member",
    ),
    Patch(
        "parsers/java/syntax/faults.py",
        "not edit.old or edit.new in WORDS or",
        "not edit.old or",
        f"{CHECKS}::test_what_passes_alone_passes_in_the_member",
    ),
    Patch(
        "parsers/java/syntax/faults.py",
        "and before < 2",
        "and before < 1",
        f"{CHECKS}::test_what_passes_alone_passes_in_the_member",
    ),
    Patch(
        "parsers/java/syntax/faults.py",
        'if kind == "expression" and _runs_into_neighbours',
        "if None and _runs_into_neighbours",
        f"{CHECKS}::test_what_stands_around_is_looked_at",
    ),
    Patch(
        "parsers/java/syntax/faults.py",
        'return pair is not None and pair.type == "parenthesized_expression"',
        "return True",
        f"{CHECKS}::test_what_passes_alone_passes_in_the_member",
    ),
    Patch(
        "parsers/java/syntax/faults.py",
        "_is_boundary(root, start) and",
        "",
        f"{BASE}::test_bad_edits_are_caught",
    ),
    Patch(
        "parsers/java/syntax/faults.py",
        "and _is_boundary(root, start + length)",
        "",
        f"{BASE}::test_edits_inside_a_token_are_caught",
    ),
    Patch(
        "parsers/java/syntax/faults.py",
        "if root.has_error:",
        "if root.has_error and root.is_missing:",
        f"{BASE}::test_bad_edits_are_caught",
    ),
    Patch(
        "parsers/java/syntax/tokens.py", " or left + right in _OPERATOR_PAIRS", "", f"{BASE}::test_example"
    ),
    Patch(
        "mutators/registry.py",
        ' and self.relation == "preserving"',
        "",
        f"{REGISTRY}::test_a_breaking_mutator_is_never_a_default",
    ),
    Patch(
        "mutators/registry.py",
        '"TryCatch", by_default=False',
        '"TryCatch"',
        f"{REGISTRY}::test_the_table_says_what_the_class_declares",
    ),
    Patch(
        "mutators/registry.py",
        'key=lambda entry: entry.language != "java"',
        'key=lambda entry: entry.language == "java"',
        f"{REGISTRY}::test_ours_in_order",
    ),
    Patch(
        "equimorph/mutants/catalogue.py",
        "docstring[1] if docstring",
        "entry.name if docstring",
        "tests/equimorph/mutants/test_catalogue.py::test_the_list_has_the_first_lines_of_the_docstrings",
    ),
    Patch("mutators/seeding.py", 'key = f"{seed}|', 'key = f"', f"{BASE}::test_example"),
    Patch(
        "mutators/seeding.py",
        "start, end = site.start - method.start, site.end - method.start",
        "start, end = site.start, site.end",
        f"{BASE}::test_example",
    ),
    Patch(
        "mutators/base.py",
        "edits[0].start < text.start or edits[-1].end > text.end",
        "edits[0].start < text.start",
        f"{BASE}::test_bad_edits_are_caught",
    ),
    Patch(
        "mutators/undo/transport.py",
        "len(mine) != len(theirs) or ",
        "",
        f"{UNDO}::test_anything_else_is_a_conflict",
    ),
    Patch(
        "mutators/undo/transport.py",
        "if _repeats(alignment, indices):",
        "if False:",
        f"{UNDO}::test_a_damaged_copy_in_a_text_that_does_not_parse_is_a_conflict",
    ),
    Patch(
        "mutators/undo/transport.py",
        "if not same:",
        "if not same and start < 0:",
        f"{UNDO}::test_anything_else_is_a_conflict",
    ),
    Patch(
        "mutators/undo/transport.py",
        "same = patched.parsed.node_type(start, end) == before",
        "same = True",
        f"{UNDO}::test_anything_else_is_a_conflict",
    ),
    Patch(
        "mutators/undo/transport.py", "or right != left + 1", "", f"{REVERSAL}::test_places_of_deleted_text"
    ),
    Patch(
        "mutators/undo/transport.py",
        "or theirs[mine.index(indices[0])] != first",
        "",
        f"{REVERSAL}::test_a_text_that_occurs_several_times",
    ),
    Patch(
        "mutators/java/tools/renaming.py",
        "reference.uncertain for reference",
        "reference is None for reference",
        f"{RENAMING}::test_refusals",
    ),
    Patch(
        "mutators/java/tools/renaming.py",
        'ref.access == "label" and',
        'ref.access == "none" and',
        f"{RENAMING}::test_refusals",
    ),
    Patch(
        "mutators/java/tools/renaming.py",
        "names = method.scopes.names\n",
        "names = method.scopes.inherited\n",
        f"{RENAMING}::test_a_new_name_is_no_identifier_of_the_member",
    ),
    Patch(
        "mutators/java/tools/renaming.py",
        "names |= method.scopes.inherited |",
        "names |=",
        f"{RENAMING}::test_fields_that_a_class_body_inherits_are_no_new_names",
    ),
    Patch(
        "mutators/java/tools/renaming.py",
        "names |= method.enclosing[0].fields.keys()",
        "pass",
        f"{RENAMING}::test_implicitly_assigned_components_are_no_new_names",
    ),
    Patch(
        "mutators/java/tools/renaming.py",
        "if any(redeclares(other, restored)",
        "if any(restored is None",
        f"{UNDO}::test_renaming_back_is_a_conflict_where_it_would_be_a_guess",
    ),
    Patch(
        "mutators/java/tools/renaming.py",
        "after is None or bindings(before, moves) != bindings(scopes, ())",
        "after is None",
        f"{UNDO}::test_renaming_back_is_a_conflict_where_it_would_be_a_guess",
    ),
    Patch(
        "mutators/naming.py",
        'style = rng.choice((*own, "first-letter", "type-name", "generic"))',
        'style = rng.choice((*own, "type-name", "generic"))',
        f"{NAMES}::test_unused_names_of_every_style",
    ),
    Patch(
        "mutators/naming.py",
        "for names in (first, more) for name in names if name not in taken",
        "for names in (first, more) for name in names",
        f"{NAMES}::test_unused_names_are_numbered_and_then_generic",
    ),
    Patch(
        "mutators/naming.py",
        "for name in group if name not in taken",
        "for name in group",
        f"{NAMES}::test_helper_names_are_wishes_first_and_then_numbered",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "if rest is None or lead is None:",
        "if rest is None:",
        f"{INSERTION}::test_after_a_statement",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        'return "\\r\\n" if',
        'return "\\n" if',
        f"{INSERTION}::test_before_a_statement",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "None if lead.strip(_BLANKS) else lead.decode()",
        "lead.decode()",
        f"{INSERTION}::test_before_a_statement",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "lead + _unit(method, lead) + text",
        "lead + text",
        f"{INSERTION}::test_into_an_empty_block",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "return inner.removeprefix(outer)",
        'return "    "',
        f"{INSERTION}::test_into_an_empty_block",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "insertion.new + edit.new",
        "insertion.new",
        f"{INSERTION}::test_an_edit_at_the_place_of_the_insertion_becomes_one_with_it",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "start, end = line, rest.end()",
        "pass",
        f"{INSERTION}::test_before_a_statement",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "if lead and data[:start].endswith(lead):",
        "if lead and not data:",
        f"{INSERTION}::test_after_a_statement",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "if comment.text.decode() not in inserted:",
        "if False:",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/java/tools/insertion.py",
        "and not edit.old",
        "",
        f"{INSERTION}::test_insertions_at_one_offset_are_one_in_the_order_given",
    ),
    Patch(
        "mutators/undo/patch.py",
        "if not self._is_elsewhere(i)]",
        "]",
        f"{PATCH}::test_other_members_are_left_aside_but_not_what_the_patch_put_there",
    ),
    Patch(
        "mutators/java/tools/patch.py",
        "if any(self.where(i) is not None for i in own[:-1]):",
        "if not own:",
        "tests/mutators/test_unused_statement.py",
    ),
    Patch(
        "mutators/java/tools/patch.py",
        'if before in (b"(", b"final") or',
        "if",
        f"{PATCH}::test_a_declaration_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/tools/patch.py",
        'b";", b"{", b"}", b":")',
        'b";", b"{", b"}")',
        f"{PATCH}::test_declarations_are_found",
    ),
    Patch(
        "mutators/undo/patch.py",
        "return None if method is None or method.untrusted else method",
        "return method",
        f"{PATCH}::test_a_method_that_cannot_be_trusted_is_none",
    ),
    Patch(
        "mutators/java/tools/patch.py",
        "return tokens[: last + 1]",
        "return tokens",
        f"{PATCH}::test_a_declaration_ends_with_its_semicolon",
    ),
    Patch(
        "mutators/undo/remake.py",
        "or match.obstacle() is not None:",
        ":",
        f"{REVERSAL}::test_other_patches_are_conflicts",
    ),
    Patch(
        "mutators/undo/remake.py",
        "site.params != seed.params or",
        "",
        f"{REVERSAL}::test_the_mutation_is_one_of_the_same_form",
    ),
    Patch(
        "mutators/undo/remake.py",
        "and _makes(mutator, undone, edits[0].start, patched, seed)",
        "",
        f"{REVERSAL}::test_other_patches_are_conflicts",
    ),
    Patch(
        "mutators/undo/remake.py",
        "check_unique(alignment, region if alignment.inside(*region) else site)",
        "",
        f"{REVERSAL}::test_other_patches_are_conflicts",
    ),
    Patch(
        "mutators/undo/remake.py",
        "region if alignment.inside(*region) else site",
        "region",
        f"{OPERATORS}::test_a_copy_of_the_mutated_line_is_a_conflict",
    ),
    Patch(
        "mutators/undo/remake.py",
        "for edit in inverse), site])",
        "for edit in inverse)])",
        f"{OPERATORS}::test_a_copy_of_the_mutated_line_is_a_conflict",
    ),
    Patch(
        "mutators/undo/remake.py",
        "if edits and (edits[0].start > self._first or edits[-1].end < self._last):",
        "if edits and (edits[0].start >= self._first or edits[-1].end <= self._last):",
        f"{REVERSAL}::test_edits_reach_from_the_first_to_the_last_difference",
    ),
    Patch(
        "mutators/undo/transport.py",
        "if may_be_gone(alignment, indices):",
        "if False:",
        f"{UNDO}::test_of_equal_tokens_side_by_side_nobody_knows_which_is_gone",
    ),
    Patch(
        "mutators/undo/transport.py",
        "texts[start : first + 1 - (end - start)] == texts[end : first + 1]",
        "False",
        f"{UNDO}::test_a_gap_before_the_mutated_text_may_be_in_it",
    ),
    Patch(
        "mutators/undo/matching.py",
        "skip = max(left.one + left.size - run.one, left.other + left.size - run.other, 0)",
        "skip = 0",
        f"{MATCHING}::test_runs_that_compete_for_elements_do_not_overlap",
    ),
    Patch(
        "mutators/undo/matching.py",
        "while known and (known == len(words)",
        "if known and (known == len(words)",
        f"{MATCHING}::test_a_run_is_found_wherever_it_stands",
    ),
    Patch(
        "mutators/undo/matching.py",
        "and (runs := _anchors(mine, theirs, gap)):",
        "and (runs := _anchors(mine, theirs, gap)[:1]):",
        f"{MATCHING}::test_every_line_changed_leaves_the_rest_of_the_line",
    ),
    Patch(
        "mutators/undo/remake.py",
        "check_not_repeated(alignment, [*((edit.start, edit.end) for edit in inverse), site])",
        "",
        f"{REVERSAL}::test_a_text_that_does_not_parse_must_not_repeat_what_was_mutated",
    ),
    Patch(
        "mutators/undo/remake.py",
        "Random(self._key)",
        "Random(0)",
        f"{REVERSAL}::test_patches_around_and_between_the_edits_are_undone",
    ),
)
