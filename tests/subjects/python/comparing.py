"""Comparisons that have effects: __lt__, __gt__, __eq__, reflected ones, elementwise ones, __bool__ that raises."""

import math


class Loud:
    def __init__(self, name):
        self.name = name

    def __lt__(self, other):
        print(self.name, "<")
        return NotImplemented

    def __gt__(self, other):
        print(self.name, ">")
        return True

    def __le__(self, other):
        print(self.name, "<=")
        return False

    def __ge__(self, other):
        print(self.name, ">=")
        return "yes"

    def __eq__(self, other):
        print(self.name, "==")
        return NotImplemented

    def __ne__(self, other):
        print(self.name, "!=")
        return 0

    __hash__ = None


class Louder(Loud):
    def __gt__(self, other):
        print(self.name, "louder >")
        return NotImplemented


class LoudInt(int):
    def __lt__(self, other):
        print("LoudInt <")
        return int(self) < int(other)

    def __gt__(self, other):
        print("LoudInt >")
        return not int(self) > int(other)

    def __eq__(self, other):
        print("LoudInt ==")
        return True

    __hash__ = int.__hash__


class LoudStr(str):
    def __eq__(self, other):
        print("LoudStr ==")
        return "eq"

    def __ne__(self, other):
        print("LoudStr !=")
        return "ne"

    __hash__ = str.__hash__


class Vector:
    """Compares elementwise, and has no truth."""

    def __init__(self, *values):
        self.values = values

    def _with(self, other, test):
        others = other.values if isinstance(other, Vector) else (other,) * len(self.values)
        return Vector(*[test(a, b) for a, b in zip(self.values, others)])

    def __lt__(self, other):
        return self._with(other, lambda a, b: a < b)

    def __gt__(self, other):
        return self._with(other, lambda a, b: a > b)

    def __eq__(self, other):
        return self._with(other, lambda a, b: a == b)

    def __ne__(self, other):
        return self._with(other, lambda a, b: a != b)

    def __and__(self, other):
        return self._with(other, lambda a, b: a and b)

    def __or__(self, other):
        return self._with(other, lambda a, b: a or b)

    def __invert__(self):
        return Vector(*[not a for a in self.values])

    def __bool__(self):
        raise ValueError("truth of a vector")

    def __iadd__(self, other):
        self.values += tuple(other.values)
        return self

    def __repr__(self):
        return f"Vector{self.values}"


def asked(a, b):
    first = a < b
    second = a > b
    third = a <= b
    fourth = a >= b
    fifth = a == b
    sixth = a != b
    return first, second, third, fourth, fifth, sixth


def with_numbers(a):
    results = []
    results.append(a < 3)
    results.append(3 < a)
    results.append(a == "x")
    results.append("x" == a)
    results.append(None != a)
    results.append(a > True)
    results.append(a is None)
    results.append(b"" == a)
    return results


def with_attempts(a, b):
    out = []
    for test in (lambda: a < b, lambda: b > a, lambda: a == b, lambda: a != b, lambda: a >= b):
        try:
            out.append(test())
        except TypeError as error:
            out.append(type(error).__name__)
    return out


def len_of(a):
    return len(a) < 3, 3 > len(a), len(a) == 2, 0 != len(a)


class Sized:
    def __init__(self, size):
        self.size = size

    def __len__(self):
        print("len", self.size)
        return self.size


class Truth:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        print("bool", self.value)
        return self.value


class NoTruth:
    def __bool__(self):
        raise ValueError("no truth")


def yielding(a, b, c):
    first = a and b
    second = a or b
    third = not a
    fourth = a and b or c
    fifth = (a or b) and c
    if a and not b:
        sixth = 1
    elif not (a or c):
        sixth = 2
    else:
        sixth = 3
    seventh = "t" if not a else "f"
    eighth = "t" if a or b else "f"
    return first, second, third, fourth, fifth, sixth, seventh, eighth


def truths():
    t, f = Truth(True), Truth(False)
    out = []
    if t and f:
        out.append("both")
    else:
        out.append("not both")
    while not (t and f):
        out.append("while")
        f = Truth(True)
    if not t or not f:
        out.append("x")
    else:
        out.append("y")
    kept = t and f
    out.append(kept is f)
    kept = not not t
    out.append(kept)
    out.append([n for n in (t, f) if not n or n])
    assert t or f
    return len(out)


def raising_truth():
    n = NoTruth()
    out = []
    try:
        if n:
            out.append(1)
        else:
            out.append(2)
    except ValueError as error:
        out.append(str(error))
    try:
        while n:
            out.append(1)
    except ValueError as error:
        out.append(str(error))
    try:
        out.append(1 if n else 2)
    except ValueError as error:
        out.append(str(error))
    out.append((n and 1) if False else 0)
    return out


def elementwise():
    v = Vector(1, 5, 3)
    mask = (v > 2) & (v < 5)
    same = v == 3
    other = 3 != v
    flipped = ~(v < 2)
    both = v
    both += Vector(9)
    try:
        if v < 3:
            print("no")
    except ValueError as error:
        print(error)
    try:
        chained = 1 < v < 5
    except ValueError as error:
        chained = str(error)
    return mask, same, other, flipped, v, chained


def floats():
    nan = float("nan")
    values = [nan, 0.0, -0.0, 1.5, math.inf, 10**20, True]
    out = []
    for a in values:
        for b in values:
            out.append((a < b, a <= b, a == b, a != b, a >= b, a > b, not a < b, not a == b))
    x = 1.5
    y = float("nan")
    out.append((x < y, x >= y, not x < y, y == y, y != y, x < 2, 2 > x))
    return hash(tuple(out))


def containers():
    a = [1, 2]
    b = [1, 2]
    nan = float("nan")
    return a == b, a is b, [nan] == [nan], nan in [nan], {1} < {1, 2}, {1} > {2}, not {1} < {2}, (1, 2) < (1, 3), "a" < "b"


def chains(a, b, c):
    return a < b < c, a < b > c, a == b == c, not a < b < c, a < b in [b], (a < b) < c


def membership(a):
    return 1 in a, 4 not in a, not 1 in a, not (4 not in a), (1 in a) == True, None is not a


class Contains:
    def __contains__(self, item):
        print("contains", item)
        return [item]

    def __eq__(self, other):
        print("eq")
        return []

    def __ne__(self, other):
        print("ne")
        return [1]


def odd_containers():
    c = Contains()
    if not c == 1:
        print("not eq")
    if c != 1:
        print("ne")
    return 1 in c, 2 not in c, c == 3, not c == 3


def order_of_operands():
    log = []

    def note(value):
        log.append(value)
        return value

    first = note(1) < note(2)
    second = note(3) == note(4) or note(5) != note(6)
    if note(7) > note(8) and note(9):
        log.append("x")
    state = [1]
    third = state.pop() < len(state)
    fourth = len(state) < 1
    return log, first, second, third, fourth


def augmented_order():
    n = 1
    n += (n := 5)
    m = 2
    same = m < (m := 3)
    other = (m := 4) > m
    return n, m, same, other


def typed(s: str, n: int):
    size = len(s)
    half = size // 2
    if size < n:
        return half == n, n != half, size <= half
    elif size == n:
        return n
    count = 0
    for i in range(size):
        if i < half:
            count += 1
        if 2 > i:
            count = count + 1
        if "a" == s[i]:
            count -= 1
    return count >= half


print(asked(Loud("a"), Loud("b")))
print(with_attempts(Loud("a"), Louder("b")), with_attempts(Louder("a"), Loud("b")))
print(asked(LoudInt(3), 4), asked(4, LoudInt(3)), with_numbers(LoudInt(3)), asked(LoudStr("x"), "y"))
print(with_numbers(LoudInt(9)), with_numbers(2.5), LoudStr("x") == "x", "x" != LoudStr("x"))
print(with_attempts(1, "a"), with_attempts(Loud("q"), 3), with_attempts(3, Loud("q")), with_attempts(None, 1), with_attempts(1j, 2))
print(len_of("ab"), len_of(Sized(2)))
for a in (0, 1, "", "x", None):
    for b in ([], [0]):
        for c in (False, 2):
            print(yielding(a, b, c))
print(truths(), raising_truth(), elementwise(), containers(), odd_containers(), order_of_operands(), augmented_order())
print(chains(1, 2, 3), chains(3, 2, 1), membership([1, 2, 3]), typed("banana", 3), typed("ab", 2), typed("", 4))
print(floats() == floats())
