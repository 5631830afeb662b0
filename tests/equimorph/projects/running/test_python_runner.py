"""The runner "python": what becomes of candidates that fail, hang, print, fork, or end the process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.reading import read_bugs
from equimorph.projects.failing_tests import Places
from equimorph.projects.options import RunnerOptions
from equimorph.projects.outcome import Outcome
from equimorph.projects.reports import Report
from equimorph.robustness.judging.runner import CheckoutRunner, opened_runner
from mutators import MutationError
from tests.equimorph.robustness.python_bugs import BUGGY, FIXED, TESTS, make_python_bug

LIMITS = RunnerOptions(timeout=20, memory=512)


@pytest.fixture(scope="module")
def bug(tmp_path_factory: pytest.TempPathFactory) -> Bug:
    folder = make_python_bug(tmp_path_factory.mktemp("bugs"), "Clip-1b")
    other = "import unittest\n\nclass Test(unittest.TestCase):\n    def testNothing(self): pass\n"
    (folder / "tests/test_other.py").write_text(other)
    [bug] = read_bugs(folder)
    return bug


@pytest.fixture(scope="module")
def runner(bug: Bug) -> Iterator[CheckoutRunner]:
    with opened_runner(LIMITS) as opened:
        yield opened


def ran(runner: CheckoutRunner, bug: Bug, body: str) -> Outcome:
    """The outcome of a file with another body of `clip`."""
    return runner.run(bug, f"import os, sys\ndef clip(value, least, most):\n{body}\n".encode())


def test_the_checkout_as_it_is_fails_and_the_fix_passes(runner: CheckoutRunner, bug: Bug) -> None:
    before = runner.run(bug, None)
    assert before.behaviour == (
        'assertion [["tests/test_clip.py::ClipTest::test_below", "assertion", "AssertionError: 5 != 2"]]'
    )
    assert runner.run(bug, FIXED.encode()).status == "pass"


@pytest.mark.parametrize(
    ("body", "behaviour"),
    [
        ("    return (", "compile_failure"),
        ("\treturn 1\n        return 2", "compile_failure"),
        ("    return '\0'", "compile_failure"),
        ("    os._exit(0)", "crash"),
        ("    os.kill(os.getpid(), 9)", "crash"),
        ("    return min(most, max(least, value))\nos._exit(0)", "crash"),
        ("    if os.fork(): os.wait(); os._exit(0)\n    return min(most, max(least, value))", "crash"),
        ("    if os.fork() == 0: return 0\n    os.wait(); return min(most, max(least, value))", "pass"),
        ("    print('x' * 100_000, flush=True); return min(most, max(least, value))", "pass"),
        ("    open('failing_tests', 'w').write('--- a.B::c'); return min(most, max(least, value))", "pass"),
    ],
)
def test_what_a_candidate_does_to_the_process(
    runner: CheckoutRunner, bug: Bug, body: str, behaviour: str
) -> None:
    assert ran(runner, bug, body).behaviour == behaviour


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ("    sys.exit(0)", "SystemExit at box.clip.clip"),
        ("    raise ValueError(\n'a\\n--- b.C::d\\nE')", "ValueError at box.clip.clip"),
        ("    return clip(value, least, most)", "RecursionError at box.clip.clip"),
        ("    def inner(): return missing\n    return inner()", "NameError at box.clip.clip$<locals>$inner"),
        (
            "    class Odd(Exception):\n        def __str__(self): raise Odd\n    raise Odd",
            "at box.clip.clip",
        ),
    ],
)
def test_an_exception_is_its_type_and_its_place(
    runner: CheckoutRunner, bug: Bug, body: str, detail: str
) -> None:
    outcome = ran(runner, bug, body)
    assert outcome.status == "exception"
    assert {one.test.rpartition(":")[2] for one in outcome.failing} == {
        "test_below",
        "test_above",
        "test_within",
    }
    assert all(one.detail.endswith(detail) for one in outcome.failing)


@pytest.mark.parametrize(
    "code",
    [
        "def clip(value, least, most):\n    raise unittest.SkipTest",
        "raise unittest.SkipTest",
        "def clip(value, least, most): return 9\nunittest.TestLoader.testMethodPrefix = 'testN'",
    ],
)
def test_tests_that_run_no_more_fail(runner: CheckoutRunner, bug: Bug, code: str) -> None:
    outcome = runner.run(bug, f"import unittest\n{code}\n".encode())
    assert [one.test.rpartition(":")[2] for one in sorted(outcome.failing) if one.detail == "NotRun"] == [
        "test_above",
        "test_below",
        "test_within",
    ]


def test_tests_that_never_ran_and_files_that_skip_themselves_do_not_count(tmp_path: Path) -> None:
    skipped = "    @unittest.skip('never')\n    def test_never(self): raise OSError\n"
    skipped += "    @unittest.expectedFailure\n    def test_expected(self): raise OSError\n"
    folder = make_python_bug(tmp_path, "Clip-5b", tests=TESTS + skipped)
    (folder / "tests/test_other.py").write_text("import unittest\nraise unittest.SkipTest\n")
    [bug] = read_bugs(folder)
    with opened_runner(LIMITS) as runner:
        assert [one.detail for one in runner.run(bug, None).failing] == ["AssertionError: 5 != 2"]
        assert runner.run(bug, FIXED.encode()).status == "pass"


def test_a_message_that_no_encoding_has_is_kept_as_escapes(runner: CheckoutRunner, bug: Bug) -> None:
    outcome = ran(runner, bug, "    raise AssertionError(chr(0xdc80))")
    assert {one.detail for one in outcome.failing} == {r"AssertionError: \udc80"}


def test_spaces_in_the_name_of_a_test_are_no_reason_to_pass() -> None:
    report = Report("ended", "--- my_tests/test_a.py::test_b[1_2]\n+++ exception KeyError\nKeyError: 1\n")
    wanted = frozenset({"my tests/test_a.py::test_b[1 2]"})
    assert report.outcome(Places(lambda _path: True), wanted).status == "exception"


def test_a_module_that_cannot_be_imported_fails_the_tests_that_are_wanted(bug: Bug) -> None:
    broken = b"import no_such_module\ndef clip(): pass\n"
    with opened_runner(replace(LIMITS, tests="trigger")) as runner:
        [failing] = runner.run(bug, broken).failing
    assert failing.test == "tests/test_clip.py::ClipTest::test_below"
    assert failing.detail == "ModuleNotFoundError at box.clip.<module>"


def test_a_candidate_that_hangs_ends_at_a_limit_made_of_the_usual_time(
    bug: Bug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("equimorph.projects.python._MORE_SECONDS", 0.2)
    monkeypatch.setattr("equimorph.projects.python._MORE_TIMES", 1.5)
    with opened_runner(LIMITS) as runner:
        assert ran(runner, bug, "    while True: pass").status == "timeout"


def test_memory_is_limited(bug: Bug) -> None:
    with opened_runner(replace(LIMITS, memory=128)) as runner:
        [failure, *_] = ran(runner, bug, "    return len('x' * (1 << 30))").failing
    assert failure.detail == "MemoryError at box.clip.clip"


def test_pytest_runs_what_unittest_does_not_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take seconds
    tests = "import pytest\nfrom box.clip import clip\n\n@pytest.mark.parametrize('value', [1, 3])\n"
    tests += "def test_all(value):\n    assert clip(value, 2, 5) == value or value < 2 == clip(value, 2, 5)\n"
    run = "pytest -q tests/test_clip.py::test_all"
    [bug] = read_bugs(make_python_bug(tmp_path, "Clip-2b", tests=tests, run=run))
    assert bug.tests == ("tests/test_clip.py::test_all",)
    with opened_runner(replace(LIMITS, tests="trigger")) as runner:
        outcome = runner.run(bug, None)
        [failing] = outcome.failing
        assert (outcome.status, failing.test) == ("assertion", "tests/test_clip.py::test_all[1]")
        assert runner.run(bug, FIXED.encode()).status == "pass"
        assert runner.run(bug, b"import pytest\ndef clip(*_): pytest.skip('no')\n").status == "crash"
        [failing] = runner.run(bug, b"import no_such_module\n").failing
        assert failing.test == "tests/test_clip.py::test_all"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"python": "/no/such/python"}, "no Python interpreter '/no/such/python'; --python names one"),
        ({"python": "false"}, "false is no Python interpreter"),
        ({"runner": "javac"}, "javac runs no python; --runner-command runs anything"),
        ({"test_dir": "box"}, "no such test was found, or it was skipped: any"),
    ],
)
def test_what_cannot_be_run_is_an_error(bug: Bug, options: dict[str, str], message: str) -> None:
    with opened_runner(replace(LIMITS, **options)) as runner, pytest.raises(MutationError, match=message):
        runner.run(bug, None)


def test_a_checkout_that_does_not_compile_is_an_error(tmp_path: Path) -> None:
    folder = make_python_bug(tmp_path, "Clip-3b")
    [bug] = read_bugs(folder)
    (folder / "box/clip.py").write_text(BUGGY.replace("return", "return ("))
    with (
        opened_runner(LIMITS) as runner,
        pytest.raises(MutationError, match="does not compile as it is: SyntaxError"),
    ):
        runner.run(bug, None)


def test_tests_that_are_not_there_are_an_error(tmp_path: Path) -> None:
    run = "python -m unittest tests.test_clip.ClipTest.test_nothing"
    [bug] = read_bugs(make_python_bug(tmp_path, "Clip-4b", tests=TESTS, run=run))
    with (
        opened_runner(replace(LIMITS, tests="trigger")) as runner,
        pytest.raises(
            MutationError, match=r"was found, or it was skipped: tests/test_clip\.py::ClipTest::test_nothing"
        ),
    ):
        runner.run(bug, None)
