"""A project's tests as kill_rates.py uses them: which lines each test class executes, and JVMs that run one class after the other.

Every run of a test class loads the classes of the project anew, so nothing static is left of a mutant; what it may leave in the JDK
itself is for the caller to find out, who can ask for a fresh JVM.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from rich.progress import track

from debian_packages import require
from project_tests import (
    Outcome,
    SuiteError,
    build,
    compile_java,
    has_javac,
    java_files,
    merged,
    source_encoding,
)
from suite_projects import JAVA, PLATFORM_PACKAGES, Project

__all__ = ["Baseline", "Classes", "Lost", "Profile", "Worker", "suite"]

RUNNER = Path(__file__).resolve().parent / "kill_runner"
ASM = ("asm", "asm-tree")
SLOWEST_SECONDS = 1200.0
"""For a test class on the project's own sources."""
_JVM = ("-XX:+UseSerialGC", "-XX:-UsePerfData")


@dataclass(frozen=True, slots=True)
class Classes:
    """A project that has been compiled.

    Attributes:
        source: the project's folder, in which its tests run.
        java: options of the JVM, and the class path of the libraries and our runner.
        test_classes: names of the classes that its build runs as tests.
        main: its classes, without line numbers as `Jdk` compiles.
        probed: its classes with a probe at each line, and `lines` what they are, such as "a/b/Foo.java:12".
        around: class path of the tests and resources.
        libraries: class path of what the main sources need besides themselves.
    """

    source: Path
    java: tuple[str, ...]
    test_classes: tuple[str, ...]
    main: str
    probed: str
    lines: tuple[str, ...]
    around: str
    libraries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """The behaviour of a test class on the project's own sources.

    Attributes:
        seconds: the longest run.
        statuses: test id -> status, "unstable" where runs disagree.
        lines: which of the project's lines it executes.
    """

    seconds: float
    statuses: Mapping[str, str]
    lines: frozenset[str]

    def passed(self, test: str) -> bool:
        """Return whether a test passes, each time."""
        return self.statuses.get(test) == "passed"


Baseline = Mapping[str, Profile]
"""By name of the test class."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A run of one test class: outcomes by test id, numbers of the probes that were passed."""

    outcomes: Mapping[str, Outcome]
    probes: tuple[int, ...]
    seconds: float


class Lost(Exception):
    """The JVM ended during a test class ("crash"), or was ended at the time limit ("timeout")."""


class Worker:
    """A JVM that runs test classes; it starts when first needed, and again after it was lost."""

    def __init__(self, classes: Classes) -> None:
        self.fresh = True
        self._classes = classes
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End the JVM, if there is one; the next run is the first of a fresh one."""
        if self._process is not None:
            self._process.kill()
            # A request that was not taken any more is still in the pipe's buffer, and cannot be written.
            with suppress(BrokenPipeError), self._process:
                pass
            self._process = None
        self.fresh = True

    def run(
        self,
        test_class: str,
        main: Sequence[str],
        seconds: float,
        *,
        probes: int = 0,
        stop: bool = False,
        only: Sequence[str] = (),
    ) -> Answer:
        """Run a test class.

        Args:
            main: folders of the classes under test; what comes first counts.
            seconds: time limit.
            probes: how many there are in the classes.
            stop: leave out the tests after the first that fails.
            only: ids of tests; the others are left out. Empty for all.

        Raises:
            Lost: there is no answer.
        """
        process = self._process or self._started()
        self.fresh = False
        assert process.stdin is not None
        path = ":".join((*main, self._classes.around))
        late = threading.Event()
        timer = threading.Timer(seconds, _killed_late, [process, late])
        timer.start()
        try:
            words = (path, test_class, str(probes), "stop" if stop else "all", *only)
            process.stdin.write("\t".join(words) + "\n")
            process.stdin.flush()
            return self._answer()
        except (BrokenPipeError, EOFError):
            self.stop()
            raise Lost("timeout" if late.is_set() else "crash") from None
        finally:
            timer.cancel()

    def _started(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            ["java", *self._classes.java, "TestWorker"],
            cwd=self._classes.source,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
        )
        return self._process

    def _answer(self) -> Answer:
        assert self._process is not None
        assert self._process.stdout is not None
        outcomes: dict[str, Outcome] = {}
        probes: tuple[int, ...] = ()
        for kind, *words in _rows(self._process.stdout):
            if kind == "test":
                test, status, message = words
                outcomes[test] = Outcome(status, message)
            elif kind == "lines":
                probes = tuple(map(int, filter(None, words[0].split(","))))
            elif kind == "end":
                if words[1] != "0":
                    self.stop()  # threads that run on would slow down what comes, or never end
                return Answer(outcomes, probes, int(words[0]) / 1000)
        raise EOFError


def _killed_late(process: subprocess.Popen[str], late: threading.Event) -> None:
    late.set()
    process.kill()


def _rows(stream: IO[str]) -> Iterator[list[str]]:
    for line in stream:
        if line.endswith("\n"):
            yield line.rstrip("\n").split("\t")


def suite(project: Project, source: Path, folder: Path, jobs: int) -> tuple[Classes, Baseline]:
    """Build a project and measure its tests, or take what an earlier call left in the folder, if the sources are the same.

    Raises:
        SuiteError: something does not compile, no test passes, or the folder holds something else.
        PackageError: a Debian package could not be had.
    """
    kept = folder / "suite.json"
    state = _state(project, source)
    if kept.exists():
        data = json.loads(kept.read_text(encoding="utf-8"))
        if data["state"] == state:
            return _read_classes(data["classes"]), {
                name: Profile(each["seconds"], each["statuses"], frozenset(each["lines"]))
                for name, each in data["baseline"].items()
            }
    if folder.exists() and any(folder.iterdir()):
        raise SuiteError(f"{folder} is not empty, and was not left by a run on these sources")
    folder.mkdir(parents=True, exist_ok=True)
    classes = prepared(project, source, folder.resolve())
    baseline = measured(classes, jobs)
    plain = {name: {**asdict(each), "lines": sorted(each.lines)} for name, each in baseline.items()}
    text = json.dumps({"state": state, "classes": asdict(classes), "baseline": plain}, default=str)
    kept.write_text(text, encoding="utf-8")
    return classes, baseline


def _read_classes(data: Mapping[str, Any]) -> Classes:
    lists: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    return Classes(**{**lists, "source": Path(data["source"])})


def _state(project: Project, source: Path) -> str:
    """Return a hash of all that the result depends on."""
    found = hashlib.sha256(f"{project} {source}".encode())
    for file in (*java_files(source / "src"), *java_files(RUNNER)):
        found.update(f"{file.name} {file.stat().st_size} ".encode() + file.read_bytes())
    return found.hexdigest()


def prepared(project: Project, source: Path, folder: Path) -> Classes:
    """Compile a project, its tests and our runner, and put in the probes.

    Args:
        source: the project's folder.
        folder: for the classes, empty.

    Raises:
        SuiteError: something does not compile.
        PackageError: a Debian package could not be had.
    """
    packages = [*PLATFORM_PACKAGES, *project.packages, "libasm-java"]
    require([*packages, *([] if has_javac() else ["openjdk-17-jdk-headless"])])
    main_sources = source / "src/main/java"
    path = build(project, source, main_sources, folder).split(":")
    tests, test_resources, resources, main, platform, *libraries = path
    asm = [f"/usr/share/java/{jar}.jar" for jar in ASM]
    compile_java(
        java_files(RUNNER), folder / "kill", [Path(jar) for jar in (*libraries, *asm)], ("-encoding", "UTF-8")
    )
    services = folder / "kill/META-INF/services"
    services.mkdir(parents=True)
    (services / "org.junit.jupiter.api.extension.Extension").write_text("Choice\n", encoding="utf-8")
    bare = (*project.javac, "-encoding", source_encoding(source), "-g:none")
    compile_java(java_files(main_sources), folder / "bare", [Path(jar) for jar in libraries], bare)
    probes = [main, str(folder / "probed"), str(folder / "probes.txt")]
    command = ["java", "-cp", ":".join((str(folder / "kill"), *asm)), "LineProbes", *probes]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SuiteError(f"the probes could not be put in:\n{done.stderr}")
    own = ":".join((str(folder / "kill"), platform, *libraries))
    return Classes(
        source=source,
        java=(*JAVA, *project.java, *_JVM, "-cp", own),
        test_classes=tuple(_test_classes(Path(tests), project.test_classes)),
        main=str(folder / "bare"),
        probed=str(folder / "probed"),
        lines=tuple((folder / "probes.txt").read_text(encoding="utf-8").splitlines()),
        around=":".join((tests, test_resources, resources)),
        libraries=tuple(libraries),
    )


def _test_classes(folder: Path, pattern: str) -> Iterator[str]:
    for file in sorted(folder.rglob("*.class")):
        name = ".".join(file.relative_to(folder).with_suffix("").parts)
        if re.fullmatch(pattern, name):
            yield name


def measured(classes: Classes, jobs: int) -> dict[str, Profile]:
    """Run each test class as it is and with probes.

    Raises:
        SuiteError: no test passes.
    """
    local = threading.local()
    workers: list[Worker] = []

    def one(name: str) -> Profile:
        if not hasattr(local, "worker"):
            local.worker = Worker(classes)
            workers.append(local.worker)
        return _measured(local.worker, classes, name)

    try:
        with ThreadPoolExecutor(jobs) as pool:
            every = list(
                track(
                    pool.map(one, classes.test_classes),
                    total=len(classes.test_classes),
                    description="test classes",
                    transient=True,
                )
            )
    finally:
        for worker in workers:
            worker.stop()
    if not any(each.passed(test) for each in every for test in each.statuses):
        raise SuiteError("no test passes")
    return dict(zip(classes.test_classes, every, strict=True))


def _measured(worker: Worker, classes: Classes, name: str) -> Profile:
    try:
        probed = worker.run(name, [classes.probed], SLOWEST_SECONDS, probes=len(classes.lines))
        plain = worker.run(name, [classes.main], SLOWEST_SECONDS)
    except Lost as lost:
        print(f"left out: {name}: {lost} on the project's own sources", flush=True)
        return Profile(0, {}, frozenset())
    outcomes = merged([probed.outcomes, plain.outcomes])
    return Profile(
        max(probed.seconds, plain.seconds),
        {test: outcome.status for test, outcome in outcomes.items()},
        frozenset(classes.lines[probe] for probe in probed.probes),
    )
