"""Patches of mutant models: the operators, how weights are shown and taken back, what is dropped, and what is stored."""

from __future__ import annotations

from tests.sabotage.patch import Patch

_TESTS = "tests/equimorph/search/mutant_models"
LAYERS = f"{_TESTS}/test_layers.py"
OPERATORS = f"{_TESTS}/test_operators.py"
TORCH = f"{_TESTS}/test_torch_models.py"
NUMPY = f"{_TESTS}/test_numpy_models.py"
MAKING = f"{_TESTS}/test_making.py"
STORING = f"{_TESTS}/test_storing.py"
VERB = f"{_TESTS}/test_verb.py"
ENCODERS = "tests/equimorph/search/test_encoders.py"
DOUBLE = f"{OPERATORS}::test_an_operator_changes_what_its_double_changes"
_OWN = "equimorph/search/mutant_models"

PATCHES = (
    Patch(
        f"{_OWN}/layers.py",
        "range(group * share, (group + 1) * share)",
        "range(share)",
        f"{LAYERS}::test_without_its_outgoing_weights_the_neuron_before_has_no_effect_and_the_others_keep_theirs",
    ),
    Patch(
        f"{_OWN}/torch_models.py",
        "groups=groups,",
        "",
        f"{LAYERS}::test_without_its_outgoing_weights_the_neuron_before_has_no_effect_and_the_others_keep_theirs",
    ),
    Patch(
        f"{_OWN}/torch_models.py",
        "transposed=transposed,",
        "",
        f"{LAYERS}::test_without_its_incoming_weights_a_neuron_says_nothing_and_the_others_say_the_same",
    ),
    Patch(
        f"{_OWN}/operators.py",
        "one * (1.0 + rng.gauss(0.0, sigma))",
        "one + rng.gauss(0.0, sigma)",
        f"{OPERATORS}::test_the_noise_has_the_standard_deviation_that_was_asked_for",
    ),
    Patch(
        f"{_OWN}/operators.py",
        "where = layer.outgoing(neuron)",
        "where = layer.incoming(neuron)",
        DOUBLE,
    ),
    Patch(
        f"{_OWN}/operators.py",
        "if layer.bias is not None:\n        yield layer.bias, places([neuron])",
        "",
        DOUBLE,
    ),
    Patch(
        f"{_OWN}/operators.py",
        "pairs.append((at, waiting.pop(at), neuron))",
        "pairs.append((at, waiting[at], neuron))",
        f"{OPERATORS}::test_twice_the_same_is_the_original_to_the_byte",
    ),
    Patch(
        f"{_OWN}/operators.py",
        'yield Edit(name, there, array("d", weights.read(name, here)))',
        "pass",
        f"{OPERATORS}::test_twice_the_same_is_the_original_to_the_byte",
    ),
    Patch(
        f"{_OWN}/specs.py",
        "int(Fraction(str(self.ratio)) * total)",
        "int(self.ratio * total)",
        f"{OPERATORS}::test_a_share_is_exact",
    ),
    Patch(
        f"{_OWN}/specs.py",
        "max(1, int(Fraction(str(self.ratio)) * total))",
        "int(Fraction(str(self.ratio)) * total)",
        f"{OPERATORS}::test_the_smallest_ratio_changes_one_thing",
    ),
    Patch(
        f"{_OWN}/torch_models.py",
        "undo.callback(_write, tensor, at, tensor[at].clone())",
        "before = tensor[at].clone()\n                del before",
        f"{TORCH}::test_a_failure_leaves_the_original_as_it_was",
    ),
    Patch(
        f"{_OWN}/torch_models.py",
        "undo.callback(hook.remove)",
        "",
        f"{TORCH}::test_layers_of_equal_shape_are_found_and_skipped",
    ),
    Patch(
        f"{_OWN}/torch_models.py",
        "(given, *answer[1:]) if isinstance(answer, tuple) else given",
        "given",
        f"{TORCH}::test_a_layer_that_returns_more_than_its_states_is_skipped_and_the_rest_stays",
    ),
    Patch(
        f"{_OWN}/torch_models.py",
        "equal and same.get(name, True)",
        "equal",
        f"{TORCH}::test_a_layer_whose_shapes_differ_for_one_text_is_not_skippable",
    ),
    Patch(
        f"{_OWN}/torch_models.py",
        "if memory in seen or _overlaps(one):",
        "if _overlaps(one):",
        f"{TORCH}::test_two_parameters_in_one_memory_count_once",
    ),
    Patch(
        f"{_OWN}/torch_models.py",
        "if not bool(torch.isfinite(values).all()):",
        "if False:",
        f"{TORCH}::test_an_overflow_in_half_precision_is_an_error",
    ),
    Patch(
        f"{_OWN}/mutant.py",
        'cast("Sequence[object]", _settled(self.base(texts)))',
        "self.base(texts)",
        f"{TORCH}::test_outputs_are_those_of_the_mutant_also_when_they_are_looked_at_later",
    ),
    Patch(
        f"{_OWN}/weights.py",
        "if self._busy:",
        "if False:",
        f"{TORCH}::test_a_mutant_that_asks_another_one_is_an_error_and_nothing_stays_changed",
    ),
    Patch(
        f"{_OWN}/numpy_models.py",
        'np.array(one, order="C") for one',
        "one for one",
        f"{NUMPY}::test_a_model_that_copies_into_its_arrays_has_its_own_again",
    ),
    Patch(
        f"{_OWN}/numpy_models.py",
        "finally:\n                self._model.set_weights(before)",
        "finally:\n                pass",
        f"{NUMPY}::test_a_failure_leaves_the_original_as_it_was",
    ),
    Patch(
        f"{_OWN}/trials.py",
        "if not changed:",
        "if False:",
        f"{MAKING}::test_a_mutant_that_changes_no_output_is_dropped",
    ),
    Patch(
        f"{_OWN}/trials.py",
        "> allowed",
        ">= allowed",
        f"{MAKING}::test_exactly_nine_tenths_is_enough",
    ),
    Patch(
        f"{_OWN}/trials.py",
        "measured < self._least",
        "measured > 9",
        f"{MAKING}::test_accuracy_is_what_a_measure_of_the_user_says",
    ),
    Patch(
        f"{_OWN}/trials.py",
        "said != ask(base, options.texts, batch=options.batch)",
        "False",
        f"{MAKING}::test_a_model_that_answers_in_two_ways_is_refused",
    ),
    Patch(
        f"{_OWN}/making.py",
        "if digest in self._seen:",
        "if False:",
        f"{MAKING}::test_a_mutant_below_nine_tenths_of_the_accuracy_is_dropped",
    ),
    Patch(
        f"{_OWN}/making.py",
        "making.check_weights()",
        "pass",
        f"{MAKING}::test_a_model_that_keeps_what_it_took_is_an_error",
    ),
    Patch(
        f"{_OWN}/making.py",
        "if verdict.digest is not None:",
        "if not known and verdict.digest is not None:",
        f"{STORING}::test_a_run_that_was_killed_goes_on_to_the_same_bytes",
    ),
    Patch(
        "equimorph/runs/partial.py",
        'data[: data.rfind(b"\\n") + 1]',
        "data",
        f"{STORING}::test_a_run_that_was_killed_goes_on_to_the_same_bytes",
    ),
    Patch(
        f"{_OWN}/storing.py",
        "if patch.digest != wanted:",
        "if False:",
        f"{STORING}::test_a_mutant_that_is_another_one_now_is_refused",
    ),
    Patch(
        f"{_OWN}/storing.py",
        'if manifest["weights"] != digest:',
        "if False:",
        f"{STORING}::test_an_original_with_other_weights_is_refused",
    ),
    Patch(
        "equimorph/search/encoders.py",
        "_ALONE = 1",
        "_ALONE = 3",
        f"{ENCODERS}::test_a_vector_does_not_depend_on_the_texts_beside_it",
    ),
    Patch(
        "equimorph/models/bert.py",
        "self.norm(states + self.out(",
        "self.norm(self.out(",
        f"{ENCODERS}::test_a_bert_computes_what_its_formulas_say",
    ),
    Patch(
        "equimorph/cli/search/model_mutants.py",
        "session.failed(error)\n        made",
        "made",
        f"{VERB}::test_fewer_than_asked_for_is_an_error_and_they_are_written",
    ),
)
