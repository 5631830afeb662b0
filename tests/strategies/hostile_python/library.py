"""What hostile programs may use: it prints what is done with its objects.

A program imports it, so that its text is short; where it runs or is kept, the library itself is in that place (`whole`). So it must
not use built-ins to whose names programs give another meaning (`REBINDINGS`): mutators do not see its uses.
"""

from __future__ import annotations

__all__ = ["ALIASES", "IMPORT", "REBINDINGS", "whole"]

IMPORT = "from hostile import Base, Echo, Meta, Names, Number, Odd, Text, called, described, driven, note, show, wrapped"

_LIBRARY = """\
class Odd:
    "Its operators print what they are, and give what is least expected; formatted, it is of a subclass of str."
    def __init__(self, v): self.v = v
    def __lt__(self, other): print("lt", self.v); return NotImplemented
    def __gt__(self, other): print("gt", self.v); return [self.v]
    def __le__(self, other): print("le", self.v); return self.v > 3
    def __ge__(self, other): print("ge", self.v); raise ValueError
    def __eq__(self, other): print("eq", self.v, type(other).__name__); return NotImplemented
    def __ne__(self, other): print("ne", self.v); return self.v
    def __bool__(self): print("bool", self.v); return self.v % 2 == 1
    def __len__(self): print("len", self.v); return self.v % 5
    def __index__(self): print("index", self.v); return self.v % 4
    def __contains__(self, other): print("in", self.v); return other == self.v
    def __iter__(self): print("iter", self.v); return iter([self.v, self.v + 1])
    def __getitem__(self, key): print("item", self.v); return key
    def __call__(self, *values, **named): print("call", self.v); return [*values, *named.values(), self.v][0]
    def __neg__(self): print("neg", self.v); return self.v
    def __add__(self, other): print("add", self.v); return self.v + 1
    def __radd__(self, other): print("radd", self.v); return other
    def __iadd__(self, other): print("iadd", self.v); return Odd(self.v + 1)
    def __format__(self, spec): print("format", self.v, spec); return Text(f"o{self.v}")
    def __str__(self): print("str", self.v); return Text("o")
    def __repr__(self): return f"Odd({self.v})"
    def __enter__(self): print("enter", self.v); return self.v
    def __exit__(self, kind, error, trace): print("exit", self.v, kind and kind.__name__); return self.v % 3 == 0
    def __hash__(self): print("hash", self.v); return self.v

class Text(str):
    def __eq__(self, other): print("Text.eq"); return True
    def __lt__(self, other): print("Text.lt"); return True
    def __gt__(self, other): print("Text.gt"); return False
    def __add__(self, other): print("Text.add"); return Text("sum")
    def __iadd__(self, other): print("Text.iadd"); return Text("isum")
    def __hash__(self): return 1

class Number(int):
    def __lt__(self, other): print("Number.lt"); return False
    def __gt__(self, other): print("Number.gt"); return True
    def __add__(self, other): print("Number.add"); return 5
    def __bool__(self): print("Number.bool"); return False

class Names(dict):
    "The namespace of a class; it prints what is looked up."
    def __getitem__(self, key):
        print("look up", key)
        return super().__getitem__(key)

class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **named): return Names(len=lambda x: 40)
    def __new__(mcs, name, bases, space, **named):
        print("class", name, sorted(key for key in space if key[:2] != "__" and key != "len"), sorted(named))
        return super().__new__(mcs, name, bases, dict(space))
    def __init__(cls, name, bases, space, **named): super().__init__(name, bases, space)

class Base: pass

class Echo:
    "Awaited, it hands its value to whoever drives the coroutine."
    def __init__(self, v): self.v = v
    def __await__(self):
        got = yield self.v
        return got
    def __aiter__(self): return self
    async def __anext__(self):
        self.v -= 1
        if self.v < 0: raise StopAsyncIteration
        return await Echo(self.v) or self.v

def note(*values, **named):
    print("note", *map(show, values), *sorted(named))
    return [*values, *named.values(), 0][0]

def wrapped(*marks):
    def wrap(function):
        print("wrap", function.__name__, *map(show, marks))
        def wrapper(*values, **named):
            print("wrapped", function.__name__)
            return function(*values, **named)
        return wrapper
    return wrap

def show(value, depth=3):
    "A text for a value, without addresses, and without asking it anything."
    kind = type(value)
    if kind in (int, float, bool, str, bytes, type(None)): return repr(value)
    if kind in (list, tuple) and depth: return f"{kind.__name__}({', '.join(show(one, depth - 1) for one in list(value)[:9])})"
    if kind is dict and depth: return "{" + ", ".join(f"{show(k, 1)}: {show(v, depth - 1)}" for k, v in value.items()) + "}"
    if kind is set: return f"set {value.__len__()}"
    if kind is type: return f"class {value.__name__}"
    return f"<{kind.__name__} {show(vars(value).get('v')) if kind is Odd else ''}>"

def called(name, function, *values, **named):
    try: made = function(*values, **named)
    except BaseException as error: print(name, "raised", type(error).__name__); return
    if type(made).__name__ in ("generator", "coroutine"): made = driven(name, made)
    print(name, show(made))

def driven(name, made):
    "Drive a generator or a coroutine by hand, with values and exceptions."
    found = []
    try:
        found.append(made.send(None))
        for k in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11):
            if k == 5: found.append(made.throw(KeyError("k")))
            else: found.append(made.send(k if k % 3 else None))
    except StopIteration as end: found.append(end.value)
    except BaseException as error: found.append(type(error).__name__)
    finally: made.close()
    return found

def described(function):
    print(function.__name__, show(function.__annotations__), show(function.__defaults__), show(function.__kwdefaults__))
"""

ALIASES = """\
import builtins, functools, inspect, sys
import builtins as B
from builtins import vars as V
L = locals
E = eval
X = exec
D = dir
P = functools.partial(eval)
class Hidden: names = staticmethod(locals)
TABLE = {"names": locals}

def templ(text):
    return text.format(**sys._getframe(1).f_locals)

def queried(text, names=sys._getframe):
    return [show(names(1).f_locals.get(word.strip("@"))) for word in text.split() if word[0] == "@"]
"""

REBINDINGS = (
    'setattr(sys.modules[__name__], "range", lambda *bounds: [7, 8])',
    'sys.modules[__name__].__dict__["enumerate"] = lambda it: [(9, 9)]',
    'vars(sys.modules[__name__])["len"] = lambda it: 3',
    'note.__globals__["enumerate"] = lambda it: [(8, 8)]',
    'globals()["max"] = lambda *them: 6',
    "globals().update(range=lambda *bounds: [6])",
    "def range(*bounds): return [5, 5]",
    "from operator import length_hint as len",
    "import math as abs",
    "for range in [lambda *bounds: [4]]: pass",
    "if (len := lambda it: 2): pass",
    "class enumerate(list): pass",
    'exec("def range(*bounds): return [3]")',
)
"""Ways in which a module gives the name of a built-in another meaning."""


def whole(text: str) -> str:
    """The text of a program, or of a mutant of it, with the library itself."""
    assert IMPORT in text
    return text.replace(IMPORT, _LIBRARY, 1)
