"""Patches of the mutator of switch statements."""

from __future__ import annotations

from tests.sabotage.patch import Patch

SWITCH = "tests/mutators/test_switch_to_if.py"
FOLDER = "mutators/java/switch_to_if"

PATCHES = (
    # what keeps a switch from being if statements
    Patch(f"{FOLDER}/clauses.py", '("pattern", "guard", "null_literal")', "()", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/clauses.py", "if not constants or (len(clauses) == 1 and clauses[0].default):", "if False:",
          f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/clauses.py", "if constants > _MOST:", "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/clauses.py", "method.flow.completes(clause.parts[-1])", "False", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/clauses.py", 'clause.parts[-1].type != "switch_rule" and', "", f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/clauses.py", "if _shares_declaration(method, clauses):", "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/clauses.py", 'if statement.type.endswith("_declaration"):', "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/clauses.py", "and method.flow.target(last) is switch", "", f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/clauses.py", "condition is not None and has_pattern(condition)", "False", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/switches.py", "clause.leaving is not None and not method.flow.reachable(clause.leaving)", "False",
          f"{SWITCH}::test_patches_that_the_mutation_cannot_have_made_are_conflicts"),
    Patch(f"{FOLDER}/switches.py", "if in_pattern_loop(switch):", "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/switches.py", "if (jumps or selector.type) and (reason := renaming.unseen(method)):", "if False:",
          f"{SWITCH}::test_members_that_do_not_show_all_names"),
    Patch(f"{FOLDER}/switches.py", "or not listed)", ")", f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/switches.py", "if jump not in ends and", "if", f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/switches.py", 'taken | {variable or ""}', "frozenset()", f"{SWITCH}::test_new_names_are_free"),
    Patch(f"{FOLDER}/switches.py", "elif later or not any(other.default for other in self.clauses):", "elif later:",
          f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/switches.py", "for other in later for constant", "for other in self.clauses for constant",
          f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/selectors.py", "return f\"!{self.equal(method, name, constant)}\"",
          "return self.equal(method, name, constant)", f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/selectors.py", "binding_of(constant) > Binding.EQUALITY", "True", f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/selectors.py", "type_.is_unknown and node.type in _PLAIN", "type_.is_unknown", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/selectors.py", "and not _depends_on_place(node)", "", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/selectors.py", 'if all(constant.type == "identifier" for constant in constants):', "if False:",
          f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/selectors.py", "type_.dims == 0 and is_fixed_local(method, node)", "type_.dims == 0",
          f"{SWITCH}::test_switch_to_if"),
    Patch(f"{FOLDER}/selectors.py", "and method.spelling.string_at(switch)", "",
          f"{SWITCH}::test_a_class_named_string_is_not_written"),
    Patch(f"{FOLDER}/selectors.py", "if reference.captured or", "if", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/selectors.py", "return not method.constants.may_be_constant(node)", "return True",
          f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/selectors.py", 'reference.declaration.kind in ("field", "component")', "False",
          f"{SWITCH}::test_fields_may_change_between_the_tests"),
    Patch(f"{FOLDER}/selectors.py", "type_.unboxed.name in NUMBERS", "type_.unboxed.name", f"{SWITCH}::test_refused"),
    # what keeps if statements from being a switch
    Patch(f"{FOLDER}/chains.py", "if not is_fixed_local(method, chain.variable):", "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "if not (type_.is_string if", "if False and (type_.is_string if", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "if len(labels) < len(values) or None in labels:", "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "same is not None and same.value == value.value", "True", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "value.type not in NUMBERS or", "", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "if len(set(labels)) < len(labels):", "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "if not all(map(method.flow.certain, branches)):", "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "if any(_leaves(method, chain, branch) for branch in branches):", "if False:",
          f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "if in_pattern_loop(chain.links[0]):", "if False:", f"{SWITCH}::test_refused"),
    Patch(f"{FOLDER}/chains.py", "leaves = self.method.flow.completes(branch)", "leaves = True", f"{SWITCH}::test_if_to_switch"),
    Patch(f"{FOLDER}/chains.py", "or has_pattern(branch)", "", f"{SWITCH}::test_if_to_switch"),
    Patch(f"{FOLDER}/chains.py", "branch.type not in _SIMPLE or has_pattern(branch)", "has_pattern(branch)",
          f"{SWITCH}::test_if_to_switch"),
    Patch(f"{FOLDER}/chains.py", "if len(set(kinds)) > 1 or", "if", f"{SWITCH}::test_no_candidates"),
    # undo
    Patch(f"{FOLDER}/__init__.py", "check_places(patched, mutant, mutation)", "pass",
          f"{SWITCH}::test_where_a_deleted_text_was_must_be_as_it_was"),
    Patch(f"{FOLDER}/undo.py", "if made and wanted not in map(_tokens, made):", "if False:",
          f"{SWITCH}::test_what_was_taken_away_is_compared"),
)  # fmt: skip
