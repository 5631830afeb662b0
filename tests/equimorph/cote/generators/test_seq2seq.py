"""A network that knows a few pairs by heart: what it writes, and how likely it says that is."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.cote import GeneratorError  # noqa: E402
from equimorph.cote.generators import Seq2Seq, load_generator, train  # noqa: E402
from equimorph.cote.generators.learning import Numbers, loss_of  # noqa: E402
from equimorph.cote.generators.network import Network, NetworkSize  # noqa: E402
from equimorph.cote.generators.storing import write_generator  # noqa: E402
from equimorph.cote.generators.subwords import END, PAD, START, written  # noqa: E402
from tests.equimorph.cote.generators.conftest import BY_HEART, twenty  # noqa: E402

CPU = torch.device("cpu")
# Neither is one of the pairs.
OTHERS = ("Returns the index of this stream.", "Tests if this buffer is the owner", "zebra")


@pytest.fixture(scope="module")
def generator(network_folder: Path) -> Seq2Seq:
    found = load_generator(network_folder)
    assert isinstance(found, Seq2Seq)
    return found


def forced(generator: Seq2Seq, text: str, code: str, with_end: bool = True) -> float:
    """The log probability of code, each word computed of all words before it, from the start each time."""
    network, total = generator.network, 0.0
    numbers = torch.tensor([generator.subwords.numbers(text)[: generator.longest]])
    wanted = [*generator.subwords.numbers(code), *[END] * with_end]
    with torch.no_grad():
        for at, word in enumerate(wanted):
            joint, _ = network.write(
                *network.read(numbers, numbers == numbers), torch.tensor([[START, *wanted[:at]]])
            )
            scores = network.scores(joint)[0, -1].tolist()
            total += scores[word] - math.log(sum(map(math.exp, scores)))
    return total


def test_pairs_that_it_knows_by_heart_come_back(generator: Seq2Seq) -> None:
    assert [generator(one.text)[0] for one in twenty()] == [written(one.code) for one in twenty()]


@pytest.fixture(scope="module")
def unsure(tmp_path_factory: pytest.TempPathFactory) -> Seq2Seq:
    """A network that has learnt two ends for each method, the nearer one twice as often."""
    pairs = [*twenty(), *twenty(), *(replace(one, code=f"{one.code} }}") for one in twenty())]
    found = train("seq2seq", pairs, tmp_path_factory.mktemp("unsure") / "g", replace(BY_HEART, steps=50))
    assert isinstance(found, Seq2Seq)
    return found


@pytest.mark.parametrize("text", [twenty()[0].text, *OTHERS])
def test_the_log_probability_is_that_of_all_words_and_of_the_end(
    generator: Seq2Seq, unsure: Seq2Seq, text: str
) -> None:
    for one in (generator, unsure):
        code, score = one(text)
        assert code
        assert score < 0
        assert score == pytest.approx(forced(one, text, code), rel=1e-4, abs=1e-5)
    assert score < forced(unsure, text, code, with_end=False) - 0.1


@pytest.mark.parametrize("text", [twenty()[0].text, *OTHERS])
def test_all_words_at_once_are_as_likely_as_one_after_the_other(unsure: Seq2Seq, text: str) -> None:
    code, score = unsure(text)
    pair = Numbers(tuple(unsure.subwords.numbers(text)), tuple(unsure.subwords.numbers(code)))
    at_once = -float(loss_of(unsure.network, [pair], CPU).detach()) * (len(pair.code) + 1)
    assert score == pytest.approx(at_once, rel=1e-4)


def test_each_word_is_the_likeliest_one(generator: Seq2Seq) -> None:
    network, subwords = generator.network, generator.subwords
    code, _ = generator(OTHERS[0])
    words = subwords.numbers(code)
    numbers = torch.tensor([subwords.numbers(OTHERS[0])])
    with torch.no_grad():
        joint, _ = network.write(*network.read(numbers, numbers == numbers), torch.tensor([[START, *words]]))
        scores = network.scores(joint)[0]
    scores[:, [PAD, START]] = float("-inf")
    assert scores.argmax(-1).tolist() == [*words, END]


def test_code_without_an_end_breaks_off(generator: Seq2Seq) -> None:
    short = Seq2Seq(generator.network, generator.subwords, 7)
    text = twenty()[0].text
    code, score = short(text)
    assert code
    assert generator(text)[0].startswith(code)
    assert len(short.subwords.numbers(code)) == 7
    assert score == pytest.approx(forced(short, text, code, with_end=False), rel=1e-4, abs=1e-6)


def test_an_answer_does_not_depend_on_what_else_was_asked(network_folder: Path, generator: Seq2Seq) -> None:
    texts = [*OTHERS, *(one.text for one in twenty())]
    forwards = [generator(text) for text in texts]
    fresh = load_generator(network_folder)
    assert [fresh(text) for text in reversed(texts)] == forwards[::-1]


@pytest.fixture
def two_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def test_torch_keeps_its_threads_and_the_answer_is_the_same(generator: Seq2Seq, two_threads: None) -> None:
    asked = generator(OTHERS[0])
    assert torch.get_num_threads() == 2
    torch.set_num_threads(1)
    assert generator(OTHERS[0]) == asked


@pytest.mark.parametrize("text", ["", "\ud800", "zebra 火 \x00", "the name " * 50_000, "a" * 100_000, "\n"])
def test_odd_inputs_have_an_answer(generator: Seq2Seq, text: str) -> None:
    code, score = generator(text)
    assert code.encode()
    assert len(generator.subwords.numbers(code)) <= generator.longest
    assert math.isfinite(score)
    assert generator(text) == (code, score)


def test_no_more_of_a_sentence_is_read_than_was_learnt(generator: Seq2Seq) -> None:
    words = generator.subwords.numbers("name " * 100)[: generator.longest]
    assert generator("name " * 100) == generator(generator.subwords.text(words))


def test_a_generator_of_a_folder_is_written_to_the_same_bytes(network_folder: Path, tmp_path: Path) -> None:
    load_generator(network_folder).save(tmp_path / "again")
    names = sorted(one.name for one in network_folder.iterdir())
    assert names == ["generator.json", "model.safetensors", "tokenizer.json"]
    for name in names:
        assert (network_folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        lambda made, files: made["network"].update(state=128),
        lambda made, files: made["network"].update(words=3),
        lambda made, files: made.update(network=None),
        lambda made, files: made.update(longest="many"),
        lambda made, files: files.update({"model.safetensors": b"nonsense"}),
        lambda made, files: files.update({"tokenizer.json": b"\xff{}"}),
        lambda made, files: files.pop("tokenizer.json"),
    ],
)
def test_a_folder_whose_parts_do_not_belong_together_is_refused(
    network_folder: Path,
    tmp_path: Path,
    change: object,
) -> None:
    made = json.loads((network_folder / "generator.json").read_text())
    files = {name: (network_folder / name).read_bytes() for name in made["files"]}
    assert callable(change)
    change(made, files)
    write_generator(tmp_path / "g", {name: made[name] for name in made if name != "files"}, files)
    with pytest.raises(GeneratorError):
        load_generator(tmp_path / "g")


def test_the_loss_of_a_batch_is_the_mean_of_its_words() -> None:
    torch.manual_seed(1)
    network = Network(NetworkSize(50, width=16, state=24)).eval()
    pairs = [Numbers((5, 6, 7), (9,)), Numbers((8,), (10, 11, 12, 13)), Numbers((6,), ())]
    alone = [(len(one.code) + 1) * float(loss_of(network, [one], CPU).detach()) for one in pairs]
    together = float(loss_of(network, pairs, CPU).detach())
    assert together == pytest.approx(sum(alone) / 8, rel=1e-5)
