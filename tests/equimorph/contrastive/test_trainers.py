"""Samples as trainers read them: the shapes, the folder, and that real trainers take it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from equimorph import contrastive
from equimorph.cli import app
from equimorph.contrastive.trainers import SAMPLES, SHAPES, Shape, columns, rows
from tests.equimorph.contrastive.conftest import numbered

FILES = [f"{split}-00000-of-00001.parquet" for split in contrastive.SPLITS]
OPTIONS = contrastive.Options(positives=2, negatives=2, depth=1, seed=5, splits=(0.5, 0.25, 0.25))


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of methods for each split, one that has no negative among them, and a broken one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    folder = tmp_path / "src"
    folder.mkdir()
    # Each of another shape, so that they are of different groups, and there are some for each split.
    many = [numbered(n).replace("return found;", "found -= 1; " * n + "return found;") for n in range(24)]
    plain = [f"void plain{n}(String s{n}) {{ " + f"go(s{n}); " * (n + 1) + "}" for n in range(8)]
    (folder / "Many.java").write_text("class Many {\n" + "\n".join(many) + "\n}\n")
    (folder / "Plain.java").write_text("class Plain {\n" + "\n".join(plain) + "\n}\n")
    (folder / "Broken.java").write_text("class Broken { void f( { }")
    return folder


def variants(*texts: str) -> list[dict[str, Any]]:
    return [{"text": text} for text in texts]


def sample(positives: int, negatives: int, status: str = "ok") -> dict[str, Any]:
    good, bad = (
        variants(*(f"{sign}{n}" for n in range(count)))
        for sign, count in (("+", positives), ("-", negatives))
    )
    return {"status": status, "anchor": "a", "positives": good, "negatives": bad}


def test_a_triplet_joins_each_positive_with_each_negative() -> None:
    assert list(rows(sample(2, 3), "triplet", 3)) == [
        {"anchor": "a", "positive": good, "negative": bad}
        for good, bad in product(("+0", "+1"), ("-0", "-1", "-2"))
    ]
    assert list(rows(sample(2, 1), "triplet", 3)) == [
        {"anchor": "a", "positive": good, "negative": "-0"} for good in ("+0", "+1")
    ]


def test_an_n_tuple_has_all_negatives() -> None:
    assert list(columns("n-tuple", 2)) == ["anchor", "positive", "negative_1", "negative_2"]
    made = list(rows(sample(2, 2), "n-tuple", 2))
    assert made[1] == {"anchor": "a", "positive": "+1", "negative_1": "-0", "negative_2": "-1"}
    assert len(made) == 2
    assert list(rows(sample(2, 1), "n-tuple", 2)) == []


def test_a_labeled_pair_needs_one_side_only() -> None:
    made = [(row["text"], row["label"]) for row in rows(sample(1, 2), "labeled-pair", 2)]
    assert made == [("+0", 1), ("-0", 0), ("-1", 0)]
    assert [row["label"] for row in rows(sample(0, 1), "labeled-pair", 2)] == [0]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sample_that_is_not_ok_has_no_rows(shape: Shape) -> None:
    assert list(rows(sample(1, 1, "error"), shape, 1)) == []


@pytest.mark.parametrize("shape", SHAPES)
def test_datasets_loads_a_folder_as_splits(sources: Path, shape: Shape) -> None:
    datasets = pytest.importorskip("datasets")
    out = Path("out")
    counts = contrastive.write(out, sources, OPTIONS, shape=shape)
    assert sorted(path.name for path in out.iterdir()) == sorted([*FILES, SAMPLES, "README.md"])
    made = [json.loads(line) for line in (out / SAMPLES).read_text().splitlines()]
    for row in made:
        contrastive.check(row)
    assert {row["status"] for row in made} == {"ok", "error"}
    loaded = datasets.load_dataset(str(out))
    assert set(loaded) == set(contrastive.SPLITS)
    for split in contrastive.SPLITS:
        wanted = [row for one in made if one["split"] == split for row in rows(one, shape, 2)]
        assert wanted
        assert loaded[split].to_list() == wanted
        assert loaded[split].column_names == list(columns(shape, 2))
        assert counts[split] == len(wanted)
    assert counts["used"] == sum(bool(list(rows(one, shape, 2))) for one in made)
    assert counts["both"] == sum(bool(one["positives"] and one["negatives"]) for one in made)
    assert 0 < counts["both"] < counts["ok"]


def test_no_method_is_in_two_splits(sources: Path) -> None:
    datasets = pytest.importorskip("datasets")
    contrastive.write(Path("out"), sources, OPTIONS, shape="labeled-pair")
    loaded = datasets.load_dataset("out")
    anchors = [set(loaded[split]["anchor"]) for split in contrastive.SPLITS]
    assert sum(map(len, anchors)) == len(set.union(*anchors))


def test_a_split_without_rows_is_left_out(sources: Path) -> None:
    datasets = pytest.importorskip("datasets")
    options = contrastive.Options(positives=1, negatives=1, splits=(1, 0, 0))
    counts = contrastive.write(Path("out"), sources, options, shape="triplet")
    loaded = datasets.load_dataset("out")
    assert {split: len(loaded[split]) for split in loaded} == {"train": counts["train"]}
    assert counts["validation"] == counts["test"] == 0


def test_the_samples_are_those_of_a_run_without_shape(sources: Path) -> None:
    contrastive.write(Path("rows.jsonl"), sources, OPTIONS)
    contrastive.write(Path("out"), sources, OPTIONS, shape="n-tuple", jobs=2)
    assert Path("out", SAMPLES).read_bytes() == Path("rows.jsonl").read_bytes()


def test_a_folder_that_holds_something_is_not_touched(sources: Path) -> None:
    out = Path("out")
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="not an empty folder"):
        contrastive.write(out, sources, OPTIONS, shape="triplet")
    assert [path.name for path in out.iterdir()] == ["mine.txt"]
    assert not Path("out.partial").exists()


@pytest.mark.parametrize(
    ("options", "shape", "message"),
    [
        ({"negatives": 0}, "triplet", "shape triplet needs a positive and a negative"),
        ({"positives": 0}, "n-tuple", "shape n-tuple needs a positive and a negative"),
        ({}, "quadruplet", "no shape 'quadruplet'; there are: triplet, n-tuple, labeled-pair"),
    ],
)
def test_a_shape_that_cannot_be_made_is_refused(
    sources: Path, options: dict[str, int], shape: Shape, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        contrastive.write(Path("out"), sources, contrastive.Options(**options), shape=shape)
    assert not Path("out").exists()


def test_the_command_counts_rows_and_methods_with_both_kinds(sources: Path) -> None:
    arguments = "pairs src --out out --as triplet --positives 1 --negatives 2 --depth 1 --split 0.5,0.25,0.25"
    result = CliRunner().invoke(app, arguments.split())
    counts: Counter[str] = Counter()
    pq = pytest.importorskip("pyarrow.parquet")
    for split, name in zip(contrastive.SPLITS, FILES, strict=True):
        counts[split] = pq.read_table(Path("out", name)).num_rows
    both = sum(
        bool(one["positives"] and one["negatives"])
        for one in map(json.loads, Path("out", SAMPLES).read_text().splitlines())
    )
    total = sum(counts.values())
    assert f"{both} of them with both kinds" in result.stderr
    split = ", ".join(f"{name} {counts[name]}" for name in contrastive.SPLITS)
    assert f"{total} rows of shape triplet from {both} samples, {split}" in result.stderr
    assert result.exit_code == 1  # Broken.java


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--parts out --as triplet", "--as writes a folder; name it with --out"),
        ("--out out --as tripplet", "did you mean triplet?"),
        ("--out out --as triplet --negatives 0", "shape triplet needs a positive and a negative"),
    ],
)
def test_bad_usage_of_shapes_is_refused(sources: Path, arguments: str, message: str) -> None:
    result = CliRunner().invoke(app, ["pairs", "src", *arguments.split()])
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())


@pytest.mark.filterwarnings("ignore")  # of the libraries: modules that they move, devices that are not there
@pytest.mark.parametrize("shape", SHAPES)
def test_sentence_transformers_trains_on_it(sources: Path, shape: Shape) -> None:
    st = pytest.importorskip("sentence_transformers")
    datasets = pytest.importorskip("datasets")
    tokenizers = pytest.importorskip("tokenizers")
    from sentence_transformers import losses
    from sentence_transformers.models import StaticEmbedding

    contrastive.write(Path("out"), sources, OPTIONS, shape=shape)
    loaded = datasets.load_dataset("out")
    words = sorted({word for split in loaded.values() for word in " ".join(split["anchor"]).split()})
    vocabulary = {word: number for number, word in enumerate(["[UNK]", *words])}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    model = st.SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=8)], device="cpu")
    loss = (
        losses.ContrastiveLoss(model)
        if shape == "labeled-pair"
        else losses.MultipleNegativesRankingLoss(model)
    )
    arguments = st.SentenceTransformerTrainingArguments(
        output_dir="model", max_steps=4, report_to="none", use_cpu=True, save_strategy="no", disable_tqdm=True
    )
    trainer = st.SentenceTransformerTrainer(
        model=model,
        args=arguments,
        train_dataset=loaded["train"],
        eval_dataset=loaded["validation"],
        loss=loss,
    )
    assert trainer.train().global_step == 4
