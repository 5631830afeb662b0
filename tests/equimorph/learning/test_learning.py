"""The kit of trainings: rates, steps, batches, checkpoints and vocabularies."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from safetensors.torch import save as packed  # noqa: E402

from equimorph.learning.batches import Epochs, padded  # noqa: E402
from equimorph.learning.checkpoints import load, save  # noqa: E402
from equimorph.learning.steps import Schedule, descend, torch_device  # noqa: E402
from equimorph.learning.vocabularies import text_of  # noqa: E402


class Damaged(Exception):
    pass


def test_a_rate_rises_then_falls_and_stays_above_the_lowest() -> None:
    schedule = Schedule(0.1, 0.05)
    assert [round(schedule.rate(done), 3) for done in (0, 0.049, 0.5, 0.9, 0.99, 1)] == [
        0.05,
        0.5,
        0.5,
        0.1,
        0.05,
        0.05,
    ]


def test_a_step_goes_against_the_gradient_of_at_most_length_1() -> None:
    weight = torch.nn.Parameter(torch.tensor([3.0, 4.0]))
    optimizer = torch.optim.SGD([weight], lr=0.5)
    for at in (0, 1):  # gradients are not added up
        descend(10 * weight[at], [weight], [optimizer], 0.1)
    assert torch.allclose(weight.detach(), torch.tensor([2.95, 3.95]), atol=1e-5)


def test_an_epoch_has_each_text_at_most_once_beside_texts_of_its_length() -> None:
    lengths = [at * 7 % 30 for at in range(30)]
    epochs = Epochs(lengths, 4, 100, 1)
    batches = [epochs.batch(step) for step in range(7)]
    places = [place for batch in batches for place in batch]
    assert sorted(map(len, batches)) == [4] * 7
    assert len(set(places)) == 28
    assert all(max(lengths[at] for at in batch) - min(lengths[at] for at in batch) == 3 for batch in batches)
    # A step can be asked for by itself, as after a kill.
    assert Epochs(lengths, 4, 100, 1).batch(5) == batches[5]
    assert Epochs(lengths, 4, 100, 2).batch(5) != batches[5]
    assert epochs.batch(7) != batches[0]
    assert [len(Epochs(lengths[:3], 4, 100, 1).batch(step)) for step in range(3)] == [3, 3, 3]
    firsts = [lengths[batch[0]] for batch in batches]
    assert firsts != sorted(firsts)


def test_texts_are_filled_up_to_the_longest() -> None:
    numbers, mask = padded([[5], [6, 7]], 9)
    assert numbers.tolist() == [[5, 9], [6, 7]]
    assert mask.tolist() == [[True, False], [True, True]]


def stepped(steps: int) -> tuple[torch.nn.Module, dict[str, torch.optim.Optimizer]]:
    torch.manual_seed(3)
    network = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
    halves = {
        "moments.0": torch.optim.AdamW(network[0].parameters(), lr=0.1),
        "moments.1": torch.optim.AdamW(network[1].parameters(), lr=0.2),
    }
    go_on(network, halves, steps)
    return network, halves


def go_on(network: torch.nn.Module, halves: dict[str, torch.optim.Optimizer], steps: int) -> None:
    for _ in range(steps):
        descend(network(torch.ones(1, 2)).sum(), network.parameters(), [*halves.values()], 1)


def test_what_goes_on_from_a_checkpoint_has_the_same_weights(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    network, halves = stepped(2)
    save(path, network, halves, {"step": 2})
    go_on(network, halves, 2)
    other, others = stepped(0)
    assert load(path, other, others, Damaged()) == {"step": 2}
    go_on(other, others, 2)
    assert all(
        torch.equal(one, two) for one, two in zip(network.parameters(), other.parameters(), strict=True)
    )


def test_a_damaged_checkpoint_is_an_error_and_none_is_not(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    network, halves = stepped(0)
    assert load(path, network, halves, Damaged()) is None
    for data in (b"", b"x" * 50, packed({"weights.a": torch.ones(1)}), packed({}, {"run": "{"})):
        path.write_bytes(data)
        with pytest.raises(Damaged):
            load(path, network, halves, Damaged())


def test_a_device_that_does_not_exist() -> None:
    assert torch_device("cpu", Damaged).type == "cpu"
    with pytest.raises(Damaged, match="no device 'abacus'"):
        torch_device("abacus", Damaged)


def test_a_text_is_made_once(tmp_path: Path) -> None:
    assert text_of(tmp_path / "words", lambda: "é") == "é"
    assert text_of(tmp_path / "words", lambda: "other") == "é"
