"""Faults in the canonical form of leakage: one direction of a rule, or its precondition."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

RULES = "tests/equimorph/leakage/forms/test_canonical.py"
FORM = "equimorph/leakage/forms/canonical"
TERMS = "mutators/java/tools/canonical"

PATCHES = (
    Patch(
        "mutators/java/useless_cast/canonical.py",
        "declared is None or declared == type_text(term)",
        "declared is None",
        f"{RULES}::test_equal",
    ),
    Patch(
        "mutators/java/useless_cast/canonical.py",
        "declared is None or declared == type_text(term)",
        "declared != term",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/new_variable/canonical.py",
        "return not later and _is_fresh(",
        "return _is_fresh(",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/new_variable/canonical.py",
        "return not later and _is_fresh(found.declared.get(first), frame)",
        "return not later",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/new_variable/canonical.py",
        "if any(frame.repeats and frame in around for frame in inner):",
        "if not inner:",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/new_variable/canonical.py",
        "second.type == first.type",
        "second is not first",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/expression_exchange/canonical.py",
        "if is_same and not any(part.kind in _EFFECTS for part in target.listed()):",
        "if is_same:",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/unused_variable/canonical.py",
        'value.kind.endswith("_literal")',
        "bool(value.kind)",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/unused_variable/canonical.py",
        "or holder is kept",
        "or holder is None",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/reorder_condition/canonical.py",
        "term.text = _MIRRORED[term.text]",
        "pass",
        f"{RULES}::test_equal",
    ),
    Patch(
        "mutators/java/condition_exchange/canonical.py",
        "term.text = _DUAL[term.text]",
        "pass",
        f"{RULES}::test_equal",
    ),
    Patch(
        "mutators/java/permute_exchange/canonical.py",
        "term.kids = [condition, no, yes]",
        "term.kids = [condition, yes, no]",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/expression_exchange/canonical.py",
        "value.text in _COMPOUND and equal(value.kids[0], target)",
        "value.text in _COMPOUND and False",
        f"{RULES}::test_equal",
    ),
    Patch(
        "mutators/java/loop_exchange/canonical.py",
        "at_end = completes(body)",
        "at_end = True",
        f"{RULES}::test_equal",
    ),
    Patch(
        "mutators/java/loop_exchange/canonical.py",
        "if declares or next(",
        "if next(",
        f"{RULES}::test_the_form_of_a_form_is_the_form",
    ),
    Patch(
        "mutators/java/loop_exchange/canonical.py",
        "len(found.uses.get(index, ())) != len(updates) + 2",
        "not found.uses",
        f"{RULES}::test_different",
    ),
    Patch(
        "mutators/java/loop_exchange/canonical.py",
        "if any(use.writes and use.inside(loop) for use in found.uses.get(array.binding.actual, ())):",
        "if not sides:",
        f"{RULES}::test_different",
    ),
    Patch(
        f"{TERMS}/completion.py",
        "id(term) in broken or _completes(term, done)",
        "True",
        f"{RULES}::test_equal",
    ),
    Patch(
        f"{FORM}/rendering.py",
        "return [(term.kids[0], level), _sign(term.text), (term.kids[1], Level(level + 1))]",
        "return [(term.kids[0], level), _sign(term.text), (term.kids[1], level)]",
        f"{RULES}::test_different",
    ),
    Patch(
        f"{FORM}/rendering.py",
        'leaf.text[:1] == b"$" and leaf.binding is None',
        'leaf.text[:1] == b"$" and leaf.binding is term',
        f"{RULES}::test_the_form_is_java_with_numbers_for_the_names_that_it_binds",
    ),
    Patch(
        f"{FORM}/__init__.py",
        '>+=?|@interface|non-(?:sealed)?',
        '@interface|non-(?:sealed)?',
        f"{RULES}::test_the_form_of_a_form_is_the_form",
    ),
)  # fmt: skip
