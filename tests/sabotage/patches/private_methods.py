"""Patches of the mutators of private methods, and of records of whole files."""

from __future__ import annotations

from tests.sabotage.patch import Patch

TESTS = "tests/mutators/test_private_methods.py"
FACTS = "parsers/java/names/private_methods.py"
RENAMING = "mutators/java/method_renaming.py"
CALLS = "parsers/java/names/outside_calls.py"
OUTSIDE = "tests/parsers/java/test_outside_calls.py"
PROCESSORS = "parsers/java/processors.py"
PROCESSED = "tests/parsers/java/test_processors.py"
ADDING = "mutators/java/parameter_adding.py"

PATCHES = (
    Patch(
        FACTS,
        "if any(self._may_take_over(info)",
        "if not any(self._may_take_over(info)",
        f"{TESTS}::test_what_others_may_know",
    ),
    Patch(
        FACTS,
        "self._may_inherit(below, self.method.name, of_interfaces=True)",
        'self._may_inherit(below, "", of_interfaces=True)',
        f"{TESTS}::test_what_others_may_know",
    ),
    Patch(
        FACTS,
        "counts = not of_interfaces or (info is not self.owner and info.kind in _INTERFACES)",
        "counts = True",
        f"{TESTS}::test_what_others_may_know",
    ),
    Patch(
        FACTS,
        '_INTERFACES = ("interface", "annotation")',
        '_INTERFACES = ("interface",)',
        f"{TESTS}::test_what_others_may_know",
    ),
    Patch(CALLS, "return GENERATED", "return None", f"{PROCESSED}::test_names_that_lombok_knows"),
    Patch(
        PROCESSORS,
        'text != "val" or (text not in file.declared',
        'text != "val" or (False',
        f"{PROCESSED}::test_inferred_types",
    ),
    Patch(
        PROCESSORS, "if _NON_NULL.search(holder) and", "if False and", f"{PROCESSED}::test_bodies_that_change"
    ),
    Patch(
        PROCESSORS,
        'if kind == "compact-constructor" else text',
        "if False else text",
        f"{PROCESSED}::test_bodies_that_change",
    ),
    Patch(
        PROCESSORS,
        "(settable and _FINAL_FIELDS.search(class_words))",
        "False",
        f"{PROCESSED}::test_fields_that_change",
    ),
    Patch(
        "parsers/java/names/declaring.py",
        "final |= inferred and",
        "final |= False and",
        f"{PROCESSED}::test_inferred_types",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "if not info.settled:",
        "if False:",
        f"{PROCESSED}::test_a_field_that_becomes_a_constant",
    ),
    Patch(
        "mutators/java/tools/renaming.py",
        "own and processors.builds(method.root, method.source.data)",
        "False",
        f"{PROCESSED}::test_names_that_lombok_knows",
    ),
    Patch(CALLS, "written <= _FOR_THE_COMPILER", "True", f"{TESTS}::test_what_others_may_know"),
    Patch(
        CALLS,
        "return BY_NATIVE_CODE",
        "return None",
        "tests/mutators/test_base.py::test_example",
    ),
    Patch(CALLS, "if reason is not None:", "if False:", f"{TESTS}::test_what_others_may_know"),
    Patch(CALLS, 'takes(_OF_OBJECT.get(name, ""))', "False", f"{OUTSIDE}::test_called_from_outside"),
    Patch(
        CALLS,
        'dict.fromkeys(("main",), "01")',
        'dict.fromkeys(("main",), "1")',
        f"{OUTSIDE}::test_called_from_outside",
    ),
    Patch(CALLS, '_SETTER.match(name) and takes("12")', "False", f"{OUTSIDE}::test_called_from_outside"),
    Patch(CALLS, '"static" not in modifiers', "True", f"{OUTSIDE}::test_not_called_from_outside"),
    Patch(
        "mutators/java/method_renaming.py",
        "if self._found.caller_of(name) is None",
        "if True",
        f"{TESTS}::test_no_new_name_is_called_from_outside",
    ),
    Patch(
        FACTS,
        "if any(use.meets(self.declared) for use in self.overloads):",
        "if False:",
        "tests/mutators/test_base.py",
    ),
    Patch(
        FACTS,
        'if self.overloads and any(use.kind == "reference" for use, _ in self._judged):',
        "if False:",
        "tests/mutators/test_base.py",
    ),
    Patch(
        FACTS,
        "if self._may_inherit(self.owner, self.method.name):",
        "if False:",
        f"{TESTS}::test_what_others_may_know",
    ),
    Patch(
        FACTS,
        'if any(verdict == "unclear" for _, verdict in self._judged):',
        "if False:",
        f"{TESTS}::test_uses",
    ),
    Patch(
        FACTS,
        'if any(child.type == "super" for child in place.children):',
        "if False:",
        f"{TESTS}::test_uses",
    ),
    Patch(
        FACTS,
        'return "own" if around and around[0] is self.owner else "other"',
        'return "own"',
        f"{TESTS}::test_uses",
    ),
    Patch(FACTS, "if self.method.name in info.methods:", "if False:", f"{TESTS}::test_uses"),
    Patch(FACTS, "if self._may_inherit(info, self.method.name):", "if False:", f"{TESTS}::test_uses"),
    Patch(FACTS, "if found is None or receiver[0] in variables:", "if found is None:", f"{TESTS}::test_uses"),
    Patch(
        FACTS,
        "if counts and name in info.methods:",
        "if False:",
        f"{TESTS}::test_what_others_may_know",
    ),
    Patch(
        FACTS,
        "frozenset(token.text.decode() for token in tokens) | _IMPLICIT",
        "frozenset(token.text.decode() for token in tokens)",
        f"{TESTS}::test_every_object_has_methods_that_nobody_wrote",
    ),
    Patch(
        RENAMING,
        "if name not in taken",
        "if name",
        f"{TESTS}::test_a_new_name_is_no_word_of_the_file",
    ),
    Patch(
        RENAMING,
        "if len(words) != len(back):",
        "if False:",
        f"{TESTS}::test_a_patch_that_makes_the_name_uncertain_is_a_conflict",
    ),
    Patch(
        RENAMING,
        "match is not None and match.obstacle() is None else ()",
        "match is not None else ()",
        f"{TESTS}::test_a_patch_that_makes_the_name_uncertain_is_a_conflict",
    ),
    Patch(ADDING, "if self._found.overloads:", "if False:", "tests/mutators/test_base.py"),
    Patch(
        ADDING,
        "if self._found.declared.least != self._found.declared.most:",
        "if False:",
        "tests/mutators/test_base.py",
    ),
    Patch(
        ADDING,
        "if Target(undone, patched).is_made_by(again.with_parameter(type_, parameter)):",
        "if True:",
        f"{TESTS}::test_a_patch_of_a_method_with_another_parameter_is_undone",
    ),
    Patch(
        ADDING,
        "or parameter in renaming.taken_names(again.method)",
        "",
        f"{TESTS}::test_a_patch_of_a_method_with_another_parameter_is_undone",
    ),
    Patch(
        ADDING,
        "if not (match.is_known and ",
        "if not (",
        f"{TESTS}::test_a_call_that_a_patch_takes_to_another_class_is_a_conflict",
    ),
    Patch(
        ADDING,
        " and match.strangers in strangers):",
        "):",
        f"{TESTS}::test_a_call_that_a_patch_takes_to_another_class_is_a_conflict",
    ),
    Patch(
        "mutators/java/tools/spread.py",
        "[place for edit in inverse for place in _with_neighbours(alignment, edit)]",
        "[]",
        f"{TESTS}::test_what_a_patch_repeats_where_nothing_parses_is_a_conflict",
    ),
    Patch(
        "mutators/java/tools/spread.py",
        "if before != after:",
        "if False:",
        f"{TESTS}::test_a_patch_that_does_not_parse",
    ),
    Patch(
        "mutators/mutant.py",
        'if self.made_by.reach == "file" and not whole:',
        "if False:",
        f"{TESTS}::test_a_patch_of_the_method_alone_is_a_conflict",
    ),
    Patch(
        "parsers/whole_text.py",
        "if not after.parses:",
        "if False:",
        f"{TESTS}::test_a_new_text_must_parse",
    ),
    Patch(
        "equimorph/mutants/mutating.py",
        'if mutator.reach == "file":',
        "if False:",
        f"{TESTS}::test_who_wants_mutants_of_one_member_refuses",
    ),
    Patch(
        "equimorph/rows/row.py",
        'if mutator.reach == "file":',
        "if False:",
        f"{TESTS}::test_rows_give_the_mutant_back",
    ),
)
