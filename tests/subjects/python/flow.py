"""Loops and branches: for-else, while-else, try/finally, match, del, shadowed range and enumerate."""


def for_else(values, wanted):
    for i, value in enumerate(values):
        if value == wanted:
            found = i
            break
    else:
        found = -1
    return found


def for_range_else(limit):
    out = []
    for i in range(limit):
        if i == 3:
            break
        out.append(i)
    else:
        out.append("else")
    return out


def while_else(n):
    out = []
    while n > 0:
        n -= 1
        if n == 2:
            continue
        if n == 5:
            break
        out.append(n)
    else:
        out.append("else")
    return out


def while_returns(n):
    while n:
        n = n - 1
        if n < 3:
            return n
    return "none"


def continues():
    out = []
    for i in range(6):
        if i % 2:
            continue
        for j in range(i):
            if j == 1:
                continue
            if j > 2:
                break
            out.append((i, j))
        else:
            continue
        break
    return out


def continue_in_finally():
    out = []
    for i in range(4):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            out.append(i)
        finally:
            out.append("f")
            if i == 2:
                continue
    return out


def negative_steps():
    out = []
    for i in range(5, 0, -2):
        out.append(i)
    for i in range(3, 3):
        out.append("never")
    for j in range(2, -1, -1):
        out.append(j)
    for k in range(0, 5, 3):
        out.append(k)
    return out, i, j, k


def after_loop():
    i = "before"
    for i in range(0):
        pass
    first = i
    for i in range(3):
        pass
    second = i
    try:
        for never in range(0):
            pass
        print(never)
    except UnboundLocalError:
        third = "unbound"
    return first, second, third


def rebound_in_body():
    out = []
    for i in range(4):
        out.append(i)
        i += 10
        out.append(i)
    n = 3
    for j in range(n):
        n = n - 1
        out.append((j, n))
    return out


def bound_with_effects():
    log = []

    def bound(value):
        log.append(value)
        return value

    for i in range(bound(1), bound(4), bound(1)):
        log.append(("i", i))
    for i in range(len(log)):
        if i > 2:
            break
        log.append(i)
    return log


def zero_step():
    step = 0
    try:
        for i in range(1, 3, step):
            print(i)
    except ValueError:
        return "zero"


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        print("index", self.value)
        return self.value


def indexed():
    out = []
    for i in range(Index(1), Index(3)):
        out.append((i, type(i).__name__))
    values = [10, 20, 30]
    out.append(values[Index(1)])
    try:
        for i in range("3"):
            out.append(i)
    except TypeError:
        out.append("type")
    try:
        for i in range(2.0):
            out.append(i)
    except TypeError:
        out.append("float")
    for i in range(True):
        out.append((i, type(i).__name__))
    return out


def shadowed(range, len):
    out = []
    for i in range(3):
        out.append(i)
    if len(out) < 3:
        out.append("short")
    else:
        out.append("long")

    def enumerate(values):
        return [(9, value) for value in values]

    for n, value in enumerate(out[:2]):
        out.append(n)
    return out


def enumerates():
    out = []
    for i, (a, b) in enumerate([(1, 2), (3, 4)], 5):
        out.append((i, a, b))
    for pair in enumerate("ab"):
        out.append(pair)
    for _, c in enumerate("xy", start=1):
        out.append(c)
    return out


def finally_returns(n):
    out = []
    try:
        out.append("try")
        if n == 0:
            return out
        elif n == 1:
            raise KeyError(n)
        elif n == 2:
            out[n]
    except KeyError as error:
        out.append(repr(error))
        raised = error.args[0]
    except (IndexError, TypeError):
        out.append("index")
        raised = "i"
    else:
        out.append("else")
        raised = None
    finally:
        out.append("finally")
    return out, raised


def finally_overrides():
    for i in range(3):
        try:
            return i
        finally:
            if i == 0:
                continue
            break
    return "after", i


def swallowing():
    out = []
    while True:
        try:
            out.append(1)
            if len(out) > 2:
                break
            raise ValueError
        except ValueError:
            continue
        finally:
            out.append("f")
    return out


class Context:
    def __init__(self, name, swallow=False):
        self.name = name
        self.swallow = swallow

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, error, trace):
        print("exit", self.name, None if kind is None else kind.__name__)
        return self.swallow


def contexts():
    out = []
    with Context("a", True) as a, Context("b") as b:
        out.append(a.name + b.name)
        for i in range(3):
            with Context(i, swallow=True):
                if i == 1:
                    raise KeyError
                out.append(i)
        raise ValueError
    out.append("after")
    return out


def elifs(n):
    # before the first
    if n == 0:  # zero
        result = "zero"
    # before the second

    elif n == 1:
        # in the second
        result = "one"
        # end of the second
    elif n > 100 or n < -100:
        result = "far"

    else:  # the rest

        result = "other"
    # behind
    return result


def one_liners(n):
    if n: result = 1; other = 2
    else: result = 3; other = 4
    while n > 2: n -= 1
    for i in range(2): result += i; other += 1
    return (result, other, n) if n else (n, other)


def nested_else(a, b):
    if a:
        if b:
            out = "ab"
    else:
        if b:
            out = "b"
        else:
            out = "none"
    if a: pass
    elif b: pass
    else: out = "x"
    try:
        return out
    except UnboundLocalError:
        return "unbound"


def matching(value):
    match value:
        case 0 | 1 as small:
            kind = "small"
            other = small
        case int(n) if n > 100:
            kind = "big"
            other = n
        case str() as text if (size := len(text)) > 2:
            kind = "text"
            other = size
        case [first, *rest]:
            kind = first
            other = rest
        case {"key": found, **others}:
            kind = found
            other = others
        case Point(x=0, y=why):
            kind = "axis"
            other = why
        case Point(a, b):
            kind = a
            other = b
        case None | True:
            kind = other = "constant"
        case _:
            kind = "none"
            other = None
    return kind, other


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


def match_soft_keywords(match, case):
    type = match + case
    match type:
        case 3:
            match = "three"
        case case:
            match = case
    _ = match
    print(_)
    return match, case, type


def match_in_loop(values):
    out = []
    for value in values:
        match value:
            case 1:
                continue
            case 2:
                out.append("two")
            case 3:
                break
            case [x, y] if x < y:
                out.append(x)
            case _:
                out.append(value)
    else:
        out.append("else")
    return out


def deletes():
    values = {"a": 1, "b": 2}
    key = "a"
    del values[key]
    i = 5
    j = i
    del i, key
    for i in range(2):
        pass
    del (j)
    out = [1, 2, 3, 4]
    del out[1:3]
    return i, values, out


def walruses(text):
    out = []
    at = 0
    while (char := text[at : at + 1]) and char != ";":
        out.append(char)
        at += 1
    if not (rest := text[at:]):
        out.append("empty")
    while not (n := len(out)) > 5:
        out.append(n)
    values = [y := 1, y**2, y + 1]
    return out, rest, n, values, [z for w in values if (z := w) > 1], z


def loops_forever(limit):
    n = 0
    while True:
        n += 1
        if n < limit:
            continue
        break
    while 1:
        if not n:
            break
        n -= 1
    while False:
        n = 99
    else:
        n += 1
    return n


def asserting(n):
    try:
        assert n > 0, f"not {n}"
        assert not n < 0 and n != 5
    except AssertionError as error:
        return "assertion", str(error)
    return "fine"


def recursion(n):
    try:
        return 0 if not n else 1 + recursion(n - 1)
    finally:
        if n == 3:
            print("three")


def exception_groups():
    out = []
    try:
        raise ExceptionGroup("g", [ValueError(1), KeyError(2), OSError(3)])
    except* ValueError as group:
        out.append(len(group.exceptions))
    except* (KeyError, OSError) as others:
        out.append(len(others.exceptions))
    else:
        out.append("else")
    finally:
        out.append("finally")
    return out


print(for_else([1, 2, 3], 2), for_else([], 1), for_range_else(2), for_range_else(8), while_else(4), while_else(8), while_else(0))
print(while_returns(9), while_returns(0), continues(), continue_in_finally(), negative_steps(), after_loop(), rebound_in_body())
print(bound_with_effects(), zero_step(), indexed(), shadowed(lambda n: [n, n + 1], lambda _: 1), enumerates())
print([finally_returns(n) for n in range(4)], finally_overrides(), swallowing(), contexts())
print([elifs(n) for n in (0, 1, 500, 7, -500)], [one_liners(n) for n in range(4)])
print([nested_else(a, b) for a in (0, 1) for b in (0, 1)])
print([matching(v) for v in (0, 200, "abc", "a", [], [1, 2], {"key": 1, "x": 2}, Point(0, 3), Point(1, 2), True, None, 50, 2.5)])
print(match_soft_keywords(1, 2), match_soft_keywords(2, 2), match_in_loop([1, 2, 5, [1, 2], [2, 1]]), match_in_loop([3, 2]))
print(deletes(), walruses("ab;cd"), walruses(""), loops_forever(3), asserting(1), asserting(-1), asserting(5), recursion(5))
print(exception_groups())
