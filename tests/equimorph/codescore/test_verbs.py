"""The verbs: pairs in, scores out, thresholds, and what is wrong with rows and options."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.cli import app
from equimorph.codescore import CodeScore, CodeScoreError
from equimorph.codescore.sweeping import sweep

GOOD = "def add(a, b):\n    return a + b\n"
RENAMED = "def plus(x, y):\n    return x + y\n"
BROKEN = "def add(a, b)\n    return a + b\n"


def run(*args: object, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["codescore", *map(str, args)])
    assert result.exit_code == code, result.output
    return result


def row(id: object, candidate: str, passed: object = True, **fields: object) -> dict[str, Any]:
    return {"id": id, "lang": "python", "candidate": candidate, "reference": GOOD, "passed": passed, **fields}


def written(path: Path, *rows: object) -> Path:
    path.write_text("".join(r if isinstance(r, str) else json.dumps(r) + "\n" for r in rows))
    return path


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_pairs_get_a_score_and_its_cosine(model_folder: Path, tmp_path: Path) -> None:
    pairs = written(
        tmp_path / "pairs.jsonl",
        row("a", RENAMED, scores={"bleu": 0.5}, undefined={"bleu": "x", "codescore-r": "old"}, more=[1]),
        row("b", BROKEN, False),
    )
    run("score", pairs, "--model", model_folder, "--out", tmp_path / "scored.jsonl")
    first, second = read(tmp_path / "scored.jsonl")
    assert first["scores"] == {"bleu": 0.5, "codescore-r": 1, "codescore-r-raw": pytest.approx(1)}
    assert first["undefined"] == {"bleu": "x"}
    assert (first["more"], first["compiled"]) == ([1], True)
    assert second["scores"]["codescore-r"] == 0
    assert 0 <= second["scores"]["codescore-r-raw"] <= 1
    assert second["compiled"] is False


def test_predictions_are_scored_with_their_problems(model_folder: Path, tmp_path: Path) -> None:
    problem = {"id": "T/0", "lang": "python", "solution": GOOD, "tests": "add(1, 2)", "entry_point": "add"}
    problems = written(tmp_path / "problems.jsonl", problem)
    chat = f"It adds.\n\n```python\n{GOOD}```\n"
    given = written(
        tmp_path / "given.jsonl", *({"task_id": "T-0", "completion": one} for one in (chat, BROKEN))
    )
    asked = ("score", given, "--model", model_folder, "--problems", problems)
    run(*asked, "--out", tmp_path / "scored.jsonl")
    first, second = read(tmp_path / "scored.jsonl")
    assert (first["candidate"], first["prediction"], first["compiled"]) == (GOOD, chat, True)
    assert (first["scores"]["codescore-r"], second["scores"]["codescore-r"]) == (1, 0)
    run("score", given, "--model", model_folder, code=1)
    run("score", given, "--model", model_folder, "--path", problems, code=2)


def test_a_file_has_the_scores_that_python_gets(model_folder: Path, tmp_path: Path) -> None:
    candidates = [GOOD, RENAMED, "def add(a, b):\n    return a - b\n", "x = 1\n"]
    pairs = written(tmp_path / "pairs.jsonl", *(row(n, text) for n, text in enumerate(candidates)))
    run("score", pairs, "--model", model_folder, "--out", tmp_path / "scored.jsonl")
    model = CodeScore.load(model_folder)
    for found, candidate in zip(read(tmp_path / "scored.jsonl"), candidates, strict=True):
        own = model.score(candidate, GOOD, "python")
        assert found["scores"]["codescore-r"] == own.value
        assert found["scores"]["codescore-r-raw"] == pytest.approx(own.cosine, abs=1e-6)


def test_a_bad_row_is_reported_and_the_rest_goes_on(model_folder: Path, tmp_path: Path) -> None:
    lone = '{"id":"s","lang":"python","candidate":"x = \'\\ud800\'","reference":"x = 1"}\n'
    pairs = written(
        tmp_path / "pairs.jsonl",
        row("a", GOOD),
        "nonsense\n",
        row("a", GOOD),
        row("b", GOOD, lang="cobol"),
        {"id": "c", "lang": "python", "candidate": 1, "reference": ""},
        row("d", ""),
        lone,
        row("e", GOOD, "yes"),
    )
    result = run("score", pairs, "--model", model_folder, "--out", tmp_path / "scored.jsonl", code=1)
    assert [one["id"] for one in read(tmp_path / "scored.jsonl")] == ["a", "d", "s"]
    for line in (2, 3, 4, 5, 8):
        assert f"pairs.jsonl:{line}: " in result.output
    assert "8 read, 3 kept, 5 dropped" in result.output


def test_gzip_and_standard_streams_work_and_the_input_is_not_replaced(
    model_folder: Path, tmp_path: Path
) -> None:
    packed = tmp_path / "pairs.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(row("a", GOOD)).encode() + b"\n"))
    assert json.loads(run("score", packed, "--model", model_folder, "-q").stdout)["id"] == "a"
    pairs = written(tmp_path / "pairs.jsonl", row("a", GOOD))
    assert "is an input" in run("score", pairs, "--model", model_folder, "--out", pairs, code=2).output
    assert read(pairs) == [row("a", GOOD)]


def test_no_model_no_output(tmp_path: Path) -> None:
    pairs = written(tmp_path / "pairs.jsonl", row("a", GOOD))
    result = run("score", pairs, "--model", tmp_path / "none", "--out", tmp_path / "s.jsonl", code=1)
    assert "none" in result.output
    assert not (tmp_path / "s.jsonl").exists()


def test_train_and_score_work_as_they_stand_in_the_docs(tree: Path, tmp_path: Path) -> None:
    model, pairs = tmp_path / "model", written(tmp_path / "pairs.jsonl", row("a", GOOD))
    result = run("train", tree, "--out", model, "--minutes", "0.01", "--seed", "1", "--batch", "4")
    assert "16 read, " in result.output
    run("score", pairs, "--model", model, "--out", tmp_path / "scored.jsonl")
    assert read(tmp_path / "scored.jsonl")[0]["scores"]["codescore-r"] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--minutes", "1", "--steps", "1"), "--minutes or --steps"),
        (("--minutes", "0"), "minutes are more than 0"),
        (("--vector", "mean"), "mean"),
        (("--batch", "1"), "batch is 2 or more"),
        (("--steps", "0"), "steps"),
    ],
)
def test_an_option_that_cannot_be_is_a_usage_error(
    tree: Path, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    result = run("train", tree, "--out", tmp_path / "m", *options, code=2)
    assert message in result.output
    assert list(tmp_path.iterdir()) == []


def scored(id: int, cosine: float | None, passed: object, **fields: object) -> dict[str, Any]:
    return {"id": id, "passed": passed, "scores": {"codescore-r-raw": cosine}, "compiled": True, **fields}


def test_a_sweep_counts_what_is_wrong_at_each_threshold() -> None:
    rows = [scored(0, 0.9, True), scored(1, 0.7, True), scored(2, 0.6, False), scored(3, 0.1, False)]
    rows.append(scored(4, 0.99, False, compiled=False))
    found = sweep(rows, (0.05, 0.5, 0.6, 0.65, 0.95))
    assert [one.wrong for one in found.thresholds] == [2, 1, 0, 0, 2]
    assert found.best.value == 0.6  # of those without an error the one next to 0.5
    assert found.best.mae == 0
    assert (found.passed, found.best.rows) == (2, 5)


def test_a_sweep_sees_only_validation_rows(tmp_path: Path) -> None:
    rows = written(
        tmp_path / "scored.jsonl",
        scored(0, 0.9, True, split="validation"),
        scored(1, 0.1, True, split="test"),
        scored(2, 0.1, None, split="validation"),
        scored(3, None, True, split="validation"),
    )
    result = run("sweep", rows, "--json", tmp_path / "s.json")
    assert (
        "4 read, 1 kept, 3 dropped (no score: 1, not of the split validation: 1, tests unknown: 1)"
        in result.output
    )
    assert json.loads((tmp_path / "s.json").read_text())["rows"] == 1


def test_a_sweep_over_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CodeScoreError, match="no scored row"):
        sweep([scored(0, 0.9, True, split="test")])
    result = run("sweep", written(tmp_path / "p.jsonl", row("a", GOOD)), code=1)
    assert "run `equimorph codescore score` first" in result.output


def test_help_and_the_package_import_no_torch() -> None:
    import subprocess
    import sys

    command = (
        "import sys; import equimorph.codescore; from equimorph.codescore.pooling import VECTORS;"
        " from typer.testing import CliRunner; from equimorph.cli import app;"
        " assert CliRunner().invoke(app, ['codescore', 'train', '--help']).exit_code == 0;"
        " print(sorted({'torch', 'numpy', 'tokenizers', 'safetensors'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_report_of_the_bench_gives_rows_the_score_that_they_lack(
    model_folder: Path, tmp_path: Path
) -> None:
    code = "def double(x):\n    return x + x\n"
    pair = {"problem": "a", "lang": "python", "candidate": code, "reference": code, "passed": True}
    broken = {**pair, "candidate": "def f(:\n", "passed": False}
    place, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    place.write_text(
        "".join(json.dumps(one) + "\n" for one in (pair, broken, {**pair, "scores": {"codescore-r": 0}}))
    )
    arguments = ["bench", "report", str(place), "--codescore", str(model_folder), "--out", str(out)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert "codescore-r AUC" in done.stdout
    found = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["scores"]["codescore-r"] for row in found] == [1, 0, 0]
