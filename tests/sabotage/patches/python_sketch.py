"""Patches of the sketch of Python functions, of their renaming and its undo, and of scopes."""

from __future__ import annotations

from tests.sabotage.patch import Patch

SKETCH = "tests/mutators/python/test_sketch.py"
STAYS = f"{SKETCH}::test_the_name_of_the_function_stays"
UNDONE = f"{SKETCH}::test_patches_are_undone"
CONFLICT = f"{SKETCH}::test_what_is_not_certain_is_a_conflict"

REFLECTION = "tests/mutators/python/test_reflection.py::test_no_mutant_is_wrong_and_each_program_can_fail"
RENAMED = "tests/mutators/python/test_variable_renaming.py::test_what_is_renamed"
RENAMING_CONFLICT = "tests/mutators/python/test_variable_renaming.py::test_what_is_not_certain_is_a_conflict"
SCOPES = "tests/parsers/python/names/test_scopes.py"
SAME = f"{SCOPES}::test_the_compiler_finds_the_same"

PATCHES = (
    Patch(
        "mutators/python/tools/renaming.py",
        "around.equal is not None",
        "around.equal is not around.equal",
        RENAMED,
    ),
    Patch(
        "mutators/python/tools/renaming.py",
        'if occurrence.role == "annotation":',
        "if not occurrence:",
        f"{RENAMED}",
    ),
    Patch(
        "mutators/python/tools/renaming.py",
        'if occurrence.scope.kind in ("class", "annotation"):',
        "if not occurrence:",
        RENAMED,
    ),
    Patch("mutators/python/tools/renaming.py", 'and argument.star != "**"', "", RENAMED),
    Patch("mutators/python/tools/renaming.py", "argument.keyword is None and", "", RENAMED),
    Patch(
        "mutators/python/tools/renaming.py",
        "not function.scopes.is_builtin(call.func)",
        "not call.func",
        RENAMED,
    ),
    Patch("mutators/python/tools/renaming.py", "argument is call.args[0]", "bool(call.args)", RENAMED),
    Patch(
        "mutators/python/tools/renaming.py",
        "reason = function.untrusted or obstacle(function, variable)",
        "reason = function.untrusted",
        RENAMING_CONFLICT,
    ),
    Patch(
        "parsers/python/names/bindings.py",
        '(here.kind != "class" or here is first)',
        "here",
        SAME,
    ),
    Patch(
        "parsers/python/names/occurrences.py",
        "self._visit(first.iter, scope)",
        "pass",
        f"{SCOPES}::test_occurrences",
    ),
    Patch(
        "parsers/python/names/occurrences.py",
        'while outer.kind == "comprehension" and',
        "while not outer and",
        SAME,
    ),
    Patch(
        "parsers/python/names/trust.py",
        "return None if ours == theirs else",
        "return None if ours or theirs else",
        f"{SCOPES}::test_a_disagreement_is_seen",
    ),
    Patch(
        "parsers/python/names/trust.py",
        'if no_annotations and one.role == "annotation"',
        'if not one and one.role == "annotation"',
        SAME,
    ),
    Patch(
        "parsers/python/names/module.py",
        r"[^\n;#\\]|\\\s*",
        r"[^\n;#]|\\z",
        f"{SCOPES}::test_shadowed_built_in",
    ),
    Patch("parsers/python/names/trust.py", "return view.parsed.names.exposed", "return None", REFLECTION),
    Patch(
        "parsers/python/names/exposure.py",
        'if owner is None or owner.kind == "class"',
        "if owner is None",
        REFLECTION,
    ),
    Patch("parsers/python/names/exposure.py", "builtins_at_hand or", "", REFLECTION),
    Patch("parsers/python/names/exposure.py", "if alias.asname is not None", "if not alias", REFLECTION),
    Patch(
        "parsers/python/names/exposure.py", "if (last := _last(text)) in _HIDING", "if not text", REFLECTION
    ),
    Patch(
        "parsers/python/names/rebinding.py", "_ANYTHING in _set_by_name(mentions)", "not module", REFLECTION
    ),
    Patch(
        "parsers/python/names/rebinding.py", "_is_name_of_one(text) for", "not text and text for", REFLECTION
    ),
    Patch("parsers/python/names/rebinding.py", "any(_reaches(mentions, node)", "any(not node", REFLECTION),
    Patch("parsers/python/names/module.py", "or name in self._attributes", "", REFLECTION),
    Patch(
        "mutators/python/tools/renaming.py",
        "if variable.name in function.scopes.quoted",
        "if not variable",
        REFLECTION,
    ),
    Patch(
        "mutators/python/loop_exchange/counted.py",
        "if variable.name in self.method.scopes.quoted",
        "if not variable",
        REFLECTION,
    ),
    Patch(
        "mutators/python/loop_exchange/ranged.py",
        "if variable.name in self.method.scopes.quoted",
        "if not variable",
        REFLECTION,
    ),
    Patch("mutators/python/sketch/own_name.py", "if name in left:", "if not name:", STAYS),
    Patch("mutators/python/sketch/own_name.py", "if function.node.decorators:", "if not name:", STAYS),
    Patch("mutators/python/sketch/own_name.py", "if function.parsed.names.is_open:", "if not name:", STAYS),
    Patch("mutators/python/sketch/own_name.py", "if function.all(cst.ClassDef):", "if not name:", STAYS),
    Patch(
        "mutators/python/sketch/own_name.py",
        "and around.equal is not None",
        "and around.equal is not around.equal",
        STAYS,
    ),
    Patch(
        "mutators/python/sketch/plan.py",
        "[*replaced, *own], function.start, function.end))",
        "[], function.start, function.end))",
        f"{SKETCH}::test_new_names_are_free",
    ),
    Patch(
        "mutators/python/sketch/plan.py",
        "if name not in taken)",
        "if name)",
        f"{SKETCH}::test_new_names_are_free",
    ),
    Patch(
        "mutators/python/tools/renaming.py",
        "if patch.tokens[index].start not in known or len(declared) != 1:",
        "if len(declared) != 1:",
        CONFLICT,
    ),
    Patch(
        "mutators/python/tools/renaming.py",
        "for index in find(patch.tokens, [old.encode()]):",
        "for index in []:",
        CONFLICT,
    ),
    Patch(
        "mutators/python/tools/renaming.py",
        "_bindings(function, back) != _bindings(after, ())",
        "after is None",
        CONFLICT,
    ),
    Patch(
        "mutators/python/tools/renaming.py", "if strangers or len(found) > 1:", "if len(found) > 1:", CONFLICT
    ),
    Patch("mutators/python/tools/renaming.py", "if not patch.parses:", "if patch.parses:", UNDONE),
)
