"""Faults in PV and in the forms of leakage."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

PV = "tests/equimorph/leakage/test_pv.py"
RENAMED = "tests/equimorph/leakage/forms/test_renamed.py"
KEYS = "tests/equimorph/leakage/forms/test_keys.py"
NEAR = "tests/equimorph/leakage/forms/test_near.py"

PATCHES = (
    Patch(
        "equimorph/leakage/pv.py",
        "self.original - (self.overlap or 0)",
        "self.original",
        f"{PV}::test_table_8_divides_by_what_is_left_of_the_truth",
    ),
    Patch(
        "equimorph/leakage/pv.py",
        "(-pair[1], tie.get(pair[0]) or 0)",
        "-pair[1]",
        f"{PV}::test_equal_systems_have_the_order_of_their_original_ranks",
    ),
    Patch(
        "equimorph/leakage/pv.py",
        'if bug.get("repaired") is True]',
        "]",
        f"{PV}::test_a_summary_gives_both_numbers_of_the_repaired_bugs_of_its_benchmark",
    ),
    Patch(
        "equimorph/leakage/pv.py",
        "if place not in taken",
        "if place",
        f"{PV}::test_every_cell_of_table_4_but_the_misprinted_one_is_computed_again",
    ),
    Patch(
        "equimorph/leakage/forms/renamed.py",
        'node.type in ("identifier", "type_identifier") and node.start not in replaced',
        'node.type == ""',
        f"{RENAMED}::test_a_name_of_ours_that_is_free_is_no_bound_one",
    ),
    Patch(
        "equimorph/leakage/forms/renamed.py",
        "use.meets(declared)",
        "True",
        f"{RENAMED}::test_each_name_that_is_bound_gets_one_by_its_place",
    ),
    Patch(
        "equimorph/leakage/forms/renamed.py",
        "*(reference.node.start for reference in declared.references)",
        "",
        f"{RENAMED}::test_each_name_that_is_bound_gets_one_by_its_place",
    ),
    Patch(
        "equimorph/leakage/forms/renamed.py",
        "sorted(_bound(method))",
        "_bound(method)",
        f"{RENAMED}::test_each_name_that_is_bound_gets_one_by_its_place",
    ),
    Patch(
        "equimorph/leakage/forms/texts.py",
        'last == b">" and token[:1] == b">"',
        "False",
        f"{KEYS}::test_a_form_is_of_the_type_of_its_text",
    ),
    Patch(
        "equimorph/leakage/forms/texts.py",
        'b"\\n" if last[0] in b"\\"\'" and not _CLOSED.fullmatch(last) else b" "',
        'b" "',
        f"{RENAMED}::test_any_pieces_of_java_have_a_form_which_has_itself_as_form",
    ),
    Patch(
        "equimorph/leakage/forms/keys.py",
        'kinds.setdefault(_key(name, form), "inside")',
        'kinds[_key(name, form)] = "inside"',
        f"{KEYS}::test_a_sample_is_looked_up_among_whole_texts_and_members",
    ),
    Patch(
        "equimorph/leakage/forms/keys.py",
        'name.encode() + b"\\0" + form',
        "form",
        f"{KEYS}::test_keys_of_two_forms_never_meet",
    ),
    Patch(
        "equimorph/leakage/forms/near.py",
        "similarity >= LEAST and",
        "",
        f"{NEAR}::test_a_pair_of_exactly_the_least_index_counts_and_one_below_does_not",
    ),
    Patch(
        "equimorph/leakage/forms/near.py",
        "similarity > best_hit.similarity",
        "similarity < best_hit.similarity",
        f"{NEAR}::test_the_nearest_of_several_members_counts",
    ),
    Patch(
        "equimorph/leakage/forms/near.py",
        "_BANDS, _ROWS = 32, 5",
        "_BANDS, _ROWS = 5, 32",
        f"{NEAR}::test_it_finds_what_a_comparison_of_all_pairs_finds",
    ),
)
