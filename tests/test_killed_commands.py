"""The helper that kills commands: at the file that was asked for, also where a child writes it; and it says so if none came."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.killing import killed, signalled

PLACES = """
from pathlib import Path
for number in range(3):
    Path("new").touch()
    Path("new").{how}(f"{{number}}.out")
"""
STARTS = "import subprocess, sys, time; subprocess.run([sys.executable, '-c', sys.argv[1]]); time.sleep(600)"


@pytest.mark.parametrize("how", ["rename", "replace"])
@pytest.mark.parametrize("nth", [1, 3])
def test_no_file_comes_behind_the_one_that_was_asked_for(tmp_path: Path, how: str, nth: int) -> None:
    killed([sys.executable, "-c", PLACES.format(how=how)], "*.out", nth, cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{number}.out" for number in range(nth)]


def test_a_command_is_killed_where_a_process_that_it_started_writes(tmp_path: Path) -> None:
    killed([sys.executable, "-c", STARTS, PLACES.format(how="replace")], "2.out", cwd=tmp_path)


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_can_be_sent_instead(tmp_path: Path) -> None:
    wanted = [sys.executable, "-c", PLACES.format(how="replace")]
    done = signalled(wanted, "1.out", sent=signal.SIGINT, cwd=tmp_path)
    assert done.returncode == -signal.SIGINT
    assert done.stderr.endswith(b"KeyboardInterrupt\n")
    assert not (tmp_path / "2.out").exists()


def test_a_command_that_ends_by_itself_is_a_failure_with_its_words(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="not killed, but exit code 7: too soon"):
        killed(["sh", "-c", "echo too soon >&2; exit 7"], "*.out", cwd=tmp_path)
