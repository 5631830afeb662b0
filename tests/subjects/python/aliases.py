"""Augmented assignment: in place on lists, sets, objects; immutable values; attributes and items with effects."""


def lists():
    x = [1]
    y = x
    x += [2]
    z = x
    x = x + [3]
    y *= 2
    return x, y, z, x is y, z is y


def extended_by_anything():
    x = []
    x += "ab"
    x += (1, 2)
    x += {5: 6}
    x += range(2)
    return x


def sets():
    s = {1, 2}
    t = s
    s |= {3}
    s &= {1, 3}
    s = s | {7}
    f = frozenset({1})
    g = f
    f |= {2}
    return s, t, f, g


def dicts():
    d = {"a": 1}
    e = d
    d |= {"b": 2}
    d["a"] += 10
    d = d | {"c": 3}
    return d, e


def numbers():
    n = 0
    n += 1
    n *= 5
    n -= 2
    n //= 2
    n **= 3
    n <<= 2
    n |= 1
    n ^= 7
    n %= 5
    n = n + 1
    n = n - 3
    x = 1.5
    x /= 2
    x = x * 2
    b = True
    b &= False
    b = b | True
    c = 1j
    c += 1
    return n, x, b, c


def strings():
    s = "a"
    t = s
    s += "b"
    s = s + "c"
    s *= 2
    s %= ()
    b = b"x"
    b += b"y"
    return s, t, b


def tuples():
    t = (1,)
    u = t
    t += (2,)
    t = t + (3,)
    m = ([],)
    try:
        m[0] += [1]
    except TypeError:
        pass
    return t, u, m


def precedence():
    n = 2
    n *= 3 + 4
    m = 2
    m -= 1 if n > 3 else 5
    k = 3
    k = k * 2 + 1
    j = 10
    j = j - 2 - 1
    h = 10
    h -= 2 - 1
    p = 2
    p **= -1
    q = 7
    q = 1 + q
    r = 8
    r = 2 * r
    s = "x"
    s = "y" + s
    t = 3
    t += (t := 4)
    u = 2
    u = u ** 2
    v = 1
    v += 1,  # a tuple: no int
    return n


def precedence_fine():
    n = 2
    n *= 3 + 4
    m = 2
    m -= 1 if n > 3 else 5
    k = 3
    k = k * 2 + 1
    j = 10
    j = j - 2 - 1
    h = 10
    h -= 2 - 1
    p = 2
    p **= -1
    q = 7
    q = 1 + q
    r = 8
    r = 2 * r
    s = "x"
    s = "y" + s
    u = 2
    u = u ** 2
    w = 5
    w -= -w
    x = 9
    x = x - -x
    lam = 1
    lam += (lambda: 3)()
    return n, m, k, j, h, p, q, r, s, u, w, x, lam


class Loud:
    def __init__(self, value):
        self.value = value

    def __iadd__(self, other):
        print("iadd")
        self.value += other
        return self

    def __add__(self, other):
        print("add")
        return Loud(self.value + other)

    def __radd__(self, other):
        print("radd")
        return Loud(self.value + other)

    def __isub__(self, other):
        return "replaced"

    def __sub__(self, other):
        return "subtracted"


class Subclass(int):
    def __add__(self, other):
        print("sub add")
        return int(self) + other

    def __radd__(self, other):
        print("sub radd")
        return int(self) + other + 1000

    def __iadd__(self, other):
        print("sub iadd")
        return int(self) + 100


def objects():
    a = Loud(1)
    b = a
    a += 2
    a = a + 3
    n = 1
    n += Loud(5)
    c = Loud(0)
    c -= 1
    i = 1
    i = i + Subclass(4)
    j = Subclass(4)
    j += 1
    k = 1
    k += Subclass(2)
    return a.value, b.value, n.value, c, i, j, k


def parameters(n, values, text=""):
    n += 1
    values += [n]
    text += "x"
    values = values + [0]
    n = n + 1
    return n, values, text


def items():
    log = []

    class Table(dict):
        def __getitem__(self, key):
            log.append(("get", key))
            return super().__getitem__(key)

        def __setitem__(self, key, value):
            log.append(("set", key))
            super().__setitem__(key, value)

    table = Table(a=1)
    table["a"] += 1

    def key():
        log.append("key")
        return "a"

    table[key()] += 2
    values = [1, 2]
    i = 0
    values[i] += 1
    values[i] = values[i] + 1
    return table, log, values


def attributes():
    class Box:
        size = 1

    box = Box()
    box.size += 1
    other = box
    other.size = other.size + 1
    Box.size += 5
    return box.size, Box.size


def unbound():
    try:
        n += 1
    except UnboundLocalError:
        n = 5
    n += 1
    return n


def overflow():
    n = 2**62
    n += n
    n = n + n
    x = 1e308
    x += x
    try:
        m = 1
        m //= 0
    except ZeroDivisionError:
        m = m + 1
    return n, x, m


def maybe_list(flag):
    x = 0 if flag else []
    y = x
    if flag:
        x += 1
    else:
        x += [1]
    return x, y


def in_loops():
    total = 0
    names = ""
    out = []
    kept = out
    for i in range(4):
        total += i
        names += str(i)
        out += [i]
        out = out + [-i]
    while total > 2:
        total -= 1
        total = total // 2
    return total, names, out, kept


print(lists(), extended_by_anything(), sets(), dicts(), numbers(), strings(), tuples())
try:
    precedence()
except TypeError as error:
    print(type(error).__name__)
shared = [0]
print(precedence_fine(), objects(), parameters(1, shared), shared, parameters(1.5, shared, text="t"), shared)
print(items(), attributes(), unbound(), overflow(), maybe_list(True), maybe_list(False), in_loops())
