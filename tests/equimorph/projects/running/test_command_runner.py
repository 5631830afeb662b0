"""The runners "command" and "defects4j", which read what a program writes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from equimorph.projects.options import RunnerOptions
from equimorph.robustness.judging.runner import CheckoutRunner, opened_runner
from mutators import MutationError
from tests.equimorph.projects.running.conftest import PATH, PRICE, bug_of

FAILS = "printf -- '--- shop.PriceTest::testHalf\\njava.lang.Error\\n\\tat shop.Price.half(Price.java:1)\\n' > failing_tests"
OWN = (
    "--- shop.PriceTest::testHalf\\n+++ assertion shop.Mismatch\\nshop.Mismatch: 1 for 2\\n\\tat shop.Price.half(Price.java:1)\\n"
    "--- shop.PriceTest::testLast\\n+++ assertion shop.Text\\nno\\n"
)
PLAIN = f"""\
if grep -q 'price / 2;' {PATH}; then : > failing_tests; exit 0; fi
if grep -q 'two' {PATH}; then echo 'no symbol two'; exit 64; fi
if grep -q 'exit' {PATH}; then echo 'it ended'; exit 3; fi
if grep -q 'while' {PATH}; then sleep 1000; fi
if grep -q 'quiet' {PATH}; then exit 0; fi
if grep -q 'babble' {PATH}; then echo 'testHalf failed' > failing_tests; exit 0; fi
if grep -q 'own' {PATH}; then printf -- '{OWN}' > failing_tests; exit 0; fi
{FAILS}
exit 1
"""


def shown(runner: CheckoutRunner, checkout: Path, code: str | None) -> str:
    text = None if code is None else PRICE.replace("return price / 2 + 1;", code).encode()
    return runner.run(bug_of(checkout), text).behaviour


def command(text: str, **options: object) -> RunnerOptions:
    return RunnerOptions("command", text, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "behaviour"),
    [
        (None, 'exception [["shop.PriceTest::testHalf", "exception", "java.lang.Error at shop.Price.half"]]'),
        ("return price / 2;", "pass"),
        ("return price / two;", "compile_failure"),
        ("exit", "crash"),
        ("quiet", "pass"),
        ("babble", "crash"),
        (
            "own",
            'assertion [["shop.PriceTest::testHalf", "assertion", "shop.Mismatch: 1 for 2"], '
            '["shop.PriceTest::testLast", "assertion", "shop.Text: no"]]',
        ),
    ],
)
def test_exit_code_and_list_say_what_happened(checkout: Path, code: str | None, behaviour: str) -> None:
    with opened_runner(command(PLAIN)) as runner:
        assert shown(runner, checkout, code) == behaviour


def test_a_command_that_does_not_end_is_stopped(checkout: Path) -> None:
    with opened_runner(command(PLAIN, timeout=1)) as runner:
        assert shown(runner, checkout, "while") == "timeout"


def test_a_command_runs_in_a_fresh_copy_and_knows_what_is_wanted(checkout: Path) -> None:
    """It fails where an earlier run has left its mark, or a variable is not there."""
    text = (
        'test ! -e mark && touch mark && test "$EQUIMORPH_FILE" = src/main/java/shop/Price.java && '
        "test \"$EQUIMORPH_TESTS\" = 'a.B::c\nd.E::f\n' || exit 9"
    )
    with opened_runner(command(text, tests="trigger")) as runner:
        for turn in (1, 2):
            bug = bug_of(checkout, tests=("d.E::f", "a.B::c"))
            outcome = runner.run(bug, PRICE.encode(), turn=turn)
            assert (outcome.behaviour, outcome.output) == ("pass", "")
    assert not (checkout / "mark").exists()


def test_a_list_in_the_checkout_is_not_taken_for_that_of_the_run(tmp_path: Path, checkout: Path) -> None:
    root = tmp_path / "co"
    (root / "src/main/java/shop").mkdir(parents=True)
    (root / PATH).write_text(PRICE)
    (root / "defects4j.build.properties").write_text("d4j.dir.src.classes=src/main/java\n")
    (root / "failing_tests").write_text("--- a.B::c\njava.lang.Error\n")
    with opened_runner(command("true")) as runner:
        assert runner.run(bug_of(root), None).behaviour == "pass"


def test_memory_is_limited(checkout: Path) -> None:
    eats = "python3 -c 'x = bytearray(400 << 20)' || exit 5"
    for memory, behaviour in ((100, "crash"), (2000, "pass")):
        with opened_runner(command(eats, memory=memory)) as runner:
            assert shown(runner, checkout, None) == behaviour


def test_a_checkout_that_a_command_cannot_compile_as_it_is_is_refused(checkout: Path) -> None:
    with (
        opened_runner(command("exit 64")) as runner,
        pytest.raises(MutationError, match="does not compile as it is"),
    ):
        shown(runner, checkout, "return 1;")


STAND_IN = f"""\
#!/bin/sh
# Writes what `defects4j compile` and `defects4j test` write; the working folder is the checkout.
echo "$@" >> "$CALLS"
test -f .defects4j.config || exit 1
case "$1" in
compile) if grep -q 'two' {PATH}; then echo 'Cannot compile sources!' >&2; exit 255; fi ;;
test)
    if grep -q 'exit' {PATH}; then echo 'Cannot run tests!' >&2; exit 255; fi
    if grep -q 'return 7' {PATH}; then exit 0; fi
    : > failing_tests
    for test in shop.PriceTest::testHalf shop.PriceTest::testLast; do
        if test "$2" = -t && test "$3" != "$test"; then continue; fi
        if grep -q 'price / 2;' {PATH}; then continue; fi
        printf -- "--- $test\\njunit.framework.AssertionFailedError: expected:<1>\\n\\tat T.t(T.java:1)\\n" >> failing_tests
    done
    echo "Failing tests: $(grep -c -- --- failing_tests)" ;;
esac
"""


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that stands in for Defects4J; what it was called with."""
    program = tmp_path / "bin" / "defects4j"
    program.parent.mkdir()
    program.write_text(STAND_IN)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))
    return tmp_path / "calls"


@pytest.fixture
def checked_out(tmp_path: Path) -> Path:
    root = tmp_path / "Shop-1b"
    (root / "src/main/java/shop").mkdir(parents=True)
    (root / PATH).write_text(PRICE)
    (root / ".defects4j.config").write_text("pid=Shop\nvid=1b\n")
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_text("ref")
    (root / "defects4j.build.properties").write_text("d4j.dir.src.classes=src/main/java\n")
    return root


def test_defects4j_is_called_as_its_documentation_says(checked_out: Path, calls: Path) -> None:
    expected = {
        None: "assertion",
        "return price / 2;": "pass",
        "return price / two;": "compile_failure",
        "exit": "crash",
    }
    with opened_runner(RunnerOptions("defects4j")) as runner:
        found = {code: shown(runner, checked_out, code).partition(" ")[0] for code in expected}
        failing = sorted(runner.run(bug_of(checked_out), None).failing)
        nothing = shown(runner, checked_out, "return 7;")
    assert found == expected
    assert nothing == "crash"  # no list, not even of nothing
    assert [one.test for one in failing] == ["shop.PriceTest::testHalf", "shop.PriceTest::testLast"]
    assert failing[0].detail == "junit.framework.AssertionFailedError: expected:<1>"
    assert calls.read_text().split("\n")[:5] == ["compile", "test", "compile", "test", "compile"]
    assert not (checked_out / "failing_tests").exists()


def test_defects4j_runs_the_tests_of_the_bug_one_by_one(checked_out: Path, calls: Path) -> None:
    bug = bug_of(checked_out, tests=("shop.PriceTest::testLast",))
    with opened_runner(RunnerOptions("defects4j", tests="trigger")) as runner:
        [one] = runner.run(bug, None).failing
    assert one.test == "shop.PriceTest::testLast"
    assert calls.read_text().split("\n")[:2] == ["compile", "test -t shop.PriceTest::testLast"]


def test_without_defects4j_the_message_says_where_it_is(
    checked_out: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with (
        pytest.raises(MutationError, match=r"no program defects4j .* https://github.com/rjust/defects4j"),
        opened_runner(RunnerOptions("defects4j")) as runner,
    ):
        runner.engine("java")


def test_options_are_plain_data_and_checked() -> None:
    options = RunnerOptions(
        class_path=("a.jar",), java_options=("-ea",), timeout=1.5, place="line", cache="c"
    )
    assert RunnerOptions.from_dict(json.loads(json.dumps(options.to_dict()))) == options
    for wrong in (
        {"runner": "make"},
        {"runner": "command"},
        {"command": "make"},
        {"place": "column"},
        {"tests": "some"},
        {"timeout": 0.0},
        {"timeout": float("nan")},
        {"memory": 0},
    ):
        with pytest.raises(MutationError):
            RunnerOptions(**wrong)  # type: ignore[arg-type]


def test_bytes_are_put_as_they_are(checkout: Path) -> None:
    data = PRICE.replace("\n", "\r\n").encode() + b"\xff\x00"
    check = f'test "$(sha256sum < {PATH} | cut -c1-64)" = {hashlib.sha256(data).hexdigest()} || exit 9'
    with opened_runner(command(check.replace("exit 9", f"{{ {FAILS}; exit 0; }}"))) as runner:
        assert runner.run(bug_of(checkout), data).behaviour == "pass"
