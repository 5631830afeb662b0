"""Tests of a Java candidate: javac compiles tests and candidate apart, and one JVM in a box runs them.

The tests are compiled with the reference, the candidate alone: a class of its own named `Arrays` or `AssertionError` is not what
the tests use. What the tests compare, they compare by a class of ours (`fence`). The nonce of the harness is in a local variable of
the JVM, which no Java code can read.
"""

from __future__ import annotations

import re
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from equimorph.bench.errors import ProblemError
from equimorph.bench.fence import FENCE, fenced
from equimorph.bench.functions.java import java_function, java_program
from equimorph.bench.languages import BenchLanguage
from equimorph.bench.problems import Problem
from equimorph.bench.sandbox import BOXED, Sandbox
from equimorph.bench.verdicts import Verdict
from parsers.oracles.jdk import Compilation, Jdk, find_jdk

_HARNESS, _MAIN = "Harness", "Main"
_FAILED = "FAILED "
_REASON = 500
"""Characters of a reason."""
_PUBLIC = re.compile(
    r"^\s*public\s+(?:(?:final|abstract|sealed|strictfp)\s+)*(?:class|interface|enum|record|@interface)\s+(\w+)",
    re.MULTILINE,
)
_JVM_MEMORY = 1536
"""MiB of address space that a JVM needs besides its heap."""
_JVM = (
    *("-ea", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto", "-Xss1m"),
    *("-XX:CompressedClassSpaceSize=32m", "-XX:MaxMetaspaceSize=96m", "-XX:ReservedCodeCacheSize=32m"),
    # No other module: that of sun.misc.Unsafe could read and write all memory.
    *("-XX:MaxDirectMemorySize=16m", "--limit-modules", "java.base"),
    *("-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC"),
)


class JavaTests(BenchLanguage):
    """Compiles and runs Java; javac is kept running.

    Raises:
        JdkNotFound: there is no JDK.
    """

    program = staticmethod(java_program)
    function = staticmethod(java_function)

    def __init__(self, sandbox: Sandbox) -> None:
        super().__init__(sandbox)
        self._scratch = tempfile.TemporaryDirectory(prefix="equimorph.")
        self._jdk = Jdk(memory_mb=512)
        self._harness: Path | None = None
        self._tests: tuple[Problem, Path, Mapping[str, bytes]] | None = None

    @staticmethod
    def check() -> None:
        """Check that there is a JDK.

        Raises:
            JdkNotFound: There is none.
        """
        find_jdk()

    @staticmethod
    def surroundings(problem: Problem) -> dict[str, Any]:
        """Return the text around a candidate."""
        return {"prefix": problem.prefix, "suffix": problem.suffix, "libraries": list(problem.libraries)}

    def close(self) -> None:
        """End javac, and remove all classes."""
        self._jdk.close()
        self._scratch.cleanup()

    def run(self, problem: Problem, program: str) -> Verdict:
        """Run the tests of a problem on a program.

        Raises:
            ProblemError: its tests do not compile with its solution.
            SandboxError: no box can be made.
            OSError: no process can be started.
        """
        tests, reference = self._tests_of(problem)
        try:
            program.encode()
        except UnicodeEncodeError as error:
            return Verdict("no-compile", f"no text: {error.reason}")
        compilation = self._compiled({_file_of(program): program}, problem)
        if not compilation.ok:
            return Verdict("no-compile", _said(compilation))
        same = [name for name, data in _bytes(compilation).items() if reference.get(name) == data]
        with tempfile.TemporaryDirectory(prefix="equimorph.") as folder:
            return self._judged(
                [self._harness_folder(), tests, _written(_bytes(compilation), Path(folder))], problem, same
            )

    def _judged(self, folders: Sequence[Path], problem: Problem, same: Sequence[str]) -> Verdict:
        sandbox, nonce = self._sandbox, secrets.token_hex(16)
        folders = [*folders, *map(Path, problem.libraries)]
        put = [(folder, f"/box/{number}") for number, folder in enumerate(folders)]
        places = [place if sandbox.isolated else str(folder) for folder, place in put]
        arguments = [_HARNESS, _MAIN, str(len(nonce)), ":".join(places[1:])]
        command = [str(self._jdk.home / "bin" / "java"), f"-Xmx{sandbox.limits.memory}m", *_JVM]
        with sandbox.start(
            [*command, "-cp", places[0], *arguments, *_classes(folders[1]), *same],
            put=put if sandbox.isolated else (),
            show=(str(self._jdk.home), *_settings(self._jdk.home)),
            environment={"LD_LIBRARY_PATH": str(self._jdk.home / "lib")},
            memory=sandbox.limits.memory + _JVM_MEMORY,
        ) as box:
            box.feed(nonce.encode())
            ended = box.wait()
        if nonce.encode() in ended.output:
            return Verdict("pass")
        if ended.late:
            return Verdict("timeout", "its time was up")
        lines = ended.output.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        if last.startswith(_FAILED):
            return Verdict("fail", last.removeprefix(_FAILED))
        return Verdict("fail", f"the tests did not come to their end: {last}"[:_REASON].rstrip(": "))

    def _tests_of(self, problem: Problem) -> tuple[Path, Mapping[str, bytes]]:
        """Return the folder of the classes of the tests alone, and the classes of the reference."""
        if self._tests is not None and self._tests[0] == problem:
            return self._tests[1:]
        program = problem.program(problem.solution)
        base = self._compiled({_file_of(program): program}, problem)
        both = self._compiled({_file_of(program): program, f"{_MAIN}.java": problem.tests}, problem)
        for compilation in (base, both):
            if not compilation.ok:
                raise ProblemError(f"{problem.id}: does not compile: {_said(compilation)}")
        names = {name.replace(".", "/") for name in both.classes}
        reference = _bytes(base)
        tests = {name: fenced(data, names) for name, data in _bytes(both).items() if name not in reference}
        folder = _written(tests, Path(tempfile.mkdtemp(dir=self._scratch.name)))
        self._tests = problem, folder, reference
        return folder, reference

    def _compiled(self, units: Mapping[str, str], problem: Problem) -> Compilation:
        return self._jdk.compile(units, bytes_=True, classpath=problem.libraries)

    def _harness_folder(self) -> Path:
        if self._harness is None:
            names = [f"{name}.java" for name in (_HARNESS, FENCE)]
            units = {name: (BOXED / name).read_text("utf-8") for name in names}
            compilation = self._jdk.compile(units, bytes_=True, classpath=())
            self._harness = _written(_bytes(compilation), Path(self._scratch.name, "harness"))
        return self._harness


def _file_of(program: str) -> str:
    """Return the name that javac wants for a file."""
    match = _PUBLIC.search(program)
    return f"{match[1] if match else 'Solution'}.java"


def _said(compilation: Compilation) -> str:
    first = next(iter(compilation.diagnostics), None)
    return "" if first is None else f"line {first.line}: {first.message}"[:_REASON]


def _settings(home: Path) -> list[str]:
    """Return the folders outside of a JDK that it has links to, as on Debian."""
    targets = {path.resolve().parent for path in (home / "conf").glob("*") if path.is_symlink()}
    return sorted(str(path) for path in targets if path.is_dir())


def _classes(folder: Path) -> list[str]:
    return sorted(
        ".".join(path.relative_to(folder).with_suffix("").parts) for path in folder.rglob("*.class")
    )


def _bytes(result: Compilation) -> dict[str, bytes]:
    return {name: entry.data for name, entry in result.classes.items() if entry.data is not None}


def _written(classes: Mapping[str, bytes], folder: Path) -> Path:
    """Write classes; return the folder."""
    folder.mkdir(exist_ok=True)
    for name, data in classes.items():
        place = folder / f"{name.replace('.', '/')}.class"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return folder
