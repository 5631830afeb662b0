"""Faults in what is trained: the model memory, mutated pairs, and training again."""

from __future__ import annotations

from tests.sabotage.patch import Patch

__all__ = ["PATCHES"]

MEMORY = "tests/equimorph/robustness/test_memory.py"
AUGMENTING = "tests/equimorph/robustness/test_augmenting.py"
RETRAINING = "tests/equimorph/robustness/test_retraining.py"
BASELINES = "equimorph/robustness/baselines"

PATCHES = (
    Patch(
        f"{BASELINES}/memory.py",
        "if text not in candidates and _parses(text)",
        "if text not in candidates",
        f"{MEMORY}::test_what_does_not_parse_is_no_candidate",
    ),
    Patch(
        f"{BASELINES}/memory.py",
        'b" " if joins(text[-1:], part[:1]) else b""',
        'b""',
        f"{MEMORY}::test_where_a_blank_is_missing_tokens_are_not_joined",
    ),
    Patch(
        f"{BASELINES}/memory.py",
        "return sorted({*on, *(number + 1 for number in on)})",
        "return list(range(len(tokens) + 1))",
        f"{MEMORY}::test_only_the_faulty_lines_are_changed_where_they_are_known",
    ),
    Patch(
        f"{BASELINES}/memory.py",
        "if -match.near >= level",
        "if True",
        f"{MEMORY}::test_a_renamed_variable_beside_the_edit_lowers_what_fits",
    ),
    Patch(
        f"{BASELINES}/memory.py",
        "for rank in store.ranks(text_key(tokens.data))",
        "for rank in ()",
        f"{MEMORY}::test_a_text_that_was_seen_comes_before_its_neighbours_however_many",
    ),
    Patch(
        f"{BASELINES}/memory.py",
        "_Found(at not in here, *edit, rank",
        "_Found(False, *edit, rank",
        f"{MEMORY}::test_of_two_bugs_in_a_text_the_faulty_line_decides",
    ),
    Patch(
        f"{BASELINES}/memory.py",
        "if header != (KIND, SCHEMA, WIDTH)",
        "if not header",
        f"{MEMORY}::test_a_folder_that_is_no_memory_is_refused",
    ),
    Patch(
        f"{BASELINES}/remembered.py",
        "first = max(0, bisect_left(ends, head) - 1)",
        "first = bisect_left(ends, head)",
        f"{MEMORY}::test_reading_only_what_differs_gives_the_tokens_of_all",
    ),
    Patch(
        f"{BASELINES}/remembered.py",
        "(read[met].start, read[met].text) != (here, self.texts[last])",
        "False",
        f"{MEMORY}::test_reading_only_what_differs_gives_the_tokens_of_all",
    ),
    Patch(
        f"{BASELINES}/remembered.py",
        'fixed.gap(new_end) if left == end else ""',
        '""',
        f"{MEMORY}::test_an_insertion_has_the_line_ends_of_the_fix",
    ),
    Patch(
        f"{BASELINES}/training.py",
        "(-self.times[record.edit], record.at)",
        "record.at",
        f"{MEMORY}::test_the_edits_are_readable_and_the_most_frequent_ones_first",
    ),
    Patch(
        "equimorph/robustness/counterparts.py",
        'undone.verdict == "undone" and same_tokens(undone, self._fixed.data.decode())',
        'undone.verdict == "undone"',
        f"{AUGMENTING}::test_the_undo_of_every_mutated_fix_gives_the_fix",
    ),
    Patch(
        "equimorph/robustness/counterparts.py",
        "start, end = self._moved(site.start), self._moved(site.end)",
        "start, end = None, None",
        f"{AUGMENTING}::test_the_mutation_is_at_the_same_place",
    ),
    Patch(
        "equimorph/robustness/augmenting.py",
        "if not line.startswith(_MISSING)",
        "if line",
        f"{AUGMENTING}::test_the_same_bytes_whatever_the_jobs",
    ),
    Patch(
        "equimorph/robustness/augmenting.py",
        "missing = per_item - len(variants)",
        "missing = len(reasons)",
        f"{AUGMENTING}::test_kept_and_dropped_are_all_that_were_wanted",
    ),
    Patch(
        "equimorph/robustness/augmenting.py",
        "for to in mutant.lines.to_mutant(line)",
        "for to in [line]",
        f"{AUGMENTING}::test_fault_lines_are_those_of_the_mutant",
    ),
    Patch(
        "equimorph/robustness/retraining.py",
        "if row.mutant_id is None and row.first_hit is not None",
        "if row.mutant_id is None",
        f"{RETRAINING}::test_a_bug_that_only_a_mutated_pair_shows_is_gained",
    ),
    Patch(
        "equimorph/robustness/retraining.py",
        "return tuple(id for id in self.before.repaired if id not in set(self.after.repaired))",
        "return tuple(id for id in self.after.repaired if id not in set(self.before.repaired))",
        f"{RETRAINING}::test_lost_and_gained_are_what_one_of_two_repairs",
    ),
)
