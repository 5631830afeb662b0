"""Trainings: the same bytes each time, also after a kill; refused with other options or pairs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.bulk.reporting import SILENT  # noqa: E402
from equimorph.cote import GeneratorError  # noqa: E402
from equimorph.cote.generators import Pair, Seq2Seq, TrainOptions, load_generator, train  # noqa: E402
from equimorph.learning import training  # noqa: E402
from tests.equimorph.cote.generators.conftest import FEW, twenty  # noqa: E402
from tests.killing import killed  # noqa: E402


class Counting:
    """A reporter that counts steps, and ends the run at one of them."""

    failed, skipped, failed_earlier, note = SILENT.failed, SILENT.skipped, SILENT.failed_earlier, SILENT.note

    def __init__(self, end: int | None = None) -> None:
        self.calls: list[int] = []
        self._end = end

    def bar(self, total: int | None, what: str) -> AbstractContextManager[Callable[..., None]]:
        @contextmanager
        def shown() -> Iterator[Callable[..., None]]:
            assert (total, what) == (6, "steps")
            yield self._advance

        return shown()

    def _advance(self, count: int = 1) -> None:
        self.calls.append(count)
        if sum(self.calls) == self._end:
            raise KeyboardInterrupt


def contents(folder: Path) -> dict[str, str]:
    # Digests: pytest would take hours to show how two networks differ.
    return {one.name: sha256(one.read_bytes()).hexdigest() for one in folder.iterdir()}


def stopped(out: Path, monkeypatch: pytest.MonkeyPatch, pairs: list[Pair] | None = None) -> Path:
    """What a run leaves that was stopped after its fifth step, with a checkpoint behind the fourth."""
    with monkeypatch.context() as patch:
        patch.setattr(training, "SECONDS", -1.0)
        with pytest.raises(KeyboardInterrupt):
            train("seq2seq", pairs or twenty(), out, FEW, Counting(end=5))
    assert not out.exists()
    return out.with_name(f"{out.name}.partial")


def test_the_same_pairs_and_seed_give_the_same_bytes(tmp_path: Path) -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        train("seq2seq", twenty(), tmp_path / "a", FEW)
        assert torch.get_num_threads() == 2
        torch.set_num_threads(1)
        torch.manual_seed(99)
        train("seq2seq", iter(twenty()), tmp_path / "b", FEW)
    finally:
        torch.set_num_threads(before)
    train("seq2seq", twenty(), tmp_path / "c", replace(FEW, seed=4))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert contents(tmp_path / "a")["model.safetensors"] != contents(tmp_path / "c")["model.safetensors"]


def test_a_training_leaves_the_random_numbers_of_torch_alone(tmp_path: Path) -> None:
    state = torch.get_rng_state()
    train("seq2seq", twenty(), tmp_path / "g", replace(FEW, steps=1))
    assert torch.equal(torch.get_rng_state(), state)


def test_a_training_that_was_stopped_goes_on_to_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train("seq2seq", twenty(), tmp_path / "whole", FEW)
    work = stopped(tmp_path / "cut", monkeypatch)
    assert (work / "checkpoint.safetensors").is_file()
    reporter = Counting()
    train("seq2seq", twenty(), tmp_path / "cut", FEW, reporter)
    assert reporter.calls == [4, 1, 1]
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["cut", "whole"]


_KILLED = """
import sys, torch
torch.set_num_threads(1)
from equimorph.cote.generators import TrainOptions, read_pairs, train
from equimorph.learning import training
training.SECONDS = -1.0
options = TrainOptions(steps=6, batch=4, vocabulary=400, seed=3)
train("seq2seq", read_pairs(sys.argv[1]), sys.argv[2], options)
"""


def test_kill_9_leaves_what_a_later_run_goes_on_with(tmp_path: Path) -> None:
    rows = tmp_path / "pairs.jsonl"
    rows.write_text("".join(json.dumps(one.to_row()) + "\n" for one in twenty()))
    command = [sys.executable, "-c", _KILLED, rows, tmp_path / "cut"]
    killed(command, tmp_path / "cut.partial" / "checkpoint.safetensors", 3)
    train("seq2seq", twenty(), tmp_path / "cut", FEW)
    train("seq2seq", twenty(), tmp_path / "whole", FEW)
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")


def test_other_options_and_other_pairs_are_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "g"
    stopped(out, monkeypatch)
    with pytest.raises(GeneratorError, match=r"batch \(4, now 5\); seed \(3, now 4\)"):
        train("seq2seq", twenty(), out, replace(FEW, batch=5, seed=4))
    with pytest.raises(GeneratorError, match=r"other pairs \("):
        train("seq2seq", twenty()[1:], out, FEW)
    reporter = Counting()
    train("seq2seq", twenty()[1:], out, FEW, reporter, restart=True)
    assert reporter.calls == [0, *[1] * 6]
    assert json.loads((out / "generator.json").read_text())["counts"]["pairs"] == 19


@pytest.mark.parametrize("data", [b"cut off", b""])
def test_a_damaged_checkpoint_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    work = stopped(tmp_path / "g", monkeypatch)
    (work / "checkpoint.safetensors").write_bytes(data)
    with pytest.raises(GeneratorError, match="damaged checkpoint"):
        train("seq2seq", twenty(), tmp_path / "g", FEW)


def test_pairs_that_are_too_long_are_left_out_and_counted(tmp_path: Path) -> None:
    long = [
        Pair("code", "Returns the name.", f"int f() {{ {'x(); ' * 60} }}"),
        Pair("text", "name " * 65, "int f() { }"),
    ]
    made = train("seq2seq", [*twenty(), *long], tmp_path / "g", FEW)
    assert isinstance(made, Seq2Seq)
    found = json.loads((tmp_path / "g" / "generator.json").read_text())
    parameters = sum(one.numel() for one in load_generator(tmp_path / "g").network.parameters())  # type: ignore[union-attr]
    assert found["counts"] == {"pairs": 22, "learnt_from": 20, "too_long": 2, "parameters": parameters}
    assert (found["steps"], found["options"]) == (6, FEW.to_dict())
    assert made.made == load_generator(tmp_path / "g").made  # type: ignore[union-attr]
    assert found.items() >= made.made.items()
    with pytest.raises(GeneratorError, match="none of 2 pairs is short enough"):
        train("seq2seq", long, tmp_path / "h", FEW)
    with pytest.raises(GeneratorError, match="none of 0 pairs"):
        train("seq2seq", [], tmp_path / "i", FEW)


def test_the_longest_pair_is_learnt_and_can_be_written(tmp_path: Path) -> None:
    pair = Pair("a", "one", "a b c d e")
    options = TrainOptions(steps=60, vocabulary=300, rate=1e-2, longest=6)
    assert train("seq2seq", [pair], tmp_path / "g", options)("one")[0] == "a b c d e"
    with pytest.raises(GeneratorError, match="none of 1 pair "):
        train("seq2seq", [pair], tmp_path / "h", replace(options, longest=5))


def test_a_training_ends_when_its_time_is_up(tmp_path: Path) -> None:
    train("seq2seq", twenty(), tmp_path / "g", replace(FEW, steps=1000, seconds=1e-6))
    assert json.loads((tmp_path / "g" / "generator.json").read_text())["steps"] == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("steps", 0),
        ("steps", 1.5),
        ("batch", True),
        ("vocabulary", 299),
        ("longest", 3),
        ("seed", None),
        ("rate", 0.0),
        ("rate", float("nan")),
        ("seconds", 0),
        ("seconds", float("inf")),
    ],
)
def test_an_option_out_of_its_range_is_an_error(field: str, value: object) -> None:
    with pytest.raises(GeneratorError, match=f"^{field}: "):
        TrainOptions(**{field: value})  # type: ignore[arg-type]


def test_an_unknown_device_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(GeneratorError, match="no device 'nonsense'"):
        train("seq2seq", twenty(), tmp_path / "g", replace(FEW, device="nonsense"))
    assert list(tmp_path.iterdir()) == []
