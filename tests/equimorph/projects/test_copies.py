"""Copies of projects, and commands that run in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from equimorph.projects.copies import Copy
from equimorph.projects.processes import Processes
from mutators import MutationError


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "src" / "deep").mkdir(parents=True)
    (root / "empty").mkdir()
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_text("x")
    (root / "src" / "A.java").write_text("class A {}")
    (root / "src" / "deep" / "B.java").write_text("class B {}")
    (root / "src" / "read-only").write_text("r")
    (root / "src" / "read-only").chmod(0o444)
    (root / "link").symlink_to("src/A.java")
    return root


def content(folder: Path) -> dict[str, object]:
    """Everything below a folder, without the history."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.startswith(".git"):
            continue
        if path.is_symlink():
            found[name] = path.readlink()
        else:
            found[name] = (path.stat().st_mode, None if path.is_dir() else path.read_bytes())
    return found


CHANGES: list[Callable[[Path], object]] = [
    lambda folder: (folder / "src" / "A.java").write_text("class C {}"),
    lambda folder: (folder / "src" / "A.java").unlink(),
    lambda folder: (folder / "src" / "A.java").chmod(0o600),
    lambda folder: (folder / "src" / "new").write_text("n"),
    lambda folder: (folder / "new" / "deep").mkdir(parents=True),
    lambda folder: (folder / "src" / "deep" / "B.java").rename(folder / "moved"),
    lambda folder: (folder / "empty").rmdir(),
    lambda folder: (folder / "link").unlink(),
    lambda folder: (folder / "other").symlink_to("src"),
    lambda folder: (folder / "src" / "deep").rename(folder / "elsewhere"),
    lambda folder: (folder / "empty").chmod(0o500),
    lambda folder: ((folder / "empty").rmdir(), (folder / "empty").write_text("a file now")),
]


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_a_run_changes_is_brought_back(
    project: Path, tmp_path: Path, change: Callable[[Path], object]
) -> None:
    before = content(project)
    copy = Copy(project, tmp_path / "copy", {".git"})
    for _ in range(2):
        change(copy.folder)
        assert content(copy.folder) != before
        copy.restore()
        assert content(copy.folder) == before
    assert content(project) == before
    assert not (copy.folder / ".git").exists()


def test_a_copy_that_a_run_removes_is_made_again(project: Path, tmp_path: Path) -> None:
    copy = Copy(project, tmp_path / "copy")
    before = content(copy.folder)
    shutil.rmtree(copy.folder)
    copy.restore()
    assert content(copy.folder) == before
    shutil.rmtree(copy.folder)
    copy.remove()


def test_a_change_with_the_old_size_and_time_is_seen(project: Path, tmp_path: Path) -> None:
    copy = Copy(project, tmp_path / "copy")
    file = copy.folder / "src" / "A.java"
    known = file.stat()
    time.sleep(0.02)
    file.write_text("class B {}")
    os.utime(file, ns=(known.st_atime_ns, known.st_mtime_ns))
    copy.restore()
    assert file.read_text() == "class A {}"


def test_a_file_is_put_and_taken_back_even_if_it_cannot_be_written_or_is_a_link(
    project: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.write_text("kept")
    (project / "out").symlink_to(outside)
    before = content(project)
    copy = Copy(project, tmp_path / "copy")
    for name in ("src/read-only", "src/A.java", "out"):
        copy.put(Path(name), b"patched")
        assert (copy.folder / name).read_bytes() == b"patched"
    copy.restore()
    assert content(copy.folder) == before
    assert outside.read_text() == "kept"


def test_an_absolute_link_into_the_project_is_refused(project: Path, tmp_path: Path) -> None:
    (project / "back").symlink_to((project / "src").resolve())
    with pytest.raises(MutationError, match="an absolute link into the project"):
        Copy(project, tmp_path / "copy")


def shell(text: str, folder: Path, limit: float | None = 20) -> tuple[int | None, str]:
    ended = Processes().run(("/bin/sh", "-c", text), folder, limit)
    return ended.code, ended.tail(3)


def test_a_command_has_an_exit_code_and_an_end_of_its_output(tmp_path: Path) -> None:
    assert shell("echo a; echo b >&2; exit 7", tmp_path) == (7, "a\nb")
    assert shell("kill -9 $$", tmp_path)[0] == 137
    assert shell("cat", tmp_path) == (0, "")


def test_an_output_without_end_fills_neither_memory_nor_disk(tmp_path: Path) -> None:
    ended = Processes().run(
        ("/bin/sh", "-c", "yes 0123456789 | head -c 30000000; echo; echo end"), tmp_path, 60
    )
    assert (ended.code, len(ended.output)) == (0, 4000)
    assert ended.tail(1) == "end"
    assert list(tmp_path.iterdir()) == []


def pid_in(file: Path) -> int:
    for _ in range(500):
        if file.exists() and file.read_text().strip():
            return int(file.read_text())
        time.sleep(0.02)
    raise AssertionError("it did not start")


def is_gone(pid: int) -> bool:
    for _ in range(500):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_what_takes_too_long_ends_with_all_that_it_started(tmp_path: Path) -> None:
    code, _ = shell("sleep 1000 & echo $! > pid; wait", tmp_path, 0.5)
    assert code is None
    assert is_gone(pid_in(tmp_path / "pid"))


def test_what_a_command_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    assert shell("sleep 1000 & echo $! > pid; exit 0", tmp_path)[0] == 0
    assert is_gone(pid_in(tmp_path / "pid"))


def test_a_command_ends_if_the_process_that_started_it_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from equimorph.projects.processes import Processes\n"
        "Processes().run(('/bin/sh', '-c', 'sleep 1000 & echo $! > pid; wait'), Path(sys.argv[1]), None)"
    )
    started = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)])
    pid = pid_in(tmp_path / "pid")
    started.kill()
    started.wait()
    assert is_gone(pid)


def test_a_run_can_be_stopped_from_another_thread(tmp_path: Path) -> None:
    processes = Processes()

    def stop() -> None:
        pid_in(tmp_path / "pid")
        processes.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    ended = processes.run(("/bin/sh", "-c", "echo $$ > pid; sleep 1000"), tmp_path, None)
    thread.join()
    assert ended.code is not None
    with pytest.raises(MutationError, match="ended"):
        processes.run(("true",), tmp_path, None)
