"""Programs in a box: no network, no files but their own, limits of time, memory and output, and an end to all of them.

The box is made of Linux namespaces (its own processes, network, files and users) and a filter of system calls, without root. It
holds one process, which may have threads and starts no other; see `boxed.enter`.
"""

from __future__ import annotations

import json
import math
import os
import py_compile
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from equimorph.bench.errors import SandboxError
from equimorph.runs.declared import Option, Panel
from parsers.oracles.processes import Closing, Tail, kill_group, pipes

__all__ = ["BOXED", "Box", "Ended", "Limits", "Sandbox"]

BOXED = Path(__file__).parent / "boxed"
"""The programs that run in boxes."""
_SHOWN = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/alternatives")
_FOLDER = "/tmp/box"
# The packages around `boxed` are not there: they would import what is not in the box.
_RUN = """
import runpy, sys, types
place, module = sys.argv[1:3]
for name in "equimorph", "equimorph.bench":
    sys.modules[name] = package = types.ModuleType(name)
    package.__path__ = [place]
del sys.argv[1:3]
runpy.run_module(f"equimorph.bench.boxed.{module}", run_name="__main__", alter_sys=True)
"""
_MIB = 1 << 20
_OPEN_FILES, _THREADS = 128, 256
_NEAR = 0.9
"""A command that a signal ended after so much of its processor time was ended for its time."""

_SECONDS = "Processor time limit per candidate, in whole seconds."


@dataclass(frozen=True)
class Limits:
    """The resources that a program may use.

    Attributes:
        seconds: Processor time in seconds; other work on the machine does not affect it.
        wall: Wall-clock limit per candidate, in seconds. Default: 10 more than twice --timeout.
        memory: Memory per candidate, in MiB.
        files: Size of all files of a candidate, in MiB.
    """

    seconds: Annotated[
        float, Option(flags="--timeout", panel=Panel.TESTS, minimum=0.1, maximum=3600, help=_SECONDS)
    ] = 5.0
    wall: Annotated[float | None, Option(panel=Panel.TESTS, minimum=0.1, maximum=36000)] = None
    memory: Annotated[int, Option(panel=Panel.TESTS, minimum=64)] = 512
    files: Annotated[int, Option(panel=Panel.TESTS, minimum=1)] = 32

    @property
    def clock(self) -> float:
        """Seconds on the clock."""
        return 10.0 + 2.0 * self.seconds if self.wall is None else self.wall


class Ended(NamedTuple):
    """The end of a program.

    Attributes:
        code: its exit code, negative for a signal; None if it was ended.
        late: whether its time was up.
        output: the last bytes that it printed.
    """

    code: int | None
    late: bool
    output: bytes


class Sandbox:
    """A maker of boxes.

    Args:
        limits: Limits of each program.
        isolated: False runs programs with limits alone: they see files and network, and may outlive a kill of this process.
        network: whether programs may use the network.
    """

    def __init__(self, limits: Limits | None = None, *, isolated: bool = True, network: bool = False) -> None:
        self.limits = Limits() if limits is None else limits
        self.isolated, self.network = isolated, network

    def check(self) -> None:
        """Check that boxes can be made here.

        Raises:
            SandboxError: they cannot.
        """
        if sys.platform != "linux":
            raise SandboxError("candidates run in a sandbox of Linux; there is none on this system")
        with self.start(["/bin/true"]) as box:
            box.wait()

    def start(
        self,
        command: Sequence[str],
        *,
        descriptors: Sequence[int] = (),
        put: Sequence[tuple[Path, str]] = (),
        show: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        memory: int | None = None,
    ) -> Box:
        """Start a program in a new box; its standard input is a pipe, `Box.input`.

        Args:
            command: Program, as an absolute path, and its arguments.
            descriptors: Pipes that it inherits.
            put: Paths here, each with the place where it can be read in the box; only for isolated boxes.
            show: Further paths that can be read in the box.
            environment: All its variables.
            memory: Address space in MiB; None for the value in the limits.

        Raises:
            OSError: no process can be started.
        """
        return Box(self, command, descriptors, put, show, environment or {}, memory or self.limits.memory)

    def python(self, module: str, arguments: Sequence[object], descriptors: Sequence[int]) -> Box:
        """Start a program of `boxed` by the Python that runs this one, with its standard library alone."""
        home, place = os.path.realpath(sys.base_prefix), "/box" if self.isolated else str(BOXED.parent)
        command = [os.path.realpath(sys.executable), "-S", "-s", "-P", "-c", _RUN, place, module]
        return self.start(
            [*command, *map(str, arguments)],
            descriptors=descriptors,
            put=[(path, f"/box/{BOXED.name}/{path.name}") for path in _programs()] if self.isolated else (),
            show=[home, os.path.realpath(sysconfig.get_path("stdlib"))],
            environment={
                **{
                    "PYTHONHOME": home,
                    "PYTHONHASHSEED": "0",
                    "PYTHONDONTWRITEBYTECODE": "1",
                    "PYTHONUTF8": "1",
                },
                # The loader knows no place relative to the program where there is no /proc.
                "LD_LIBRARY_PATH": f"{home}/lib",
            },
        )


@cache
def _compiled() -> tempfile.TemporaryDirectory[str]:
    """Return a folder with the programs of `boxed`, compiled: each start of a box would compile them again."""
    folder = tempfile.TemporaryDirectory(prefix="equimorph.")
    for path in BOXED.glob("*.py"):
        py_compile.compile(str(path), str(Path(folder.name, f"{path.stem}.pyc")), doraise=True)
    return folder


def _programs() -> list[Path]:
    return sorted(Path(_compiled().name).glob("*.pyc"))


class Box(Closing):
    """A program in its box; leaving the context ends it, and all that is in the box.

    Attributes:
        input: its standard input.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        command: Sequence[str],
        descriptors: Sequence[int],
        put: Sequence[tuple[Path, str]],
        show: Sequence[str],
        environment: Mapping[str, str],
        memory: int,
    ) -> None:
        self._limits = limits = sandbox.limits
        self._scratch = tempfile.TemporaryDirectory(prefix="equimorph.")
        self._status, status = os.pipe()
        folder = _FOLDER
        if not sandbox.isolated:
            folder = str(Path(self._scratch.name, "box"))
            Path(folder).mkdir()
        shown = [path for path in dict.fromkeys((*_SHOWN, *show)) if Path(path).exists()]
        asked = {
            **{"command": list(command), "isolated": sandbox.isolated, "network": sandbox.network},
            **{"show": _outermost(shown), "put": [(str(path.resolve()), place) for path, place in put]},
            **{"root": self._scratch.name, "folder": folder, "scratch": limits.files * _MIB},
            **{"address_space": memory * _MIB, "processor": math.ceil(limits.seconds)},
            **{"file_size": limits.files * _MIB, "open_files": _OPEN_FILES, "threads": _THREADS},
            **{"parent": os.getpid(), "status": status},
        }
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(BOXED / "enter.py"), json.dumps(asked)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={
                    **{"PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder},
                    **{"LANG": "C.UTF-8", "TZ": "UTC", **environment},
                },
                pass_fds=(*descriptors, status),
                start_new_session=True,
            )
        finally:
            os.close(status)
        self._started = time.monotonic()
        self.input, stdout = pipes(self._process)
        self._output = Tail(stdout)

    def close(self) -> None:
        """End the program, and all that is in the box."""
        kill_group(self._process)
        with suppress(OSError):
            self.input.close()
        self._output.read()
        os.close(self._status)
        self._scratch.cleanup()

    def feed(self, data: bytes) -> None:
        """Write to the standard input, and close it; a program that does not read it to the end is no error."""
        with suppress(BrokenPipeError), self.input as stream:
            stream.write(data)

    def wait(self, seconds: float | None = None) -> Ended:
        """Wait for the end of the program.

        Args:
            seconds: that it has from now; for None, what the limits leave it. After them it is ended.

        Raises:
            SandboxError: the box could not be made.
        """
        left = self._started + self._limits.clock - time.monotonic() if seconds is None else seconds
        late = False
        try:
            self._process.wait(max(0.0, left))
        except subprocess.TimeoutExpired:
            late = True
        kill_group(self._process)
        output = self._output.read()
        report = self._report()
        if (error := report.get("error")) is not None:
            raise SandboxError(
                f"no sandbox can be made here: {error}; it takes Linux with user namespaces and seccomp. "
                "In a container, allow them (such as --security-opt seccomp=unconfined); "
                "--no-isolation runs candidates with nothing but limits, only where you trust all of them"
            )
        code = report.get("code")
        if code is None:
            return Ended(None, late, output)
        spent = code < 0 and report["seconds"] >= _NEAR * math.ceil(self._limits.seconds)
        return Ended(code, spent, output)

    def _report(self) -> dict[str, Any]:
        os.set_blocking(self._status, False)
        with suppress(BlockingIOError):
            lines = os.read(self._status, 1 << 16).splitlines()
            if lines:
                report: dict[str, Any] = json.loads(lines[0])
                return report
        return {}


def _outermost(paths: Sequence[str]) -> list[str]:
    return [
        path
        for path in paths
        if not any(path != other and Path(path).is_relative_to(Path(other)) for other in paths)
    ]
