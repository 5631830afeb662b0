"""Patches of the mutators of variables: casts, further variables and names."""

from __future__ import annotations

from tests.sabotage.patch import Patch

CAST = "tests/mutators/test_useless_cast.py"
UNUSED = "tests/mutators/test_unused_variable.py"
NEW = "tests/mutators/test_new_variable.py"
SKETCH = "tests/mutators/test_sketch.py"

PATCHES = (
    Patch(
        "mutators/java/useless_cast/__init__.py",
        'f"(({self._type.text}) {self.text(self.node)})"',
        'f"({self._type.text}) {self.text(self.node)}"',
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/java/useless_cast/__init__.py",
        "if reason is not None:",
        "if reason is None and False:",
        f"{CAST}::test_reads",
    ),
    Patch(
        "mutators/java/useless_cast/__init__.py",
        "None if holds else",
        "None if self._type else",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "scopes.reference(node) is not None or names.bare_field(node) is not None",
        "scopes.reference(node) is not None",
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        'if access_of(node) != "read":',
        'if access_of(node) == "write":',
        f"{CAST}::test_reads",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        'holder.type == "resource":',
        'holder.type == "resources":',
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "if in_annotation(node):",
        "if not node:",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "if _has_pattern(unwrapped(node)):",
        "if _has_pattern(node):",
        f"{CAST}::test_refusals",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        '(test.child("name") or test.child("pattern")) is not None',
        "True",
        f"{CAST}::test_reads_of_references",
    ),
    Patch(
        "mutators/java/useless_cast/where.py",
        "if reference is not None and reference.uncertain:",
        "if reference is None:",
        f"{CAST}::test_the_type_is_that_of_the_declaration",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if runs != [patch.where(i) for i in known]:",
        "if not runs:",
        f"{CAST}::test_casts_of_the_original_stay",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if i == own[1]]",
        "if i != own[1]]",
        f"{CAST}::test_casts_of_the_original_stay",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "is_left = any(i in own[2:-3] for i in kept) or {own[1], own[-3]} <= set(kept)",
        "is_left = False",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if patch.text(last) in _GOES_ON:",
        "if patch.text(last) in ():",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "return node.parent is None or node.parent.type not in _HEADERS",
        "return True",
        f"{CAST}::test_casts_are_taken_out",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if [t.text for t in tokenize(spelled.text.encode())] != type_:",
        "if not type_:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "return not word or before in",
        "return True or before in",
        f"{CAST}::test_a_patch_in_which_the_cast_may_not_be_useless",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if any(run != patch.where(own[1]) for run in runs) or",
        "if",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "(runs and may_be_gone(patch.alignment, own))",
        "False",
        f"{CAST}::test_a_patch_in_which_the_cast_may_not_be_useless",
    ),
    Patch(
        "mutators/java/tools/patch.py",
        "start, _ = spans.pop()",
        "pass",
        "tests/mutators/test_unused_variable.py::test_copies_side_by_side_are_taken_out",
    ),
    Patch(
        "mutators/java/sketch/undo.py",
        'if patch.tokens[use].start not in known: raise patch.conflict(f"{new!r} is not only the renamed method"',
        'if False:\n            raise patch.conflict(f"{new!r} is not only the renamed method"',
        "tests/mutators/test_sketch.py::test_conflicts",
    ),
    Patch(
        "mutators/java/useless_cast/undo.py",
        "if not patch.keeps(type_node.start, reference.declaration.node.end):",
        "if not own:",
        f"{CAST}::test_a_cast_that_is_not_as_it_was_is_a_conflict",
    ),
    Patch(
        "mutators/java/unused_variable/__init__.py",
        ' if t != "String" or self.method.spelling.string_at(self.node)]',
        "]",
        f"{UNUSED}::test_string_is_not_drawn_where_it_may_mean_another_class",
    ),
    Patch(
        "mutators/java/unused_variable/__init__.py",
        "renaming.taken_names(self.method), rng)",
        "(), rng)",
        f"{UNUSED}::test_names_are_fresh_in_the_member",
    ),
    Patch(
        "mutators/java/unused_variable/__init__.py",
        '"char": "\'0\'"',
        '"char": "0L"',
        f"{UNUSED}::test_all_types_and_all_styles_of_names_are_drawn",
    ),
    Patch(
        "mutators/java/unused_variable/__init__.py",
        "renaming.unseen(self.method) or ",
        "",
        f"{UNUSED}::test_places",
    ),
    Patch(
        "mutators/java/unused_variable/__init__.py",
        " or insertion_points.obstacle(self.method, self.node)",
        "",
        f"{UNUSED}::test_places",
    ),
    Patch(
        "mutators/java/unused_variable/__init__.py",
        "if use - name not in runs and not is_own:",
        "if use in runs:",
        f"{UNUSED}::test_a_declaration_that_the_patch_uses_or_changes_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        "start = anchor.end if behind else anchor.start",
        "start = anchor.end",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        'if any(ref.access in ("write", "both") for ref in declaration.references):',
        "if not uses:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        "if written and (len(uses) < len(later) or",
        "if written and (",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        ' or declaration.kind == "for"):',
        "):",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        'final = "final " if declaration.final and may_be_constant(method, declaration) else ""',
        'final = ""',
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        "if declaration.final and may_be_constant(method, declaration)",
        "if declaration.final",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        'return None if declaration.kind == "lambda" else f"{final}{written}"',
        'return f"{final}var"',
        f"{NEW}::test_refusals",
    ),
    Patch("mutators/java/new_variable/alias.py", "if reference.uncertain or", "if", f"{NEW}::test_uses_move"),
    Patch(
        "mutators/java/new_variable/alias.py", 'or reference.access == "label"', "", f"{NEW}::test_uses_move"
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        "or not is_rethrown(reference)",
        "or reference",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "mutators/java/new_variable/alias.py",
        'if s.type != "explicit_constructor_invocation"]',
        "]",
        f"{NEW}::test_uses_move",
    ),
    Patch(
        "parsers/java/flow/analysis.py",
        "if not later and self.assigned_after(declaration, sibling):",
        "if self.assigned_after(declaration, sibling):",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "parsers/java/flow/analysis.py",
        "if not later and self.assigned_after(declaration, sibling):",
        "if not later:",
        f"{NEW}::test_refusals",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if statement is None or _may_differ(second, reference.declaration, statement):",
        "if statement is None:",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if again is None or self._expected(to) != _bindings(again):",
        "if again is None:",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if known is None or known.uncertain or",
        "if known and",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if index not in kept:",
        "if index in ():",
        f"{NEW}::test_what_the_patch_made_differ_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if first.final != second.final and (",
        "if first is second and (",
        f"{NEW}::test_a_constant_variable_that_is_none_any_more_is_a_conflict",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "if second.written and unwritable:",
        "if False:",
        f"{NEW}::test_a_patch_under_which_the_first_cannot_stand_for_the_second",
    ),
    Patch(
        "mutators/java/new_variable/undo.py",
        "and first.written and not self._set_as_before():",
        "and False:",
        f"{NEW}::test_a_patch_under_which_the_first_cannot_stand_for_the_second",
    ),
    Patch(
        "parsers/java/names/method_uses.py",
        'name is None or name.text != b"this" for',
        "True for",
        f"{SKETCH}::test_the_method_and_its_calls_of_itself",
    ),
    Patch(
        "parsers/java/names/method_uses.py",
        """rb'"\\s*%s\\s*"'""",
        """rb'"%s"'""",
        f"{SKETCH}::test_a_method_keeps_its_name",
    ),
    Patch(
        "mutators/java/sketch/plan.py",
        "method.scopes.names | method.scopes.inherited",
        "method.scopes.names",
        f"{SKETCH}::test_names",
    ),
    Patch(
        "mutators/java/sketch/plan.py",
        'stem = f"f_{index}"',
        'stem = "f_0"',
        f"{SKETCH}::test_sketches_of_all_methods_go_together",
    ),
    Patch(
        "mutators/java/sketch/undo.py",
        "(mine.declared, *mine.own, *mine.captures)",
        "(mine.declared, *mine.own)",
        f"{SKETCH}::test_conflicts",
    ),
)
