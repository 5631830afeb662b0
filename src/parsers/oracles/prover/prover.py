"""The checker in a JVM of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal, TypeAlias

from parsers.oracles.errors import JdkError
from parsers.oracles.jdk.home import check_jdk, find_jdk, java_classes, jdk_version
from parsers.oracles.jdk.process import WorkerGone, WorkerProcess
from parsers.oracles.jdk.results import Compilation, compare
from parsers.oracles.jdk.wire import Reader, Writer
from parsers.oracles.processes import Closing

__all__ = ["Proof", "ProofVerdict", "Prover"]

ProofVerdict: TypeAlias = Literal["proved", "unproved", "no-opinion"]

_ASM = tuple(
    f"--add-exports=java.base/jdk.internal.org.objectweb.asm{part}=ALL-UNNAMED"
    for part in ("", ".tree", ".util")
)
_FIRST_WITH_CLASS_FILES = 24
"""The first JDK with java.lang.classfile, and without the ASM of its predecessors (JEP 484)."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The checker's verdict on two compilations.

    Attributes:
        verdict: "proved" if both do the same; "unproved" if the checker found no proof, which does not mean that they
            differ; "no-opinion" if one of them does not compile.
        how: "bytes" if the class files are equal; "graph" if each method that differs has a bisimulation with its counterpart;
            None without a proof.
        obstacles: the first place in each method that could not be matched, or why there is no opinion; empty for a proof.
    """

    verdict: ProofVerdict
    how: Literal["bytes", "graph"] | None = None
    obstacles: tuple[str, ...] = ()

    @property
    def reason(self) -> str | None:
        """The first obstacle; None for a proof."""
        return self.obstacles[0] if self.obstacles else None

    def __bool__(self) -> bool:
        return self.verdict == "proved"


class Prover(Closing):
    """The checker, kept running in a JVM; a context manager.

    Threads may share it, but take turns.
    """

    def __init__(
        self,
        *,
        classpath: Sequence[str | Path] = (),
        java_home: Path | None = None,
        memory_mb: int = 1024,
        scratch: Path | None = None,
    ) -> None:
        """Look for the JDK; start no process yet.

        Args:
            classpath: Jars and folders of the classes that the compiled ones use: where a field is declared, it is
                known whether it is volatile. Reads of fields that are not found count as effects.
            java_home: The JDK; by default `find_jdk()`.
            memory_mb: Heap of the JVM in MiB.
            scratch: Folder for its working folder; by default the system's.

        Raises:
            JdkNotFound: there is no JDK 17 or newer.
        """
        self.home = check_jdk(java_home) if java_home is not None else find_jdk()
        self._classpath = [str(Path(part).absolute()) for part in classpath]
        options = (
            f"-Xmx{memory_mb}m",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xshare:auto",
            *_asm(self.home),
        )
        self._worker = WorkerProcess(self.home, "ProofWorker", options, scratch, _classes)

    def close(self) -> None:
        """End the JVM; the next proof starts a new one."""
        self._worker.stop()

    def prove(
        self,
        before: Compilation,
        after: Compilation,
        *,
        timeout: float = 60.0,
    ) -> Proof:
        """Prove that two compilations do the same.

        Args:
            before, after: Compilations of the original and of the mutant, made with `bytes_=True`.
            timeout: Seconds after which they count as unproved.

        Raises:
            JdkError: the bytes were not kept, or the JVM does not start.
        """
        for side, name in ((before, "original"), (after, "mutant")):
            if not side.ok:
                first = side.diagnostics[0]
                reason = f"the {name} does not compile: line {first.line}: {first.message}"
                reason = f"javac broke down on the {name}: {first.message}" if side.crashed else reason
                return Proof("no-opinion", None, (reason,))
        if compare(before, after):
            return Proof("proved", "bytes")
        return self.prove_classes(_bytes(before), _bytes(after), timeout=timeout)

    def prove_classes(
        self,
        before: Mapping[str, bytes],
        after: Mapping[str, bytes],
        *,
        timeout: float = 60.0,
    ) -> Proof:
        """Prove the same of class files by binary name, wherever they come from; the proof is a "graph" in any case.

        Raises:
            JdkError: the JVM does not start.
        """
        request = Writer().texts(self._classpath)
        for side in (before, after):
            request.number(len(side))
            for name, data in side.items():
                request.text(name).data(data)
        with self._worker.lock:
            try:
                answer = Reader(self._worker.ask(request.bytes(), timeout))
            except WorkerGone as gone:
                return Proof("unproved", None, (f"the checker gave up: {gone}",))
            status = answer.text()
            obstacles = tuple(answer.text() for _ in range(answer.number()))
            if status == "crash":
                self._worker.stop()
                return Proof("unproved", None, (f"the checker failed: {obstacles[0]}",))
        return Proof("proved", "graph") if status == "proved" else Proof("unproved", None, obstacles)


def _bytes(compilation: Compilation) -> dict[str, bytes]:
    found = {}
    for name, each in compilation.classes.items():
        if each.data is None:
            raise JdkError("to prove a compilation, compile with bytes_=True")
        found[name] = each.data
    return found


def _asm(home: Path) -> tuple[str, ...]:
    return () if (jdk_version(home) or 0) >= _FIRST_WITH_CLASS_FILES else _ASM


@cache
def _classes(home: Path) -> Path:
    ours = resources.files("parsers.oracles.prover") / "worker"
    reading = "asm" if _asm(home) else "classfile"
    folders = [resources.files("parsers.oracles.jdk") / "worker", ours, ours / reading]
    # Classes of a newer JDK are not for an older one.
    return java_classes(home, f"proof-{jdk_version(home)}", folders, _asm(home))
