"""Folders of encoders as models that can be mutated."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")
pytest.importorskip("safetensors", reason="safetensors is not installed: pip install 'equimorph[models]'")
tokenizers = pytest.importorskip(
    "tokenizers", reason="tokenizers is not installed: pip install 'equimorph[models]'"
)


from equimorph.runs.extras import wheel_folder  # noqa: E402
from equimorph.search.encoders import CodeEncoder, SentenceEncoder, encoder_of  # noqa: E402
from equimorph.search.errors import SearchError  # noqa: E402
from equimorph.search.loading import load_model  # noqa: E402
from equimorph.search.mutant_models.mutable import weights_of  # noqa: E402
from equimorph.search.outputs import ask  # noqa: E402
from tests.equimorph import small_bert  # noqa: E402
from tests.equimorph.small_bert import HEADS, LAYERS, WIDTH  # noqa: E402

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "int", "a", "b", "return", ";", "+"]
TEXTS = ["int a ;", "return a + b ;", "b", "int b ; return b + b + b ; int a ;"]
CONFIG = small_bert.config(WORDS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small BERT with random weights, as sentence-transformers keeps one."""
    made = tmp_path / "sentences"
    small_bert.write(made, WORDS)
    (made / "1_Pooling").mkdir()
    (made / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_mean_tokens": True}))
    steps = [{"type": "sentence_transformers.models.Normalize"}]
    (made / "modules.json").write_text(json.dumps(steps))
    return made


def by_hand(text: str) -> np.ndarray[Any, Any]:
    """The vector of a text, of the formulas of BERT alone."""
    own = {name: one.double().numpy() for name, one in small_bert.tensors(WORDS).items()}
    numbers = [2, *(WORDS.index(word) for word in text.split()[:10]), 3]

    def normal(table: Any, name: str) -> Any:  # noqa: ANN401
        spread = np.sqrt(((table - table.mean(1, keepdims=True)) ** 2).mean(1, keepdims=True) + 1e-12)
        return (table - table.mean(1, keepdims=True)) / spread * own[f"{name}.weight"] + own[f"{name}.bias"]

    def linear(table: Any, name: str) -> Any:  # noqa: ANN401
        return table @ own[f"{name}.weight"].T + own[f"{name}.bias"]

    gelu = np.vectorize(lambda one: one * (1 + math.erf(one / math.sqrt(2))) / 2)
    states = (
        own["embeddings.word_embeddings.weight"][numbers] + own["embeddings.token_type_embeddings.weight"][0]
    )
    states = normal(
        states + own["embeddings.position_embeddings.weight"][: len(numbers)], "embeddings.LayerNorm"
    )
    for number in range(LAYERS):
        at, parts = f"encoder.layer.{number}", []
        query, key, value = (
            linear(states, f"{at}.attention.self.{one}") for one in ("query", "key", "value")
        )
        for head in range(HEADS):
            cut = slice(head * WIDTH // HEADS, (head + 1) * WIDTH // HEADS)
            scores = np.exp(query[:, cut] @ key[:, cut].T / math.sqrt(WIDTH / HEADS))
            parts.append(scores / scores.sum(1, keepdims=True) @ value[:, cut])
        attended = linear(np.concatenate(parts, 1), f"{at}.attention.output.dense")
        states = normal(states + attended, f"{at}.attention.output.LayerNorm")
        inner = linear(gelu(linear(states, f"{at}.intermediate.dense")), f"{at}.output.dense")
        states = normal(states + inner, f"{at}.output.LayerNorm")
    mean = states.mean(0)
    return mean / np.linalg.norm(mean)  # type: ignore[no-any-return]


def test_a_bert_computes_what_its_formulas_say(folder: Path) -> None:
    for text, vector in zip(TEXTS, encoder_of(folder, "cpu")(TEXTS), strict=True):
        np.testing.assert_allclose(vector, by_hand(text), atol=2e-6)


def test_a_vector_does_not_depend_on_the_texts_beside_it(folder: Path) -> None:
    model = encoder_of(folder, "cpu")
    assert model(TEXTS) == [model([text])[0] for text in TEXTS] == model(TEXTS[::-1])[::-1]
    assert ask(model, TEXTS, batch=1) == ask(model, TEXTS, batch=64)


def test_texts_at_once_have_the_same_vectors_but_for_the_last_digits(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from equimorph.search import encoders

    model = encoder_of(folder, "cpu")
    alone = model(TEXTS)
    monkeypatch.setattr(encoders, "_ALONE", 3)
    np.testing.assert_allclose(model(TEXTS), alone, atol=1e-6)


def test_a_text_that_is_too_long_is_cut_off(folder: Path) -> None:
    [one, other] = encoder_of(folder, "cpu")(["a " * 20, "a " * 30])
    assert one == other


def test_the_first_token_stands_for_the_text_where_the_folder_says_so(folder: Path) -> None:
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    (folder / "modules.json").unlink()
    [vector] = encoder_of(folder, "cpu")(TEXTS[:1])
    assert np.linalg.norm(vector) != pytest.approx(1, abs=1e-3)


def test_half_of_a_surrogate_pair_is_a_text_too(folder: Path) -> None:
    assert len(encoder_of(folder, "cpu")(["a \ud800 b"])) == 1


def test_a_folder_is_loaded_by_its_path_and_can_be_mutated(folder: Path) -> None:
    model = load_model(str(folder), "cpu")
    assert isinstance(model.model, SentenceEncoder)
    names = [layer.name for layer in weights_of(model).layers if layer.bias is None]
    assert names == ["words.weight", "positions.weight", "types.weight"]


def test_our_own_encoder_is_loaded_from_its_folder(tmp_path: Path) -> None:
    from equimorph.codescore.encoder import Encoder, EncoderSize
    from equimorph.codescore.model import CodeScore
    from equimorph.codescore.tokenizer import Bpe

    torch.manual_seed(1)
    words = Bpe.learnt([["int", "a", ";"], ["return", "b", "+", "a", ";"]], 300)
    size = EncoderSize(words.size, length=64, layers=1, width=16, heads=2)
    CodeScore(Encoder(size), words, device="cpu").save(tmp_path / "own")
    model = encoder_of(tmp_path / "own", "cpu")
    assert isinstance(model, CodeEncoder)
    texts = ["int f(int a) { return a; }", "void g() {}", "int f(int b) { return b; }"]
    vectors = model(texts)
    assert vectors == [model([text])[0] for text in texts]
    assert vectors[0] == vectors[2] != vectors[1]  # it sees sketches: names of variables are no matter
    assert model.module is not None


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("config.json", "{", "not JSON"),
        ("config.json", '{"model_type": "bert"}', "not the config of a BERT"),
        ("config.json", json.dumps({**CONFIG, "hidden_act": "relu"}), "relu"),
        ("config.json", json.dumps({**CONFIG, "hidden_size": 4}), "a damaged BERT"),
        ("model.safetensors", "x", "a damaged BERT"),
        ("tokenizer.json", "{}", "a damaged BERT"),
    ],
)
def test_a_damaged_folder_is_refused(name: str, text: str, reason: str, folder: Path) -> None:
    (folder / name).write_text(text)
    with pytest.raises(SearchError, match=reason):
        encoder_of(folder, "cpu")


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SearchError, match=r"it has no config\.json"):
        encoder_of(tmp_path, "cpu")


def test_weights_that_are_a_pickle_are_not_read(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(FileNotFoundError):
        encoder_of(folder, "cpu")


def test_the_encoder_of_the_wheel_finds_the_method_of_a_comment() -> None:
    try:
        model = encoder_of(wheel_folder(), "cpu")
    except ModuleNotFoundError as error:
        pytest.skip(str(error))
    code = [
        "int sum(int[] data) { ... }",
        "void closeFile(File file) { ... }",
        "boolean isPrime(int n) { ... }",
    ]
    asked = ["closes a file", "whether a number is prime", "adds up numbers"]
    found = np.array(model(asked)) @ np.array(model(code)).T
    assert found.argmax(1).tolist() == [1, 2, 0]
