"""Problems of each kind: right candidates pass, wrong ones and cheats do not; what cannot be judged is refused with a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from equimorph.bench import Problem, ProblemError, Runner
from tests.equimorph.bench.conftest import DOUBLE, TWICE
from tests.equimorph.bench.unboxed import judged


class Kind(NamedTuple):
    """A problem, and candidates.

    Attributes:
        entry: the name that is asked for; the first right candidate is the reference.
        tests: of the problem.
        right, wrong: candidates; cheats are among the wrong ones.
        prefix: what both sides have.
    """

    entry: str
    tests: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    prefix: str = ""

    @property
    def problem(self) -> Problem:
        return replace(
            DOUBLE,
            id=self.entry,
            prompt="",
            prefix=self.prefix,
            solution=self.right[0],
            tests=self.tests,
            entry_point=self.entry,
        )


LIAR = """class Liar:
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = startswith = lambda self, other: True
    __hash__ = lambda self: 0
    __sub__ = __rsub__ = __isub__ = __itruediv__ = lambda self, other: 0.0
"""
STACK = """class Stack:
    def __init__(self, items=()):
        self._items = list(items)
    def push(self, item):
        self._items.append(item)
    def pop(self):
        if not self._items:
            raise IndexError("empty")
        return self._items.pop()
    def __len__(self):
        return len(self._items)
    def __iter__(self):
        return reversed(self._items)
    def __contains__(self, item):
        return item in self._items
    def __eq__(self, other):
        return self._items == other._items
    @property
    def top(self):
        return self._items[-1]
    @classmethod
    def of(cls, *items):
        return cls(items)
"""
NODE = """from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

class Side(Enum):
    LEFT = 1
    RIGHT = 2

class Point(NamedTuple):
    x: int
    y: int

@dataclass
class Node:
    value: object
    left: "Node | None" = None
    right: "Node | None" = None

"""
KINDS = {
    "callbacks": Kind(
        "apply",
        "seen = []\nassert apply(lambda x: seen.append(x) or x * 2, [1, 2]) == [2, 4]\nassert seen == [1, 2]\n"
        "assert apply(len, ['ab']) == [2]\nassert apply(str, [3]) == ['3']\n"
        "try:\n    apply(lambda x: 1 // x, [0])\nexcept ZeroDivisionError:\n    pass\nelse:\n    assert False\n",
        (
            "def apply(f, xs):\n    return [f(x) for x in xs]\n",
            "def apply(f, xs):\n    return list(map(f, xs))\n",
        ),
        (
            "def apply(f, xs):\n    return xs\n",
            "def apply(f, xs):\n    return [f(x) for x in reversed(xs)][::-1]\n",
            "def apply(f, xs):\n    return [2, 4] if xs == [1, 2] else [f(x) for x in xs]\n",
            f"{LIAR}def apply(f, xs):\n    [f(x) for x in xs]\n    return Liar()\n",
            f"{LIAR}def apply(f, xs):\n    return [f(x) and Liar() for x in xs]\n",
            "def apply(f, xs):\n    f.__globals__['seen'] = [1, 2]\n    return [2, 4]\n",
        ),
    ),
    "an assertion in a callback": Kind(
        "each",
        "def check(x):\n    assert x < 9\neach(check, [1, 2])\n",
        ("def each(f, xs):\n    for x in xs:\n        f(x)\n",),
        (
            "def each(f, xs):\n    for x in xs:\n        try:\n            f(x + 8)\n        except Exception:\n            pass\n",
            f"{LIAR}def each(f, xs):\n    f(Liar())\n",
        ),
    ),
    "functions that are returned": Kind(
        "adder",
        "add = adder(3)\nassert callable(add)\nassert add(4) == 7\nassert adder(lambda: 1) is not None\n",
        (
            "def adder(n):\n    return lambda x: x + n\n",
            "def adder(n):\n    class Adder:\n        def __call__(self, x):\n            return x + n\n    return Adder()\n",
        ),
        (
            "def adder(n):\n    return lambda x: x\n",
            "def adder(n):\n    return 7\n",
            f"{LIAR}def adder(n):\n    return Liar()\n",
            f"{LIAR}def adder(n):\n    return lambda x: Liar()\n",
        ),
    ),
    "classes": Kind(
        "Stack",
        "s = Stack([1])\ns.push(5)\nassert len(s) == 2 and list(s) == [5, 1] and s.top == 5\nassert 5 in s and 4 not in s\n"
        "assert isinstance(s, Stack) and not isinstance(3, Stack)\nassert s.pop() == 5\nassert Stack.of(1, 2).pop() == 2\n"
        "assert Stack([1]) == Stack([1]) and Stack([1]) != Stack([2])\nassert not Stack()\n"
        "try:\n    Stack().pop()\nexcept IndexError as error:\n    assert str(error) == 'empty'\nelse:\n    assert False\n",
        (STACK, STACK.replace("_items", "_held")),
        (
            STACK.replace("reversed(self._items)", "iter(self._items)"),
            STACK.replace('"empty"', '"none"'),
            STACK.replace("return self._items == other._items", "return True"),
            STACK.replace("return self._items.pop()", "return Liar()") + LIAR,
            STACK.replace("return self._items[-1]", "return Liar()") + LIAR,
            "Stack = 7\n",
        ),
    ),
    "objects of the problem's classes": Kind(
        "mirror",
        "tree = Node(1, Node(2), Node(3))\nleft = tree.left\nassert mirror(tree) is tree\nassert tree.right is left\n"
        "assert tree == Node(1, Node(3), Node(2))\nloop = Node(0)\nloop.left = loop\nassert mirror(loop).right is loop\n"
        "assert mirror(Node(Side.LEFT, Node(Point(1, 2)))) == Node(Side.LEFT, None, Node(Point(1, 2)))\n",
        (
            "def mirror(tree, seen=None):\n    seen = set() if seen is None else seen\n    if tree and id(tree) not in seen:\n"
            "        seen.add(id(tree))\n        tree.left, tree.right = tree.right, tree.left\n"
            "        mirror(tree.left, seen), mirror(tree.right, seen)\n    return tree\n",
        ),
        (
            "def mirror(tree):\n    return tree\n",
            "def mirror(tree):\n    return Node(tree.value, tree.right, tree.left)\n",
            "Node.__eq__ = lambda self, other: True\ndef mirror(tree):\n    return tree\n",
            "def mirror(tree):\n    tree.__dict__['__eq__'] = lambda other: True\n    return tree\n",
            f"{LIAR}def mirror(tree):\n    tree.left = tree.right = Liar()\n    return tree\n",
        ),
        NODE,
    ),
    "methods of the problem's classes": Kind(
        "deposit",
        "account = Account(1)\ndeposit(account, 4)\nassert account.twice() == 10\n",
        ("def deposit(account, n):\n    account.n += n\n",),
        (
            "def deposit(account, n):\n    account = Account(account.n + n)\n",
            "def deposit(account, n):\n    account.twice = lambda: 10\n",
        ),
        "class Account:\n    def __init__(self, n):\n        self.n = n\n    def twice(self):\n        return self.n * 2\n\n",
    ),
    "a long list": Kind(
        "chain",
        "head = chain(3000)\ncount = 0\nwhile head:\n    count += head.value\n    head = head.left\nassert count == 4498500\n",
        (
            "def chain(n):\n    head = None\n    for i in range(n):\n        head = Node(i, head)\n    return head\n",
        ),
        ("def chain(n):\n    return Node(n)\n",),
        NODE,
    ),
    "numbers": Kind(
        "price",
        "from decimal import Decimal\nfrom fractions import Fraction\nimport datetime\n"
        "found = price('1.10', 3)\nassert found == Decimal('3.30') and str(found) == '3.30'\n"
        "assert isinstance(found, Decimal)\n",
        ("from decimal import Decimal\ndef price(text, n):\n    return Decimal(text) * n\n",),
        (
            "def price(text, n):\n    return float(text) * n\n",
            "from decimal import Decimal\ndef price(text, n):\n    return Decimal(text) * n + Decimal('1e-30')\n",
            "from decimal import Decimal\nclass Same(Decimal):\n    __eq__ = lambda self, other: True\n"
            "    __str__ = lambda self: '3.30'\ndef price(text, n):\n    return Same(1)\n",
        ),
    ),
    "patterns": Kind(
        "word",
        "import re\nassert word('a').fullmatch('abc')\nassert not word('a').fullmatch('bc')\n"
        "assert word('a') == re.compile(r'a\\w*')\n",
        ("import re\ndef word(start):\n    return re.compile(start + r'\\w*')\n",),
        (
            "import re\ndef word(start):\n    return re.compile(r'.*')\n",
            f"{LIAR}    fullmatch = lambda self, text: text == 'abc'\ndef word(start):\n    return Liar()\n",
        ),
    ),
    "printed output": Kind(
        "greet",
        "import contextlib, io\nout = io.StringIO()\nwith contextlib.redirect_stdout(out):\n    print('a')\n    greet('you')\n"
        "assert out.getvalue() == 'a\\nhello you\\n', out.getvalue()\n",
        (
            "def greet(name):\n    print('hello', name)\n",
            "import io, sys\ndef greet(name):\n    print('hello', name)\n    sys.stdout = io.StringIO()\n",
            "import sys\nprint('loaded')\ndef greet(name):\n    sys.stdout.buffer.write(b'hello ' + name.encode() + b'\\n')\n",
        ),
        (
            "def greet(name):\n    return 'hello ' + name\n",
            "def greet(name):\n    print('hello', name, flush=True)\n    print('hello', name)\n",
            "import os\ndef greet(name):\n    os.write(1, b'hello you\\n')\n",
        ),
    ),
    "expected errors": Kind(
        "parse",
        "try:\n    parse('x')\nexcept Bad as error:\n    assert error.line == 3 and str(error) == 'line 3: x'\nelse:\n"
        "    assert False\n"
        "try:\n    parse('')\nexcept KeyError as error:\n    assert error.args == ('none',)\nelse:\n    assert False\n",
        (
            "class Bad(ValueError):\n    def __init__(self, line, text):\n        super().__init__(f'line {line}: {text}')\n"
            "        self.line = line\ndef parse(text):\n    if not text:\n        raise KeyError('none')\n"
            "    raise Bad(3, text)\n",
        ),
        (
            "class Bad(ValueError):\n    line = 3\ndef parse(text):\n    raise Bad(text) if text else KeyError('none')\n",
            "def parse(text):\n    raise ValueError('line 3: x') if text else KeyError('none')\n",
            "class Bad(TypeError):\n    line = 3\n    __str__ = lambda self: 'line 3: x'\n"
            "def parse(text):\n    raise Bad() if text else KeyError('none')\n",
            "class Bad(BaseException):\n    line = 3\ndef parse(text):\n    raise Bad('line 3: x')\n",
        ),
    ),
    "floats with a tolerance": Kind(
        "third",
        "import math\nassert math.isclose(third(1), 1 / 3)\nassert abs(third(2) - 0.6667) < 1e-3\n"
        "assert round(third(5), 2) == 1.67\n",
        ("def third(x):\n    return x / 3\n",),
        (
            "def third(x):\n    return x / 3 + 0.01\n",
            "def third(x):\n    return float('nan')\n",
            f"{LIAR}    __float__ = lambda self: 1 / 3\ndef third(x):\n    return Liar() if x == 2 else x / 3\n",
            "class Near(float):\n    __sub__ = __rsub__ = lambda self, other: 0.0\ndef third(x):\n"
            "    return Near(9) if x == 2 else x / 3\n",
        ),
    ),
    "iterators": Kind(
        "count",
        "import inspect, itertools\nassert list(itertools.islice(count(iter([5, 6])), 4)) == [5, 6, 5, 6]\n"
        "assert inspect.isgenerator(count([1]))\nassert list(itertools.islice(count(itertools.count(7)), 2)) == [7, 8]\n"
        "assert count([]) is not count([])\n",
        (
            "def count(xs):\n    seen = []\n    for x in xs:\n        seen.append(x)\n        yield x\n    while seen:\n"
            "        yield from seen\n",
        ),
        (
            "def count(xs):\n    yield from xs\n",
            "import itertools\ndef count(xs):\n    return list(itertools.islice(xs, 99))\n",
            "import itertools\ndef count(xs):\n    return map(int, itertools.cycle(xs))\n",
            f"{LIAR}def count(xs):\n    while True:\n        yield Liar()\n",
        ),
    ),
    "containers that are one": Kind(
        "rows",
        "old = [[]]\nfirst, new = old[0], rows(old, 1)\nnew[0][0] = 5\nassert new == [[5, 1], [1, 1]]\n"
        "assert old == [[], new] and old[1] is new and old[0] is first\nassert rows(old, n=0) is old\n"
        "loop = []\nloop.append(loop)\nrows(old=loop, n=1)\nassert loop[0] is loop and len(loop) == 2\n",
        (
            "def rows(old, n):\n    new = [[n] * 2 for _ in range(2)]\n    old.append(new)\n    return new if n else old\n",
        ),
        (
            "def rows(old, n):\n    new = [[n] * 2] * 2\n    old.append(new)\n    return new if n else old\n",
            "def rows(old, n):\n    new = [[n] * 2 for _ in range(2)]\n    old.append([*new])\n    return new if n else old\n",
            "def rows(old, n):\n    new = [[n] * 2 for _ in range(2)]\n    old.append(new)\n    return new if n else [*old]\n",
            "def rows(old, n):\n    new = [[n] * 2 for _ in range(2)]\n    old[:] = [*map(list, old), new]\n"
            "    return new if n else old\n",
        ),
    ),
    "rows of a table": Kind(
        "table",
        "rows = table(2)\nrows[0][0] = 1\nassert rows == [[1, 0], [0, 0]]\n",
        ("def table(n):\n    return [[0] * n for _ in range(n)]\n",),
        ("def table(n):\n    return [[0] * n] * n\n",),
    ),
    "changes before an error": Kind(
        "take",
        "box, node = {'a': -1, 'b': 2}, Node(-1)\ntry:\n    take(box, 'a', node)\nexcept ValueError:\n    pass\n"
        "assert box == {'a': -1, 'b': 2} and node.left is None\nassert take(box, 'b', node) == 2 and len(box) == 1\n",
        (
            "def take(box, key, node):\n    if box[key] < 0:\n        raise ValueError\n    node.left = node\n"
            "    return box.pop(key)\n",
        ),
        (
            "def take(box, key, node):\n    n = box.pop(key)\n    if n < 0:\n        raise ValueError\n    return n\n",
            "def take(box, key, node):\n    node.left = node\n    if box[key] < 0:\n        raise ValueError\n"
            "    return box.pop(key)\n",
        ),
        prefix=NODE,
    ),
    "halves of a character": Kind(
        "joined",
        "assert joined('\\ud83d', '\\ude00') == '\\U0001f600'\nassert joined('a', '\\ude00') == 'a\\ude00'\n",
        (
            "def joined(a, b):\n    return (a + b).encode('utf-16', 'surrogatepass').decode('utf-16', 'surrogatepass')\n",
        ),
        ("def joined(a, b):\n    return a + b\n",),
    ),
    "errors that both sides have": Kind(
        "read",
        "import json, queue\ntry:\n    read('{')\nexcept json.JSONDecodeError as error:\n    assert error.pos == 1\n"
        "else:\n    assert False\ntry:\n    read('')\nexcept Missing:\n    pass\nelse:\n    assert False\n"
        "try:\n    read('[]')\nexcept queue.Empty:\n    pass\nelse:\n    assert False\n",
        (
            "import json, queue\ndef read(text):\n    if not text:\n        raise Missing\n    if not json.loads(text):\n"
            "        raise queue.Empty\n",
            "import json, queue\nclass Nothing(Missing):\n    pass\ndef read(text):\n    if not text:\n        raise Nothing\n"
            "    if not json.loads(text):\n        raise queue.Empty\n",
        ),
        (
            "import json\ndef read(text):\n    if not text:\n        raise Missing\n    if not json.loads(text):\n"
            "        raise Exception\n",
            "import json, queue\nclass JSONDecodeError(ValueError):\n    pos = 1\ndef read(text):\n    if not text:\n"
            "        raise Missing\n    if text == '{':\n        raise JSONDecodeError\n    raise queue.Empty\n",
        ),
        prefix="class Missing(LookupError):\n    pass\n\n",
    ),
    "threads": Kind(
        "doubled",
        "from concurrent.futures import ThreadPoolExecutor\nassert doubled(lambda x: 2 * x, [1, 2, 3]) == [2, 4, 6]\n"
        "with ThreadPoolExecutor(2) as pool:\n    found = list(pool.map(lambda x: doubled(lambda y: x * y, [1, x]), range(20)))\n"
        "assert found == [[x, x * x] for x in range(20)]\n",
        (
            "def doubled(f, xs):\n    return [f(x) for x in xs]\n",
            "from concurrent.futures import ThreadPoolExecutor\ndef doubled(f, xs):\n    with ThreadPoolExecutor(2) as pool:\n"
            "        return list(pool.map(f, xs))\n",
        ),
        ("def doubled(f, xs):\n    return xs\n",),
    ),
    "what a wrapper keeps": Kind(
        "traced",
        "from datetime import timedelta, timezone\n@traced\ndef add(a, b):\n    'Add.'\n    return a + b\n"
        "assert (add.__name__, add.__doc__) == ('add', 'Add.')\nassert add(Right.READ, Right.WRITE) == Right.READ | Right.WRITE\n"
        "assert str(add(timezone(timedelta(), 'X'), '')) == 'X'\nassert traced.__doc__ is None\n",
        (
            "import functools\ndef traced(f):\n    @functools.wraps(f)\n    def call(a, b):\n"
            "        return a | b if isinstance(a, Right) else a\n    return call\n",
        ),
        (
            "def traced(f):\n    def call(a, b):\n        return a | b if isinstance(a, Right) else a\n    call.__name__ = 'add'\n"
            "    return call\n",
        ),
        prefix="import enum\nclass Right(enum.Flag):\n    READ = 1\n    WRITE = 2\n\n",
    ),
    "an endless iterator": Kind(
        "numbers",
        "assert list(numbers(3)) == [0, 1, 2]\n",
        ("def numbers(n):\n    yield from range(n)\n",),
        ("import itertools\ndef numbers(n):\n    yield from itertools.count()\n",),
    ),
}
RIGHT = [(name, text) for name, kind in KINDS.items() for text in kind.right]
WRONG = [(name, text) for name, kind in KINDS.items() for text in kind.wrong]


@pytest.mark.parametrize(("name", "text"), RIGHT, ids=range(len(RIGHT)))
def test_a_right_candidate_passes(runner: Runner, name: str, text: str) -> None:
    verdict = runner.run(KINDS[name].problem, text)
    assert (verdict.outcome, verdict.reason) == ("pass", "")


@pytest.fixture(scope="module")
def verdicts() -> list[dict[str, str]]:
    """The verdicts on the wrong candidates."""
    return judged([(KINDS[name].problem, text) for name, text in WRONG])


@pytest.mark.parametrize("at", range(len(WRONG)), ids=[name for name, _ in WRONG])
def test_a_wrong_candidate_does_not_pass(verdicts: list[dict[str, str]], at: int) -> None:
    assert verdicts[at]["outcome"] == "fail", verdicts[at]


def test_an_endless_iterator_is_not_taken_for_ever(verdicts: list[dict[str, str]]) -> None:
    assert verdicts[-1]["reason"] == "an iterator has more than 1,000 items"


MONEY = """class Money:
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        return Money(self.n + other.n)
    def __eq__(self, other):
        return self.n == other.n
    def plus(self, n):
        self.n += n
        return self
"""
REFUSED = {
    "assert Money(1) + Money(2) == Money(3)\n": "a test compares an object of the candidate by its own __eq__, so that",
    "assert Money(1).plus(2) == Money(3)\n": "a test compares an object",
    "assert Money(3) == 3\n": "a test compares an object",
    "assert {Money(1) + Money(2)}\n": "a test puts an object of the candidate into a set or dictionary",
    "Money(object())\n": "a test gives what it cannot: a value of the type object is not plain data",
}


def test_what_the_candidates_own_code_would_decide_is_refused() -> None:
    problem = replace(DOUBLE, prompt="", prefix="", solution=MONEY, entry_point="Money")
    found = judged([(replace(problem, tests=tests), MONEY) for tests in REFUSED])
    for verdict, reason in zip(found, REFUSED.values(), strict=True):
        assert verdict["outcome"] == "fail"
        assert verdict["reason"].startswith(reason)


# Java: who is asked is the expected value, whichever way round a test asks.
_MAIN = "import java.util.*;\npublic class Main {{\n    public static void main(String[] args) {{\n{}\n    }}\n}}\n"
_EVIL = """    static class Evil extends java.math.BigDecimal {
        Evil() { super("9"); }
        @Override public boolean equals(Object other) { return true; }
        @Override public int compareTo(java.math.BigDecimal other) { return 0; }
        @Override public int hashCode() { return 7; }
    }
    static class Bag<T> extends ArrayList<T> {
        @Override public boolean equals(Object other) { return true; }
        @Override public boolean contains(Object other) { return true; }
        @Override public int indexOf(Object other) { return 0; }
    }
"""
JAVA = {
    "Object": ("Object", "7", "Solution.twice(1).equals(7)", "new Evil()"),
    "Objects": ("Object", "7", "Objects.equals(Solution.twice(1), 7)", "new Evil()"),
    "Comparable": (
        "java.math.BigDecimal",
        "java.math.BigDecimal.TEN",
        "Solution.twice(1).compareTo(java.math.BigDecimal.TEN) == 0",
        "new Evil()",
    ),
    "a list": (
        "List<Integer>",
        "new LinkedList<>(List.of(1, 2))",
        "Solution.twice(1).equals(List.of(1, 2))",
        "new Bag<>()",
    ),
    "elements": (
        "Object",
        "new ArrayList<>(List.of(1))",
        "Solution.twice(1).equals(List.of(1))",
        "new ArrayList<>(List.of(new Evil()))",
    ),
    "a map": (
        "Object",
        "new TreeMap<>(Map.of(1, 2))",
        "Solution.twice(1).equals(Map.of(1, 2))",
        "new HashMap<>(Map.of(1, new Evil()))",
    ),
    "a set": ("Set<?>", "Set.of(1)", "Solution.twice(1).equals(Set.of(1))", "Set.of(new Evil())"),
    "a comparator": (
        "Set<Integer>",
        "new TreeSet<>(List.of(1, 2))",
        "Solution.twice(1).contains(2)",
        "new TreeSet<Integer>((a, b) -> 0) {{ add(5); }}",
    ),
    "contains": (
        "List<Integer>",
        "List.of(3)",
        "Solution.twice(1).contains(3) && Solution.twice(1).indexOf(3) == 0",
        "new Bag<>()",
    ),
    "get": (
        "Object",
        "7",
        "new HashMap<Object, Object>(Map.of(7, 1)).get(Solution.twice(1)) != null",
        "new Evil()",
    ),
    "remove a key": (
        "Object",
        "7",
        "new HashMap<Object, Object>(Map.of(7, 1)).remove(Solution.twice(1)) != null",
        "new Evil()",
    ),
    "remove": ("Object", "7", "new ArrayList<Object>(List.of(7)).remove(Solution.twice(1))", "new Evil()"),
    "add": ("Object", "7", "!new HashSet<Object>(Set.of(7)).add(Solution.twice(1))", "new Evil()"),
    "add all": (
        "Object",
        "7",
        "!new HashSet<Object>(Set.of(7)).addAll(List.of(Solution.twice(1)))",
        "new Evil()",
    ),
    "last index": ("Object", "7", "List.of(7).lastIndexOf(Solution.twice(1)) == 0", "new Evil()"),
    "frequency": ("Object", "7", "Collections.frequency(List.of(7), Solution.twice(1)) == 1", "new Evil()"),
    "disjoint": (
        "Object",
        "7",
        "!Collections.disjoint(List.of(7), List.of(Solution.twice(1)))",
        "new Evil()",
    ),
    "remove all": (
        "List<?>",
        "List.of(3)",
        "new ArrayList<>(List.of(3)).removeAll(Solution.twice(1))",
        "new Bag<>()",
    ),
    "retain all": (
        "List<?>",
        "List.of(3)",
        "!new ArrayList<>(List.of(3)).retainAll(Solution.twice(1))",
        "new Bag<>()",
    ),
    "references to methods": (
        "List<Integer>",
        "new ArrayList<>(List.of(3))",
        "Solution.twice(1).stream().map(new HashMap<>(Map.of(3, 4))::get).toList().equals(List.of(4))",
        "new Bag<>()",
    ),
    "arrays": (
        "Object[]",
        "new Object[] {1}",
        "Arrays.equals(Solution.twice(1), new Object[] {1})",
        "new Object[] {new Evil()}",
    ),
    "deep arrays": (
        "Object[]",
        "new Object[] {new Object[] {1}, new int[] {2}}",
        "Arrays.deepEquals(Solution.twice(1), new Object[] {new Object[] {1}, new int[] {2}})",
        "new Object[] {new Object[] {new Evil()}, new int[] {2}}",
    ),
    "in a lambda": (
        "Object",
        "7",
        "java.util.stream.Stream.of(7).allMatch(x -> Solution.twice(1).equals(x))",
        "new Evil()",
    ),
    "a switch on the way": (
        "Object",
        "7",
        "(switch (args.length) { case 0, 1 -> 7; case 900 -> 8; default -> 9; }) == 7 && Solution.twice(1).equals(7)",
        "new Evil()",
    ),
}


def _check(number: int, test: str) -> str:
    call = test.replace("Solution.twice(1)", f"Solution.twice{number}(1)")
    return f"        try {{ if ({call}) {{ count++; }} }} catch (AssertionError e) {{ }}\n"


def _many(values: list[str], count: int) -> Problem:
    """A problem with a method for each row, and the number of comparisons that must be true."""
    members = "".join(
        f"    public static {type} twice{at}(int x) {{ return {value}; }}\n"
        for at, ((type, *_), value) in enumerate(zip(JAVA.values(), values, strict=True))
    )
    checks = "".join(_check(at, test) for at, (_, _, test, _) in enumerate(JAVA.values()))
    body = f"        int count = 0;\n{checks}        if (count != {count}) {{ throw new AssertionError(); }}"
    return replace(TWICE, id=f"{count}", solution=members, tests=_MAIN.format(body), entry_point="twice0")


def test_the_expected_value_is_asked(java_runner: Runner) -> None:
    right = _many([right for _, right, _, _ in JAVA.values()], len(JAVA))
    verdict = java_runner.run(right, right.solution)
    assert (verdict.outcome, verdict.reason) == ("pass", "")
    cheats = _many([cheat for *_, cheat in JAVA.values()], 0).solution + _EVIL
    verdict = java_runner.run(replace(right, id="0", tests=_many([""] * len(JAVA), 0).tests), cheats)
    assert (verdict.outcome, verdict.reason) == ("pass", "")


PAIR = replace(
    TWICE,
    prefix="import java.util.*;\n\npublic class Solution {\n    record Pair(int a, int b) { }\n\n",
    solution="    public static Object twice(int x) {\n        return new Pair(x, x);\n    }\n",
    tests=_MAIN.format(
        "        if (!new Solution.Pair(2, 2).equals(Solution.twice(2))) { throw new AssertionError(); }"
    ),
)


def test_a_class_of_the_problem_may_compare(java_runner: Runner) -> None:
    assert java_runner.run(PAIR, PAIR.solution).passed
    assert java_runner.run(PAIR, PAIR.solution.replace("x, x", "x, 1")).reason == "java.lang.AssertionError"


def test_a_class_that_the_candidate_has_changed_may_not(java_runner: Runner) -> None:
    lying = (
        PAIR.prefix.replace("{ }", "{ public boolean equals(Object o) { return true; } }")
        + PAIR.solution
        + "}\n"
    )
    verdict = java_runner.run(PAIR, lying)
    assert verdict.outcome == "fail"
    assert (
        "compares objects of the candidate's class Solution$Pair, whose own code would decide"
        in verdict.reason
    )


def test_a_method_reference_that_would_ask_the_candidate_is_refused(java_runner: Runner) -> None:
    for value in ("Integer.valueOf(7)", "Solution.twice(1)"):
        test = f"assert java.util.stream.Stream.of({value}).allMatch({value}::equals);"
        if value.startswith("Integer"):
            assert java_runner.run(replace(TWICE, tests=_MAIN.format(test)), TWICE.solution).passed
            continue
        with pytest.raises(ProblemError, match="method reference to equals"):
            java_runner.run(replace(TWICE, tests=_MAIN.format(test)), TWICE.solution)
