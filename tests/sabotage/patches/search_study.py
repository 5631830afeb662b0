"""Patches of the tasks of a search, of retraining, and of the page of adversarials."""

from __future__ import annotations

from tests.sabotage.patch import Patch

WORDS = "tests/equimorph/search/tasks/test_words.py"
MEASURES = "tests/equimorph/search/tasks/test_measures.py"
TRAINING = "tests/equimorph/search/tasks/test_training.py"
SETS = "tests/equimorph/search/test_study_sets.py"
MATRIX = "tests/equimorph/search/test_matrix.py"
RETRAINING = "tests/equimorph/search/test_retraining.py"
PAGE = "tests/equimorph/search/test_page.py"

PATCHES = (
    Patch(
        "equimorph/search/study_sets.py",
        "_made(one, wanted[kind], seed) if kind in wanted else None",
        "_made(one, 1, seed)",
        "tests/equimorph/search/test_study_sets.py::test_a_root_that_given_rows_lack_is_in_no_set",
    ),
    Patch(
        "equimorph/search/tasks/words.py",
        "if token in hidden:",
        "if token in hidden and not hidden:",
        f"{WORDS}::test_the_name_is_hidden_wherever_it_occurs",
    ),
    Patch(
        "equimorph/search/tasks/words.py",
        "(HIDDEN,) if name in hidden else subtokens(name)",
        "subtokens(name)",
        f"{WORDS}::test_the_name_is_hidden_wherever_it_occurs",
    ),
    Patch(
        "equimorph/search/tasks/method_names.py",
        "{one.name} if now is None else {one.name, now}",
        "{one.name}",
        f"{WORDS}::test_a_mutant_shows_neither_its_own_name_nor_that_of_the_original",
    ),
    Patch(
        "equimorph/search/tasks/method_names.py",
        "() if name is None else (name,)",
        "()",
        f"{TRAINING}::test_a_model_of_names_does_not_see_the_name_of_what_it_is_asked",
    ),
    Patch(
        "equimorph/search/tasks/measures.py",
        "(Counter(predicted) & Counter(true)).total()",
        "len(set(predicted) & set(true))",
        f"{MEASURES}::test_precision_recall_and_f1_of_subtokens",
    ),
    Patch(
        "equimorph/search/tasks/measures.py",
        "_ratio(right, predicted), _ratio(right, true)",
        "_ratio(right, true), _ratio(right, predicted)",
        f"{MEASURES}::test_the_worked_values_of_subtokens",
    ),
    Patch(
        "equimorph/search/tasks/measures.py",
        'found.score("add1")',
        'found.score("none")',
        f"{MEASURES}::test_bleu_is_that_of_pooled_n_grams",
    ),
    Patch(
        "equimorph/search/tasks/measures.py",
        "return 1 / rank,",
        "return 1 / (1 + rank),",
        f"{MEASURES}::test_mean_reciprocal_rank_and_top_1",
    ),
    Patch(
        "equimorph/search/tasks/javadoc.py",
        "(cosines >= cosines.diagonal()[:, None]).sum(1)",
        "1 + (cosines > cosines.diagonal()[:, None]).sum(1)",
        f"{TRAINING}::test_a_model_with_one_vector_for_all_finds_nothing",
    ),
    Patch(
        "equimorph/search/tasks/vocabulary.py",
        "by_root.setdefault(root, set()).update(text)",
        "by_root.setdefault(f'{root} {len(by_root)}', set()).update(text)",
        f"{WORDS}::test_a_word_is_known_if_two_roots_have_it_however_many_mutants_there_are",
    ),
    Patch(
        "equimorph/search/tasks/reading.py",
        'torch.manual_seed(seed_of("weights", options.seed))',
        "pass",
        f"{TRAINING}::test_the_same_input_gives_the_same_weights_and_another_seed_others",
    ),
    Patch(
        "equimorph/search/tasks/reading.py",
        "with one_thread(), torch.random.fork_rng():",
        "with one_thread():",
        f"{TRAINING}::test_the_same_input_gives_the_same_weights_and_another_seed_others",
    ),
    Patch(
        "equimorph/search/study_sets.py",
        '[f"file {_file(one)}"] if one.source else []',
        "[]",
        f"{SETS}::test_roots_of_one_file_and_roots_that_read_alike_are_on_one_side",
    ),
    Patch(
        "equimorph/search/study_sets.py",
        'f"words {_key(task, one)}"',
        'f"words {one.id}"',
        f"{SETS}::test_roots_of_one_file_and_roots_that_read_alike_are_on_one_side",
    ),
    Patch(
        "equimorph/search/study_sets.py",
        "one.source and _file(one) in files",
        "one.source in files",
        f"{SETS}::test_further_methods_are_learnt_from_unless_they_are_asked_about",
    ),
    Patch(
        "equimorph/search/study_sets.py",
        "{_key(task, one) for one in roots}",
        "set[str]()",
        f"{SETS}::test_further_methods_are_learnt_from_unless_they_are_asked_about",
    ),
    Patch(
        "equimorph/search/study_sets.py",
        "row.rank < before.rank",
        "row.rank > before.rank",
        f"{SETS}::test_of_several_rows_the_one_with_the_highest_score_is_taken",
    ),
    Patch(
        "equimorph/search/study_sets.py",
        "*self.adversarials.get(training, ())",
        "*self.adversarials.get(training, ()), *(self.tests.get(training, ()) if training != 'original' else ())",
        f"{RETRAINING}::test_each_training_has_the_same_steps_and_adversarials_of_train_roots_alone",
    ),
    Patch(
        "equimorph/search/retraining.py",
        "if not path.is_file(): self._train(seed, training, path)",
        "self._train(seed, training, path)",
        f"{RETRAINING}::test_a_run_that_was_killed_goes_on_to_the_same_bytes",
    ),
    Patch(
        "equimorph/runs/manifests.py",
        "elif before != now:",
        "elif False:",
        f"{RETRAINING}::test_changed_options_are_refused_by_name",
    ),
    Patch(
        "equimorph/search/retraining.py",
        "replace(self.options.training, seed=seed)",
        "replace(self.options.training, seed=seed, steps=self.options.training.steps + len(learnt))",
        f"{RETRAINING}::test_each_training_has_the_same_steps_and_adversarials_of_train_roots_alone",
    ),
    Patch(
        "equimorph/search/matrix.py",
        "found / before if before and found is not None",
        "found if before and found is not None",
        f"{MATRIX}::test_changes_are_absolute_and_relative",
    ),
    Patch(
        "equimorph/search/matrix.py",
        "(training, test), (training, CLEAN), number, figure",
        "(training, test), (ORIGINAL, CLEAN), number, figure",
        f"{MATRIX}::test_changes_are_absolute_and_relative",
    ),
    Patch(
        "equimorph/search/resampling.py",
        'torch.einsum("ds,dr,csrn->dcn", *weights, table)',
        'torch.einsum("ds,csrn->dcn", weights[0], table)',
        f"{MATRIX}::test_draws_are_sums_of_seeds_and_roots_with_one_weight_each",
    ),
    Patch(
        "equimorph/search/resampling.py",
        "rank = ceil(len(found) / 40)",
        "rank = ceil(len(found) / 20)",
        f"{MATRIX}::test_percentiles_leave_2_5_percent_on_each_side",
    ),
    Patch(
        "equimorph/search/pages/collecting.py",
        "return not row.changed, *row.rank",
        "return tuple(row.rank)",
        f"{PAGE}::test_the_most_telling_mutant_of_each_root_comes_first",
    ),
    Patch(
        "equimorph/pages/beside.py",
        'safe(line.rstrip("\\r\\n"))',
        'line.rstrip("\\r\\n")',
        f"{PAGE}::test_a_page_shows_both_texts_beside_each_other_and_runs_nothing",
    ),
    Patch(
        "equimorph/pages/markdown.py",
        '"`" * max(shortest, longest + 1)',
        '"`" * shortest',
        f"{PAGE}::test_markdown_has_the_original_the_difference_and_what_the_model_said",
    ),
)
