"""Training the head for masked words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")
pytest.importorskip("tokenizers")

from safetensors.torch import load_file  # noqa: E402

from equimorph import cote  # noqa: E402
from equimorph.cote import CoteError, ProviderOptions, provider_of  # noqa: E402
from equimorph.cote.providers.masked import read_context_model  # noqa: E402
from equimorph.cote.providers.masked_training import MaskedOptions, train_masked  # noqa: E402
from equimorph.cote.sentences import words_in  # noqa: E402
from tests.equimorph import small_bert  # noqa: E402

WORDS = [*small_bert.SPECIAL, "[MASK]", "return", "close", "the", "first", "last", "node", "leaf", "."]
SENTENCES = [
    "return the first node.",
    "return the last node.",
    "close the first leaf.",
    "close the last leaf.",
]
HOW = MaskedOptions(steps=2500, batch=4, rate=3e-3, share=0.3)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A BERT without a head, and what training makes of it."""
    base = tmp_path_factory.mktemp("models") / "base"
    small_bert.write(base, WORDS)
    train_masked(SENTENCES, base, base.parent / "trained", HOW)
    return base, base.parent / "trained"


def test_a_trained_model_knows_what_may_stand_there(folders: tuple[Path, Path]) -> None:
    model = read_context_model(folders[1], "trained")
    sentence = "return the first node."
    first, _, number, what = words_in(sentence)
    verb, ordinal, noun = model.masked(sentence, [first, number, what], 0.1)
    assert (verb[0][0], noun[0][0]) == ("return", "node")
    assert {word for word, _ in ordinal} == {"first", "last"}


def test_it_is_a_provider_of_cote_n(folders: tuple[Path, Path]) -> None:
    provider = provider_of(ProviderOptions(method="n", masked_lm=str(folders[1]), cosine=-1))
    found = cote.mutants_of("return the first node.", provider, 9)
    assert "return the last node." in [one.text for one in found.mutants]
    assert all((one.replacement.probability or 0) >= 0.05 for one in found.mutants)


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    base, _ = folders
    how = MaskedOptions(steps=3, batch=2)
    threads = torch.get_num_threads()
    for name, seed in (("one", 0), ("two", 0), ("three", 1)):
        torch.manual_seed(len(name))
        train_masked(SENTENCES, base, tmp_path / name, MaskedOptions(**{**vars(how), "seed": seed}))
    one, two, three = (
        (tmp_path / name / "model.safetensors").read_bytes() for name in ("one", "two", "three")
    )
    assert one == two != three
    assert torch.get_num_threads() == threads


def test_the_folder_is_one_of_hugging_face(folders: tuple[Path, Path]) -> None:
    base, trained = folders
    config = json.loads((trained / "config.json").read_text())
    assert config["architectures"] == ["BertForMaskedLM"]
    assert config["equimorph"]["sentences"] == 4
    names = set(load_file(trained / "model.safetensors"))
    unused = {"embeddings.position_ids", "pooler.dense.weight", "pooler.dense.bias"}
    head = {name for name in names if name.startswith("cls.predictions.")}
    assert names - head == set(load_file(base / "model.safetensors")) - unused
    assert len(head) == 5


def test_training_goes_on_from_a_model_with_a_head(folders: tuple[Path, Path], tmp_path: Path) -> None:
    again = train_masked(
        SENTENCES, folders[1], tmp_path / "again", MaskedOptions(steps=10, batch=4, rate=1e-5)
    )
    fresh = train_masked(
        SENTENCES, folders[0], tmp_path / "fresh", MaskedOptions(steps=10, batch=4, rate=1e-5)
    )
    assert again < fresh


def test_nothing_is_left_of_a_training_that_fails(folders: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(CoteError, match="there is no sentence to learn from"):
        train_masked(["", " "], folders[0], tmp_path / "out")
    assert not (tmp_path / "out").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("keep")
    with pytest.raises(FileExistsError):
        train_masked(SENTENCES, folders[0], tmp_path / "full")
    assert (tmp_path / "full" / "mine.txt").read_text() == "keep"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"steps": 0}, "steps is 1 or more"),
        ({"share": 1}, "share is between 0 and 1"),
        ({"rate": 0}, "rate is between"),
    ],
)
def test_options_have_ranges(given: dict[str, int], message: str) -> None:
    with pytest.raises(CoteError, match=message):
        MaskedOptions(**given)
