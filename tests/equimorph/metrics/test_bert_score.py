"""CodeBERTScore with encoders made by hand, and with a small model in a folder."""

from __future__ import annotations

import importlib.util
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from equimorph import metrics
from equimorph.metrics import MetricError, ModelError, codebertscore
from equimorph.metrics.bert_score import bert_score, folder_encoder

NEAREST = (0.995, 0.986, 0.990, 0.730, 0.998)


def encoder(**matrices: Any) -> Callable[[Sequence[str]], list[Any]]:  # noqa: ANN401
    return lambda texts: [matrices[text] for text in texts]


def test_worked_value() -> None:
    """Each token of the candidate has a direction of its own, which a token of the reference leaves by an angle."""
    own = [[float(at == axis) for axis in range(6)] for at in range(5)]
    other = [
        [cosine * x for x in row[:5]] + [math.sqrt(1 - cosine**2)]
        for cosine, row in zip(NEAREST, own, strict=True)
    ]
    # A token of the reference is nearest to its own one; towards each other they are farther apart.
    found = bert_score("c", "r", encoder(c=own, r=other))
    assert found is not None
    assert (found.precision, found.recall) == pytest.approx((0.9398, 0.9398), abs=1e-12)
    assert codebertscore("c", "r", encoder=encoder(c=own, r=other)) == pytest.approx(0.9398)


def test_precision_looks_at_the_candidate_and_recall_at_the_reference() -> None:
    give = encoder(c=[[2, 0]], r=[[1, 0], [0, 5]])
    assert codebertscore("c", "r", encoder=give, value="precision") == 1
    assert codebertscore("c", "r", encoder=give, value="recall") == 0.5
    assert codebertscore("c", "r", encoder=give) == pytest.approx(2 / 3)
    # (1 + 9) * 1 * 0.5 / (9 * 1 + 0.5)
    assert codebertscore("c", "r", encoder=give, value="f3") == pytest.approx(5 / 9.5)
    assert codebertscore("r", "c", encoder=give, value="precision") == 0.5


def test_the_angle_counts_not_the_length() -> None:
    give = encoder(c=[[3, 3], [0, 1e-200]], r=[[1e5, 1e5], [0, 7]])
    assert codebertscore("c", "r", encoder=give) == pytest.approx(1)


def test_scores_are_from_0_to_1() -> None:
    assert codebertscore("c", "r", encoder=encoder(c=[[1, 0]], r=[[-1, 0]])) == 0
    row = [0.1, 0.7, 0.3]
    assert codebertscore("c", "r", encoder=encoder(c=[row] * 9, r=[row] * 7)) <= 1


def test_two_texts_without_a_token_match_one_alone_does_not() -> None:
    give = encoder(none=[], one=[[1.0, 2.0]])
    assert codebertscore("none", "none", encoder=give) == 1
    assert codebertscore("none", "one", encoder=give) == codebertscore("one", "none", encoder=give) == 0


def test_a_vector_without_a_direction_has_no_score() -> None:
    assert codebertscore("c", "r", encoder=encoder(c=[[0, 0], [1, 0]], r=[[1, 0]])) is None


def test_many_tokens_are_compared_in_blocks() -> None:
    rows = [[math.cos(at / 2_500), math.sin(at / 2_500)] for at in range(2_500)]
    assert codebertscore("c", "r", encoder=encoder(c=rows, r=rows)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([[[1.0]]], "1 matrices for 2 texts"),
        ([[[1.0]], [[math.nan]]], "answer 1 .* not finite"),
        ([[[1.0]], [[1.0], [1.0, 2.0]]], "answer 1 .* no matrix"),
        ([[1.0], [[1.0]]], "answer 0 .* 1 dimensions"),
        ([[["a"]], [[1.0]]], "answer 0 .* no matrix"),
        ([[[1.0]], [[1.0, 2.0]]], "different lengths: 1, 2"),
    ],
)
def test_answers_of_another_kind_are_errors(answers: list[Any], reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        codebertscore("c", "r", encoder=lambda texts: answers)


def test_bad_options_are_errors(tmp_path: Path) -> None:
    with pytest.raises(MetricError, match="needs an encoder"):
        metrics.score("codebertscore", "c", "r")
    with pytest.raises(MetricError, match="value is 'f2'"):
        metrics.score("codebertscore", "c", "r", encoder=encoder(), value="f2")
    with pytest.raises(MetricError, match="no folder"):
        codebertscore("c", "r", encoder="microsoft/codebert-base")


def test_without_transformers_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(ModuleNotFoundError, match="pip install transformers"):
        codebertscore("c", "r", encoder=tmp_path)


@pytest.mark.skipif(importlib.util.find_spec("transformers") is None, reason="transformers is not installed")
def test_a_model_in_a_folder(tmp_path: Path) -> None:
    folder = str(model(tmp_path))
    give = folder_encoder(folder, "cpu")
    text = "int f ( int a ) { return a ; }"
    assert [rows.shape for rows in give([text, ""])] == [(11, 8), (0, 8)]
    assert codebertscore(text, text, encoder=folder) == pytest.approx(1)
    assert 0 < codebertscore(text, text.replace("return", "int"), encoder=folder) < 1
    assert codebertscore("", text, encoder=folder) == 0
    # Longer than the model's 14 tokens: pieces, each token with a vector.
    assert give([f"{text} {text} {text}"])[0].shape == (33, 8)
    with pytest.raises(MetricError):
        codebertscore(text, text, encoder=tmp_path)


def model(folder: Path) -> Path:
    """Save a random RoBERTa with one layer, whose tokens are words."""
    tokenizers, transformers, torch = map(importlib.import_module, ("tokenizers", "transformers", "torch"))
    words = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *"intf(a){}return;"]
    words = list(dict.fromkeys([*words, "int", "return"]))
    inner = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: at for at, word in enumerate(words)}, unk_token="<unk>")
    )
    inner.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    inner.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>"
    )
    torch.manual_seed(1)
    config = transformers.RobertaConfig(
        vocab_size=len(words),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=16,
        pad_token_id=1,
    )
    target = folder / "model"
    transformers.RobertaModel(config).save_pretrained(target)
    tokenizer.save_pretrained(target)
    return target
