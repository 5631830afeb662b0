"""Trainings: resumed after a kill to the same bytes, refused with other options, with counts that add up."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.codescore import CodeScore, CodeScoreError, TrainOptions, train, training  # noqa: E402
from equimorph.codescore.batches import Batch, Batches, Numbers, chances  # noqa: E402
from equimorph.codescore.sources import examples_of, sources_of  # noqa: E402
from equimorph.codescore.tokenizer import Marks  # noqa: E402
from equimorph.learning import training as learning  # noqa: E402
from equimorph.runs.partial import alone  # noqa: E402
from tests.killing import killed  # noqa: E402

FEW = TrainOptions(steps=6, batch=4, vocabulary=400, seed=3)
FILES = ("config.json", "manifest.json", "model.safetensors", "tokenizer.json")


def test_the_same_input_gives_the_same_bytes_and_another_seed_does_not(
    pairs_file: Path, tmp_path: Path
) -> None:
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        train([pairs_file], tmp_path / name, TrainOptions(steps=3, batch=4, vocabulary=400, seed=seed))
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in "abc"]
    assert weights[0] == weights[1] != weights[2]


def test_a_training_that_was_killed_goes_on_to_the_same_bytes(
    pairs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train([pairs_file], tmp_path / "whole", FEW)

    class Killed(BaseException):
        pass

    real = training._Training._one_step

    def stopped(self: training._Training, share: float) -> None:
        if self.step == 4:
            raise Killed
        real(self, share)

    monkeypatch.setattr(learning, "SECONDS", -1.0)  # a checkpoint behind each step
    monkeypatch.setattr(training._Training, "_one_step", stopped)
    with pytest.raises(Killed):
        train([pairs_file], tmp_path / "cut", FEW)
    assert not (tmp_path / "cut").exists()
    monkeypatch.setattr(training._Training, "_one_step", real)
    steps: list[int] = []
    monkeypatch.setattr(
        training._Training, "_one_step", lambda self, share: (steps.append(self.step), real(self, share))[1]
    )
    train([pairs_file], tmp_path / "cut", FEW)
    assert steps == [4, 5]
    for name in FILES:
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert not (tmp_path / "cut.partial").exists()


def test_short_methods_come_first(pairs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text(pairs_file.read_text().replace('"validation"', '"train"'))
    longest: list[int] = []
    real = Batches.batch

    def watched(self: Batches, step: int) -> Batch:
        longest.append(max(len(one.anchor) for one in self._examples))
        return real(self, step)

    monkeypatch.setattr(Batches, "batch", watched)
    train([pairs], tmp_path / "few", FEW)
    # There are too few methods for stages.
    of_all = longest[0]
    assert longest == [of_all] * 6
    longest.clear()
    monkeypatch.setattr(training, "_LEAST", 1)
    monkeypatch.setattr(training, "_STAGES", ((0.5, of_all - 1), (0.8, of_all), (float("inf"), None)))
    train([pairs], tmp_path / "staged", FEW)
    assert max(longest[:3]) < of_all
    assert longest[3:] == [of_all] * 3


def test_kill_9_leaves_what_a_later_run_goes_on_with(pairs_file: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", _KILLED, pairs_file, tmp_path / "cut"]
    killed(command, tmp_path / "cut.partial" / "checkpoint.safetensors", 3)
    train([pairs_file], tmp_path / "cut", FEW)
    train([pairs_file], tmp_path / "whole", FEW)
    for name in FILES:
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


_KILLED = """
import sys, torch
torch.set_num_threads(1)
from equimorph.codescore import TrainOptions, train
from equimorph.learning import training
training.SECONDS = -1.0
train([sys.argv[1]], sys.argv[2], TrainOptions(steps=6, batch=4, vocabulary=400, seed=3))
"""


def test_other_options_are_refused_by_name(
    pairs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: training._Training, share: float) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(training._Training, "_one_step", fail)
        with pytest.raises(KeyboardInterrupt):
            train([pairs_file], tmp_path / "m", FEW)
    other = TrainOptions(steps=6, batch=3, vocabulary=400, seed=4)
    with pytest.raises(CodeScoreError, match=r"batch \(4, now 3\); seed \(3, now 4\)"):
        train([pairs_file], tmp_path / "m", other)
    train([pairs_file], tmp_path / "m", other, restart=True)
    assert json.loads((tmp_path / "m" / "manifest.json").read_text())["options"]["batch"] == 3


def test_another_input_is_refused(pairs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "copy.jsonl"
    shutil.copy(pairs_file, copy)

    def fail(self: training._Training, share: float) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(training._Training, "_one_step", fail)
        with pytest.raises(KeyboardInterrupt):
            train([copy], tmp_path / "m", FEW)
    copy.write_bytes(copy.read_bytes() + b"\n")
    with pytest.raises(CodeScoreError, match=r"other input \("):
        train([copy], tmp_path / "m", FEW)


def test_the_manifest_says_how_the_model_was_made(model_folder: Path, pairs_file: Path) -> None:
    manifest = json.loads((model_folder / "manifest.json").read_text())
    rows = [json.loads(line) for line in pairs_file.read_text().splitlines()]
    assert manifest["read"] == len(rows) == manifest["kept"] + sum(manifest["dropped"].values())
    assert manifest["options"]["seed"] == 1
    assert manifest["steps"] == 3
    assert set(manifest["versions"]) == {"equimorph", "python", "torch", "safetensors", "tokenizers"}
    assert len(manifest["input"]) == 64
    assert sorted(path.name for path in model_folder.iterdir()) == sorted(FILES)


def test_folders_of_sources_become_pairs_with_the_comments_above_methods(tree: Path, tmp_path: Path) -> None:
    found = examples_of(sources_of([tree]), tmp_path, 200, 1)
    assert found.read == len(found.found) + found.dropped.total() == 16
    assert {" ".join(one.comment[:4]) for one in found.found} == {"Returns how many of", ""}
    assert all(one.positives and one.negatives for one in found.found)
    assert all("data" not in one.anchor for one in found.found)  # a parameter's name: these are sketches


def test_rows_without_a_rewriting_or_a_mutant_are_dropped_and_counted(tmp_path: Path) -> None:
    def row(**fields: object) -> str:
        texts = {"anchor": "int f(int a) { return a; }", "positives": [], "negatives": []}
        return json.dumps({"id": "x", "status": "ok", "source": "A.java", **texts, **fields}) + "\n"

    other = [{"text": "int f(int a) { return -a; }"}]
    same = [{"text": "int  f(int b) { return b; }"}]  # another name is no other sketch
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        row(negatives=other)
        + row(positives=other)
        + row(positives=same, negatives=other)
        + row(status="skipped")
        + "{}\n"
        + "nonsense\n"
    )
    found = examples_of(sources_of([path]), tmp_path, 200, 1)
    assert found.found == []
    assert found.read == 6
    assert found.dropped == {"no rewriting": 2, "no mutant": 1, "the row is skipped": 1, "bad row": 2}


class SmallVocabulary:
    size = 100
    marks = Marks((0,), 2, 1, 3, 7)

    def numbers(self, words: object) -> list[int]:
        raise AssertionError


def test_half_of_the_positives_are_the_method_itself(pairs_file: Path, tmp_path: Path) -> None:
    examples = [Numbers([], [20 + n], [[40 + n]], [[60 + n]]) for n in range(20)]
    batches = Batches(examples, 10, 16, SmallVocabulary(), 1)
    same = other = 0
    for step in range(100):
        batch = batches.batch(step)
        anchors, positives, negatives = batch.texts[0][:, 1].view(3, 10).tolist()
        assert [a + 40 for a in anchors] == negatives
        same += sum(a == p for a, p in zip(anchors, positives, strict=True))
        other += sum(a + 20 == p for a, p in zip(anchors, positives, strict=True))
    assert same + other == 1000
    assert 440 < same < 560


def test_rare_changes_come_more_often() -> None:
    # Half of the methods have a second negative, which is of another kind in each.
    examples = [
        Numbers([], [20 + n], [[40 + n]], [[20 + n, 5], *([[20 + n, 60 + n]] * (n % 2))]) for n in range(20)
    ]
    batches = Batches(examples, 10, 16, SmallVocabulary(), 1)
    drawn = [row[2] for step in range(100) for row in batches.batch(step).texts[0][20:].tolist()]
    rare = sum(number >= 60 for number in drawn)
    # 500 of the 1,000 methods have both; an even draw would give about 250, this one 20 ** 0.5 to 1.
    assert 380 < rare < 440


def test_a_rare_change_is_drawn_more_often_than_its_share() -> None:
    frequent, rare = [1, 5, 3], [1, 2, 9]
    examples = [Numbers([], [1, 2, 3], [[1]], [frequent]) for _ in range(15)]
    examples.append(Numbers([], [1, 2, 3], [[1]], [frequent, rare, [1, 2, 3, 3], [3, 2, 1]]))
    found = chances(examples)
    assert found[0] == [16**-0.5]
    assert found[15] == [16**-0.5, 1, 1, 1]
    # The change counts, not where it is: a 5 for a 2 in another text is the same one.
    assert chances([*examples, Numbers([], [2, 7], [[1]], [[5, 7]])])[-1] == [17**-0.5]


def test_nothing_to_learn_from_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CodeScoreError, match="neither sources nor pairs"):
        train([tmp_path / "empty"], tmp_path / "m", FEW)
    (tmp_path / "A.java").write_text("class A { }")
    with pytest.raises(CodeScoreError, match="0 methods of the train split"):
        train([tmp_path / "A.java"], tmp_path / "m", FEW)
    with pytest.raises(FileNotFoundError):
        train([tmp_path / "nowhere"], tmp_path / "m", FEW)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("steps", 0),
        ("minutes", 0.0),
        ("minutes", float("nan")),
        ("batch", 1),
        ("vocabulary", 10),
        ("temperature", 0.0),
    ],
)
def test_an_option_out_of_its_range_is_an_error(field: str, value: float) -> None:
    with pytest.raises(CodeScoreError, match=field):
        TrainOptions(**{field: value})


def test_an_unknown_device_is_an_error(pairs_file: Path, tmp_path: Path) -> None:
    with pytest.raises(CodeScoreError, match="no device 'nonsense'"):
        train([pairs_file], tmp_path / "m", TrainOptions(device="nonsense"))


def test_a_model_that_is_not_empty_is_not_replaced(model_folder: Path, pairs_file: Path) -> None:
    with pytest.raises(FileExistsError):
        train([pairs_file], model_folder, FEW)
    assert CodeScore.load(model_folder)


def stopped_run(pairs_file: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a run leaves that was stopped at its first step."""

    def fail(self: training._Training, share: float) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(training._Training, "_one_step", fail)
        with pytest.raises(KeyboardInterrupt):
            train([pairs_file], out, FEW)
    return out.with_name(f"{out.name}.partial")


def test_a_damaged_checkpoint_is_an_error(
    pairs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = stopped_run(pairs_file, tmp_path / "m", monkeypatch)
    (work / "checkpoint.safetensors").write_bytes(b"cut off")
    with pytest.raises(CodeScoreError, match="damaged checkpoint"):
        train([pairs_file], tmp_path / "m", FEW)


def test_two_trainings_do_not_share_a_folder(
    pairs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = stopped_run(pairs_file, tmp_path / "m", monkeypatch)
    with alone(work, CodeScoreError), pytest.raises(CodeScoreError, match="another run"):
        train([pairs_file], tmp_path / "m", FEW)
    train([pairs_file], tmp_path / "m", FEW)


def test_balance_learns_from_a_part_and_says_so(
    pairs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "balanced", lambda examples, seed: list(examples)[: 2 + seed])
    train([pairs_file], tmp_path / "m", TrainOptions(steps=1, batch=2, vocabulary=400, balance=True, seed=1))
    manifest = json.loads((tmp_path / "m" / "manifest.json").read_text())
    assert manifest["options"]["balance"] is True
    assert manifest["learnt_from"] == 3 < manifest["kept"]


def test_base_without_transformers_names_it_and_leaves_nothing(
    pairs_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(ModuleNotFoundError, match="transformers is not installed"):
        train([pairs_file], tmp_path / "m", TrainOptions(base=str(tmp_path)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shape", ["triplet", "parts", "parquet", "gz"])
def test_all_that_pairs_writes_is_read_as_it_is(tree: Path, tmp_path: Path, shape: str) -> None:
    from equimorph.contrastive import Options, write, write_parts

    options = Options(positives=2, negatives=2)
    out = tmp_path / {"parquet": "p.parquet", "gz": "p.jsonl.gz"}.get(shape, "folder")
    if shape == "triplet":
        write(out, [tree], options, shape="triplet")
    elif shape == "parts":
        write_parts(out, [tree], options, part_rows=1)
    else:
        write(out, [tree], options)
    found = examples_of(sources_of([out]), tmp_path, 200, 1)
    write(tmp_path / "plain.jsonl", [tree], options)
    plain = examples_of(sources_of([tmp_path / "plain.jsonl"]), tmp_path, 200, 1)
    assert found.found == plain.found != []
