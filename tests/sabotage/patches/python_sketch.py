"""Patches of the sketch of Python functions, of their renaming and its undo, and of scopes."""

from __future__ import annotations

from tests.sabotage.patch import Patch

SKETCH = "tests/mutators/python/test_sketch.py"
STAYS = f"{SKETCH}::test_the_name_of_the_function_stays"
UNDONE = f"{SKETCH}::test_patches_are_undone"
CONFLICT = f"{SKETCH}::test_what_is_not_certain_is_a_conflict"

PATCHES = (
    Patch("mutators/python/sketch/own_name.py", "if name in left:", "if not name:", STAYS),
    Patch("mutators/python/sketch/own_name.py", "if function.node.decorators:", "if not name:", STAYS),
    Patch("mutators/python/sketch/own_name.py", "if function.parsed.names.is_open:", "if not name:", STAYS),
    Patch("mutators/python/sketch/own_name.py", "if function.all(cst.ClassDef):", "if not name:", STAYS),
    Patch("mutators/python/sketch/own_name.py", "and call.func is one.node", "", STAYS),
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
