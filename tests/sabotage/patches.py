"""Small patches of our own code that the tests must notice."""

from __future__ import annotations

import re
from typing import NamedTuple

MODEL, BASE, LINES, UNDO = (f"tests/mutators/test_{name}.py" for name in ("model", "base", "lines", "undo"))
RENAMING, REORDER = (f"tests/mutators/test_{name}.py" for name in ("variable_renaming", "reorder_condition"))
CAST, UNUSED, NEW = (
    f"tests/mutators/test_{n}.py" for n in ("useless_cast", "unused_variable", "new_variable")
)
CHECKS, REGISTRY = (f"tests/mutators/test_{name}.py" for name in ("checks", "registry"))
INSERTION, PATCH, NAMES = (f"tests/mutators/test_{name}.py" for name in ("insertion", "patch", "names"))
SPELLING, PLACES, SYNTAX = (f"tests/parsers/java/test_{name}.py" for name in ("spelling", "places", "syntax"))
LAMBDAS = "tests/parsers/java/test_lambdas.py"
LOOP, EXPRESSION, PERMUTE, CONDITION = (
    f"tests/mutators/test_{n}_exchange.py" for n in ("loop", "expression", "permute", "condition")
)
NEGATION, REVERSAL = (f"tests/mutators/test_{name}.py" for name in ("negation", "reversal"))
OPERATOR = "tests/mutators/test_operator_mutation.py"
EQUIVALENCE = "tests/mutators/test_equivalence.py"
SKETCH = "tests/mutators/test_sketch.py"
INFERENCE, TYPES = (f"tests/parsers/java/test_{name}.py" for name in ("inference", "types"))


class Patch(NamedTuple):
    """What stands in a file, what it becomes, and the tests that must fail then; any blanks of `old` match any other."""

    path: str
    old: str
    new: str
    tests: str

    def apply(self, text: str) -> str | None:
        """The patched text, None if there is no such place."""
        words = [re.escape(word) for word in re.findall(r"\w+|[()]|[^\w\s()]+", self.old)]
        pattern = r"\s*".join(words).replace(r"\(", r"\(\s*").replace(r"\)", r",?\s*\)")
        patched, count = re.subn(pattern, lambda _: self.new, text)
        return patched if count else None


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
        "sort_keys=True",
        "sort_keys=False",
        f"{MODEL}::test_the_id_is_that_of_the_canonical_json",
    ),
    Patch(
        "mutators/model.py",
        "for edit in edits if edit.old != edit.new",
        "for edit in edits",
        f"{MODEL}::test_edits_apply_in_any_order_and_invert_exactly",
    ),
    Patch(
        "mutators/lines.py",
        "shift += grown - (edit.end - edit.start)",
        "shift += grown",
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
        "if edit.start > offset or",
        "if edit.start >= offset or",
        f"{LINES}::test_offsets_outside_edits_map_to_the_same_byte_and_back",
    ),
    Patch(
        "mutators/checks.py",
        "root.has_error or not all(",
        "not all(",
        f"{CHECKS}::test_what_passes_alone_passes_in_the_member",
    ),
    Patch(
        "mutators/checks.py",
        "not edit.old or edit.new in syntax.WORDS or",
        "not edit.old or",
        f"{CHECKS}::test_what_passes_alone_passes_in_the_member",
    ),
    Patch(
        "mutators/checks.py",
        "and before < 2",
        "and before < 1",
        f"{CHECKS}::test_what_passes_alone_passes_in_the_member",
    ),
    Patch(
        "mutators/checks.py",
        'if kind == "expression" and _runs_into_neighbours',
        "if None and _runs_into_neighbours",
        f"{CHECKS}::test_what_stands_around_is_looked_at",
    ),
    Patch(
        "mutators/checks.py",
        'return pair is not None and pair.type == "parenthesized_expression"',
        "return True",
        f"{CHECKS}::test_what_passes_alone_passes_in_the_member",
    ),
    Patch(
        "parsers/java/classes.py",
        "names.update(other.name for other in more)",
        "pass",
        f"{SKETCH}::test_a_method_keeps_its_name",
    ),
    Patch(
        "mutators/registry.py",
        ' and mutator.relation == "preserving"',
        "",
        f"{REGISTRY}::test_a_breaking_mutator_is_never_a_default",
    ),
    Patch("mutators/checks.py", "_is_boundary(root, start) and", "", f"{BASE}::test_bad_edits_are_caught"),
    Patch(
        "mutators/checks.py",
        "and _is_boundary(root, start + length)",
        "",
        f"{BASE}::test_edits_inside_a_token_are_caught",
    ),
    Patch(
        "mutators/checks.py",
        "if root.has_error:",
        "if root.has_error and root.is_missing:",
        f"{BASE}::test_bad_edits_are_caught",
    ),
    Patch("mutators/base.py", 'key = f"{seed}|', 'key = f"', f"{BASE}::test_example"),
    Patch(
        "mutators/base.py",
        "start, end = site.start - method.start, site.end - method.start",
        "start, end = site.start, site.end",
        f"{BASE}::test_example",
    ),
    Patch("mutators/checks.py", " or left + right in _OPERATOR_PAIRS", "", f"{BASE}::test_example"),
    Patch(
        "mutators/base.py",
        "edits[0].start < method.start or edits[-1].end > method.end",
        "edits[0].start < method.start",
        f"{BASE}::test_bad_edits_are_caught",
    ),
    Patch(
        "mutators/undo.py", "len(mine) != len(theirs) or ", "", f"{UNDO}::test_anything_else_is_a_conflict"
    ),
    Patch(
        "mutators/undo.py",
        "and _repeats(alignment, indices)",
        "and False",
        f"{UNDO}::test_a_damaged_copy_in_a_text_that_does_not_parse_is_a_conflict",
    ),
    Patch(
        "mutators/undo.py",
        "if not same:",
        "if not same and start < 0:",
        f"{UNDO}::test_anything_else_is_a_conflict",
    ),
    Patch(
        "mutators/undo.py",
        "same = _node_type(patched, start, end) == before",
        "same = True",
        f"{UNDO}::test_anything_else_is_a_conflict",
    ),
    Patch(
        "mutators/renaming.py",
        "reference.uncertain for reference",
        "reference is None for reference",
        f"{RENAMING}::test_refusals",
    ),
    Patch(
        "mutators/renaming.py",
        'ref.access == "label" and',
        'ref.access == "none" and',
        f"{RENAMING}::test_refusals",
    ),
    Patch(
        "mutators/renaming.py",
        "names = method.scopes.names\n",
        "names = method.scopes.inherited\n",
        f"{RENAMING}::test_a_new_name_is_no_identifier_of_the_member",
    ),
    Patch(
        "mutators/renaming.py",
        "names |= method.scopes.inherited |",
        "names |=",
        f"{RENAMING}::test_fields_that_a_class_body_inherits_are_no_new_names",
    ),
    Patch(
        "mutators/renaming.py",
        "names |= method.enclosing[0].fields.keys()",
        "pass",
        f"{RENAMING}::test_implicitly_assigned_components_are_no_new_names",
    ),
    Patch(
        "mutators/renaming.py",
        "if any(redeclares(other, restored)",
        "if any(restored is None",
        f"{UNDO}::test_renaming_back_is_a_conflict_where_it_would_be_a_guess",
    ),
    Patch(
        "mutators/renaming.py",
        "after is None or bindings(method, back) != bindings(after, ())",
        "after is None",
        f"{UNDO}::test_renaming_back_is_a_conflict_where_it_would_be_a_guess",
    ),
    Patch("mutators/java/reorder_condition.py", '"<=": ">="', '"<=": ">"', f"{REORDER}::test_swaps"),
    Patch(
        "mutators/java/reorder_condition.py", 'f"({old})" if inner else old', "old", f"{REORDER}::test_swaps"
    ),
    Patch(
        "parsers/java/scopes.py",
        'kind, end = "local", parent.parent.end',
        'kind, end = "local", parent.end',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        'parent.children[-1].type == "new"',
        "False",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        'parent.first("super") is not None or',
        "",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        "node, parent = parent, parent.parent",
        "break",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/bindings.py",
        '"labeled_statement", "break_statement",',
        "",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/scopes.py",
        "region, dims = (name.start, body.end)",
        "region, dims = (body.start, body.end)",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/scopes.py",
        "if frame.barrier:",
        "if frame is None:",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/patterns.py",
        'operator.type != ("&&" if when else "||")',
        'operator.type != "&&"',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/patterns.py",
        "when = not when",
        "when = bool(when)",
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/syntax.py",
        '.type in ("+", "-", "++", "--"):',
        '.type in ("++", "--"):',
        f"{RENAMING}::test_the_references_and_nothing_else",
    ),
    Patch(
        "parsers/java/effect_model.py",
        "if a.writes & (b.reads | b.writes) or (",
        "if (",
        f"{REORDER}::test_refused",
    ),
    Patch(
        "parsers/java/effect_model.py",
        "(a.writes_heap and (b.reads_heap or b.writes_heap))",
        "False",
        f"{REORDER}::test_volatile_reads_keep_their_order",
    ),
    Patch(
        "parsers/java/effect_model.py",
        "if one.throws and other.throws:",
        "if one.throws and not other:",
        f"{REORDER}::test_refused",
    ),
    Patch(
        "parsers/java/effects.py",
        "if reason is None and ordered_reads(one, other):",
        "if reason and ordered_reads(one, other):",
        f"{REORDER}::test_volatile_reads_keep_their_order",
    ),
    # useless-cast
    Patch(
        "mutators/java/useless_cast.py",
        'f"(({type_.text}) {method.node_text(node)})"',
        'f"({type_.text}) {method.node_text(node)}"',
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/java/useless_cast.py",
        "if reason is not None:",
        "if reason is None and False:",
        f"{CAST}::test_reads",
    ),
    Patch(
        "mutators/java/useless_cast.py",
        "None if method.spelling.holds_at(type_, node) else",
        "None if type_ else",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/casts.py",
        "scopes.reference(node) is not None or names.bare_field(node) is not None",
        "scopes.reference(node) is not None",
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/casts.py",
        'if access_of(node) != "read":',
        'if access_of(node) == "write":',
        f"{CAST}::test_reads",
    ),
    Patch(
        "mutators/casts.py",
        'holder.type == "resource":',
        'holder.type == "resources":',
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/casts.py",
        "if in_annotation(node):",
        "if not node:",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "parsers/java/bindings.py",
        'reference.declaration.kind == "catch"',
        'reference.declaration.kind == "local"',
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/casts.py",
        "if _has_pattern(unwrapped(node)):",
        "if _has_pattern(node):",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/casts.py",
        '(test.child("name") or test.child("pattern")) is not None',
        "True",
        f"{CAST}::test_reads_of_references",
    ),
    Patch(
        "mutators/casts.py",
        "if reference is not None and reference.uncertain:",
        "if reference is None:",
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/casts.py",
        "if runs != [patch.where(i) for i in known]:",
        "if not runs:",
        f"{CAST}::test_casts_of_the_original_stay",
    ),
    Patch(
        "mutators/casts.py", "if i == own[1]]", "if i != own[1]]", f"{CAST}::test_casts_of_the_original_stay"
    ),
    Patch(
        "mutators/casts.py",
        "if any(i in own[2:-3] for i in kept) or {own[1], own[-3]} <= set(kept):",
        "if not own:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/casts.py",
        "if patch.text(last) in _GOES_ON:",
        "if patch.text(last) in ():",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/casts.py",
        "return node.parent is None or node.parent.type not in _HEADERS",
        "return True",
        f"{CAST}::test_casts_are_taken_out",
    ),
    Patch(
        "mutators/casts.py",
        "if [t.text for t in tokenize(spelled.text.encode())] != type_:",
        "if not type_:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "parsers/java/spelling.py",
        'text + "[]" * declaration.dims',
        "text",
        f"{SPELLING}::test_declared_types",
    ),
    Patch("parsers/java/spelling.py", ' + "[]" * info.dims', "", f"{SPELLING}::test_fields"),
    Patch(
        "parsers/java/spelling.py",
        "if names & {*info.nested, *info.type_parameters, info.name}:",
        "if names & {*info.nested}:",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/spelling.py",
        "if brought is None or names & brought:",
        "if brought and names & brought:",
        f"{SPELLING}::test_in_a_file_that_inherits_from_elsewhere_nothing_is_certain_but_primitives",
    ),
    Patch(
        "parsers/java/spelling.py",
        "if brought is None or names & brought:",
        "if brought is None:",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/spelling.py",
        "return not names & self._names_inside(type_.place)",
        "return True",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/spelling.py",
        "return inside if place is not None and place >= self._method.start else own | inside",
        "return inside",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/spelling.py",
        "return inside if place is not None and place >= self._method.start else own | inside",
        "return own | inside",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/written.py",
        "return type_text(parts[0], data) if len(parts) == 1 else None",
        "return type_text(parts[0], data)",
        f"{SPELLING}::test_types_of_statements",
    ),
    Patch(
        "parsers/java/written.py",
        "(_WORD.match(token) and _WORD.match(text[-1:]))",
        "_WORD.match(token)",
        f"{SPELLING}::test_declared_types",
    ),
    Patch(
        "parsers/java/syntax.py",
        "inner.end = update.end",
        "pass",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax.py",
        "if inner is outer or above is None or holder is None:",
        "if inner is not None:",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax.py",
        "update.parent, update.field, update.start = holder, field, inner.start",
        "update.parent, update.field = holder, field",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    Patch(
        "parsers/java/syntax.py",
        "outer.parent, outer.field, field = above, update.field, inner.field",
        "outer.field, field = update.field, inner.field",
        f"{SYNTAX}::test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast",
    ),
    # unused-variable
    Patch(
        "mutators/java/unused_variable.py",
        ' if t != "String" or method.spelling.string_at(node)]',
        "]",
        f"{UNUSED}::test_string_is_not_drawn_where_it_may_mean_another_class",
    ),
    Patch(
        "mutators/java/unused_variable.py",
        "renaming.taken_names(method), rng)",
        "(), rng)",
        f"{UNUSED}::test_names_are_fresh_in_the_member",
    ),
    Patch(
        "mutators/java/unused_variable.py",
        '"char": "\'0\'"',
        '"char": "0L"',
        f"{UNUSED}::test_all_types_and_all_styles_of_names_are_drawn",
    ),
    Patch("mutators/java/unused_variable.py", "renaming.unseen(found[0]) or ", "", f"{UNUSED}::test_places"),
    Patch("mutators/java/unused_variable.py", " or places.obstacle(found[1])", "", f"{UNUSED}::test_places"),
    Patch(
        "mutators/java/unused_variable.py",
        "if use - name not in runs:",
        "if use in runs:",
        f"{UNUSED}::test_a_declaration_that_the_patch_uses_or_changes_is_a_conflict",
    ),
    Patch(
        "mutators/java/unused_variable.py",
        "if node is not None and is_statement(node) else None",
        "if node is not None else None",
        f"{UNUSED}::test_a_site_made_up_is_refused",
    ),
    Patch(
        "mutators/names.py",
        'style = rng.choice((*own, "first-letter", "type-name", "generic"))',
        'style = rng.choice((*own, "type-name", "generic"))',
        f"{NAMES}::test_unused_names_of_every_style",
    ),
    Patch(
        "mutators/names.py",
        "for names in (first, _generic(request, rng)) for name in names if name not in taken",
        "for names in (first, _generic(request, rng)) for name in names",
        f"{NAMES}::test_unused_names_are_numbered_and_then_generic",
    ),
    Patch(
        "parsers/java/places.py",
        "if is_empty_block(node): return None",
        "pass",
        f"{PLACES}::test_an_empty_block_is_a_place_wherever_it_stands",
    ),
    Patch(
        "parsers/java/places.py",
        'if node.type == "explicit_constructor_invocation":',
        'if node.type == "":',
        f"{PLACES}::test_a_declaration_at_every_place_compiles",
    ),
    Patch(
        "parsers/java/places.py",
        'node.parent.type == "labeled_statement"',
        'node.parent.type == ""',
        f"{PLACES}::test_javac_rejects_a_declaration_at_the_refused_places",
    ),
    Patch(
        "parsers/java/places.py",
        "return None if _listed(node) else",
        "return None if node else",
        f"{PLACES}::test_a_declaration_at_every_place_compiles",
    ),
    Patch(
        "parsers/java/places.py",
        "or is_empty_block(node) or _listed(node)",
        "or _listed(node)",
        f"{PLACES}::test_candidates",
    ),
    Patch(
        "mutators/insertion.py",
        "if rest is None or lead is None:",
        "if rest is None:",
        f"{INSERTION}::test_after_a_statement",
    ),
    Patch(
        "mutators/insertion.py",
        'return "\\r\\n" if',
        'return "\\n" if',
        f"{INSERTION}::test_before_a_statement",
    ),
    Patch(
        "mutators/insertion.py",
        "None if lead.strip(_BLANKS) else lead.decode()",
        "lead.decode()",
        f"{INSERTION}::test_before_a_statement",
    ),
    Patch(
        "mutators/insertion.py",
        "lead + _unit(method, lead) + text",
        "lead + text",
        f"{INSERTION}::test_into_an_empty_block",
    ),
    Patch(
        "mutators/insertion.py",
        "return inner.removeprefix(outer)",
        'return "    "',
        f"{INSERTION}::test_into_an_empty_block",
    ),
    Patch(
        "mutators/insertion.py",
        "insertion.new + edit.new",
        "insertion.new",
        f"{INSERTION}::test_an_edit_at_the_place_of_the_insertion_becomes_one_with_it",
    ),
    Patch(
        "mutators/insertion.py",
        "start, end = line, rest.end()",
        "pass",
        f"{INSERTION}::test_before_a_statement",
    ),
    Patch(
        "mutators/insertion.py",
        "if lead and data[:start].endswith(lead):",
        "if lead and not data:",
        f"{INSERTION}::test_after_a_statement",
    ),
    Patch(
        "mutators/patch.py",
        "if i not in self._elsewhere]",
        "]",
        f"{PATCH}::test_other_members_are_left_aside_but_not_what_the_patch_put_there",
    ),
    Patch(
        "mutators/patch.py",
        "if any(self.where(i) is not None for i in own[:-1]):",
        "if not own:",
        f"{PATCH}::test_a_declaration_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/patch.py",
        'if before in (b"(", b"final") or',
        "if",
        f"{PATCH}::test_a_declaration_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/patch.py",
        'b";", b"{", b"}", b":")',
        'b";", b"{", b"}")',
        f"{PATCH}::test_declarations_are_found",
    ),
    Patch(
        "mutators/patch.py",
        "return None if method is None or method.untrusted else method",
        "return method",
        f"{PATCH}::test_a_method_that_cannot_be_trusted_is_none",
    ),
    Patch(
        "mutators/patch.py",
        "return tokens[: last + 1]",
        "return tokens",
        f"{PATCH}::test_a_declaration_ends_with_its_semicolon",
    ),
    # new-variable
    Patch(
        "mutators/aliasing.py",
        "start = anchor.end if behind else anchor.start",
        "start = anchor.end",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/aliasing.py",
        'if any(ref.access in ("write", "both") for ref in declaration.references):',
        "if not uses:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/aliasing.py",
        "if written and (len(uses) < len(later) or",
        "if written and (",
        f"{NEW}::test_refusals",
    ),
    Patch("mutators/aliasing.py", ' or declaration.kind == "for"):', "):", f"{NEW}::test_refusals"),
    Patch(
        "mutators/aliasing.py",
        'final = "final " if declaration.final and _may_be_constant(method, declaration) else ""',
        'final = ""',
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/aliasing.py",
        "if declaration.final and _may_be_constant(method, declaration)",
        "if declaration.final",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/aliasing.py",
        'return None if declaration.kind == "lambda" else f"{final}var"',
        'return f"{final}var"',
        f"{NEW}::test_refusals",
    ),
    Patch("mutators/aliasing.py", "if reference.uncertain or", "if", f"{NEW}::test_uses_move"),
    Patch("mutators/aliasing.py", 'or reference.access == "label"', "", f"{NEW}::test_uses_move"),
    Patch("mutators/aliasing.py", "or not is_rethrown(reference)", "or reference", f"{NEW}::test_uses_move"),
    Patch(
        "mutators/aliasing.py",
        'if s.type != "explicit_constructor_invocation"]',
        "]",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/aliasing.py",
        "if not later and method.flow.assigned_after(declaration, sibling):",
        "if method.flow.assigned_after(declaration, sibling):",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/aliasing.py",
        "if not later and method.flow.assigned_after(declaration, sibling):",
        "if not later:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/aliasing.py",
        "if statement is None or _may_differ(second, reference.declaration, statement):",
        "if statement is None:",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/aliasing.py",
        "if again is None or self._expected(edits) != _bindings(again):",
        "if again is None:",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/aliasing.py",
        "if known is None or known.uncertain or",
        "if known and",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/aliasing.py",
        "if index not in kept:",
        "if index in ():",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/aliasing.py",
        "if first.final != second.final and (",
        "if first is second and (",
        f"{NEW}::test_a_constant_variable_that_is_none_any_more_is_a_conflict",
    ),
    Patch(
        "mutators/aliasing.py",
        "if second.written and unwritable:",
        "if False:",
        f"{NEW}::test_a_patch_under_which_the_first_cannot_stand_for_the_second",
    ),
    Patch(
        "mutators/aliasing.py",
        "and first.written and not self._set_as_before():",
        "and False:",
        f"{NEW}::test_a_patch_under_which_the_first_cannot_stand_for_the_second",
    ),
    Patch(
        "mutators/casts.py",
        "return not word or before in",
        "return True or before in",
        f"{CAST}::test_a_patch_in_which_the_cast_may_not_be_useless",
    ),
    Patch(
        "mutators/casts.py",
        "if any(run != patch.where(own[1]) for run in runs):",
        "if not own:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/casts.py",
        "if not patch.keeps(type_node.start, reference.declaration.node.end):",
        "if not own:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "parsers/java/lambdas.py",
        "self._counts[self._bodies.get(start, ())] > 1",
        "False",
        f"{LAMBDAS}::test_lambdas_of_which_javac_makes_one_method_are_twins",
    ),
    Patch(
        "mutators/loops/for_to_while.py",
        "outer = loops.lasting(method, statement, names)",
        "pass",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "mutators/loops/for_to_while.py",
        "if outer and header.condition is not None and loops.has_pattern(header.condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/loops/for_to_while.py", 'if j.type == "continue_statement"]', "]", f"{LOOP}::test_rewriting"
    ),
    Patch("mutators/loops/for_to_while.py", "if hidden and jumps:", "if False:", f"{LOOP}::test_refusals"),
    Patch("mutators/loops/for_to_while.py", "hidden, outer)", "False, outer)", f"{LOOP}::test_rewriting"),
    Patch(
        "mutators/loops/for_to_while.py",
        "if loops.declares_class_or_label(*header.update):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/loops/for_to_while.py",
        "if not method.flow.certain(body):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/loops/for_to_while.py",
        "if not at_end and not jumps:",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch("mutators/loops/for_to_while.py", "if runs:", "if False:", f"{LOOP}::test_refusals"),
    Patch(
        "mutators/loops/for_to_while.py",
        "if covers and not _harmless(method, header.update):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch("mutators/loops/for_to_while.py", "e.throws > Throws.NONE or", "", f"{LOOP}::test_refusals"),
    Patch(
        "mutators/loops/for_to_while.py",
        "e.reads_heap or",
        "",
        f"{LOOP}::test_what_another_thread_could_tell_stays_outside_of_a_lock",
    ),
    Patch(
        "mutators/loops/foreach.py",
        "if reason := renaming.unseen(method):",
        "if reason := None:",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch(
        "mutators/loops/foreach.py",
        'or reference.declaration.kind in ("field", "component")',
        "",
        f"{LOOP}::test_only_a_local_array_is_certain_to_stay",
    ),
    Patch(
        "mutators/loops/foreach.py",
        'return not any(r.access != "read" and r.node.inside(loop) for',
        "return not any(r.access is None for",
        f"{LOOP}::test_an_array_that_the_loop_sets_is_kept",
    ),
    Patch(
        "mutators/loops/foreach.py",
        'if "java" in method.source.types.declared:',
        "if False:",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch("mutators/loops/foreach.py", 'or "<" in declared', "", f"{LOOP}::test_enhanced_for"),
    Patch(
        "mutators/loops/foreach.py",
        "renaming.taken_names(self.method)",
        "set()",
        f"{LOOP}::test_new_names_are_free",
    ),
    Patch(
        "mutators/loops/conditional.py",
        "if known is Condition.UNKNOWN:",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/loops/conditional.py",
        'if any(jump.type == "continue_statement" for jump in method.flow.jumps_to(loop)):',
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/loops/conditional.py",
        "if loops.has_pattern(condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/loops/conditional.py",
        "if not method.flow.completes(body) or",
        "if",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/loops/conditional.py",
        "if hinges_on_place(method, condition):",
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch("mutators/loops/conditional.py", "and not hidden:", ":", f"{LOOP}::test_rewriting"),
    Patch(
        "mutators/insertion.py",
        "if comment.text.decode() not in inserted:",
        "if False:",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "parsers/java/loops.py",
        'or method.kind == "statements"',
        "",
        f"{LOOP}::test_statements_alone_keep_their_names_to_themselves",
    ),
    Patch(
        "parsers/java/loops.py",
        'below.type not in ("catch_clause", "finally_clause")',
        "True",
        f"{LOOP}::test_what_runs_between_jump_and_loop",
    ),
    Patch(
        "parsers/java/loops.py",
        'runs |= node.child("resources") is not None',
        "pass",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "parsers/java/loops.py",
        'covers |= node.type == "synchronized_statement"',
        "",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "parsers/java/loops.py",
        "if own or not _is_generic(info.owner) else None",
        "",
        f"{LOOP}::test_the_types_of_another_object_s_fields_may_have_other_arguments",
    ),
    Patch(
        "parsers/java/loops.py",
        "or not method.spelling.holds_at(found, place)",
        "",
        f"{LOOP}::test_enhanced_for_refusals",
    ),
    Patch("parsers/java/loops.py", "not type_.package or", "", f"{LOOP}::test_enhanced_for_refusals"),
    Patch(
        "parsers/java/inference.py",
        'if inner.type not in ("ternary_expression", "switch_expression"):',
        "if False:",
        f"{INFERENCE}::test_certain",
    ),
    Patch(
        "parsers/java/inference.py", "if file.certain else ()", "", f"{INFERENCE}::test_calls_in_their_file"
    ),
    Patch(
        "parsers/java/inference.py",
        "return called.name in table.INFERRED",
        "return False",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/inference.py",
        "return not around or called.may_be_imported",
        "return not around",
        f"{INFERENCE}::test_a_method_that_is_not_inherited_leaves_the_imported_one",
    ),
    Patch(
        "parsers/java/inference.py",
        "return overloads is None or",
        "return overloads is not None and",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/inference.py", "return self._bare and any(", "return any(", f"{INFERENCE}::test_hinges"
    ),
    Patch(
        "mutators/negation.py",
        ".unboxed.is_integral",
        ".unboxed.is_numeric",
        f"{NEGATION}::test_condition_of_an_if",
    ),
    Patch(
        "mutators/negation.py",
        "within >= room and",
        "",
        f"{NEGATION}::test_condition_of_a_conditional_expression",
    ),
    Patch(
        "mutators/conditions.py",
        "fixed = form is not None and any(around.type in _FIXED for around in node.ancestors())",
        "fixed = False",
        f"{CONDITION}::test_literals",
    ),
    Patch(
        "mutators/conditions.py",
        "and method.types.of(node).is_boolean",
        "",
        f"{CONDITION}::test_double_negation",
    ),
    Patch(
        "mutators/java/condition_exchange.py",
        "doubled and is_condition(unwrapped(node)) and hinges_on_place(method, node)",
        "False",
        f"{CONDITION}::test_what_hinges_on_its_place_is_refused",
    ),
    Patch(
        "mutators/java/permute_exchange.py",
        "if hinges_on_place(method, condition):",
        "if False:",
        f"{PERMUTE}::test_refused",
    ),
    Patch(
        "mutators/java/permute_exchange.py",
        "if all(_declares(branch) for branch in branches):",
        "if False:",
        f"{PERMUTE}::test_refused",
    ),
    Patch(
        "mutators/permutation.py", "if no.type in _SIMPLE else", "if True else", f"{PERMUTE}::test_permutes"
    ),
    Patch(
        "mutators/permutation.py",
        "if first.has_order_of(method, node):",
        "if False:",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
    Patch(
        "mutators/permutation.py",
        "if any(made == wanted for made in",
        "if any(True for made in",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
    Patch(
        "mutators/permutation.py",
        "mutator.refuse(undone, site) in (None, excused)",
        "True",
        f"{PERMUTE}::test_undo_of_a_patch",
    ),
    Patch(
        "mutators/reversal.py",
        "or mutator.refuse(undone, site)",
        "",
        f"{REVERSAL}::test_other_patches_are_conflicts",
    ),
    Patch(
        "mutators/reversal.py",
        "site.params != seed.params or",
        "",
        f"{REVERSAL}::test_the_mutation_is_one_of_the_same_form",
    ),
    Patch(
        "mutators/reversal.py",
        "and _makes(mutator, undone, edits[0].start, patched, seed)",
        "",
        f"{REVERSAL}::test_other_patches_are_conflicts",
    ),
    Patch(
        "mutators/reversal.py",
        "check_unique(alignment, region)",
        "",
        f"{REVERSAL}::test_other_patches_are_conflicts",
    ),
    Patch(
        "mutators/reversal.py",
        "check_not_repeated(alignment, inverse)",
        "",
        f"{REVERSAL}::test_a_text_that_does_not_parse_must_not_repeat_what_was_mutated",
    ),
    Patch(
        "mutators/reversal.py",
        "Random(self._key)",
        "Random(0)",
        f"{REVERSAL}::test_patches_around_and_between_the_edits_are_undone",
    ),
    Patch("mutators/undo.py", "or right != left + 1", "", f"{REVERSAL}::test_places_of_deleted_text"),
    Patch(
        "mutators/undo.py",
        "or theirs[mine.index(indices[0])] != first",
        "",
        f"{REVERSAL}::test_a_text_that_occurs_several_times",
    ),
    Patch(
        "mutators/model.py",
        "if found and not found[-1].new and edit.start == found[-1].end:",
        "if False:",
        f"{MODEL}::test_a_deletion_and_what_is_right_behind_it_are_one_edit",
    ),
    Patch(
        "mutators/insertion.py",
        "and not edit.old",
        "",
        f"{INSERTION}::test_insertions_at_one_offset_are_one_in_the_order_given",
    ),
    Patch(
        "mutators/names.py",
        "for name in group if name not in taken",
        "for name in group",
        f"{NAMES}::test_helper_names_are_wishes_first_and_then_numbered",
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
        "parsers/java/table.py",
        "Stack TransferQueue",
        "Stack Optional TransferQueue",
        f"{TYPES}::test_table_of_what_can_be_iterated_over",
    ),
    Patch(
        "parsers/java/table.py",
        'MAPS = frozenset({"Map",',
        'MAPS = frozenset({"Map", "List",',
        f"{TYPES}::test_table_of_what_can_be_iterated_over",
    ),
    Patch(
        "mutators/assignments.py",
        "if sign in _SHIFTS: return promoted(type_) != type_",
        "if sign in _SHIFTS: return False",
        f"{EXPRESSION}::test_plain",
    ),
    Patch(
        "mutators/assignments.py",
        "effects.writes_anything or effects.reads_volatile",
        "effects.writes_anything",
        f"{EXPRESSION}::test_refusals",
    ),
    Patch(
        "mutators/assignments.py",
        "if not known or cast != self._type",
        "if cast != self._type",
        f"{EXPRESSION}::test_refusals",
    ),
    Patch(
        "mutators/assignments.py",
        "known and self._type.name not in _NO_COMPOUND",
        "known",
        f"{EXPRESSION}::test_refusals",
    ),
    Patch(
        "mutators/assignments.py",
        'self._type.unboxed.is_numeric or self.operator.type == "-="',
        "True",
        f"{EXPRESSION}::test_refusals",
    ),
    Patch(
        "mutators/assignments.py",
        "switch is None or not is_switch_value(switch)",
        "True",
        f"{EXPRESSION}::test_where_the_value_is_used_an_increment_stays",
    ),
    Patch(
        "mutators/assignments.py",
        "if _words(method, inner.children[0]) != _words(method, target):",
        "if False:",
        f"{EXPRESSION}::test_what_is_no_compound_assignment",
    ),
    Patch(
        "parsers/java/inference.py",
        'if negated and any(result.type == "null_literal" for result in results):',
        "if False:",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "mutators/loops/conditional.py",
        'if body.type != "block" and loops.has_pattern(body):',
        "if False:",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/loops/for_to_while.py",
        'if self.inner and body.type != "block" else',
        "if False else",
        f"{LOOP}::test_rewriting",
    ),
    Patch(
        "parsers/java/loops.py",
        'CLASS_BODIES | {"labeled_statement"}',
        "CLASS_BODIES",
        f"{LOOP}::test_refusals",
    ),
    Patch(
        "mutators/operands.py",
        'if change.old == "+" and not all(',
        "if False and not all(",
        f"{OPERATOR}::test_refused",
    ),
    Patch(
        "mutators/operands.py",
        "if change.new in _EQUALITY and not (",
        "if False and not (",
        f"{OPERATOR}::test_refused",
    ),
    Patch(
        "mutators/operands.py",
        "if change.new not in _EQUALITY and not all(",
        "if False and not all(",
        f"{OPERATOR}::test_refused",
    ),
    Patch("mutators/operands.py", 'if type_.name == "char":', "if False:", f"{OPERATOR}::test_rewriting"),
    Patch("mutators/operands.py", "if has_pattern(change.node):", "if False:", f"{OPERATOR}::test_refused"),
    Patch(
        "mutators/operands.py",
        "if method.effects.constants.may_be_constant(change.node):",
        "if False:",
        f"{OPERATOR}::test_refused",
    ),
    Patch(
        "mutators/operators.py",
        "(right, binding_of(right) <= level)",
        "(right, binding_of(right) < level)",
        f"{OPERATOR}::test_rewriting",
    ),
    Patch(
        "mutators/operators.py",
        "(node, level < room_of(node))",
        "(node, False)",
        f"{OPERATOR}::test_rewriting",
    ),
    Patch(
        "mutators/negation.py",
        'before == b"*/" or not joins',
        'before == b"*/" or True or not joins',
        f"{OPERATOR}::test_rewriting",
    ),
    Patch(
        "mutators/equivalence/places.py",
        '"!=": frozenset("<>?")',
        '"!=": frozenset("<>")',
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/equivalence/places.py",
        "crossed = ((above.start, above.end), *crossed)",
        "pass",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/equivalence/ranges.py",
        'down |= parent.first("--") is not None',
        "down |= False",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/equivalence/bits.py",
        "if own < width and found >> (own - 1):",
        "if own > width:",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/equivalence/values.py",
        "return one is other",
        "return True",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/equivalence/conditions.py",
        "if text in _AT and not",
        "if False and not",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/equivalence/conditions.py",
        "if tested and guarded and _may_unbox(method, node):",
        "if False:",
        f"{EQUIVALENCE}::test_what_differs_passes_all_filters",
    ),
    Patch(
        "mutators/method_names.py",
        'name is None or name.text != b"this" for',
        "True for",
        f"{SKETCH}::test_the_method_and_its_calls_of_itself",
    ),
    Patch(
        "mutators/sketching.py",
        "method.scopes.names | method.scopes.inherited",
        "method.scopes.names",
        f"{SKETCH}::test_names",
    ),
    Patch(
        "mutators/sketching.py",
        'stem = f"f_{index}"',
        'stem = "f_0"',
        f"{SKETCH}::test_sketches_of_all_methods_go_together",
    ),
    Patch(
        "mutators/sketching.py",
        "(mine.declared, *mine.own, *mine.captures)",
        "(mine.declared, *mine.own)",
        f"{SKETCH}::test_conflicts",
    ),
    Patch("parsers/java/tokens.py", "[pP][+-]", "[eEpP][+-]", "tests/parsers/java/test_tokens.py"),
)
