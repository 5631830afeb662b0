"""The examples that make pairs, train an encoder on them and load them with Hugging Face datasets."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from equimorph.contrastive import check

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SUBJECTS = EXAMPLES.parent / "tests" / "subjects"


def run(
    script: str, *arguments: str, folder: Path, warnings: str = "error", seed: str = "0"
) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "PYTHONIOENCODING": "utf-8",
        "PYTHONWARNINGS": warnings,
        "HF_HOME": str(folder / "home"),
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
    }
    paths = [str(EXAMPLES.parent / "src"), os.environ.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    return subprocess.run(
        [sys.executable, str(EXAMPLES / f"{script}.py"), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def expected(script: str) -> str:
    return (EXAMPLES / "expected" / f"{script}.txt").read_text(encoding="utf-8")


def test_the_bundled_folder_becomes_parquet_that_datasets_loads(tmp_path: Path) -> None:
    parcel = tmp_path / "parcels" / "Parcel.java"
    parcel.parent.mkdir()
    shutil.copy(EXAMPLES / "Parcel.java", parcel)
    for seed, arguments in (("0", ()), ("4711", ("parcels", "again.parquet"))):
        built = run("build_pairs", *arguments, folder=tmp_path, seed=seed)
        assert (built.returncode, built.stderr) == (0, "")
        assert built.stdout.replace("again.", "pairs.") == expected("build_pairs")
    assert {path.name for path in tmp_path.iterdir()} == {"again.parquet", "pairs.parquet", "parcels"}
    for name in ("again.parquet", "pairs.parquet"):
        # Not all versions of datasets are free of warnings.
        loaded = run("load_with_datasets", name, folder=tmp_path, warnings="ignore")
        assert (loaded.returncode, loaded.stderr) == (0, "")
        assert loaded.stdout == expected("load_with_datasets")


def test_json_lines_of_sketches_that_are_not_long(tmp_path: Path) -> None:
    built = run(
        "build_pairs", str(EXAMPLES), "pairs.jsonl", "--sketch", "--max-tokens", "60", folder=tmp_path
    )
    assert (built.returncode, built.stderr) == (0, "")
    rows = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text("utf-8").splitlines()]
    assert {row["method"]: row["status"] for row in rows} == {
        "Parcel": "ok",
        "load": "skipped",
        "main": "skipped",
        "sameLabel": "ok",
    }
    for row in rows:
        check(row)
    assert "skipped: 2\n" in built.stdout
    [labels] = [row for row in rows if row["method"] == "sameLabel"]
    assert labels["anchor"].startswith("static boolean sameLabel(Parcel arg_0, Parcel arg_1)")


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    folder = tmp_path_factory.mktemp("encoder")
    built = run("build_pairs", str(SUBJECTS), "pairs.jsonl", "--sketch", "--max-tokens", "70", folder=folder)
    assert (built.returncode, built.stderr) == (0, "")
    return folder / "pairs.jsonl"


def figures(line: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+\.\d+", line)]


def test_held_out_positives_come_closer_than_negatives(pairs: Path) -> None:
    done = run("train_encoder", pairs.name, "--steps", "60", folder=pairs.parent, warnings="ignore")
    assert (done.returncode, done.stderr) == (0, "")
    methods, before, loss, after = done.stdout.splitlines()
    rows = [json.loads(line) for line in pairs.read_text("utf-8").splitlines()]
    usable = [row["split"] == "train" for row in rows if row["positives"] and row["negatives"]]
    assert methods == f"{sum(usable)} methods to train on, {len(usable) - sum(usable)} held out"
    assert loss.startswith("60 steps: ")
    first, last = figures(loss)
    assert last < first / 2
    positive, negative, closer = figures(after)
    assert positive > negative
    assert closer > max(50, figures(before)[2])


def test_without_success_the_exit_code_tells(pairs: Path) -> None:
    done = run("train_encoder", pairs.name, "--steps", "1", folder=pairs.parent, warnings="ignore")
    assert (done.returncode, done.stderr) == (1, "")
    positive, negative, closer = figures(done.stdout.splitlines()[-1])
    assert positive <= negative or closer <= 50


def test_the_held_out_methods_do_not_train(pairs: Path) -> None:
    rows = [json.loads(line) for line in pairs.read_text("utf-8").splitlines()]
    held_out = [row for row in rows if row["split"] != "train"]
    for name, kept in (
        ("fewer", [row for row in rows if row not in held_out[::2]]),
        ("only", held_out),
    ):
        (pairs.parent / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in kept), "utf-8")
    whole, again, fewer = (
        run("train_encoder", name, "--steps", "3", folder=pairs.parent, warnings="ignore", seed=seed).stdout
        for name, seed in ((pairs.name, "0"), (pairs.name, "4711"), ("fewer.jsonl", "0"))
    )
    assert whole == again, "the same seed, the same figures"
    assert whole.splitlines()[0] != fewer.splitlines()[0]
    assert whole.splitlines()[2] == fewer.splitlines()[2], "the losses hang on the train split alone"
    none = run("train_encoder", "only.jsonl", "--steps", "1", folder=pairs.parent, warnings="ignore")
    assert none.returncode == 2
    assert "no methods to train on" in none.stderr
