"""Patches of what is shared by the patches of a mutant: its tokens, its tree, and the texts that are kept."""

from __future__ import annotations

from tests.sabotage.patch import Patch

READ = "tests/parsers/java/test_rereading.py::test_an_edited_text_is_read_as_it_is"
AGAIN = "tests/parsers/java/test_rereading.py::test_an_edit_of_an_edited_text_is_read_as_it_is"
OPEN = "tests/parsers/java/test_rereading.py::test_an_open_text_block_is_read_up_to_the_end_of_the_text"
APART = "tests/parsers/java/test_rereading.py::test_comments_apart_are_those_that_differ_in_the_whole_texts"
UNREAD = (
    "tests/parsers/java/test_rereading.py::test_an_edited_text_that_cannot_be_read_has_no_error_that_is_known"
)
SPLICING = "tests/parsers/test_splicing.py"
TEXTS = "tests/mutators/test_undo_texts.py"
EXACT = "tests/equimorph/robustness/test_exact.py"
SCOPES = "tests/parsers/java/test_scopes.py"
_JUDGING = "equimorph/robustness/judging/exact.py"
_JAVA = "parsers/java/language.py"
_SCOPES = "parsers/java/names/scopes.py"
_SPLICING = "parsers/splicing.py"
_PARSED = "parsers/java/parsed.py"
_TOKENS = "parsers/java/syntax/tokens.py"
_OUTLINE = "parsers/java/syntax/outline.py"
_BRACKETS = "parsers/java/syntax/brackets.py"
SPARED = "tests/parsers/java/test_brackets.py::test_a_text_is_read_as_if_nothing_was_spared"
PARTNER = "tests/parsers/java/test_brackets.py::test_a_bracket_has_a_partner_or_not"
SAYS_SO = "tests/parsers/java/test_brackets.py::test_a_text_that_is_not_java_says_so_each_time"

PATCHES = (
    Patch(_OUTLINE, "tree = parse(data) if _FILE_WORD.search(data) or data.startswith(_BOM) else None", "tree = None",
          "tests/parsers/java/test_outline.py"),
    Patch(_OUTLINE, "raise ParseError(reason, path=path, line=reading)", "raise ParseError(reason, path=path)", SAYS_SO),
    Patch(_BRACKETS, "return unpaired or bool(opened)", "return unpaired", PARTNER),
    Patch(_BRACKETS, 'if b"\\\\{" in data:', "if False:", PARTNER),
    Patch(_BRACKETS, "elif not opened or opened.pop() != _OPENING[piece]:", "elif not opened or not opened.pop():", PARTNER),
    Patch("equimorph/robustness/judging/fixes.py", "if not has_comment and", "if",
          "tests/equimorph/robustness/test_exact.py"),
    Patch(_SPLICING, "while start and _is_inside(old, start)", "while False and _is_inside(old, start)",
          f"{SPLICING}::test_a_splice_does_not_cut_a_character"),
    Patch(_SPLICING, "start = other.rfind(b\"\\n\", 0, splice.start) + 1", "start = splice.start",
          f"{SPLICING}::test_lines_apart_leave_out_what_both_have"),
    Patch(_SPLICING, "moved = self._behind - self.tail", "moved = 0", f"{SPLICING}::test_a_run_is_found_wherever_it_is"),
    Patch(_SPLICING, "starts = (place - at for place in tokens.places(words[at]))", "starts = tokens.places(words[at])",
          f"{SPLICING}::test_a_run_is_found_wherever_it_is"),
    Patch(_TOKENS, "head = bisect_right(older, splice.start - _AHEAD, key=_end)",
          "head = bisect_right(older, splice.start, key=_end)", READ),
    Patch(_TOKENS, "if tail < len(older) and older[tail].start == start - splice.shift:", "if tail < len(older):", READ),
    Patch(_PARSED, "if not outline.is_file(tree):", "if False:", READ),
    Patch(_PARSED, 'if self.kind != "file" or self.has_error', "if self.has_error",
          "tests/parsers/java/test_rereading.py::test_a_text_that_is_no_whole_file_is_read_as_it_is"),
    Patch(_PARSED, "trust.names_a_reserved_word(tree.root_node, *stretch) for stretch in changed", "False for _ in changed", READ),
    Patch(_TOKENS, 'if data.endswith(b"\\\\") or _has_broken_text_block(older):', "if _has_broken_text_block(older):", APART),
    Patch(_TOKENS, 'if data.endswith(b"\\\\") or _has_broken_text_block(older):', 'if data.endswith(b"\\\\"):', OPEN),
    Patch("parsers/source.py", "return self.parsed.has_error", "return self._reread is not None or self.parsed.has_error", UNREAD),
    Patch("parsers/java/names/classes.py", "in _in_order(found.get(\"header\", []))", "in found.get(\"header\", [])",
          "tests/parsers/java/test_rereading.py::test_imports_are_in_the_order_of_the_text"),
    Patch("parsers/java/names/classes.py", "elif start >= splice.end:", "elif False:", READ),
    Patch(_TOKENS, "return at >= 0 and _OPENING.search(data, 0, at) is None", "return at >= 0",
          "tests/parsers/java/test_rereading.py::test_a_backtick_is_of_no_token"),
    Patch("mutators/undo/texts.py", "source = _texts.get((language, data))",
          "source = next((text for (_, known), text in _texts.items() if known == data), None)",
          f"{TEXTS}::test_a_text_is_kept_with_its_language"),
    Patch("mutators/undo/texts.py", "while len(_texts) > _KEPT:", "while False:",
          f"{TEXTS}::test_only_some_texts_are_kept_and_the_one_asked_for_last_stays"),
    Patch("mutators/undo/alignment.py", "head, tail = theirs.head, len(self.base) - theirs.tail",
          "head, tail = theirs.tail, len(self.base) - theirs.tail",
          f"{TEXTS}::test_tokens_of_a_patch_are_aligned_as_those_of_a_text_alone"),
    Patch("equimorph/robustness/judging/exact.py", "key = (candidate.text, candidate.hunk, candidate.at)",
          "key = (candidate.text, candidate.hunk)", f"{EXACT}::test_equal_code_is_judged_once_but_other_code_is_not"),
    Patch("equimorph/robustness/judging/exact.py",
          "key = (None if code.source is None else code.source.data, code.is_whole)", "key = (None, code.is_whole)",
          f"{EXACT}::test_equal_code_is_judged_once_but_other_code_is_not"),
    Patch(_JUDGING, "return not self.place.members and self.place.source.parses", "return not self.place.members",
          f"{EXACT}::test_an_error_elsewhere_in_the_file_is_none_of_an_answer"),
    Patch(_JUDGING, "self._is_broken(code) or self._language.has_error_in_comment(data)", "self._is_broken(code)",
          f"{EXACT}::test_an_error_without_a_token_is_undone_as_any_other"),
    Patch(_JAVA, "0 <= opening > data.rfind(b\"*/\") - 2", "opening > data.rfind(b\"*/\")",
          f"{EXACT}::test_an_error_without_a_token_is_undone_as_any_other"),
    Patch(_JUDGING, "if self._stays_broken(code):", "if False:", f"{EXACT}::test_what_stays_broken_is_not_undone"),
    Patch(_JUDGING, "if self._stays_broken(code):", "if self._is_broken(code):",
          f"{EXACT}::test_an_error_without_a_token_is_undone_as_any_other"),
    Patch(_SCOPES, "if item.node.start == start else item.name", "if item is declaration else item.name",
          f"{SCOPES}::test_scopes_with_another_name_are_those_of_the_renamed_text"),
    Patch(_SCOPES, "name if node.start in places else old", "old",
          f"{SCOPES}::test_scopes_with_another_name_are_those_of_the_renamed_text"),
    Patch(_SCOPES, "self._starts[at] < node.end", "self._starts[at] < node.end - 5",
          f"{SCOPES}::test_scopes_of_some_names_are_all_scopes_without_the_rest"),
    Patch("parsers/java/names/shadowing.py", "return None if frame is None else frame.node", "return frame",
          f"{SCOPES}::test_a_variable_is_the_same_in_all_scopes_of_its_member"),
)  # fmt: skip
