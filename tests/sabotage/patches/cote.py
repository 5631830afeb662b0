"""Patches of `equimorph.cote`: consistency, words, providers, ranking and repair, translators, rows and pages."""

from __future__ import annotations

from tests.sabotage.patch import Patch

_TESTS = "tests/equimorph/cote"
CONSISTENCY = f"{_TESTS}/test_consistency.py"
SENTENCES = f"{_TESTS}/test_sentences.py"
MUTANTS = f"{_TESTS}/test_mutants.py"
PROVIDERS = f"{_TESTS}/test_providers.py"
MASKED = f"{_TESTS}/test_masked.py"
TESTING = f"{_TESTS}/test_testing.py"
REPAIRING = f"{_TESTS}/test_repairing.py"
VERBS = f"{_TESTS}/test_verbs.py"
TRANSLATORS = f"{_TESTS}/test_translators.py"

PATCHES = (
    Patch(
        "equimorph/cote/consistency/similarity.py",
        "math.log((self.size + 1) / (self.counts.get(token, 0) + 1))",
        "math.log((self.size + 1) / (self.counts.get(token, 0) + 1)) + 1",
        f"{CONSISTENCY}::test_idf_and_cosine_as_worked_by_hand",
    ),
    Patch(
        "equimorph/cote/consistency/similarity.py",
        "for candidate, reference in ((side, other), (other, side)):",
        "for candidate, reference in ((side, other),):",
        f"{CONSISTENCY}::test_the_order_of_two_programs_does_not_matter_to_a_measure",
    ),
    Patch(
        "equimorph/cote/consistency/similarity.py",
        "return common / longer",
        "return common / min(len(own.letters), len(other.letters))",
        f"{CONSISTENCY}::test_measures_and_grid_are_those_of_naive_doubles",
    ),
    Patch(
        "equimorph/cote/consistency/similarity.py",
        "else shorter / longer\n",
        "else shorter / longer / 2\n",
        f"{CONSISTENCY}::test_measures_and_grid_are_those_of_naive_doubles",
    ),
    Patch(
        "equimorph/cote/consistency/similarity.py",
        "return min(1.0, product / math.sqrt(squares[0] * squares[1]))",
        "return 1.0 if product else 0.0",
        f"{CONSISTENCY}::test_measures_and_grid_are_those_of_naive_doubles",
    ),
    Patch(
        "equimorph/cote/consistency/comparing.py",
        "*(remainder for remainder in left if remainder)",
        "*left",
        f"{CONSISTENCY}::test_programs_that_share_nothing_are_an_issue_although_nothing_is_left_of_them",
    ),
    Patch(
        "equimorph/cote/consistency/comparing.py",
        "key=lambda span: (span[0] - span[1], span)",
        "",
        f"{CONSISTENCY}::test_more_slices_than_are_tried_are_flagged_and_the_longest_ones_tried",
    ),
    Patch(
        "equimorph/cote/consistency/comparing.py",
        "max(counts) > MOST_SLICES",
        "max(counts) >= 1000",
        f"{CONSISTENCY}::test_more_slices_than_are_tried_are_flagged_and_the_longest_ones_tried",
    ),
    Patch(
        "equimorph/cote/consistency/comparing.py",
        "score < thresholds[measure]",
        "score <= thresholds[measure]",
        f"{CONSISTENCY}::test_thresholds_are_below_not_at",
    ),
    Patch(
        "equimorph/cote/consistency/comparing.py",
        "for program in dict.fromkeys(programs)",
        "for program in programs",
        f"{CONSISTENCY}::test_a_corpus_counts_each_different_program_once",
    ),
    Patch(
        "equimorph/cote/consistency/slicing.py",
        "if new_start < new_end:",
        "if start < end and new_start < new_end:",
        f"{CONSISTENCY}::test_measures_and_grid_are_those_of_naive_doubles",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "if word.text[0].isupper() and not _begins(sentence, word):",
        "if False:",
        f"{SENTENCES}::test_identifiers_are_kept",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "if len(word.text) == 1:",
        "if not word.text:",
        f"{MUTANTS}::test_what_is_refused_is_counted_by_reason",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "if word.start >= last:",
        "if False:",
        f"{SENTENCES}::test_what_is_behind_a_separator_of_concode_is_code",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "if any(start < word.end and word.start < end for start, end in quoted):",
        "if False:",
        f"{SENTENCES}::test_identifiers_are_kept",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "if _QUOTE.search(chunk):",
        "if False:",
        f"{SENTENCES}::test_identifiers_are_kept",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "if word.text[:1].isupper() else text",
        "if False else text",
        f"{SENTENCES}::test_a_replacement_keeps_the_capital_letter_and_all_else",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "*_bracketed(sentence)]",
        "]",
        f"{SENTENCES}::test_identifiers_are_kept",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "or _CALLED.match(sentence, word.end) or",
        "or",
        f"{SENTENCES}::test_identifiers_are_kept",
    ),
    Patch(
        "equimorph/cote/sentences.py",
        "or word.text.lower() in _LANGUAGE",
        "",
        f"{SENTENCES}::test_identifiers_are_kept",
    ),
    Patch(
        "equimorph/cote/repairing.py",
        "and new not in kept}",
        "and new not in reserved}",
        f"{REPAIRING}::test_mapping_back_is_by_exact_tokens",
    ),
    Patch(
        "equimorph/cote/ranking.py",
        "0 < len(comparing.tokens_of(output.text)) <= MOST_TOKENS",
        "True",
        f"{REPAIRING}::test_an_empty_program_and_one_too_long_to_compare_are_no_candidates",
    ),
    Patch(
        "equimorph/cote/repairs.py",
        "outputs.setdefault(text, output) != output",
        "outputs.setdefault(text, output) is None",
        f"{REPAIRING}::test_a_generator_that_changes_its_mind_is_refused",
    ),
    Patch(
        "equimorph/cote/replacing.py",
        "if not fits_article(sentence, replacement.word, replacement.text):",
        "if False:",
        f"{MUTANTS}::test_what_is_refused_is_counted_by_reason",
    ),
    Patch(
        "equimorph/cote/replacing.py",
        "_drawn(sentence, seed).shuffle(candidates)",
        "_drawn(sentence, 0).shuffle(candidates)",
        f"{MUTANTS}::test_fewer_mutants_are_the_first_ones",
    ),
    Patch(
        "equimorph/cote/providers/dictionary.py",
        "if cosine is None or cosine <= least:",
        "if cosine is None:",
        f"{PROVIDERS}::test_the_dictionary_is_that_of_a_naive_double",
    ),
    Patch(
        "equimorph/cote/providers/dictionary.py",
        "numpy.triu(table > self.least[0], 1)",
        "numpy.triu(table > self.least[0], 0)",
        f"{PROVIDERS}::test_the_dictionary_is_that_of_a_naive_double",
    ),
    Patch(
        "equimorph/cote/providers/light.py",
        "if tag in TAGS",
        "if tag",
        f"{PROVIDERS}::test_cote_l_leaves_all_other_words",
    ),
    Patch(
        "equimorph/cote/providers/tagging.py",
        "if tag is not None and tag == tags[replacement.word]",
        "if tag is not None",
        f"{PROVIDERS}::test_cote_l_replaces_nouns_adjectives_and_numbers_whose_tag_stays",
    ),
    Patch(
        "equimorph/cote/providers/tables.py",
        "table[rows] / lengths[rows, None]",
        "table[rows]",
        f"{PROVIDERS}::test_a_text_file_of_glove",
    ),
    Patch(
        "equimorph/cote/providers/masked.py",
        "[*ids[:start], mask, *ids[end:]]",
        "list(ids)",
        f"{MASKED}::test_the_probability_of_masked_words_is_that_of_the_formulas",
    ),
    Patch(
        "equimorph/cote/providers/masked.py",
        "(shares >= least)",
        "(shares >= 0)",
        f"{MASKED}::test_mutants_have_both_thresholds",
    ),
    Patch(
        "equimorph/cote/providers/neural.py",
        "if cosine < self._cosine:",
        "if False:",
        f"{MASKED}::test_mutants_have_both_thresholds",
    ),
    Patch(
        "equimorph/cote/testing.py",
        'other = None if row["mutant"] is None else outputs[row["mutant"]]',
        'other = None if row["mutant"] is None else outputs[row["input"]]',
        f"{TESTING}::test_each_planted_issue_is_found_and_no_other",
    ),
    Patch(
        "equimorph/cote/outputs.py",
        "if text not in seen:",
        "if True:",
        f"{TESTING}::test_each_text_is_asked_once",
    ),
    Patch(
        "equimorph/cote/ranking.py",
        "key=lambda at: (-values[at], at)",
        "key=lambda at: (values[at], at)",
        f"{REPAIRING}::test_a_bad_mutant_takes_the_program_of_its_mutants",
    ),
    Patch(
        "equimorph/cote/ranking.py",
        "key=lambda at: (-values[at], at)",
        "key=lambda at: (-values[at], -at)",
        f"{REPAIRING}::test_the_log_probability_ranks_and_the_sentence_comes_first_of_equals",
    ),
    Patch(
        "equimorph/cote/ranking.py",
        "if to != at) / max(1, len(sides) - 1)",
        "if to != at and to) / max(1, len(sides) - 1)",
        f"{REPAIRING}::test_the_rows_suffice_to_compute_each_repair_again",
    ),
    Patch(
        "equimorph/cote/repairing.py",
        "for candidate in order[: original.rank - 1]:",
        "for candidate in (each for each in order if each.mutant is not None):",
        f"{REPAIRING}::test_the_sentence_s_own_program_ends_the_walk",
    ),
    Patch(
        "equimorph/cote/repairing.py",
        "if partner is None or self._score(partner, program, measure, how) >= how.thresholds[measure]:",
        "if True:",
        f"{REPAIRING}::test_a_candidate_that_is_not_consistent_with_the_original_is_passed_over",
    ),
    Patch(
        "equimorph/cote/repairing.py",
        "if old not in reserved and new not in kept}",
        "if new not in kept}",
        f"{REPAIRING}::test_mapping_back_is_by_exact_tokens",
    ),
    Patch(
        "equimorph/cote/repairing.py",
        "return entry.program if entry.mutant is None else mapped_back(entry.program, entry.mutant, how)",
        "return entry.program",
        f"{REPAIRING}::test_the_one_right_repair_is_found_by_probability_and_not_by_the_majority",
    ),
    Patch(
        "equimorph/cote/scoring.py",
        "self.repaired[key] += done",
        "self.repaired[key] += 1",
        f"{REPAIRING}::test_repairs_are_counted_by_measure_and_ranking",
    ),
    Patch(
        "equimorph/cote/running.py",
        "if known.exists():",
        "if False:",
        f"{VERBS}::test_another_generator_is_refused_while_a_run_is_unfinished",
    ),
    Patch(
        "equimorph/cote/translators/names.py",
        "{new: old for new, old in names.items() if old not in present}",
        "names",
        f"{TRANSLATORS}::test_names_are_undone_by_whole_tokens",
    ),
    Patch(
        "equimorph/cote/translators/names.py",
        "return {new: old for new, old in old_names.items() if new not in mixed}",
        "return old_names",
        f"{TRANSLATORS}::test_names_are_undone_by_whole_tokens",
    ),
    Patch(
        "equimorph/cote/translators/names.py",
        "return matches[0].text if len(matches) == 1 else program",
        "return matches[0].text if matches else program",
        f"{TRANSLATORS}::test_the_subject_is_the_one_function_of_the_name",
    ),
    Patch(
        "equimorph/cote/translators/work.py",
        'behaviour["original"] == "pass" and',
        "",
        f"{TRANSLATORS}::test_where_the_original_fails_nothing_is_decided",
    ),
    Patch(
        "equimorph/cote/translators/scoring.py",
        "self.decided[key] += issues is not None and real is not None",
        "self.decided[key] += issues is not None",
        f"{TRANSLATORS}::test_figures_are_ratios_by_mutator",
    ),
    Patch(
        "equimorph/cote/pages/writing.py",
        "(piece, at % 2 == 1)",
        "(piece, at % 2 == 0)",
        f"{VERBS}::test_a_page_shows_the_word_both_outputs_and_their_difference",
    ),
    Patch(
        "equimorph/checking/around.py",
        "if not around:",
        "if False:",
        "tests/equimorph/bench/test_problems.py::test_a_problem_of_java_without_a_class_around_takes_whole_programs",
    ),
    Patch(
        "equimorph/cote/translators/names.py",
        "if mutation.mutator not in _RENAMING:",
        "if False:",
        f"{TRANSLATORS}::test_operands_that_change_places_are_no_renaming",
    ),
    Patch(
        "equimorph/cote/translators/names.py",
        'if token != "final"',
        "",
        f"{TRANSLATORS}::test_a_translation_is_run_under_a_name_of_its_own",
    ),
    Patch(
        "equimorph/cote/consistency/comparing.py",
        "*parts, data[at:]",
        "*parts",
        f"{REPAIRING}::test_mapping_back_is_by_exact_tokens",
    ),
)
