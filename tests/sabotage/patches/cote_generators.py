"""Patches of the generators of COTE: pairs, retrieval, the network, its training, and the folders."""

from __future__ import annotations

from tests.sabotage.patch import Patch

_OWN = "equimorph/cote/generators"
_TESTS = "tests/equimorph/cote/generators"
FOLDERS = f"{_TESTS}/test_folders.py"
PAIRS = f"{_TESTS}/test_pairs.py"
RETRIEVAL = f"{_TESTS}/test_retrieval.py"
SEQ2SEQ = f"{_TESTS}/test_seq2seq.py"
SUBWORDS = f"{_TESTS}/test_subwords.py"
TRAINING = f"{_TESTS}/test_training.py"

PATCHES = (
    Patch(
        f"{_OWN}/pairs.py",
        "if (pair.text, pair.code) not in seen:",
        "if True:",
        f"{PAIRS}::test_equal_pairs_of_several_files_come_once",
    ),
    Patch(
        f"{_OWN}/retrieval.py",
        "in enumerate(dots) if",
        "in reversed(list(enumerate(dots))) if",
        f"{RETRIEVAL}::test_of_equal_sentences_the_first_pair_counts",
    ),
    Patch(
        f"{_OWN}/retrieval.py",
        "self._weights.get(word, self._rare)",
        "self._weights.get(word, 0.0)",
        f"{RETRIEVAL}::test_an_unknown_word_lowers_the_score_alone",
    ),
    Patch(
        f"{_OWN}/storing.py",
        "if file_hash(path) != digest:",
        "if False:",
        f"{FOLDERS}::test_a_file_that_was_changed_is_refused",
    ),
    Patch(
        f"{_OWN}/subwords.py",
        "return cls(_cutting(bpe_loaded(text, _MARKS, GeneratorError)))",
        'return cls(module("tokenizers").Tokenizer.from_str(text))',
        f"{SUBWORDS}::test_marks_are_no_words_of_texts",
    ),
    Patch(
        f"{_OWN}/seq2seq.py",
        "total += float(scores[last])",
        "total += float(scores[last]) * (last != END)",
        f"{SEQ2SEQ}::test_the_log_probability_is_that_of_all_words_and_of_the_end",
    ),
    Patch(
        f"{_OWN}/network.py",
        "is_causal=past.keys is None",
        "is_causal=False",
        f"{SEQ2SEQ}::test_all_words_at_once_are_as_likely_as_one_after_the_other",
    ),
    Patch(
        f"{_OWN}/network.py",
        'logits.masked_fill(~sentence.mask.unsqueeze(1), float("-inf")).softmax(-1)',
        "logits.softmax(-1)",
        f"{SEQ2SEQ}::test_the_loss_of_a_batch_is_the_mean_of_its_words",
    ),
    Patch(
        "equimorph/learning/batches.py",
        'seed_of("epoch", self._seed, epoch)',
        'seed_of("epoch", self._seed)',
        "tests/equimorph/learning/test_learning.py::test_an_epoch_has_each_text_at_most_once_beside_texts_of_its_length",
    ),
    Patch(
        "equimorph/learning/training.py",
        'torch.manual_seed(seed_of("step", self._seed, self.step))',
        "pass",
        f"{TRAINING}::test_a_training_that_was_stopped_goes_on_to_the_same_bytes",
    ),
    Patch(
        f"{_OWN}/network_training.py",
        '{**options.to_dict(), "pairs": digest}',
        "options.to_dict()",
        f"{TRAINING}::test_other_options_and_other_pairs_are_refused_by_name",
    ),
    Patch(
        f"{_OWN}/network_training.py",
        "with one_thread(), torch.random.fork_rng():",
        "with one_thread():",
        f"{TRAINING}::test_a_training_leaves_the_random_numbers_of_torch_alone",
    ),
)
