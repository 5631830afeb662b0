"""Commands that end by a signal at a point of their own work: however quick the machine is, it comes neither early nor late."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile

ROOT = Path(__file__).resolve().parents[1]
_HOOK = Path(__file__).with_name("killed")
_SECONDS = 300

EQUIMORPH = (sys.executable, "-m", "equimorph")


def environment(**more: str) -> dict[str, str]:
    """The environment of a command that finds what we find, and the tests."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]), **more}


def signalled(
    command: Sequence[str | Path],
    placed: str | Path,
    nth: int = 1,
    *,
    sent: signal.Signals = signal.SIGKILL,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command, to which a signal is sent when the n-th file of a pattern, as of `fnmatch`, has taken its name.

    It goes to the command alone, also where a process that it started gives the name; SIGINT goes to all, as from a terminal.
    """
    hooked = dict(environment() if env is None else env)
    hooked["PYTHONPATH"] = os.pathsep.join(filter(None, [str(_HOOK), hooked.get("PYTHONPATH")]))
    pattern = Path(cwd or Path.cwd()).resolve() / placed
    hooked["EQUIMORPH_KILLED"] = f"{pattern}:{nth}:{sent.value}"
    return _ended(command, hooked, cwd)


def killed(
    command: Sequence[str | Path],
    placed: str | Path,
    nth: int = 1,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> None:
    """Runs a command that is killed when the n-th file of a pattern has taken its name."""
    _check(signalled(command, placed, nth, env=env, cwd=cwd))


def killed_by_itself(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> None:
    """Runs a command that is killed by what it runs, such as a model of the test."""
    _check(_ended(command, environment() if env is None else env, None))


def _ended(
    command: Sequence[str | Path], env: Mapping[str, str], cwd: Path | None
) -> subprocess.CompletedProcess[bytes]:
    # Not a pipe: what the command leaves behind would keep it open. In a session of its own, whose number is that of the command.
    with TemporaryFile() as told:
        done = subprocess.run(
            [str(word) for word in command],
            env=env,
            cwd=cwd,
            stdout=subprocess.DEVNULL,
            stderr=told,
            start_new_session=True,
            timeout=_SECONDS,
            check=False,
        )
        told.seek(0)
        return subprocess.CompletedProcess(done.args, done.returncode, stderr=told.read())


def _check(done: subprocess.CompletedProcess[bytes]) -> None:
    told = done.stderr.decode(errors="replace")
    assert done.returncode == -signal.SIGKILL, f"not killed, but exit code {done.returncode}: {told}"
