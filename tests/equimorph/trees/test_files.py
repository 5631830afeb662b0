"""Finding files, and writing them whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from equimorph.runs.whole import whole_file, whole_folder
from equimorph.trees.files import copy_tree, source_files, tree_files
from tests.equimorph.conftest import listed


def test_java_files_come_sorted_and_from_everywhere(tmp_path: Path) -> None:
    for name in ("b/Z.java", "b/A.java", "a/deep/C.java", "a/x.txt", "B.java", "c.java/D.java"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "gone.java").symlink_to("nowhere")
    failures: list[OSError] = []
    paths = [tmp_path, tmp_path / "a/x.txt", tmp_path / "nope"]
    found = [path.relative_to(tmp_path).as_posix() for path in source_files(paths, failures.append)]
    assert found == ["B.java", "a/deep/C.java", "b/A.java", "b/Z.java", "c.java/D.java", "a/x.txt"]
    assert [failure.filename for failure in failures] == [str(tmp_path / "nope")]


def test_the_java_files_of_a_tree_are_those_that_a_copy_may_change(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    for name in ("b/Z.java", "b/A.java", "a/C.java", "a/x.txt", "c.java/D.java"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).touch()
    (source / "a" / "Link.java").symlink_to("C.java")
    out.mkdir()
    asked: list[str] = []
    copy_tree(source, out, lambda _, name: asked.append(name))
    assert list(tree_files(source)) == [name for name in asked if name.endswith(".java")]
    assert list(tree_files(source)) == ["a/C.java", "b/A.java", "b/Z.java", "c.java/D.java"]


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with whole_file(target) as stream:
        stream.write(b"new")
        assert not target.exists()
    assert target.read_bytes() == b"new"
    assert listed(tmp_path) == ["out.jsonl"]


def test_who_reads_the_old_file_reads_it_to_the_end(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_bytes(b"old")
    with target.open("rb") as reader:
        with whole_file(target) as stream:
            stream.write(b"new")
        assert reader.read() == b"old"
    assert target.read_bytes() == b"new"


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_bytes(b"old")

    def fail() -> None:
        with whole_file(target) as stream:
            stream.write(b"new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert target.read_bytes() == b"old"
    assert listed(tmp_path) == ["out.jsonl"]


def test_a_link_is_written_through_and_a_device_directly(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    with whole_file(tmp_path / "link") as stream:
        stream.write(b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"x"
    with whole_file(Path(os.devnull)) as stream:
        stream.write(b"x")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_folder_is_written_whole(tmp_path: Path) -> None:
    with whole_folder(tmp_path / "out") as partial:
        (partial / "a").touch()
        assert not (tmp_path / "out").exists()
    (tmp_path / "empty").mkdir()
    with whole_folder(tmp_path / "empty") as partial:
        (partial / "a").touch()
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")) == [
        *("empty", "empty/a", "out", "out/a")
    ]


def test_no_folder_is_overwritten_and_none_is_left_after_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for taken in (tmp_path, tmp_path / "file"):
        with pytest.raises(FileExistsError, match="not an empty folder"), whole_folder(taken):
            pytest.fail("went on")

    def fail() -> None:
        with whole_folder(tmp_path / "out") as partial:
            (partial / "a").touch()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert listed(tmp_path) == ["file"]


def test_a_copy_of_a_tree_has_all_of_it(tmp_path: Path) -> None:
    source, out = tmp_path / "source", tmp_path / "out"
    (source / "empty").mkdir(parents=True)
    (source / "deep" / "er").mkdir(parents=True)
    out.mkdir()
    (source / "run.sh").write_bytes(b"#!")
    (source / "run.sh").chmod(0o750)
    (source / "deep/er/x").write_bytes(b"\0\xff")
    (source / "deep/er/left").touch()
    (source / "left").touch()
    (source / "link").symlink_to("deep")
    (source / "broken").symlink_to("nowhere")
    (source / "deep").chmod(0o555)
    names: list[str] = []

    def change(path: Path, name: str) -> bytes | None:
        names.append(name)
        return b"changed" if name == "run.sh" else None

    copy_tree(source, out, change, leave_out=("left",))
    (source / "deep").chmod(0o755)
    assert names == ["run.sh", "deep/er/left", "deep/er/x"]
    found = {path.relative_to(out).as_posix() for path in out.rglob("*")}
    assert found >= {"empty", "deep", "deep/er", "deep/er/x", "deep/er/left", "run.sh", "link", "broken"}
    assert "left" not in found
    assert (out / "run.sh").read_bytes() == b"changed"
    assert stat.S_IMODE((out / "run.sh").stat().st_mode) == 0o750
    assert stat.S_IMODE((out / "deep").stat().st_mode) == 0o555
    assert (out / "deep/er/x").read_bytes() == b"\0\xff"
    assert (out / "link").readlink() == Path("deep")
    assert (out / "broken").readlink() == Path("nowhere")
    (out / "deep").chmod(0o755)


def test_a_pipe_in_a_tree_is_told_not_read(tmp_path: Path) -> None:
    source, out = tmp_path / "source", tmp_path / "out"
    source.mkdir()
    out.mkdir()
    os.mkfifo(source / "pipe")
    with pytest.raises(OSError, match="neither a file"):
        copy_tree(source, out, lambda path, name: None)


@pytest.mark.parametrize("opened", [whole_file, whole_folder])
def test_a_folder_that_is_missing_is_named(
    tmp_path: Path, opened: Callable[[Path], AbstractContextManager[object]]
) -> None:
    with pytest.raises(FileNotFoundError) as raised, opened(tmp_path / "missing" / "out"):
        pass
    error = raised.value
    assert (error.filename, error.strerror) == (str(tmp_path / "missing"), "no such folder; make it first")
