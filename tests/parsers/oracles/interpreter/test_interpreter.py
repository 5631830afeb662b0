"""The interpreter as an oracle: what compiles, what a program does, and what is no answer."""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
import time
from pathlib import Path

import pytest

from parsers.oracles.interpreter import Interpreter, InterpreterError


def script(folder: Path, text: str) -> str:
    """Return the path of an executable script."""
    path = folder / "python of mine"
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


# -- compiling -----------------------------------------------------------------------------------------------------------


def test_the_version_is_that_of_the_command(python: Interpreter) -> None:
    assert python.version[:2] in ((3, 11), (3, 12), (3, 13))
    assert python.run("import sys; print(sys.version_info[:3])").text == f"{python.version}\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("def f(:", 1, "invalid syntax"),
        ("x = 1\nx = = 2\n", 2, "invalid syntax"),
        ("return 1", 1, "'return' outside function"),
        ("    def f(self):\n        return 1 1\n", 2, "invalid syntax"),
        ("x\0", None, "null bytes"),
        ("(" * 300 + ")" * 300, 1, "too many nested parentheses"),
        ("'\ud800'", None, "not UTF-8"),
        (b"x = '\xff'", None, "not UTF-8"),
        ("def f():\n\tif x:\n        y\n", 3, "inconsistent use of tabs"),
        ("x = " + "9" * 5000, 1, "Exceeds the limit"),
        ("f(**{'a': 1}, *a)", 1, "iterable argument unpacking follows"),
    ],
)
def test_what_does_not_compile_has_a_reason(
    python: Interpreter, text: str | bytes, line: int | None, message: str
) -> None:
    found = python.compile(text)
    assert not found.ok
    assert found.digest is None
    assert not found.crashed
    assert message in str(found.error)
    assert line is None or found.line == line
    assert python.compile("x = 1").ok


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "\ufeffx = 1\n",
        "# -*- coding: latin-1 -*-\nx = '\u20ac'\n",
        "x = 1\r\nif x:\r\n\tx = 2\r\n",
        "def f(self):\n        return '\\d'\n",
        "x = 1 is 1\nassert (x, 'y')\n",
        "@p\n    def f(self):\n        return 1\n",
        "x = '\U0001f600'; \u00b5 = 1\n",
        "lambda: " * 80 + "0",
        "[" * 80 + "]" * 80,
    ],
)
def test_odd_texts_compile(python: Interpreter, text: str) -> None:
    found = python.compile(text)
    assert found.ok, found
    assert found.digest == python.compile(text.encode()).digest


def test_what_is_compiled_is_not_run(python: Interpreter, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    assert python.compile(f"open({str(mark)!r}, 'w')\nimport os\nos._exit(3)\n").ok
    assert not mark.exists()
    assert python.compile("x = 1").ok


def test_a_large_text_compiles(python: Interpreter) -> None:
    text = "".join(f"def f{i}(a):\n    return a + {i}\n" for i in range(800))
    assert python.same_code(text, "\n" + text)
    assert not python.same_code(text, text.replace("a + 799", "a - 799"))


def test_a_deep_text_leaves_the_interpreter_usable(python: Interpreter) -> None:
    for text in (
        "-" * 100_000 + "1",
        "(" * 150 + ")" * 150,
        "a" + ".b" * 50_000,
        "x = " + "not " * 20_000 + "y",
    ):
        python.compile(text)
        assert python.compile("x = 1").ok


def test_a_lost_child_is_replaced() -> None:
    with Interpreter() as python:
        assert python.compile("x = 1").ok
        child = python._child
        assert child is not None
        os.kill(child._child._process.pid, signal.SIGKILL)
        lost = python.compile("x = 1")
        assert (lost.ok, lost.crashed, lost.reason) == (
            False,
            True,
            "the interpreter broke down: ended by signal 9",
        )
        assert python.compile("x = 1").ok
        assert not python.same_code("(", "(")


def test_a_child_that_hangs_is_ended() -> None:
    with Interpreter(timeout=1.0) as python:
        assert python.compile("x = 1").ok
        child = python._child
        assert child is not None
        os.kill(child._child._process.pid, signal.SIGSTOP)
        found = python.compile("x = 1")
        assert (found.crashed, found.reason) == (
            True,
            "the interpreter broke down: no answer within 1 seconds",
        )
        assert child._child._process.poll() is not None
        assert python.compile("x = 1").ok


def test_threads_share_an_interpreter(python: Interpreter) -> None:
    found: dict[int, str | None] = {}
    threads = [
        threading.Thread(target=lambda i=i: found.update({i: python.compile(f"x = {i % 3}").digest}))
        for i in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found.values())) == 3
    assert all(found[i] == found[i % 3] for i in range(12))


def test_a_fork_has_a_child_of_its_own() -> None:
    with Interpreter() as python:
        digest = python.compile("x = 1").digest
        pid = os.fork()
        if pid == 0:  # pragma: no cover
            os._exit(0 if python.compile("x = 1").digest == digest else 1)
        assert os.waitpid(pid, 0)[1] == 0
        assert python.compile("x = 1").digest == digest


def test_the_child_ends_with_the_interpreter() -> None:
    python = Interpreter()
    assert python.compile("x = 1").ok
    child = python._child
    assert child is not None
    python.close()
    assert child._child._process.returncode is not None
    for use in (lambda: python.compile("x"), lambda: python.run("x"), lambda: python.version):
        with pytest.raises(InterpreterError, match="closed"):
            use()


# -- commands ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "the command is empty"),
        ("  ", "the command is empty"),
        ((), "the command is empty"),
        ("'", "No closing quotation"),
        ("no-such-python", "'no-such-python' does not start: .*No such file"),
        ("/", "does not start: .*Permission denied"),
        ("a\0b", "does not start|is no command"),
        ("true", "'true' is no Python 3.11, 3.12 or 3.13: ended with status 0"),
        ("ls", "'ls' is no Python 3.11, 3.12 or 3.13: it printed "),
        ("sh -c 'cat /dev/zero'", "it printed"),
        ("sh -c 'kill -9 $$'", "ended by signal 9"),
        ("sh -c 'echo []'", "it printed|ended"),
        ("sh -c 'echo {}; cat'", "CPython 3.11, 3.12 or 3.13 is wanted"),
        ("sh -c 'echo no >&2; exit 4'", "ended with status 4: no"),
    ],
)
def test_a_command_that_is_no_python_is_an_error(command: str, message: str) -> None:
    with pytest.raises(InterpreterError, match=message), Interpreter(command) as python:
        _ = python.version


def test_an_old_python_is_an_error() -> None:
    old = [
        *Path.home().glob(".pyenv/versions/3.10.*/bin/python"),
        *Path.home().glob(".pyenv/versions/2.7.*/bin/python"),
    ]
    if not old:
        pytest.skip("there is no older Python")
    for command in old:
        with (
            pytest.raises(InterpreterError, match=r"3\.11, 3\.12 or 3\.13"),
            Interpreter(str(command)) as python,
        ):
            python.compile("x = 1")


def test_a_command_has_words_or_blanks_in_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = script(tmp_path, f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    monkeypatch.chdir(tmp_path)
    for command in (
        path,
        "./python of mine",
        f"{sys.executable} -X dev",
        f"env {sys.executable}",
        ["sh", path],
    ):
        with Interpreter(command) as python:
            assert python.compile("x = 1").ok, command
            assert python.run("print(1)").text == "1\n", command


def test_the_environment_makes_no_difference(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('the wrong json')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    monkeypatch.chdir(tmp_path)
    with Interpreter() as python:
        assert not python.same_code("assert x", "")
        assert python.compile("x = '\\d'").ok
        assert python.run("import json\nassert json.loads('1') == 1\nassert __debug__\n").status == "ok"


def test_what_a_user_has_installed_makes_no_difference(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    base = getattr(sys, "_base_executable", sys.executable)  # a virtual environment has no such folder
    folder = (
        tmp_path / ".local" / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    )
    folder.mkdir(parents=True)
    (folder / "usercustomize.py").write_text("import os; os.write(1, b'I am here')\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    with Interpreter(base) as python:
        assert python.compile("x = 1").ok
        assert python.run("print(1)").text == "1\n"


# -- running -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "status", "exception", "exit", "stdout"),
    [
        ("print('\u00e4')", "ok", None, 0, "\u00e4\n"),
        ("print(1)\nraise ValueError('x')", "exception", "builtins.ValueError", 1, "1\n"),
        ("class E(Exception): pass\nraise E", "exception", "__main__.E", 1, ""),
        ("import sys\nsys.exit(3)", "exit", None, 3, ""),
        ("import sys\nsys.exit()", "ok", None, 0, ""),
        ("import os\nos._exit(5)", "exit", None, 5, ""),
        ("import os\nos.kill(os.getpid(), 9)", "crashed", None, -9, ""),
        ("def f(): f()\nf()", "exception", "builtins.RecursionError", 1, ""),
        ("x = [0] * 10**12", "exception", "builtins.MemoryError", 1, ""),
        ("raise KeyboardInterrupt", "exception", "builtins.KeyboardInterrupt", None, ""),
        ("def f(:", "exception", "builtins.SyntaxError", 1, ""),
        ("print(input())", "exception", "builtins.EOFError", 1, ""),
        (
            "if __name__ == '__main__': print(__name__, sorted(n for n in globals() if n[0] != '_'))",
            "ok",
            None,
            0,
            "__main__ []\n",
        ),
        ("import threading\nthreading.Thread(target=print, args=(1,)).start()", "ok", None, 0, "1\n"),
        ("import atexit\natexit.register(print, 2)", "ok", None, 0, "2\n"),
        (
            "import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))).__name__)",
            "ok",
            None,
            0,
            "A\n",
        ),
        ("import os\nprint(os.listdir())", "ok", None, 0, "[]\n"),
        ("import sys\nprint(sys.argv)", "ok", None, 0, "['program']\n"),
    ],
)
def test_how_a_program_ends(
    python: Interpreter, text: str, status: str, exception: str | None, exit: int | None, stdout: str
) -> None:
    run = python.run(text)
    assert (run.status, run.exception, run.text) == (status, exception, stdout)
    assert exit is None or run.exit == exit


def test_a_program_that_does_not_end_is_ended_with_what_it_started(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    text = f"import subprocess\nprint(1, flush=True)\nsubprocess.run(['sh', '-c', 'sleep 1; touch {mark}'])\n"
    started = time.monotonic()
    with Interpreter() as python:
        run = python.run(text, timeout=0.5)
    assert (run.status, run.text) == ("timeout", "1\n")
    assert time.monotonic() - started < 1
    time.sleep(1)
    assert not mark.exists()


def test_the_words_of_an_exception_are_not_seen(python: Interpreter) -> None:
    first = python.run("import sys\nprint('said', file=sys.stderr)\ndef f():\n a\n a = 1\nf()\n")
    second = python.run("import sys\nprint('said', file=sys.stderr)\n\n\ndef f():\n b\n b = 1\nf()\n")
    assert first == second
    assert first.stderr == b"said\n"
    assert first.exception == "builtins.UnboundLocalError"


def test_too_much_output_ends_a_program(python: Interpreter) -> None:
    run = python.run("while True: print('x' * 1_000_000)", timeout=30)
    assert run.exception == "builtins.OSError"
    assert len(run.stdout) <= 64 << 20


def test_hashes_of_texts_are_the_same_in_each_run(python: Interpreter) -> None:
    text = "print(list({'a', 'b', 'c', 'd', 'e', 'f'}), hash('a'))"
    assert python.run(text).text == python.run(text).text
