"""Patches of CodeScore-R: its losses, its batches, its gate, what it keeps and what it loads."""

from __future__ import annotations

from tests.sabotage.patch import Patch

LEARNING = "tests/equimorph/learning/test_learning.py"
LOSS = "tests/equimorph/codescore/test_loss.py"
POOLING = "tests/equimorph/codescore/test_pooling.py"
MASKING = "tests/equimorph/codescore/test_masking.py"
TOKENIZER = "tests/equimorph/codescore/test_tokenizer.py"
TRAINING = "tests/equimorph/codescore/test_training.py"
MODEL = "tests/equimorph/codescore/test_model.py"
MUON = "tests/equimorph/codescore/test_muon.py"
ENCODER = "tests/equimorph/codescore/test_encoder.py"
GATE = "tests/equimorph/codescore/test_gate.py"
VERBS = "tests/equimorph/codescore/test_verbs.py"

PATCHES = (
    Patch(
        "equimorph/codescore/encoder.py",
        "keys = _turned(keys, turns)",
        "pass",
        f"{ENCODER}::test_a_text_further_back_is_the_same_text",
    ),
    Patch(
        "equimorph/codescore/encoder.py",
        "turns = turns[:, places].unsqueeze(2)",
        "turns = turns[:, : places.shape[1]]",
        f"{POOLING}::test_the_last_layer_computes_only_what_is_wanted_and_the_same",
    ),
    Patch(
        "equimorph/codescore/encoder.py",
        "(states * mask.unsqueeze(-1)).transpose(1, 2)",
        "states.transpose(1, 2)",
        f"{ENCODER}::test_a_text_further_back_is_the_same_text",
    ),
    Patch(
        "equimorph/codescore/encoder.py",
        "functional.gelu(self.near(there).transpose(1, 2))",
        "functional.gelu(there.transpose(1, 2))",
        f"{ENCODER}::test_a_neighbour_is_seen_without_attention",
    ),
    Patch(
        "equimorph/codescore/batches.py",
        "self._chances[number]",
        "None",
        f"{TRAINING}::test_rare_changes_come_more_often",
    ),
    Patch(
        "equimorph/codescore/batches.py",
        "len(self.anchor) - end",
        "len(self.anchor) - end + 1",
        f"{TRAINING}::test_a_rare_change_is_drawn_more_often_than_its_share",
    ),
    Patch(
        "equimorph/codescore/loss.py",
        "torch.cat([positive, negative], dim=1)",
        "torch.cat([positive, negative.diagonal()[:, None]], dim=1)",
        f"{LOSS}::test_a_batch_of_two_has_the_worked_value",
    ),
    Patch(
        "equimorph/codescore/loss.py",
        'reduction="sum"',
        'reduction="mean"',
        f"{LOSS}::test_the_masked_loss_is_a_sum_over_tokens",
    ),
    Patch(
        "equimorph/codescore/loss.py",
        "functional.normalize(each, dim=-1)",
        "each",
        f"{LOSS}::test_the_loss_of_vectors_is_equation_3",
    ),
    Patch(
        "equimorph/codescore/pooling.py",
        "/ weights.sum(1)",
        "/ weights.shape[1]",
        f"{POOLING}::test_a_vector_leaves_out_what_fills_a_text_up",
    ),
    Patch(
        "equimorph/codescore/batches.py",
        "for place in range(first, len(numbers))",
        "for place in range(len(numbers))",
        f"{MASKING}::test_only_tokens_of_the_code_are_chosen_15_percent_of_them",
    ),
    Patch(
        "equimorph/codescore/batches.py",
        "_MASKED, _REPLACED = 0.8, 0.9",
        "_MASKED, _REPLACED = 0.9, 1.0",
        f"{MASKING}::test_eight_of_ten_are_masked_one_is_another_word_one_stays",
    ),
    Patch(
        "equimorph/codescore/batches.py",
        "one.anchor if rng.random() < 0.5 else rng.choice(one.positives)",
        "rng.choice(one.positives)",
        f"{TRAINING}::test_half_of_the_positives_are_the_method_itself",
    ),
    Patch(
        "equimorph/learning/training.py",
        'torch.manual_seed(seed_of("step", self._seed, self.step))',
        "pass",
        f"{TRAINING}::test_a_training_that_was_killed_goes_on_to_the_same_bytes",
    ),
    Patch(
        "equimorph/learning/checkpoints.py",
        'optimizer.load_state_dict({"state": moments[prefix], "param_groups": groups})',
        "pass",
        f"{TRAINING}::test_a_training_that_was_killed_goes_on_to_the_same_bytes",
    ),
    Patch(
        "equimorph/codescore/training.py",
        "longest is None or len(example.anchor) <= longest",
        "longest is None or len(example.anchor) < longest",
        f"{TRAINING}::test_short_methods_come_first",
    ),
    Patch(
        "equimorph/codescore/training.py",
        "for end, batches in self._batches if share < end",
        "for end, batches in self._batches if share > end or end > 1",
        f"{TRAINING}::test_short_methods_come_first",
    ),
    Patch(
        "equimorph/codescore/muon.py",
        'orthogonal(gradient.lerp(mean, group["momentum"]))',
        "orthogonal(mean)",
        f"{MUON}::test_steps_are_those_of_torch",
    ),
    Patch(
        "equimorph/codescore/muon.py",
        "max(1.0, rows / columns) ** 0.5",
        "1",
        f"{MUON}::test_steps_are_those_of_torch",
    ),
    Patch(
        "equimorph/codescore/muon.py",
        "_ROUNDS = 5",
        "_ROUNDS = 2",
        f"{MUON}::test_a_step_is_nearly_orthogonal_in_the_directions_of_the_gradient",
    ),
    Patch(
        "equimorph/codescore/model.py",
        "1.0 if left.equal(right) else ",
        "",
        f"{MODEL}::test_equal_texts_have_a_cosine_of_1_whatever_rounding_says",
    ),
    Patch(
        "equimorph/runs/manifests.py",
        "elif before != now:",
        'elif name != "batch" and before != now:',
        f"{TRAINING}::test_other_options_are_refused_by_name",
    ),
    Patch(
        "equimorph/codescore/examples.py",
        "if text != anchor and len(text) <= length",
        "if len(text) <= length",
        f"{TRAINING}::test_rows_without_a_rewriting_or_a_mutant_are_dropped_and_counted",
    ),
    Patch(
        "equimorph/codescore/model.py",
        "compiled.ok and cosine > self.threshold",
        "compiled.ok and cosine >= self.threshold",
        f"{MODEL}::test_the_value_is_1_above_the_threshold_and_not_at_it",
    ),
    Patch(
        "equimorph/codescore/model.py",
        "if not lengths:",
        "if lengths is None:",
        f"{MODEL}::test_a_vector_of_zeros_is_an_error",
    ),
    Patch(
        "equimorph/codescore/scoring.py",
        "if compiled:\n                scores[NAME]",
        "if True:\n                scores[NAME]",
        f"{VERBS}::test_pairs_get_a_score_and_its_cosine",
    ),
    Patch(
        "equimorph/codescore/sweeping.py",
        "(entry.compiled and entry.cosine > value)",
        "(entry.cosine > value)",
        f"{VERBS}::test_a_sweep_counts_what_is_wrong_at_each_threshold",
    ),
    Patch(
        "equimorph/codescore/compilers.py",
        'name = None if kind == "member" else',
        'name = None if kind == "statements" else',
        f"{GATE}::test_what_javac_accepts_passes",
    ),
    Patch(
        "equimorph/learning/checkpoints.py",
        "network.load_state_dict(weights)",
        "pass",
        f"{LEARNING}::test_what_goes_on_from_a_checkpoint_has_the_same_weights",
    ),
    Patch(
        "equimorph/learning/checkpoints.py",
        "KeyError, TypeError, ValueError",
        "KeyError, ValueError",
        f"{LEARNING}::test_a_damaged_checkpoint_is_an_error_and_none_is_not",
    ),
    Patch(
        "equimorph/learning/steps.py",
        "1 - done))",
        "1.0))",
        f"{LEARNING}::test_a_rate_rises_then_falls_and_stays_above_the_lowest",
    ),
    Patch(
        "equimorph/learning/steps.py",
        "        optimizer.zero_grad()\n",
        "",
        f"{LEARNING}::test_a_step_goes_against_the_gradient_of_at_most_length_1",
    ),
    Patch(
        "equimorph/learning/batches.py",
        "        rng.shuffle(batches)\n",
        "",
        f"{LEARNING}::test_an_epoch_has_each_text_at_most_once_beside_texts_of_its_length",
    ),
)
