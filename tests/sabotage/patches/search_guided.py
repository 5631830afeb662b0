"""Patches of the search: outputs, scores, individuals, guided mutation, its baselines, and what a run keeps."""

from __future__ import annotations

from tests.sabotage.patch import Patch

OUTPUTS = "tests/equimorph/search/test_outputs.py"
SCORES = "tests/equimorph/search/test_scores.py"
INDIVIDUALS = "tests/equimorph/search/test_individuals.py"
GUIDED = "tests/equimorph/search/test_guided.py"
JOURNAL = "tests/equimorph/search/test_journal.py"
VERBS = "tests/equimorph/search/test_verbs.py"

PATCHES = (
    Patch(
        "equimorph/search/individuals.py",
        "if mutant.mutant_data not in before:",
        "if True:",
        "tests/equimorph/search/test_individuals.py::test_no_step_takes_back_another",
    ),
    Patch(
        "equimorph/search/course.py",
        "self._scored.setdefault((one.root, one.text), one)",
        "self._scored.setdefault((one.root, one.id), one)",
        "tests/equimorph/search/test_guided.py::test_each_text_of_a_root_counts_once",
    ),
    Patch(
        "equimorph/search/differs.py",
        "if len(vectors) < 2:",
        "if not vectors:",
        "tests/equimorph/search/test_guided.py::test_where_no_original_is_nearer_than_another_nothing_could_differ",
    ),
    Patch(
        "equimorph/search/outputs.py",
        "heard({at: one for at in part if (one := found[at]) is not None})",
        "pass",
        "tests/equimorph/search/test_outputs.py::test_each_call_of_the_model_is_written_down_at_once",
    ),
    Patch(
        "equimorph/search/outputs.py",
        "if len({kind_of(one) for one in (*known, *outputs.values())}) == 1:",
        "if True:",
        "tests/equimorph/search/test_outputs.py::test_what_is_of_another_kind_is_not_written_down",
    ),
    Patch(
        "equimorph/search/loading.py",
        "own = [made.identity] if made.identity != made.name else []",
        "own = list[str]()",
        "tests/equimorph/search/test_outputs.py::test_what_a_model_says_of_itself_belongs_to_its_identity",
    ),
    Patch(
        "equimorph/search/running.py",
        "if wanted is None or found >= wanted:",
        "if True:",
        "tests/equimorph/search/test_guided.py::test_a_target_that_is_missed_for_want_of_generations_is_a_note",
    ),
    Patch(
        "equimorph/search/outputs.py",
        "found[at] = _plain(one, at)",
        "found[start] = _plain(one, at)",
        f"{OUTPUTS}::test_outputs_stand_in_the_order_of_the_texts_whatever_the_batch",
    ),
    Patch(
        "equimorph/search/outputs.py",
        "key=lambda at: (len(texts[at]), at)",
        "key=lambda at: at",
        f"{OUTPUTS}::test_batches_hold_texts_of_like_length",
    ),
    Patch(
        "equimorph/search/outputs.py",
        "if len(found) != len(texts):",
        "if len(found) < len(texts):",
        f"{OUTPUTS}::test_a_wrong_count_has_the_index_of_a_text_without_an_output",
    ),
    Patch(
        "equimorph/search/outputs.py",
        "if not math.isfinite(number):",
        "if math.isnan(number):",
        f"{OUTPUTS}::test_numbers_are_finite",
    ),
    Patch(
        "equimorph/search/outputs.py",
        "_check_kinds([*known, *made], before=len(known))",
        "_check_kinds(made)",
        f"{OUTPUTS}::test_a_model_that_changes_its_kind_between_calls_is_found_out",
    ),
    Patch(
        "equimorph/search/outputs.py",
        "self.calls += len(wanted)",
        "self.calls += len(texts)",
        f"{OUTPUTS}::test_the_cache_asks_nothing_twice_and_counts_what_reaches_the_model",
    ),
    Patch(
        "equimorph/search/differs.py",
        "key=lambda at: (found[at], -at)",
        "key=lambda at: (found[at], at)",
        f"{SCORES}::test_of_equally_near_vectors_the_first_counts",
    ),
    Patch(
        "equimorph/search/differs.py",
        "vectors = [_unit(tuple(map(float, one))) for one in gallery]",
        "vectors = [tuple(map(float, one)) for one in gallery]",
        f"{SCORES}::test_a_gallery_is_not_a_matter_of_length_but_of_direction",
    ),
    Patch(
        "equimorph/search/scores.py",
        "return Score(killed, len(mutants) * len(known))",
        "return Score(killed, len(mutants) * len(set(of)))",
        f"{SCORES}::test_the_class_of_a_text_is_what_the_original_says",
    ),
    Patch(
        "equimorph/search/scores.py",
        "len({name for name, m, n in zip(of, originals, outputs, strict=True) if rule(m, n)})",
        "sum(rule(m, n) for m, n in zip(originals, outputs, strict=True))",
        f"{SCORES}::test_a_class_is_killed_once_by_a_suite_whatever_the_texts",
    ),
    Patch(
        "equimorph/search/individuals.py",
        "not in used",
        "not in set()",
        f"{INDIVIDUALS}::test_each_variable_is_renamed_once",
    ),
    Patch(
        "equimorph/search/individuals.py",
        'Random(seed_of("step", self.seed, individual.root, individual.slot, generation))',
        'Random(seed_of("step", self.seed, individual.root, generation))',
        f"{INDIVIDUALS}::test_seeds_and_slots_give_other_mutants",
    ),
    Patch(
        "equimorph/search/individuals.py",
        "rng.sample(self.operators, len(self.operators))",
        "self.operators",
        f"{INDIVIDUALS}::test_an_operator_is_drawn_as_often_as_the_next",
    ),
    Patch(
        "equimorph/search/individuals.py",
        "parent=individual.id",
        "parent=individual.root",
        f"{INDIVIDUALS}::test_each_step_has_its_parent",
    ),
    Patch(
        "equimorph/search/operators.py",
        'return match.declaration.kind == "parameter"',
        "return True",
        f"{INDIVIDUALS}::test_each_operator_makes_mutants_of_its_kind",
    ),
    Patch(
        "equimorph/search/guided_mutation.py",
        "return -one.score.exact, one.id, one.root, one.slot",
        "return one.score.exact, one.id, one.root, one.slot",
        f"{GUIDED}::test_the_best_score_never_falls_with_an_elite",
    ),
    Patch(
        "equimorph/search/guided_mutation.py",
        "return -one.score.exact, one.id, one.root, one.slot",
        "return (-one.score.exact,)",
        f"{GUIDED}::test_the_elite_are_the_highest_scores_and_of_equal_ones_the_lower_ids",
    ),
    Patch(
        "equimorph/search/guided_mutation.py",
        'groups.setdefault(one.root if options.scope == "input" else "", []).append(at)',
        'groups.setdefault("", []).append(at)',
        f"{GUIDED}::test_each_root_has_its_own_elite_with_the_scope_input",
    ),
    Patch(
        "equimorph/search/guided_mutation.py",
        "if draw < options.rate else one",
        "if draw <= 1 else one",
        f"{GUIDED}::test_where_nothing_is_mutated_the_originals_come_out",
    ),
    Patch(
        "equimorph/search/options.py",
        "min(share, size - 1)",
        "min(share, size)",
        f"{GUIDED}::test_one_method_alone_evolves",
    ),
    Patch(
        "equimorph/search/panel.py",
        "if left is not None and cost > left:",
        "if left is not None and cost > left + 5:",
        f"{GUIDED}::test_no_more_calls_than_the_budget_and_each_one_counted",
    ),
    Patch(
        "equimorph/search/panel.py",
        "score = mutation_score(said, mutants, self.differ)",
        "score = mutation_score(self.said(one.original), mutants, self.differ)",
        f"{GUIDED}::test_the_score_compares_a_mutant_model_with_what_the_model_says_of_the_same_text",
    ),
    Patch(
        "equimorph/search/course.py",
        "return scored if scored.score.exact >= parent.score.exact else parent",
        "return scored",
        f"{GUIDED}::test_a_mutant_that_is_worse_takes_no_place_if_so_asked",
    ),
    Patch(
        "equimorph/search/baselines.py",
        "first = first if number else made",
        "first = made",
        f"{GUIDED}::test_the_population_of_a_baseline_is_its_first_draw",
    ),
    Patch(
        "equimorph/search/results.py",
        "return -score, not one.changed, one.size, one.id, one.root, one.slot",
        "return score, not one.changed, one.size, one.id, one.root, one.slot",
        f"{GUIDED}::test_the_best_of_a_root_is_the_best_that_was_ever_scored",
    ),
    Patch(
        "equimorph/search/rewriting.py",
        'seed_of("rewriting", self.seed, self.number)',
        'seed_of("rewriting", self.seed)',
        f"{GUIDED}::test_a_model_without_weights_is_asked_about_rewritings",
    ),
    Patch(
        "equimorph/search/journal.py",
        "model.remembered = self._said.get(number, {})",
        "pass",
        f"{JOURNAL}::test_a_stopped_run_goes_on_to_the_same_bytes_and_asks_nothing_twice",
    ),
    Patch(
        "equimorph/runs/partial.py",
        'whole = data[: data.rfind(b"\\n") + 1]',
        "whole = data",
        f"{JOURNAL}::test_a_line_that_was_cut_off_is_forgotten",
    ),
    Patch(
        "equimorph/runs/partial.py",
        "if record.exists() and _holds_anything(work):",
        "if False:",
        f"{JOURNAL}::test_other_options_are_refused_by_name",
    ),
    Patch(
        "equimorph/search/loading.py",
        "file_hash(Path(place))",
        '"x"',
        f"{OUTPUTS}::test_a_model_is_loaded_by_its_name",
    ),
)
