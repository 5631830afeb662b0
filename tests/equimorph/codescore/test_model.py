"""A model: what it scores, what is the same after loading, and what is no model."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.codescore import CodeScore, CodeScoreError, DeadVector, Gate  # noqa: E402
from equimorph.runs.extras import module  # noqa: E402

ADD = "int add(int a, int b) { int sum = a + b; return sum; }"
RENAMED = "int plus(int left, int right) { int total = left + right; return total; }"
OTHER = "int add(int a, int b) { int sum = a - b; return sum; }"
PYTHON = "def add(a, b):\n    total = a + b\n    return total\n"


@pytest.fixture(scope="module")
def model(model_folder: Path) -> CodeScore:
    return CodeScore.load(model_folder)


@pytest.fixture
def gate() -> Gate:
    return Gate("none")


def test_another_text_of_the_same_sketch_scores_1(model: CodeScore, gate: Gate) -> None:
    assert model.score(RENAMED, ADD, "java", gate) == model.score(ADD, ADD, "java", gate)
    assert model.score(ADD, ADD, "java", gate).value == 1
    assert model.score(ADD, ADD, "java", gate).cosine == pytest.approx(1, abs=1e-9)
    assert model.score(OTHER, ADD, "java", gate).cosine < 1 - 1e-9


def test_equal_texts_have_a_cosine_of_1_whatever_rounding_says(model: CodeScore) -> None:
    texts = [f"int f(int a) {{ return a + {number}; }}" for number in range(40)]
    assert model.cosines([(text, text, "java") for text in texts]) == [1.0] * 40


def test_a_cosine_of_cls_relu_is_from_0_to_1(model: CodeScore, gate: Gate) -> None:
    for candidate in (ADD, OTHER, "", "x", "int f() { while (true) { } }", "é" * 900):
        assert 0 <= model.score(candidate, ADD, "java", gate).cosine <= 1


def test_the_value_is_1_above_the_threshold_and_not_at_it(model_folder: Path, gate: Gate) -> None:
    model = CodeScore.load(model_folder)
    model.threshold = model.score(OTHER, ADD, "java", gate).cosine
    assert model.score(OTHER, ADD, "java", gate).value == 0
    model.threshold -= 1e-9
    assert model.score(OTHER, ADD, "java", gate).value == 1


def test_a_loaded_model_scores_the_same(model: CodeScore, tmp_path: Path, gate: Gate) -> None:
    model.save(tmp_path / "copy")
    again = CodeScore.load(tmp_path / "copy")
    for candidate in (ADD, OTHER, PYTHON):
        before, after = (one.score(candidate, ADD, "java", gate).cosine for one in (model, again))
        assert after == pytest.approx(before, abs=1e-6)


def test_a_score_does_not_depend_on_what_is_scored_with_it(model: CodeScore) -> None:
    texts = [ADD, RENAMED, OTHER, "int f() { return 1; }", ADD * 30]
    together = model.cosines((text, ADD, "java") for text in texts)
    for text, cosine in zip(texts, together, strict=True):
        assert model.cosines([(text, ADD, "java")])[0] == pytest.approx(cosine, abs=1e-6)
    assert model.cosines([]) == []


def test_a_byte_order_mark_is_no_part_of_a_text(model: CodeScore) -> None:
    assert model.cosines([("\ufeff" + ADD, ADD, "java")]) == model.cosines([(ADD, ADD, "java")])


@pytest.mark.parametrize("threshold", [float("nan"), 2.0, -1.5])
def test_a_threshold_that_no_cosine_has_is_an_error(model: CodeScore, threshold: float) -> None:
    with pytest.raises(CodeScoreError, match="threshold"):
        CodeScore(model.encoder, model.vocabulary, threshold=threshold)


def test_a_vector_of_zeros_is_an_error(model_folder: Path, gate: Gate) -> None:
    model = CodeScore.load(model_folder)
    with torch.no_grad():
        model.encoder.layers[-1].narrow.bias.fill_(-1e4)
    with pytest.raises(DeadVector):
        model.score(ADD, OTHER, "java", gate)


def test_a_candidate_that_does_not_compile_scores_0_whatever_its_cosine(model: CodeScore) -> None:
    with Gate() as gate:
        found = model.score("def add(a, b)\n    return a\n", PYTHON, "python", gate)
        assert (found.value, found.compiled) == (0, False)
        assert "python" in str(found.reason).lower()
        assert model.score(PYTHON, PYTHON, "python", gate).value == 1


def damaged(folder: Path, copy: Path, name: str, content: bytes) -> Path:
    shutil.copytree(folder, copy)
    (copy / name).write_bytes(content)
    return copy


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("config.json", b"{}"),
        ("config.json", b"[]"),
        ("config.json", b"\xff"),
        ("config.json", b'{"schema": 2, "vector": "cls", "threshold": 0.5}'),
        ("config.json", b'{"schema": 1, "vector": "cls", "threshold": 0.5}'),
        ("config.json", b'{"schema": 1, "vector": "cls", "threshold": 0.5, "encoder": [1]}'),
        ("config.json", b'{"schema": 1, "vector": "cls", "threshold": 0.5, "encoder": {"x": 1}}'),
        ("model.safetensors", b""),
        ("model.safetensors", b"\x80\x04pickle"),
        ("tokenizer.json", b"{}"),
    ],
)
def test_a_damaged_folder_is_an_error(model_folder: Path, tmp_path: Path, name: str, content: bytes) -> None:
    with pytest.raises(CodeScoreError):
        CodeScore.load(damaged(model_folder, tmp_path / "copy", name, content))


def test_weights_of_another_size_are_an_error(model_folder: Path, tmp_path: Path) -> None:
    config = json.loads((model_folder / "config.json").read_text())
    config["encoder"]["layers"] = 3
    copy = damaged(model_folder, tmp_path / "copy", "config.json", json.dumps(config).encode())
    with pytest.raises(CodeScoreError, match="not the weights"):
        CodeScore.load(copy)


def test_no_folder_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        CodeScore.load(tmp_path / "nowhere")


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.delitem(sys.modules, "safetensors.torch", raising=False)
    with pytest.raises(
        ModuleNotFoundError, match=r"safetensors is not installed: pip install 'equimorph\[models\]'"
    ):
        module("safetensors.torch")
