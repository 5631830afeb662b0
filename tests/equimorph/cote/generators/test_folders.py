"""The folders of generators: what they say, and what is refused."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from equimorph.cote import GeneratorError
from equimorph.cote.generators import Retrieval, load_generator, read_pairs, train
from equimorph.cote.generators.pairs import digest_of
from tests.equimorph.cote.generators.conftest import twenty


def changed(folder: Path, **fields: object) -> Path:
    """A folder with other fields in its generator.json."""
    path = folder / "generator.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))
    return folder


@pytest.fixture(params=["retrieval", "seq2seq"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    name = {"retrieval": "retrieval_folder", "seq2seq": "network_folder"}[request.param]
    return Path(shutil.copytree(request.getfixturevalue(name), tmp_path / "copy"))


def test_a_folder_says_how_its_generator_was_made(folder: Path) -> None:
    found = json.loads((folder / "generator.json").read_text())
    assert (found["schema"], found["pairs_sha256"]) == (1, digest_of(twenty()))
    assert found["counts"]["pairs"] == 20
    assert {"equimorph", "python"} <= set(found["versions"])
    assert found["files"] == {
        one.name: hashlib.sha256(one.read_bytes()).hexdigest()
        for one in folder.iterdir()
        if one.name != "generator.json"
    }
    assert load_generator(folder).name == found["kind"]


def test_a_file_that_was_changed_is_refused(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        for damaged in (data[:-40], data[:-2] + b"\x01\n"):
            path.write_bytes(damaged)
            with pytest.raises(GeneratorError, match="copy"):
                load_generator(folder)
        path.unlink()
        with pytest.raises(GeneratorError, match=f"{path.name}"):
            load_generator(folder)
        path.write_bytes(data)
    load_generator(folder)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"schema": 2}, "schema 2, not 1"),
        ({"kind": "oracle"}, "'oracle'"),
        ({"kind": ["seq2seq"]}, "kind"),
        ({"files": {}}, "names no files"),
        ({"files": ["pairs.jsonl"]}, "names no files"),
    ],
)
def test_another_version_or_kind_is_refused(folder: Path, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(GeneratorError, match=message):
        load_generator(changed(folder, **fields))


@pytest.mark.parametrize("text", ["", "[]", "nonsense", "[" * 100_000, "\xff"])
def test_a_manifest_that_is_none_is_refused(folder: Path, text: str) -> None:
    (folder / "generator.json").write_text(text, encoding="latin-1")
    with pytest.raises(GeneratorError, match=r"generator\.json"):
        load_generator(folder)


def test_rows_that_are_no_pairs_are_refused(retrieval_folder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(retrieval_folder, tmp_path / "copy"))
    for text in (b"{}\n", b""):
        (folder / "pairs.jsonl").write_bytes(text)
        changed(folder, files={"pairs.jsonl": hashlib.sha256(text).hexdigest()})
        with pytest.raises(GeneratorError, match=r"damaged|no pairs"):
            load_generator(folder)


def test_a_generator_of_one_kind_is_none_of_another(network_folder: Path) -> None:
    with pytest.raises(GeneratorError, match="'seq2seq', not 'retrieval'"):
        Retrieval.load(network_folder)


def test_a_folder_with_something_else_is_not_written_to(folder: Path) -> None:
    generator, before = load_generator(folder), sorted(folder.parent.rglob("*"))
    with pytest.raises(FileExistsError):
        generator.save(folder)
    with pytest.raises(FileExistsError):
        train("retrieval", twenty(), folder)
    assert sorted(folder.parent.rglob("*")) == before


def test_nothing_is_left_of_a_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        train("retrieval", twenty(), tmp_path / "g")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_kind_and_no_folder_are_errors(tmp_path: Path) -> None:
    with pytest.raises(GeneratorError, match="no kind of generator 'oracle'; there are: retrieval, seq2seq"):
        train("oracle", twenty(), tmp_path / "g")
    for kind in ("retrieval", "seq2seq"):
        with pytest.raises(FileNotFoundError):
            train(kind, twenty(), tmp_path / "nowhere" / "g")
    with pytest.raises(GeneratorError, match="no generator there"):
        load_generator(tmp_path)


def test_without_torch_there_is_still_the_retrieval(
    network_folder: Path, retrieval_folder: Path, tmp_path: Path
) -> None:
    program = """
import sys
sys.modules["torch"] = None
from equimorph.cote.generators import load_generator, read_pairs, train
print(load_generator(sys.argv[1])("the name")[0])
pairs = list(read_pairs(sys.argv[1] + "/pairs.jsonl"))
for f in (lambda: load_generator(sys.argv[2]), lambda: train("seq2seq", pairs, sys.argv[3])):
    try:
        f()
    except ModuleNotFoundError as error:
        print(error)
"""
    command = [sys.executable, "-c", program, retrieval_folder, network_folder, tmp_path / "g"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    missing = "torch is not installed: pip install 'equimorph[models]'"
    assert done.stdout.splitlines() == [twenty()[0].code, missing, missing]
    assert list(tmp_path.iterdir()) == []


def test_torch_is_imported_when_a_network_is_asked_for() -> None:
    program = "import equimorph.cote.generators as g, sys; print('torch' in sys.modules); g.Seq2Seq; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == ["False", "True"]


def test_pairs_of_a_folder_can_be_learnt_from_again(retrieval_folder: Path) -> None:
    assert list(read_pairs(retrieval_folder / "pairs.jsonl")) == twenty()
