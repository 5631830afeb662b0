"""Folders that have no model, or a damaged one."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from equimorph.models import Local, Request
from equimorph.models.exchange import CannotRun
from equimorph.models.local import LocalOptions
from equimorph.runs.extras import MissingPackage

pytest.importorskip("transformers")

Folder = Callable[[str], Path]


@pytest.fixture
def copy(folder: Folder, tmp_path: Path) -> Path:
    return shutil.copytree(folder("causal"), tmp_path / "copy")


def answered(place: Path, **options: object) -> None:
    list(Local(place, **options).ask_many([Request("a", "int f() {}", ())]))


def test_a_folder_without_a_model_is_an_error_at_once(copy: Path) -> None:
    with pytest.raises(CannotRun, match=r"no folder '.*gone'; models are read from a local folder"):
        Local(copy / "gone")
    with pytest.raises(CannotRun, match="no folder 'gpt2'"):  # a name of the hub is not looked up
        Local("gpt2")
    weights = copy / "model.safetensors"
    weights.rename(copy / "pytorch_model.bin")
    with pytest.raises(CannotRun, match="weights only as a pickle, which is not read"):
        Local(copy)
    (copy / "pytorch_model.bin").unlink()
    with pytest.raises(CannotRun, match=r"no weights \(model\.safetensors\)"):
        Local(copy)
    (copy / "config.json").write_text("{}")
    with pytest.raises(CannotRun, match="no model_type in it"):
        Local(copy)
    (copy / "config.json").write_text("{")
    with pytest.raises(CannotRun, match="not JSON"):
        Local(copy)
    (copy / "config.json").unlink()
    with pytest.raises(CannotRun, match="no model there: it has no config"):
        Local(copy)


def test_damaged_weights_end_the_run(copy: Path) -> None:
    weights = copy / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:500])
    with pytest.raises(CannotRun, match="the model cannot be loaded: "):
        answered(copy)


def test_weights_that_lack_tensors_end_the_run(copy: Path) -> None:
    from safetensors.torch import load_file, save_file

    tensors = load_file(copy / "model.safetensors")
    name = next(name for name in sorted(tensors) if name.endswith("mlp.c_fc.weight"))
    del tensors[name]
    save_file(tensors, copy / "model.safetensors", {"format": "pt"})
    with pytest.raises(CannotRun, match=r"the weights lack 1 tensors, such as .*c_fc\.weight"):
        answered(copy)


def test_a_missing_or_damaged_tokenizer_is_an_error(copy: Path) -> None:
    (copy / "tokenizer.json").unlink()
    with pytest.raises(
        CannotRun, match=r"no tokenizer \(tokenizer\.json\)"
    ):  # transformers would take an empty one
        Local(copy)
    (copy / "tokenizer_config.json").write_text(
        '{"tokenizer_class": "ByT5Tokenizer"}'
    )  # bytes need no vocabulary
    assert Local(copy).label == "copy"
    (copy / "tokenizer.json").write_text("{}")
    with pytest.raises(CannotRun, match="the model cannot be loaded: "):
        answered(copy)


def test_code_in_the_folder_is_not_run(copy: Path, tmp_path: Path) -> None:
    mark = tmp_path / "run"
    (copy / "mine.py").write_text(f"from pathlib import Path\nPath({str(mark)!r}).touch()\n")
    config = {
        "model_type": "mine",
        "auto_map": {"AutoConfig": "mine.Config", "AutoModelForCausalLM": "mine.Model"},
    }
    (copy / "config.json").write_text(json.dumps(config))
    with pytest.raises(CannotRun, match="the model cannot be loaded: "):
        answered(copy)
    assert not mark.exists()


@pytest.mark.parametrize("device", ["nowhere", "cuda:99"])
def test_a_device_that_does_not_exist_ends_the_run(copy: Path, device: str) -> None:
    with pytest.raises(CannotRun, match="the model cannot be loaded: "):
        answered(copy, device=device)


@pytest.mark.parametrize("package", ["torch", "transformers", "jinja2"])
def test_a_missing_package_is_named(copy: Path, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackage, match=f"{package} is not installed: pip install 'equimorph\\["):
        Local(copy)


def test_wrong_options_are_errors(copy: Path) -> None:
    for options, message in (
        ({"batch_size": 0}, "batch_size is 1 or more, not 0"),
        ({"dtype": "int8"}, "dtype is auto or float32 or float16 or bfloat16, not 'int8'"),
        ({"temperature": -1}, "temperature is 0 or more, not -1"),
        ({"prompt": "no-such"}, "no prompt 'no-such'"),
    ):
        with pytest.raises(CannotRun, match=message):
            Local(copy, **options)
    for needs, flag in (({"batch_size": 2}, "--batch-size"), ({"dtype": "float16"}, "--dtype")):
        with pytest.raises(CannotRun, match=f"{flag} needs --hf"):
            LocalOptions(**needs)
    assert LocalOptions(hf="x").hf == Path("x")  # type: ignore[arg-type]
