"""Masked words and words in their context, by a small BERT whose formulas are computed a second way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")
pytest.importorskip("tokenizers")

from safetensors.torch import load_file, save_file  # noqa: E402

from equimorph import cote  # noqa: E402
from equimorph.cote import CoteError, ProviderMissing, ProviderOptions, Word, provider_of  # noqa: E402
from equimorph.cote.providers.masked import ContextModel, read_context_model  # noqa: E402
from equimorph.cote.providers.neural import Neural  # noqa: E402
from equimorph.cote.sentences import words_in  # noqa: E402
from equimorph.models.bert import Bert, BertSize  # noqa: E402
from tests.equimorph import small_bert  # noqa: E402
from tests.equimorph.small_bert import WIDTH  # noqa: E402

WORDS = [*small_bert.SPECIAL, "[MASK]", "return", "the", "first", "last", "node", "leaf", "Big", "##ing", "."]
SENTENCE = "return the first node."
HEAD = "cls.predictions"


def head() -> dict[str, Any]:
    rng = torch.Generator().manual_seed(9)

    def drawn(*shape: int) -> Any:  # noqa: ANN401
        return torch.randn(shape, generator=rng)

    transform = f"{HEAD}.transform"
    return {
        f"{transform}.dense.weight": drawn(WIDTH, WIDTH),
        f"{transform}.dense.bias": drawn(WIDTH),
        f"{transform}.LayerNorm.weight": drawn(WIDTH),
        f"{transform}.LayerNorm.bias": drawn(WIDTH),
        f"{HEAD}.bias": drawn(len(WORDS)),
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    small_bert.write(tmp_path / "lm", WORDS, head())
    return tmp_path / "lm"


def states(texts: list[str]) -> Any:  # noqa: ANN401
    bert = Bert(BertSize.of(small_bert.config(WORDS)))
    bert.load_state_dict(Bert.renamed(small_bert.tensors(WORDS)))
    ids = torch.tensor([[WORDS.index(one) for one in texts]])
    with torch.inference_mode():
        return bert.eval()(ids, torch.ones_like(ids, dtype=torch.bool))[0]


def test_the_probability_of_masked_words_is_that_of_the_formulas(folder: Path) -> None:
    own, model = head(), read_context_model(folder, "lm")
    (found,) = model.masked(SENTENCE, [Word(11, 16, "first")], 1e-9)
    state = states(["[CLS]", "return", "the", "[MASK]", "node", ".", "[SEP]"])[3].double()
    dense = (
        state @ own[f"{HEAD}.transform.dense.weight"].double().T
        + own[f"{HEAD}.transform.dense.bias"].double()
    )
    bent = dense * (1 + torch.erf(dense / 2**0.5)) / 2
    spread = (bent - bent.mean()) / (bent.var(unbiased=False) + 1e-12) ** 0.5
    normed = (
        spread * own[f"{HEAD}.transform.LayerNorm.weight"].double()
        + own[f"{HEAD}.transform.LayerNorm.bias"].double()
    )
    words = small_bert.tensors(WORDS)["embeddings.word_embeddings.weight"].double()
    scores = torch.exp(words @ normed + own[f"{HEAD}.bias"].double())
    expected = {word: float(scores[at] / scores.sum()) for at, word in enumerate(WORDS)}
    # Special tokens, pieces of words, names with capital letters and marks are no words.
    assert {word for word, _ in found} == {"return", "the", "first", "last", "node", "leaf"}
    for word, share in found:
        assert share == pytest.approx(expected[word], rel=1e-4)
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)


def test_the_state_of_a_word_is_that_of_its_place(folder: Path) -> None:
    model = read_context_model(folder, "lm")
    found = model.states(SENTENCE, list(words_in(SENTENCE)))
    expected = states(["[CLS]", "return", "the", "first", "node", ".", "[SEP]"])[1:5]
    assert [torch.allclose(one, other, atol=1e-6) for one, other in zip(found, expected, strict=True)] == [
        True
    ] * 4


def cosine(model: ContextModel, word: str, other: str) -> float:
    place = SENTENCE.index(word)
    sides = [(SENTENCE, word), (SENTENCE.replace(word, other), other)]
    before, after = (model.states(text, [Word(place, place + len(own), own)])[0] for text, own in sides)
    assert before is not None
    assert after is not None
    return float(torch.cosine_similarity(before, after, dim=0))


def test_mutants_have_both_thresholds(folder: Path) -> None:
    model, words = read_context_model(folder, "lm"), list(words_in(SENTENCE))
    every = {
        (word.text, other): share
        for word, others in zip(words, model.masked(SENTENCE, words, 0.05), strict=True)
        for other, share in others
        if other != word.text
    }
    cosines = {pair: cosine(model, *pair) for pair in every}
    least = sorted(cosines.values())[len(cosines) // 2]
    found = cote.mutants_of(SENTENCE, Neural(model, 0.05, least - 1e-6), 50)
    kept = {(one.replacement.word.text, one.replacement.text): one.replacement for one in found.mutants}
    assert set(kept) == {pair for pair, value in cosines.items() if value >= least}
    assert 0 < len(kept) < len(every)
    for pair, one in kept.items():
        assert one.probability == every[pair] >= 0.05
        assert one.cosines == (pytest.approx(cosines[pair]),)


def test_the_thresholds_are_those_of_the_paper() -> None:
    assert (ProviderOptions().probability, ProviderOptions().cosine) == (0.05, 0.85)


def test_a_provider_of_a_folder(folder: Path) -> None:
    provider = provider_of(ProviderOptions(method="n", masked_lm=str(folder), probability=0.01, cosine=-1))
    assert provider.name == "n:lm"
    assert provider.identity["model"] == read_context_model(folder, "other").digest
    assert cote.mutants_of(SENTENCE, provider, 5).mutants


def test_a_model_without_a_head_is_no_masked_model(tmp_path: Path) -> None:
    small_bert.write(tmp_path / "bare", WORDS)
    with pytest.raises(CoteError, match="bare has no head for masked words: it is no masked language model"):
        provider_of(ProviderOptions(method="n", masked_lm=str(tmp_path / "bare")))
    with pytest.raises(CoteError, match="has no head for masked words"):
        read_context_model(tmp_path / "bare", "bare").masked(SENTENCE, [Word(0, 6, "return")], 0.05)


def test_what_is_no_bert_is_an_error(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CoteError, match="no model there: it has no config"):
        read_context_model(tmp_path / "nowhere", "x")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "model_type": "gpt2"}))
    with pytest.raises(CoteError, match="a model of the kind 'gpt2', not a BERT"):
        read_context_model(folder, "x")
    (folder / "config.json").write_text("{")
    with pytest.raises(CoteError, match="not JSON"):
        read_context_model(folder, "x")
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer.json").unlink()
    with pytest.raises(ProviderMissing, match="no model in"):
        read_context_model(folder, "x")


@pytest.mark.parametrize(
    "name", [f"{HEAD}.bias", f"{HEAD}.transform.dense.bias", "embeddings.LayerNorm.bias"]
)
def test_a_missing_tensor_is_an_error(folder: Path, name: str) -> None:
    tensors = load_file(folder / "model.safetensors")
    del tensors[name]
    save_file(tensors, folder / "model.safetensors")
    with pytest.raises(CoteError, match=f"no {name}|damaged BERT"):
        read_context_model(folder, "x")


def test_a_word_behind_the_longest_text_has_no_replacement(folder: Path) -> None:
    long = " ".join(["node"] * 40)
    model = read_context_model(folder, "lm")
    last = list(words_in(long))[-1]
    assert model.states(long, [last]) == [None]
    assert model.masked(long, [last], 0.01) == [[]]
    assert model.nearest(long, [last], 3) == [[]]
    found = cote.mutants_of(long, Neural(model, 1e-9, -1), 500)
    assert {one.replacement.word.start for one in found.mutants} == {at * 5 for at in range(10)}


@pytest.mark.parametrize(
    ("given", "message"), [({"probability": 0.0}, "above 0"), ({"cosine": 2}, "from -1 to 1")]
)
def test_thresholds_have_ranges(folder: Path, given: dict[str, float], message: str) -> None:
    with pytest.raises(CoteError, match=message):
        Neural(read_context_model(folder, "lm"), **given)
