"""Every way to read or rebind names by reflection: a program each, whose mutants would do something else if they were not refused.

Each program is mutated twice: as it is, where all mutants must print what the original prints, and with the guards off, where
at least one must not. So each program shows that it can fail.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import equimorph as em
from mutators.registry import classes
from parsers.python.names import trust
from parsers.python.names.module import ModuleNames
from parsers.python.names.scopes import Scopes
from tests.mutators.python.forked import unspoilt

BODY = "def f(p, /):\n    xx = 1; yy = xx + 1\n    return {}\nprint({})\n"
"""A function whose local names `xx` and `yy` matter."""
LOOP = (
    "def f(s, /):\n    out = []\n    for x in s: out.append(x)\n"
    "    for i in range(2):\n        out.append(i)\n    return out\n"
)
"""A function that uses `range` and, as a mutant, `enumerate`."""
FAKE = "lambda *a: [(8, 9)]"


def read(head: str, value: str, shown: str = "f(1)") -> str:
    """A program with a function that returns something; its head is before the function."""
    return head + BODY.format(value, shown)


def rebound(before: str, after: str = "") -> str:
    """A program that sets a built-in name of its module before, or after, the function is defined, and calls it."""
    return before + LOOP + after + "print(f('ab'))\n"


def caller(read: str) -> str:
    """The head with a function of the module that reads the names of its caller."""
    return f"import inspect, sys\ndef show():\n    return {read}\n"


LOCAL_NAMES = {
    "locals": read("", "sorted(locals())"),
    "vars": read("", "sorted(vars())"),
    "dir": read("", "dir()"),
    "eval": read("", "eval('xx' + '+' + 'y' * 2)"),
    "exec": read("", "exec('print(xx +' + 'y' * 2 + ')')"),
    "alias of locals": read("L = locals\n", "sorted(L())"),
    "alias of vars": read("V = vars\n", "sorted(V())"),
    "alias of dir": read("D = dir\n", "D()"),
    "alias of eval": read("E = eval\n", "E('x' * 2)"),
    "alias of exec": read("X = exec\n", "X('print(' + 'x' * 2 + ')')"),
    "alias of an alias": read("K = locals\nL = K\n", "sorted(L())"),
    "alias set in a function": read("def g():\n    global L\n    L = locals\ng()\n", "sorted(L())"),
    "import as": read("from builtins import vars as V\n", "sorted(V())"),
    "module as": read("import builtins as b\nL = b.locals\n", "sorted(L())"),
    "attribute of builtins": read("import builtins as b\n", "sorted(b.locals())"),
    "attribute of an import call": read("L = __import__('builtins').locals\n", "sorted(L())"),
    "getattr": read("import builtins as b\nL = getattr(b, 'locals')\n", "sorted(L())"),
    "getattr in the function": read("import builtins as b\n", "sorted(getattr(b, 'locals')())"),
    "vars of builtins": read("import builtins as b\n", "sorted(vars(b)['locals']())"),
    "dict of builtins": read("import builtins as b\nL = b.__dict__['locals']\n", "sorted(L())"),
    "__builtins__": read(
        "B = __builtins__\nL = (B if type(B) is dict else vars(B))['locals']\n", "sorted(L())"
    ),
    "globals()['__builtins__']": read(
        "B = globals()['__builtins__']\nL = B['locals'] if type(B) is dict else B.locals\n", "sorted(L())"
    ),
    "__self__ of a built-in": read("L = print.__self__.locals\n", "sorted(L())"),
    "attrgetter": read(
        "import builtins as b, operator\nL = operator.attrgetter('locals')(b)\n", "sorted(L())"
    ),
    "a string in two parts": read("import builtins as b\nL = getattr(b, 'loc' 'als')\n", "sorted(L())"),
    "a string with an escape": read("import builtins as b\nL = getattr(b, 'l\\x6fcals')\n", "sorted(L())"),
    "resolve_name": read("import pkgutil\nL = pkgutil.resolve_name('builtins.locals')\n", "sorted(L())"),
    "default argument": read("", "g()")
    .replace("def f(p, /)", "def f(p, /, g=locals)")
    .replace("g()", "sorted(g())"),
    "default argument of another function": read("def m(g=locals): return g\n", "sorted(m()())"),
    "partial": read("import functools\nE = functools.partial(eval, 'x' * 2)\n", "E()"),
    "list": read("L = [locals]\n", "sorted(L[0]())"),
    "dictionary": read("L = {'l': locals}\n", "sorted(L['l']())"),
    "class attribute": read("class C: l = locals\n", "sorted(C.l())"),
    "class attribute of the same name": read(
        "class C: locals = locals\n[l] = [v for v in C.__dict__.values() if callable(v)]\n", "sorted(l())"
    ),
    "static method": read("class C: l = staticmethod(locals)\n", "sorted(C().l())"),
    "operator of a class": read("class C: __add__ = eval\n", "C() + ('x' * 2)"),
    "argument": read("", "sorted(p())", "f(locals)"),
    "closure": read("def m(g): return lambda: g\nget = m(locals)\n", "sorted(get()())"),
    "text that is run": read("exec('L = locals')\n", "sorted(L())"),
    "text that is evaluated": read("L = eval('locals')\n", "sorted(L())"),
    "star import": read("from builtins import *\nL = locals\n", "sorted(L())"),
    "compatibility letters": read("L = \N{FULLWIDTH LATIN SMALL LETTER L}ocals\n", "sorted(L())"),
    "sys._getframe": read(caller("sorted(sys._getframe(1).f_locals)"), "show()"),
    "alias of sys._getframe": read("from sys import _getframe as g\n", "g().f_code.co_varnames"),
    "value of sys._getframe": read(
        "import sys\ng = sys._getframe\n", "dir(g())[0] + str(sorted(getattr(g(), 'f_loc' 'als')))"
    ),
    "inspect.currentframe": read(caller("sorted(inspect.currentframe().f_back.f_locals)"), "show()"),
    "inspect.stack": read(caller("sorted(inspect.stack()[1][0].f_locals)"), "show()"),
    "inspect.stack in the function": read("import inspect\n", "sorted(inspect.stack()[0].frame.f_locals)"),
    "getargvalues": read(
        caller("sorted(inspect.getargvalues(inspect.currentframe().f_back).locals)"), "show()"
    ),
    "getattr of a frame": read(caller("sorted(getattr(sys._getframe(1), 'f_locals'))"), "show()"),
    "format_map": read(
        "import sys\ndef fill(s): return s.format_map(sys._getframe(1).f_locals)\n", "fill('{x' + 'x}')"
    ),
    "sys._current_frames": read(
        "import sys, threading\ndef show():\n"
        "    return sorted(sys._current_frames()[threading.get_ident()].f_back.f_locals)\n",
        "show()",
    ),
    "tb_frame": read(
        "import sys\ndef g(*a):\n    try: f(*a)\n"
        "    except ZeroDivisionError as e: return sorted(e.__traceback__.tb_next.tb_frame.f_locals)\n",
        "yy / 0",
        "g(1)",
    ),
    "capture_locals": read(
        "import traceback\ndef g(*a):\n    try: f(*a)\n    except ZeroDivisionError as e:\n"
        "        t = traceback.TracebackException.from_exception(e, capture_locals=True)\n"
        "        return sorted(t.stack[-1].locals)\n",
        "yy / 0",
        "g(1)",
    ),
    "gi_frame": read("", "(yield xx, yy)", "[next(g) and sorted(g.gi_frame.f_locals) for g in [f(1)]]"),
    "getgeneratorlocals": read(
        "import inspect\n",
        "(yield xx, yy)",
        "[next(g) and sorted(inspect.getgeneratorlocals(g)) for g in [f(1)]]",
    ),
    "cr_frame": read(
        "import types\n@types.coroutine\ndef wait(): yield 1\n",
        "await wait()",
        "[g.send(None) and sorted(g.cr_frame.f_locals) for g in [f(1)]]",
    ).replace("def f", "async def f"),
    "settrace": read(
        "import sys\nseen = set()\ndef t(frame, event, arg):\n"
        "    seen.update(frame.f_locals) if frame.f_code.co_name == 'f' else None\n    return t\n",
        "yy",
        "sys.settrace(t), f(1), sys.settrace(None), sorted(seen)",
    ),
    "setprofile": read(
        "import sys\nseen = set()\ndef t(frame, event, arg):\n"
        "    seen.update(frame.f_locals) if frame.f_code.co_name == 'f' else None\n",
        "yy",
        "sys.setprofile(t), f(1), sys.setprofile(None), sorted(seen)",
    ),
    "co_varnames": read("", "yy", "f.__code__.co_varnames"),
    "getclosurevars": read(
        "import inspect\n", "lambda: yy", "sorted(inspect.getclosurevars(f(1)).nonlocals)"
    ),
    "a debugger": read(
        "import bdb\nseen = set()\nclass D(bdb.Bdb):\n"
        "    def user_line(self, frame): seen.update(frame.f_locals)\n",
        "yy",
        "D().runcall(f, 1), sorted(seen)",
    ),
    "code.interact": read(
        "import code, inspect, sys\nsys.stdin = __import__('io').StringIO('print(x' + 'x)\\n')\n"
        "def show(): code.interact('', None, inspect.currentframe().f_back.f_locals)\n",
        "show()",
    ),
}
"""Ways to read local names, the first five in the function itself."""

READER = (
    "import re, sys\ndef query(text):\n"
    "    names = getattr(sys._getframe(1), 'f_' + 'loca' + 'ls')\n"
    "    return [names.get(word) for word in re.findall('[a-z]+', text)]\n"
)
"""A callee that reads its caller's names, and whose text does not show it, as that of another module."""
TEXTS = {
    "argument": read(READER, "query('yy > @xx')"),
    "two parts": read(READER, "query('y' 'y > 1')"),
    "escape": read(READER, "query('\\x79y')"),
    "f-string": read(READER, "query(f'yy > {1}')"),
    "escape in an f-string": read(READER, "query(f'\\x79y > {1}')"),
    "bytes": read(READER, "query(b'yy > 1'.decode())"),
    "variable": read(READER, "query(t)").replace("xx + 1", "xx + 1; t = 'yy > 1'"),
    "module constant": read(READER + "T = 'yy > 1'\n", "query(T)"),
    "constants in a table": read(READER + "T = {'t': ['yy > 1']}\n", "query(T['t'][0])"),
    "class constant": read(READER + "class C: T = 'yy > 1'\n", "query(C.T)"),
    "attribute": read(READER + "class C:\n    def __init__(self): self.t = 'yy > 1'\n", "query(C().t)"),
    "global name": read(READER + "def g():\n    global T\n    T = 'yy > 1'\ng()\n", "query(T)"),
    "operator": read(
        READER + "class C:\n    def __mod__(self, text): return query(text)\n", "C() % 'yy'"
    ).replace("_getframe(1)", "_getframe(2)"),
    "key": read(
        READER + "class C:\n    def __getitem__(self, text): return query(text)\n", "C()['yy']"
    ).replace("_getframe(1)", "_getframe(2)"),
    "comparison": read(
        READER + "class C:\n    def __eq__(self, text): return query(text)\n", "C() == 'yy'"
    ).replace("_getframe(1)", "_getframe(2)"),
    "a counter": READER
    + "def f(s, /):\n    for n, x in enumerate(s): pass\n    return query('n')\nprint(f('ab'))\n",
    "a loop's variable": READER
    + "def f(s, /):\n    for i in range(2):\n        s = 1\n    return query('i')\nprint(f('ab'))\n",
}
"""Ways in which a callee may get a text that has the name of a local variable."""

REBINDING = {
    "a statement": rebound(f"range = {FAKE}\n"),
    "global": rebound(f"def g():\n    global range\n    range = {FAKE}\ng()\n"),
    "globals": rebound(f"globals()['range'] = {FAKE}\n"),
    "update of globals": rebound(f"globals().update(range={FAKE})\n"),
    "alias of globals": rebound(f"G = globals\nG()['range'] = {FAKE}\n"),
    "locals of the module": rebound(f"locals()['range'] = {FAKE}\n"),
    "vars of the module": rebound(f"vars()['range'] = {FAKE}\n"),
    "alias of vars": rebound(f"V = vars\nV()['range'] = {FAKE}\n"),
    "setattr": rebound(f"import sys\nsetattr(sys.modules[__name__], 'range', {FAKE})\n"),
    "setattr of enumerate": rebound(f"import sys\nsetattr(sys.modules[__name__], 'enumerate', {FAKE})\n"),
    "setattr of an import": rebound(f"import subject\nsetattr(subject, 'range', {FAKE})\n"),
    "setattr of a computed name": rebound(f"import subject\nsetattr(subject, 'ran' + 'ge', {FAKE})\n"),
    "alias of setattr": rebound(f"import subject\nS = setattr\nS(subject, 'range', {FAKE})\n"),
    "setattr with stars": rebound(f"import subject\nsetattr(*(subject, 'range', {FAKE}))\n"),
    "__setattr__": rebound(f"import subject\nsubject.__setattr__('range', {FAKE})\n"),
    "__setattr__ of object": rebound(f"import subject\nobject.__setattr__(subject, 'range', {FAKE})\n"),
    "methodcaller": rebound(
        f"import subject, operator\noperator.methodcaller('__setattr__', 'range', {FAKE})(subject)\n"
    ),
    "in a function with the module as argument": rebound(
        f"import subject\ndef g(m, k): setattr(m, k, {FAKE})\ng(subject, 'ran' + 'ge')\n"
    ),
    "attribute of the module": rebound(f"import subject\nsubject.range = {FAKE}\n"),
    "attribute of sys.modules": rebound(f"import sys\nsys.modules['subject'].range = {FAKE}\n"),
    "attribute in a tuple": rebound(f"import subject\nsubject.range, x = {FAKE}, 1\n"),
    "attribute as a loop's target": rebound(f"import subject\nfor subject.range in [{FAKE}]: pass\n"),
    "attribute as the target of with": rebound(
        f"import contextlib, subject\nwith contextlib.nullcontext({FAKE}) as subject.range: pass\n"
    ),
    "annotated attribute": rebound(f"import subject\nsubject.range: object = {FAKE}\n"),
    "attribute in a comprehension": rebound(f"import subject\n[0 for subject.range in [{FAKE}]]\n"),
    "__dict__": rebound(f"import sys\nsys.modules[__name__].__dict__['range'] = {FAKE}\n"),
    "update of __dict__": rebound(f"import subject\nsubject.__dict__.update(range={FAKE})\n"),
    "alias of __dict__": rebound(f"import subject\nd = subject.__dict__\nd['range'] = {FAKE}\n"),
    "__dict__ by name": rebound(f"import subject\ngetattr(subject, '__dict__')['range'] = {FAKE}\n"),
    "vars of the module object": rebound(f"import subject\nvars(subject)['range'] = {FAKE}\n"),
    "setdefault": rebound(f"import subject\nsubject.__dict__.setdefault('range', {FAKE})\n"),
    "operator.setitem": rebound(
        f"import subject, operator\noperator.setitem(subject.__dict__, 'range', {FAKE})\n"
    ),
    "from sys import modules": rebound(f"from sys import modules as M\nM[__name__].range = {FAKE}\n"),
    "__globals__": rebound("", f"f.__globals__['range'] = {FAKE}\n"),
    "__globals__ by name": rebound("", f"getattr(f, '__globals__')['range'] = {FAKE}\n"),
    "__globals__ of a method": rebound(
        f"class C:\n    def m(self): pass\nC().m.__func__.__globals__['range'] = {FAKE}\n"
    ),
    "f_globals": rebound(f"import sys\nsys._getframe().f_globals['range'] = {FAKE}\n"),
    "importlib": rebound(f"import importlib\nimportlib.import_module(__name__).range = {FAKE}\n"),
    "importlib and setattr": rebound(
        f"import importlib as i\nfor k in ['ran' + 'ge']: setattr(i.import_module(__name__), k, {FAKE})\n"
    ),
    "__import__": rebound(f"vars(__import__('subject'))['range'] = {FAKE}\n"),
    "getmodule": rebound(f"import inspect\nclass C: pass\nd = inspect.getmodule(C)\nd.range = {FAKE}\n"),
    "builtins": rebound(f"import builtins\nbuiltins.range = {FAKE}\n"),
    "builtins of another name": rebound(f"import builtins as b\nb.range = {FAKE}\n"),
    "setattr of builtins": rebound(f"import builtins as b\nsetattr(b, 'range', {FAKE})\n"),
    "__builtins__": rebound(
        f"B = __builtins__\nB = B if type(B) is dict else vars(B)\nB['range'] = {FAKE}\n"
    ),
    "__builtins__ of a function": rebound("", f"f.__builtins__['range'] = {FAKE}\n"),
    "f_builtins": rebound(f"import sys\nsys._getframe().f_builtins['range'] = {FAKE}\n"),
    "__self__ of a built-in": rebound(f"print.__self__.range = {FAKE}\n"),
    "__self__ by name": rebound(f"vars(getattr(print, '__self__'))['range'] = {FAKE}\n"),
    "sys.modules['builtins']": rebound(f"import sys\nsys.modules['builtins'].range = {FAKE}\n"),
    "exec": rebound(f"exec('range = {FAKE}')\n"),
    "exec in the namespace": rebound(f"import subject\nexec('range = {FAKE}', vars(subject))\n"),
    "eval": rebound(f"eval('globals().update(range={FAKE})')\n"),
    "alias of exec": rebound(f"X = exec\nX('range = {FAKE}')\n"),
    "import *": rebound(
        f"import sys, types\nm = types.ModuleType('m')\nm.__dict__.update(range={FAKE})\nsys.modules['m'] = m\nfrom m import *\n"
    ),
    "mock": rebound(f"from unittest import mock\nmock.patch('subject.range', {FAKE}, create=True).start()\n"),
    "gc": rebound(
        "import gc\n[g] = [d for d in gc.get_objects() if type(d) is dict and d.get('__name__') == 'subject']\n"
        f"g['range'] = {FAKE}\n"
    ),
    "class of the module": rebound(
        f"import sys\nclass M(type(sys)): pass\nm = sys.modules[__name__]\nm.__class__ = M\nm.range = {FAKE}\n"
    ),
}
"""Ways to rebind a name of the module, or a built-in one."""


def _names_off(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(trust, "distrust", lambda view: None)


def _texts_off(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Scopes, "quoted", frozenset())


def _rebinding_off(patch: pytest.MonkeyPatch) -> None:
    _names_off(patch)
    patch.setattr(ModuleNames, "is_open", False)
    patch.setattr(ModuleNames, "bound", frozenset())
    patch.setattr(ModuleNames, "_attributes", frozenset())


TABLES = (
    ("local names", LOCAL_NAMES, _names_off, ("variable-renaming",)),
    ("texts", TEXTS, _texts_off, ("variable-renaming", "loop-exchange")),
    ("rebinding", REBINDING, _rebinding_off, ("loop-exchange",)),
)


def made(text: str, names: tuple[str, ...]) -> list[str]:
    """All mutants of a program by some mutators."""
    source = em.parse(text, language="python")
    mutators = [classes("python")[name]() for name in names]
    return [
        mutator.apply(source, site, seed=1).text for mutator in mutators for site in mutator.sites(source)
    ]


@pytest.mark.parametrize(("what", "ways", "off", "names"), TABLES, ids=[what for what, *_ in TABLES])
def test_no_mutant_is_wrong_and_each_program_can_fail(
    what: str, ways: dict[str, str], off: Callable[[pytest.MonkeyPatch], None], names: tuple[str, ...]
) -> None:
    guarded = {way: made(text, names) for way, text in ways.items()}
    with pytest.MonkeyPatch.context() as patch:
        off(patch)
        unguarded = {way: made(text, names) for way, text in ways.items()}
    asked = sorted(
        {text for found in (guarded, unguarded) for way in found for text in (ways[way], *found[way])}
    )
    printed = dict(zip(asked, unspoilt(asked), strict=True))
    wrong = {
        way: text for way, found in guarded.items() for text in found if printed[text] != printed[ways[way]]
    }
    assert not wrong
    tame = [
        way for way, found in unguarded.items() if all(printed[text] == printed[ways[way]] for text in found)
    ]
    assert not tame
    failed = {way: printed[text] for way, text in ways.items() if "Error" in printed[text]}
    assert not failed
