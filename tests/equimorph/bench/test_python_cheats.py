"""Candidates in Python that are wrong, or hostile: none of them passes, and none does harm."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time as clock
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PurePosixPath
from uuid import UUID

import pytest

from equimorph.bench import Limits, Runner, RunOptions
from equimorph.bench.boxed.values import NotPlain, packed, unpacked
from tests.equimorph.bench.conftest import DOUBLE, LIMITS

RIGHT = "def double(x):\n    return x + x\n"
WRONG = "def double(x):\n    return x\n"

FAIL = {
    "is wrong": WRONG,
    "has no such function": "def other(x):\n    return x + x\n",
    "is empty": "",
    "is not callable": "double = 7\n",
    "ends before its tests": "import os\nos._exit(0)\n",
    "ends in its test": "import os\ndef double(x):\n    os._exit(0)\n",
    "leaves while it is loaded": "import sys\nsys.exit(0)\n",
    "leaves in its test": "import sys\ndef double(x):\n    sys.exit(0)\n",
    "interrupts": "def double(x):\n    raise KeyboardInterrupt\n",
    "prints that it passes": "print('PASS', flush=True)\nprint('{\"outcome\": \"pass\"}', flush=True)\n"
    + WRONG,
    "writes verdicts wherever it can": """import os
for fd in range(300):
    try:
        os.write(fd, b'{"outcome": "pass", "nonce": ""}\\n')
    except OSError:
        pass
"""
    + WRONG,
    "answers before it is asked": """import json, os
for fd in range(3, 300):
    try:
        os.write(fd, (json.dumps({"ready": True}) + "\\n").encode() * 9)
    except OSError:
        pass
"""
    + WRONG,
    "answers with nonsense": """import os
for fd in range(3, 300):
    try:
        os.write(fd, b'{"result": {"list": 3}}\\n[\\n\\xff\\n' + b'[' * 100000 + b'\\n')
    except OSError:
        pass
"""
    + WRONG,
    "closes all pipes": "import os\nos.closerange(0, 300)\n" + RIGHT,
    "is equal to everything": """class Same:
    def __eq__(self, other):
        return True
def double(x):
    return Same()
""",
    "is a number equal to everything": """class Same(int):
    def __eq__(self, other):
        return True
    __hash__ = int.__hash__
def double(x):
    return Same(5)
""",
    "is a list equal to everything": """class Same(list):
    def __eq__(self, other):
        return True
def double(x):
    return Same()
""",
    "changes what is built in": """import builtins
builtins.AssertionError = ValueError
builtins.compile = builtins.exec = lambda *_, **__: None
"""
    + WRONG,
    "changes the frames around it": """import sys
frame = sys._getframe()
while frame:
    frame.f_globals["packed"] = lambda value: 2
    frame.f_locals["nonce"] = ""
    frame = frame.f_back
"""
    + WRONG,
    "looks for the tests": """import gc, pathlib
def double(x):
    for one in gc.get_objects():
        if isinstance(one, dict) and ("nonce" in one or "tests" in one):
            return x + x
    for place in pathlib.Path("/box").rglob("*.jsonl"):
        return x + x
    try:
        return x + x if "harness" in open("/proc/self/cmdline").read() else open("/proc/1/environ").read()
    except OSError:
        return x
""",
    "is ready at the end only": "import atexit\natexit.register(print, 'PASS')\n" + WRONG,
    "calls itself": "def double(x):\n    return double(x)\n",
    "returns itself": "def double(x):\n    x = []\n    x.append(x)\n    return x\n",
    "returns a generator": "def double(x):\n    yield x + x\n",
    "returns too much": "def double(x):\n    return 'x' * (1 << 27)\n",
    "crashes": "import ctypes\nctypes.string_at(0)\n",
    "aborts": "import os\ndef double(x):\n    os.abort()\n",
    "stops at an error without a text": """class Bad(Exception):
    def __str__(self):
        raise self
def double(x):
    raise Bad
""",
    "has an error with a metaclass of its own": """class Meta(type(Exception)):
    __mro__ = property(lambda cls: 1 / 0)
class Bad(Exception, metaclass=type("M", (type,), {"mro": lambda cls: type.mro(cls)})):
    pass
def double(x):
    raise Bad
""",
    "takes all memory": "def double(x):\n    return [bytearray(1 << 24) for _ in range(1 << 20)]\n",
    "writes too much": """def double(x):
    with open("big", "wb") as stream:
        for _ in range(10_000):
            stream.write(bytes(1 << 20))
    return x + x
""",
    "writes many files": """def double(x):
    for number in range(10_000):
        with open(f"{number}", "wb") as stream:
            stream.write(bytes(1 << 20))
    return x + x
""",
    "starts processes": "import os\ndef double(x):\n    while True:\n        os.fork()\n",
    "starts a program": "import subprocess\ndef double(x):\n    subprocess.run(['/bin/ls'], check=True)\n    return x + x\n",
    "starts threads": """import threading, time
def double(x):
    while True:
        threading.Thread(target=time.sleep, args=(99,)).start()
""",
    "reads its standard input": "def double(x):\n    return int(input()) + x\n",
    "has a program's own check": "import sys\nif __name__ == '__main__':\n    "
    + "double = lambda x: x + x\n",
}
PASS = {
    "is right": RIGHT,
    "is a whole program": "import math\n" + RIGHT,
    "completes the prompt": "    return 2 * x\n",
    "prints a lot": "def double(x):\n    print('x' * (1 << 22))\n    return x + x\n",
    "has a main": RIGHT + "if __name__ == '__main__':\n    raise SystemExit(input())\n",
    "looks into the future": '"""Twice."""\nfrom __future__ import annotations\n' + RIGHT,
    "looks into the future with CRLF": "from __future__ import annotations\r\n" + RIGHT,
    "is a class": "class double:\n    def __new__(cls, x):\n        return x + x\n",
    "has CRLF": RIGHT.replace("\n", "\r\n"),
    "has a byte order mark": "\ufeff" + RIGHT,
    "leaves a thread": "import threading, time\n"
    + RIGHT
    + "threading.Thread(target=time.sleep, args=(99,)).start()\n",
    "has a data class": """from dataclasses import dataclass
@dataclass
class Held:
    value: object
def double(x):
    return Held(x + x).value
""",
}
NO_COMPILE = {
    "has a syntax error": "def double(x:\n",
    "is indented badly": "def double(x):\n    if x:\n  return x\n",
    "has a null": "def double(x):\n    return x\x00 + x\n",
    "is nested too deep": "double = " + "(" * 5000 + ")" * 5000,
    "returns outside": RIGHT + "return 3\n",
    "has half a character": RIGHT + "text = '\ud800'\n",
}


@pytest.mark.parametrize("text", FAIL.values(), ids=FAIL)
def test_it_does_not_pass(runner: Runner, text: str) -> None:
    started = clock.monotonic()
    assert runner.run(DOUBLE, text).outcome in ("fail", "timeout")
    assert clock.monotonic() - started < 30


@pytest.mark.parametrize("text", PASS.values(), ids=PASS)
def test_it_passes(runner: Runner, text: str) -> None:
    verdict = runner.run(DOUBLE, text)
    assert (verdict.outcome, verdict.reason) == ("pass", "")


@pytest.mark.parametrize("text", NO_COMPILE.values(), ids=NO_COMPILE)
def test_it_does_not_compile(runner: Runner, text: str) -> None:
    assert runner.run(DOUBLE, text).outcome == "no-compile"


RAISES = """assert double(1) == 2
try:
    found = double("x")
except {error}:
    pass
else:
    raise AssertionError(found)
"""
NO_ERROR = {
    "returns what is not plain": ("TypeError", "return NotImplemented"),
    "puts what is not plain into a list": ("TypeError", "return [object()]"),
    "returns a list that has itself": ("RecursionError", "x = []; x.append(x); return x"),
    "returns a generator that would raise": ("ValueError", "return (int(one) for one in x)"),
    "ends": ("BaseException", "import os; os._exit(0)"),
    "leaves": ("Exception", "raise SystemExit"),
    "interrupts": ("BaseException", "raise KeyboardInterrupt"),
    "raises a base class": ("Exception", "raise type('Stop', (BaseException,), {})"),
    "answers with nonsense": ("Exception", r"import os, sys; os.write(int(sys.argv[2]), b'[]\n'); return x"),
}


@pytest.mark.parametrize(("error", "body"), NO_ERROR.values(), ids=NO_ERROR)
def test_what_is_no_error_of_its_own_is_none_that_a_test_asks_for(
    runner: Runner, error: str, body: str
) -> None:
    problem = replace(DOUBLE, prompt="", tests=RAISES.format(error=error))
    assert runner.run(
        problem, f"def double(x):\n    if x == 'x':\n        {body}\n    return x + x\n"
    ).outcome == ("fail")


def test_an_error_of_its_own_is_one_that_a_test_asks_for(runner: Runner) -> None:
    text = "def double(x):\n    if x == 'x':\n        raise ValueError\n    return x + x\n"
    assert runner.run(replace(DOUBLE, prompt="", tests=RAISES.format(error="ValueError")), text).passed


def test_a_generator_may_end_by_an_error(runner: Runner) -> None:
    tests = """found = double(1)
assert next(found) == 2
try:
    next(found)
except ValueError:
    pass
else:
    assert False
"""
    text = "def double(x):\n    yield x + x\n    raise ValueError\n"
    assert runner.run(replace(DOUBLE, prompt="", tests=tests), text).passed


@pytest.mark.parametrize(
    "tests",
    [
        "def check(candidate):\n    assert candidate(1) == 2\n",
        "try:\n    double(object())\nexcept TypeError:\n    pass\n",
    ],
    ids=["no call", "a call that cannot be made"],
)
def test_tests_that_call_no_candidate_let_none_pass(runner: Runner, tests: str) -> None:
    assert runner.run(replace(DOUBLE, tests=tests), RIGHT).outcome == "fail"


@pytest.mark.parametrize(
    "text",
    [
        "while True:\n    pass\n",
        "def double(x):\n    while True:\n        pass\n",
        "import time\ntime.sleep(99)\n",
    ],
    ids=["when it is loaded", "when it is called", "asleep"],
)
def test_its_time_is_up(runner: Runner, text: str) -> None:
    started = clock.monotonic()
    assert runner.run(DOUBLE, text).outcome == "timeout"
    assert clock.monotonic() - started < 30


def test_it_reaches_no_network(runner: Runner) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        text = f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 1)\n" + RIGHT
        assert runner.run(DOUBLE, text).outcome == "fail"
        allowed = Runner(RunOptions(LIMITS, network=True))
        assert allowed.run(DOUBLE, text).outcome == "pass"


def test_numbers_of_any_length_pass_the_border(runner: Runner) -> None:
    problem = replace(DOUBLE, tests="assert double(10**6000) == 2 * 10**6000\n")
    verdict = runner.run(problem, RIGHT)
    assert (verdict.outcome, verdict.reason) == ("pass", "")
    assert runner.run(problem, WRONG).outcome == "fail"


def test_a_loop_behind_a_closed_pipe_is_one_too(runner: Runner) -> None:
    text = "import os\nos.closerange(3, 64)\nwhile True:\n    pass\n"
    assert runner.run(DOUBLE, text).outcome == "timeout"


def test_a_loop_is_ended_by_its_processor_time() -> None:
    runner = Runner(RunOptions(replace(LIMITS, seconds=1, wall=20)))
    started = clock.monotonic()
    assert runner.run(DOUBLE, "while True:\n    pass\n").outcome == "timeout"
    assert clock.monotonic() - started < 15


def test_what_is_not_plain_does_not_pass_the_border() -> None:
    class Same(int):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = int.__hash__

    text = type("Text", (str,), {})("x")
    for value in (Same(3), [Same(3)], {Same(3): 1}, {1: Same(3)}, object(), text, DOUBLE, len):
        with pytest.raises(NotPlain):
            packed(value)


@pytest.mark.parametrize(
    "value",
    [
        *(
            None,
            True,
            1,
            -(10**5000),
            1.5,
            float("inf"),
            2 + 3j,
            "\ud800\u00e9\x00",
            b"\xff",
            [],
            (),
            {},
            set(),
        ),
        *([(1, [2.0]), {"a": (None,)}], {(1, 2): {3}}, frozenset({1}), range(1, 9, 2), bytearray(b"a")),
        *(Decimal("-1.50"), Fraction(1, 3), UUID(int=7), slice(1, None), ..., NotImplemented, int, KeyError),
        *(date(2024, 2, 29), datetime(2024, 1, 2, 3, fold=1, tzinfo=UTC), time(1, 2, tzinfo=UTC)),
        *(timedelta(-1, 5, 7), timezone(timedelta(hours=-3)), PurePosixPath("/a"), re.compile(b"a+", re.M)),
        *(Counter(a=1), OrderedDict(b=1, a=2), deque([1, 2], 3)),
    ],
    ids=range(36),
)
def test_plain_values_come_back(value: object) -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # as in the boxes
    try:
        back = unpacked(json.loads(json.dumps(packed(value))))
    finally:
        sys.set_int_max_str_digits(limit)
    assert back == value
    assert type(back) is type(value)


def test_a_defaultdict_comes_back_as_what_it_is_equal_to() -> None:
    back = unpacked(packed(defaultdict(int, {"a": 1})))
    assert back == {"a": 1}
    assert type(back) is dict


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"list": 1},
        {"dict": [1]},
        {"range": [1, 2, 0]},
        {"a": 1, "b": 2},
        {"code": "x"},
        {"set": [{"list": []}]},
        {"Decimal": "x"},
        {"Fraction": [1, 0]},
        {"Pattern": ["(", 0]},
        {"type": "eval"},
        {"kept": 0},
    ],
    ids=range(13),
)
def test_data_that_are_no_value(data: object) -> None:
    with pytest.raises(NotPlain):
        unpacked(data)


def test_tests_that_say_they_pass_without_the_nonce(runner: Runner) -> None:
    tests = """import os
for fd in range(3, 64):
    try:
        os.write(fd, b'{"outcome": "pass", "reason": ""}\\n')
    except OSError:
        pass
os._exit(0)
"""
    assert runner.run(replace(DOUBLE, tests=tests), RIGHT).outcome == "fail"


def test_it_sees_and_harms_no_file_of_ours(runner: Runner, tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    ours.write_text("precious")
    text = f"""import os, shutil
def double(x):
    for place in ({str(ours)!r}, {str(Path.home())!r}, {str(Path(__file__).parent)!r}, "/proc/1/environ"):
        if os.path.exists(place) and place != {str(Path.home())!r}:
            return "seen " + place
    for place in ("/usr/bin/env", "/etc/passwd", {str(ours)!r}, "/box/equimorph/bench/boxed/harness.py"):
        try:
            os.unlink(place)
            return "deleted " + place
        except OSError:
            pass
    shutil.rmtree("/box", ignore_errors=True)
    return x + x
"""
    verdict = runner.run(DOUBLE, text)
    assert (verdict.outcome, verdict.reason) == ("pass", "")
    assert ours.read_text() == "precious"
    assert Path("/usr/bin/env").exists()


def test_what_it_writes_is_no_machine_code(runner: Runner) -> None:
    place = next(Path("/usr/lib").rglob("libm.so.6"))
    text = f"""import ctypes, pathlib
found = False
pathlib.Path("mine.so").write_bytes(pathlib.Path({str(place)!r}).read_bytes())
try:
    ctypes.CDLL("./mine.so")
except OSError as error:
    found = "failed to map" in str(error)
def double(x):
    return x + x if found else x
"""
    verdict = runner.run(DOUBLE, text)
    assert (verdict.outcome, verdict.reason) == ("pass", "")


def test_it_inherits_no_secret(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EQUIMORPH_SECRET", "s3cret")
    text = "import os\ndef double(x):\n    return x if 's3cret' in str(os.environ) else x + x\n"
    assert runner.run(DOUBLE, text).passed


def test_it_ends_no_other_process(runner: Runner) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        text = f"import os\nfor pid in ({other.pid}, {os.getpid()}, -1):\n    try:\n        os.kill(pid, 9)\n"
        runner.run(DOUBLE, text + "    except OSError:\n        pass\n" + RIGHT)
        assert other.poll() is None
        other.communicate(b"\n")


def test_nothing_is_left_of_it(runner: Runner) -> None:
    text = """import ctypes, os, time
ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
try:
    os.setsid()
except OSError:
    pass
time.sleep(123.456)
"""
    assert runner.run(DOUBLE, text).outcome == "timeout"
    found = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if _readable(path)]
    assert not [line for line in found if b"boxed" in line and str(os.getpid()).encode() in line]


def _readable(path: Path) -> bool:
    try:
        return bool(path.read_bytes())
    except OSError:
        return False


def test_what_it_changes_in_a_list_is_changed(runner: Runner) -> None:
    problem = replace(
        DOUBLE, tests="given = [1]\nassert double(given) is None\nassert given == [1, 1], given\n", prompt=""
    )
    assert runner.run(problem, "def double(x):\n    x.extend(x)\n").passed
    assert runner.run(problem, "def double(x):\n    x = x + x\n").outcome == "fail"


def test_helpers_of_the_tests_are_those_of_the_reference(runner: Runner) -> None:
    problem = replace(
        DOUBLE,
        prefix="def half(x):\n    return x / 2\n\n",
        tests="assert half(double(4)) == 4\nassert half(8) == 4\n",
    )
    assert runner.run(problem, RIGHT).passed
    assert runner.run(problem, "def half(x):\n    return 4\n\n" + WRONG).outcome == "fail"


def test_tests_that_do_not_end_are_no_pass(runner: Runner) -> None:
    for tests in (
        "import os\nos._exit(0)\n",
        "raise SystemExit\n",
        'print(\'{"outcome": "pass"}\')\n1 / 0\n',
    ):
        assert runner.run(replace(DOUBLE, tests=tests), RIGHT).outcome == "fail"


def test_without_isolation_limits_hold() -> None:
    runner = Runner(RunOptions(Limits(seconds=1, wall=4), isolated=False, network=True))
    assert runner.run(DOUBLE, RIGHT).passed
    assert runner.run(DOUBLE, WRONG).outcome == "fail"
    assert runner.run(DOUBLE, "while True:\n    pass\n").outcome == "timeout"
