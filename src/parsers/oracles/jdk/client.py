"""The JDK oracle: compiling, comparing and running Java in two JVMs that live as long as the `Jdk` object."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from parsers.oracles.errors import JdkError
from parsers.oracles.jdk.home import check_jdk, find_jdk
from parsers.oracles.jdk.process import WorkerGone, WorkerProcess
from parsers.oracles.jdk.results import (
    CRASH,
    TOO_LONG,
    ClassFile,
    Comparison,
    Compilation,
    Diagnostic,
    Run,
    Status,
    compare,
)
from parsers.oracles.jdk.wire import Reader, Writer
from parsers.oracles.processes import Closing

__all__ = ["Jdk"]

# Output must not depend on the machine, nor on names of locals, which NullPointerException reports (JEP 358).
_DETERMINISTIC = (
    *("-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC"),
    *("-Djava.awt.headless=true", "-XX:-ShowCodeDetailsInExceptionMessages"),
)
_JVM = ("-XX:+UseSerialGC", "-XX:+DisplayVMOutputToStderr", "-XX:-UsePerfData", "-Xshare:auto")
_JAVAC = (
    *("-proc:none", "-g:none", "-nowarn", "-Xlint:none", "-implicit:none", "-encoding", "UTF-8"),
    *("-Xmaxerrs", "10000"),
    # Report all errors also where the class path is incomplete: mutants are judged by the errors they add.
    "-XDshould-stop.ifError=FLOW",
)
_RUN_GRACE_SECONDS = 5.0
_HASH_BYTES = 32
_NO_RETURN_TYPE = "compiler.err.invalid.meth.decl.ret.type.req"

Units = Mapping[str, str | bytes]
Paths = Sequence[str | Path]


class Jdk(Closing):
    """A JDK kept running, as a context manager; JVMs start on demand and are replaced when lost.

    Threads may share it, but take turns.
    """

    def __init__(
        self,
        *,
        classpath: Paths = (),
        java_home: str | Path | None = None,
        release: str | None = None,
        options: Sequence[str] = (),
        memory_mb: int = 1024,
        run_memory_mb: int = 256,
        scratch: Path | None = None,
    ) -> None:
        """Look for the JDK; start no process yet.

        Args:
            classpath: Jars and folders of classes, for compilations and runs that name no other.
            java_home: The JDK; by default `find_jdk()`.
            release: Java release to compile for (`--release`); by default the JDK's own.
            options: Further options of javac.
            memory_mb: Heap of the compiling JVM in MiB.
            run_memory_mb: Heap of the JVM in which programs run, in MiB.
            scratch: Folder for the working folders of the JVMs; by default the system's.

        Raises:
            JdkNotFound: There is no JDK 17 or newer.
        """
        self.home = check_jdk(Path(java_home)) if java_home is not None else find_jdk()
        self._classpath = _absolute(classpath)
        release_options = ("--release", release) if release is not None else ()
        self._options = (*_JAVAC, *release_options, *options)
        compiler_options = (f"-Xmx{memory_mb}m", *_JVM, *_DETERMINISTIC)
        # Programs are short: compiling their byte code to the full costs more than it gains.
        runner_options = (f"-Xmx{run_memory_mb}m", "-XX:TieredStopAtLevel=1", "-ea", *_JVM, *_DETERMINISTIC)
        self._compiler = WorkerProcess(self.home, "CompileWorker", compiler_options, scratch)
        self._runner = WorkerProcess(self.home, "RunWorker", runner_options, scratch)
        self._closed = False

    def close(self) -> None:
        """End both JVMs; this object cannot be used afterwards."""
        self._closed = True
        self._compiler.stop()
        self._runner.stop()

    def compile(
        self,
        units: Units,
        *,
        bytes_: bool = False,
        classpath: Paths | None = None,
        sourcepath: Paths = (),
        patch_module: str | None = None,
        timeout: float = 60.0,
    ) -> Compilation:
        """Compile sources in memory, with `-g:none` and without annotation processing.

        Args:
            units: Sources by file name, such as `a/b/Foo.java`; bytes are UTF-8. A leading byte order mark,
                which javac does not accept, is left out.
            bytes_: Keep the bytes of the class files, which `run` needs.
            classpath: Instead of the class path of this object.
            sourcepath: Folders where further sources are found; their classes are not part of the result.
            patch_module: Compile the units into this module, such as `java.base`.
            timeout: Seconds after which the compilation counts as a crash.

        Raises:
            JdkError: javac refuses an option.
            UnicodeDecodeError: A unit is not UTF-8.
        """
        request = Writer().flag(bytes_).text(patch_module or "").texts(self._options)
        request.texts(self._classpath if classpath is None else _absolute(classpath)).texts(
            _absolute(sourcepath)
        )
        request.number(len(units))
        for name, source in units.items():
            text = source.decode() if isinstance(source, bytes) else source
            request.text(name).text(text.removeprefix("\ufeff"))
        self._check_open()
        with self._compiler.lock:
            try:
                answer = Reader(self._compiler.ask(request.bytes(), timeout))
            except WorkerGone as gone:
                return _crash(units, str(gone), TOO_LONG if gone.reason == "timeout" else CRASH)
            status = answer.text()
            if status == CRASH:
                self._compiler.stop()  # out of memory or stack, it may be damaged
                return _crash(units, answer.text())
        if status == "refused":
            raise JdkError(answer.text())
        return _read_compilation(answer, ok=status == "ok", with_bytes=bytes_)

    def compile_member(
        self,
        text: str,
        *,
        header: str = "",
        class_name: str | None = None,
        declaration: str = "abstract class {name}",
        bytes_: bool = False,
        classpath: Paths | None = None,
    ) -> Compilation:
        """Compile one member (method, constructor, initialiser, field) in a class of its own.

        Lines of the diagnostics count in `text`, and errors after its end (a missing brace) belong to its
        last line; errors in `header` or `declaration` have line 0.

        Args:
            text: The member.
            header: Text in front of the class: package, imports.
            class_name: Name of the class; by default the constructor's own, or `Member`.
            declaration: Head of the class, with `{name}` in place of its name: `interface {name}` for a default method,
                `record {name}(int x)` for a compact constructor (which needs `class_name`).
            bytes_: Keep the bytes of the class files.
            classpath: Instead of the class path of this object.
        """

        def compiled(name: str) -> Compilation:
            before = (f"{header}\n" if header else "") + declaration.replace("{name}", name) + " {\n"
            unit = {f"{name}.java": f"{before}{text}\n}}\n"}
            return _in_member(self.compile(unit, bytes_=bytes_, classpath=classpath), before, text)

        first = compiled(class_name or "Member")
        if class_name is not None:
            return first
        # Only javac knows what a constructor is: it takes one of another name for a method without a type.
        name = _constructor_name(first, text)
        if name is None:
            return first
        second = compiled(name)
        return first if _constructor_name(second, text) == name else second

    def same_classes(
        self,
        before: Units,
        after: Units,
        *,
        ignore_captures: bool = False,
        classpath: Paths | None = None,
        sourcepath: Paths = (),
        patch_module: str | None = None,
    ) -> Comparison:
        """Compile both and compare the class bytes; for one against many, use `compile` and `compare`."""
        old, new = (
            self.compile(side, classpath=classpath, sourcepath=sourcepath, patch_module=patch_module)
            for side in (before, after)
        )
        return compare(old, new, ignore_captures=ignore_captures)

    def run(
        self,
        program: Units | Compilation,
        main: str,
        *,
        args: Sequence[str] = (),
        stdin: bytes = b"",
        classpath: Paths | None = None,
        timeout: float = 10.0,
        max_output: int = 1 << 20,
    ) -> Run:
        """Run `main` of a program with assertions enabled, in a fresh class loader.

        Programs share a JVM as long as they leave no thread behind: static state of the JDK itself lives on, output of
        shutdown hooks is lost. Stack traces of main are not printed, but other threads' stack traces are.

        Args:
            program: Sources, or a compilation made with `bytes_=True`.
            main: Binary name of the main class.
            args: Arguments of main.
            stdin: What the program reads from System.in.
            classpath: Instead of the class path of this object.
            timeout: Seconds from the call of main to the end of its last non-daemon thread.
            max_output: Limit in bytes for standard output and error together.

        Raises:
            JdkError: The program does not compile, its bytes were not kept, or it lacks the main class.
        """
        compilation = program if isinstance(program, Compilation) else None
        if compilation is None:
            compilation = self.compile(cast(Units, program), bytes_=True, classpath=classpath)
        if not compilation.ok:
            raise JdkError(f"does not compile: {compilation.diagnostics[0]}")
        request = Writer().text(main).texts(args).data(stdin).number(round(timeout * 1000)).number(max_output)
        request.texts(self._classpath if classpath is None else _absolute(classpath))
        request.number(len(compilation.classes))
        for name, each in compilation.classes.items():
            if each.data is None:
                raise JdkError("to run a compilation, compile with bytes_=True")
            request.text(name).data(each.data)
        self._check_open()
        with self._runner.lock:
            try:
                answer = self._runner.ask(request.bytes(), timeout + _RUN_GRACE_SECONDS)
            except WorkerGone as gone:
                return _lost(gone)
            return self._read_run(Reader(answer))

    def _read_run(self, answer: Reader) -> Run:
        status, exception, reusable = answer.text(), answer.text(), answer.flag()
        stdout, stderr = answer.data(), answer.data()
        exit_status = {"ok": 0, "exception": 1}.get(status)
        if status == "exit":
            exit_status = self._runner.stop(_RUN_GRACE_SECONDS)
        elif not reusable:
            self._runner.stop()
        if status == "no-main":
            raise JdkError(f"no main to run: {exception}")
        return Run(cast(Status, status), exit_status, exception or None, stdout, stderr)

    def _check_open(self) -> None:
        if self._closed:
            raise JdkError("this Jdk is closed")


def _absolute(paths: Paths) -> list[str]:
    """Return the paths as absolute ones: the JVMs have a working folder of their own."""
    return [str(Path(path).absolute()) for path in paths]


def _crash(units: Units, message: str, code: str = CRASH) -> Compilation:
    return Compilation(False, (Diagnostic(next(iter(units), ""), 0, 0, code, message),), {})


def _lost(gone: WorkerGone) -> Run:
    """Return the outcome of a JVM that ended without an answer: the program halted it, or it crashed."""
    if gone.reason == "timeout":
        return Run("timeout", None, None, b"", b"")
    halted = gone.reason == "ended" and gone.exit is not None and 0 <= gone.exit < 128
    return Run("exit" if halted else "crashed", gone.exit, None, b"", b"")


def _read_compilation(answer: Reader, *, ok: bool, with_bytes: bool) -> Compilation:
    diagnostics = tuple(
        Diagnostic(answer.text(), answer.number(), answer.number(), answer.text(), answer.text())
        for _ in range(answer.number())
    )
    classes = {}
    for _ in range(answer.number()):
        name = answer.text()
        sha256, anonymous = answer.raw(_HASH_BYTES).hex(), answer.raw(_HASH_BYTES).hex()
        data = answer.data()
        classes[name] = ClassFile(sha256, anonymous, data if with_bytes else None)
    return Compilation(ok, diagnostics, classes)


def _in_member(compilation: Compilation, before: str, text: str) -> Compilation:
    """Move the diagnostics from the lines of the class to the lines of the member."""
    shift, last = len(_lines(before)) - 1, len(_lines(text))
    moved = tuple(
        Diagnostic(d.path, max(0, min(d.line - shift, last)), d.column, d.code, d.message)
        for d in compilation.diagnostics
    )
    return Compilation(compilation.ok, moved, compilation.classes)


def _lines(text: str) -> list[str]:
    """Return the lines of a text as JLS 17, 3.4 ends them."""
    return re.split(r"\r\n|\r|\n", text)


def _constructor_name(compilation: Compilation, text: str) -> str | None:
    for d in compilation.diagnostics:
        if d.code == _NO_RETURN_TYPE and d.line > 0:
            match = re.compile(r"\w+").match(_lines(text)[d.line - 1], d.column - 1)
            return match[0] if match else None
    return None
