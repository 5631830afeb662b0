"""Patches of the mutators of declarations, conditional expressions and returned values."""

from __future__ import annotations

from tests.sabotage.patch import Patch

SPLIT = "tests/mutators/test_declaration_split.py"
FORMS = "mutators/java/declaration_split/forms.py"
TERNARY = "tests/mutators/test_ternary_to_if.py"
CHOICES = "mutators/java/ternary_to_if/forms.py"
TARGET = "mutators/java/ternary_to_if/target.py"
CONDITIONAL = "parsers/java/types/conditional.py"
RETURN = "tests/mutators/test_return_variable.py"
NAMED = "mutators/java/return_variable.py"
RESULTS = "parsers/java/types/results.py"

PATCHES = (
    Patch(
        FORMS,
        "if reason := declaring_beside(self.method, self.node):",
        "if False:",
        f"{SPLIT}::test_refusals",
    ),
    Patch(FORMS, "if annotated(self.node) or annotated(self.last):", "if False:", f"{SPLIT}::test_refusals"),
    Patch(FORMS, "or annotated(self.last)", "", f"{SPLIT}::test_refusals"),
    Patch(
        "mutators/java/tools/declarations.py",
        'heads += [part for one in declaration.all("declarator") for part in one.all("dimensions")]',
        "",
        f"{SPLIT}::test_refusals",
    ),
    Patch(
        FORMS,
        'return "its type is inferred" if self.variable.inferred else None',
        "return None",
        f"{SPLIT}::test_refusals",
    ),
    Patch(
        FORMS,
        "if reason is None and self.variable.final and may_be_constant(self.method, self.variable):",
        "if False:",
        f"{SPLIT}::test_refusals",
    ),
    Patch(
        FORMS,
        "if variable.final and self.method.constants.may_be_constant(right):",
        "if False:",
        f"{SPLIT}::test_refusals",
    ),
    Patch(
        FORMS,
        "if _must_be_final(variable) and any(",
        "if False and any(",
        f"{SPLIT}::test_refusals",
    ),
    Patch(FORMS, "if not self._own(ref)", "", f"{SPLIT}::test_rewriting"),
    Patch(FORMS, "return variable.final or", "return", f"{SPLIT}::test_refusals"),
    Patch(FORMS, "variable.final or variable.captured or", "variable.final or", f"{SPLIT}::test_refusals"),
    Patch(FORMS, 'part.type in ("resource", "guard")', "False", f"{SPLIT}::test_refusals"),
    Patch(FORMS, 'if value.type == "array_initializer":', "if False:", f"{SPLIT}::test_rewriting"),
    Patch(FORMS, "{'[]' * self.variable.dims} ", " ", f"{SPLIT}::test_rewriting"),
    Patch(
        FORMS,
        'declarator.child("dimensions") or declarator.child("name")',
        'declarator.child("name")',
        f"{SPLIT}::test_rewriting",
    ),
    Patch(
        FORMS,
        '("final " if self.variable.final else "") +',
        "",
        f"{SPLIT}::test_rewriting",
    ),
    Patch(
        FORMS,
        "and _words(method, node) == _words(method, following)",
        "",
        f"{SPLIT}::test_rewriting",
    ),
    Patch(FORMS, 'and operator.type == "="', "", f"{SPLIT}::test_rewriting"),
    Patch(FORMS, "and reference.declaration.node is name", "", f"{SPLIT}::test_rewriting"),
    Patch(
        FORMS, "if len(declarators) == 1 and declarators[0]", "if declarators[0]", f"{SPLIT}::test_rewriting"
    ),
    Patch(
        FORMS,
        "node.parent.type not in STATEMENT_LISTS",
        "False",
        f"{SPLIT}::test_rewriting",
    ),
    Patch(
        CHOICES,
        "if reason := declaring_beside(self.method, self.node):",
        "if False:",
        f"{TERNARY}::test_beside_a_pattern_variable",
    ),
    Patch(CHOICES, "if reason is None and not self.is_alike():", "if False:", f"{TERNARY}::test_refusals"),
    Patch(
        CHOICES, "listed = self.node.parent is not None and", "listed = True or", f"{TERNARY}::test_rewriting"
    ),
    Patch(
        CHOICES,
        'if self.condition.type == "parenthesized_expression" else',
        "if False else",
        f"{TERNARY}::test_rewriting",
    ),
    Patch(CHOICES, "> Binding.CONDITIONAL else", ">= Binding.ASSIGNMENT else", f"{TERNARY}::test_rewriting"),
    Patch(CHOICES, "insertion.keeping_comments(", "list(", f"{TERNARY}::test_rewriting"),
    Patch(CHOICES, "or isinstance(one, Declared)", "", f"{TERNARY}::test_no_candidates"),
    Patch(CHOICES, "or _words(one) != _words(other)", "", f"{TERNARY}::test_no_candidates"),
    Patch(
        CHOICES,
        'while branch.type == "block" and len(inside := statements_of(branch)) == 1:',
        'while branch.type == "block" and len(inside := statements_of(branch)) >= 1:',
        f"{TERNARY}::test_no_candidates",
    ),
    Patch(CHOICES, "value = bare(target.value)", "value = target.value", f"{TERNARY}::test_rewriting"),
    Patch(
        TARGET,
        "if bound & identifiers_in(self.method, self._left):",
        "if False:",
        f"{TERNARY}::test_refusals",
    ),
    Patch(TARGET, "if not all(_is_fixed(", "if False and not all(_is_fixed(", f"{TERNARY}::test_refusals"),
    Patch(TARGET, 'if part.field != "field"', "", f"{TERNARY}::test_rewriting"),
    Patch(
        TARGET,
        'if part.field == "index" and not method.types.of(part).is_primitive:',
        "if False:",
        f"{TERNARY}::test_refusals",
    ),
    Patch(TARGET, "return not any(use.access", "return True or any(use.access", f"{TERNARY}::test_refusals"),
    Patch(TARGET, "if self._variable.inferred:", "if False:", f"{TERNARY}::test_refusals"),
    Patch(TARGET, "if annotated(self.statement):", "if False:", f"{TERNARY}::test_refusals"),
    Patch(
        TARGET,
        "if self._variable.final and may_be_constant(self.method, self._variable):",
        "if False:",
        f"{TERNARY}::test_refusals",
    ),
    Patch(TARGET, 'or parent.type == "switch_rule"', "", f"{TERNARY}::test_no_candidates"),
    Patch(TARGET, "and parent.type in STATEMENT_LISTS", "", f"{TERNARY}::test_no_candidates"),
    Patch(TARGET, "if len(declarators) == 1 else None", "", f"{TERNARY}::test_no_candidates"),
    Patch(TARGET, 'if operator.type == "=" else None', "", f"{TERNARY}::test_no_candidates"),
    Patch(
        TARGET,
        "return NO_RESULT if result_type(self.method, self.statement) is None else None",
        "return None",
        f"{TERNARY}::test_refusals",
    ),
    Patch(
        RESULTS,
        'if owner is None or owner.type != "method_declaration":',
        "if owner is None:",
        f"{TERNARY}::test_refusals",
    ),
    Patch(
        RESULTS,
        'sum(child.type == "[" for child in brackets.children) if brackets is not None else 0',
        "0",
        f"{TERNARY}::test_types_in_files",
    ),
    Patch(
        CONDITIONAL,
        "if method.constants.may_be_constant(conditional):",
        "if False:",
        f"{TERNARY}::test_refusals",
    ),
    Patch(
        CONDITIONAL,
        "return all(method.types.of(part).unboxed == to for part in (yes, no))",
        "return True",
        f"{TERNARY}::test_refusals",
    ),
    Patch(CONDITIONAL, "if any(map(_has_switch, (yes, no))):", "if False:", f"{TERNARY}::test_refusals"),
    Patch(CONDITIONAL, "if any(map(_is_special, (yes, no))):", "if False:", f"{TERNARY}::test_refusals"),
    Patch(
        CONDITIONAL,
        'return to.name != "double" or _exact(one, other)',
        "return True",
        f"{TERNARY}::test_refusals",
    ),
    Patch(CONDITIONAL, 'not names & {"float", ""}', 'not names & {"float"}', f"{TERNARY}::test_refusals"),
    Patch(CONDITIONAL, 'not names & {"float", ""}', 'not names & {""}', f"{TERNARY}::test_refusals"),
    Patch(
        CONDITIONAL,
        "return fits and one == other and one.is_primitive",
        "return fits",
        f"{TERNARY}::test_refusals",
    ),
    Patch(
        CONDITIONAL,
        "return fits and not kinds[0].is_unknown",
        "return True",
        f"{TERNARY}::test_refusals",
    ),
    Patch(CONDITIONAL, "and type_ != NULL", "", f"{TERNARY}::test_refusals"),
    Patch(CONDITIONAL, "and not type_.may_unbox", "", f"{TERNARY}::test_refusals"),
    Patch(CONDITIONAL, "_simple(to) in _ABOVE_BOXES or", "", f"{TERNARY}::test_types_in_files"),
    Patch(CONDITIONAL, "or _simple(to) in table.BOXES", "", f"{TERNARY}::test_types_in_files"),
    Patch(CONDITIONAL, "and _BOUND.search(file.data) is None", "", f"{TERNARY}::test_types_in_files"),
    Patch(
        CONDITIONAL,
        "return to.proper or (file.certain and",
        "return to.proper or (",
        f"{TERNARY}::test_a_type_that_a_member_alone_does_not_show",
    ),
    Patch(
        NAMED,
        "if reason := declaring_beside(self.method, self.node):",
        "if False:",
        f"{RETURN}::test_beside_a_pattern_variable",
    ),
    Patch(
        "parsers/java/javac.py",
        "return BEHIND_FOR if",
        "return None if",
        f"{RETURN}::test_behind_a_for_with_a_pattern",
    ),
    Patch(
        "mutators/java/loop_exchange/conditional.py",
        "return BEHIND_FOR if lost else None",
        "return None",
        "tests/mutators/test_base.py::test_example",
    ),
    Patch(NAMED, "if reason := renaming.unseen(self.method):", "if reason := None:", f"{RETURN}::test_types"),
    Patch(
        NAMED,
        "if not self.method.spelling.holds_at(type_, self.node):",
        "if False:",
        f"{RETURN}::test_types",
    ),
    Patch(NAMED, "if type_ is None:", "if False:", f"{RETURN}::test_refusals"),
    Patch(NAMED, "renaming.taken_names(self.method)", "set()", f"{RETURN}::test_names_are_fresh"),
    Patch(NAMED, "if self.node.parent.type in STATEMENT_LISTS:", "if True:", f"{RETURN}::test_rewriting"),
    Patch(NAMED, "if annotated(self.node):", "if False:", f"{RETURN}::test_refusals"),
    Patch(NAMED, "if not self._has_type_of_result():", "if False:", f"{RETURN}::test_refusals"),
    Patch(NAMED, "or own.text != result.text:", ":", f"{RETURN}::test_refusals"),
    Patch(
        NAMED,
        "return self.method.spelling.holds_at(result, self.node)",
        "return True",
        f"{RETURN}::test_types",
    ),
    Patch(NAMED, "if len(self.variable.references) != 1:", "if False:", f"{RETURN}::test_refusals"),
    Patch(NAMED, 'if self.value.type == "array_initializer":', "if False:", f"{RETURN}::test_types"),
    Patch(NAMED, "or len(declarators) != 1:", ":", f"{RETURN}::test_refusals"),
    Patch(NAMED, "return later[0] if same else None", "return later[0]", f"{RETURN}::test_refusals"),
    Patch(
        RESULTS,
        'SpelledType(text + "[]" * dims, type_.start)',
        "SpelledType(text, type_.start)",
        f"{RETURN}::test_types",
    ),
    Patch(
        FORMS,
        "if slice_(self.closing.end, self.last.start).strip():",
        "if False:",
        f"{SPLIT}::test_rewriting",
    ),
)
