"""Hazards of renaming: names that something else reads."""

import string


def debug_format():
    count = 3
    rate = 0.5
    print(f"{count=}", f"{rate = :.2f}", f"{count + 1=}")
    return f"{count!r:>5}|{rate:{count}.{count}}|{{count}}"


def nested_format(width):
    value = "ab"
    inner = f"{value:{'>' if width > 3 else '<'}{width}}"
    return f"{f'{inner}':^{width + 2}}"


def keywords(first, second=2, *rest, third, fourth=4, **others):
    total = first + second + third + fourth
    for one in rest:
        total += one
    for name, value in sorted(others.items()):
        print(name, value)
        total += value
    return total


def positional(left, right, /, both=3):
    left, right = right, left
    return left * 10 + right + both


def inner_by_keyword():
    def inner(alpha, beta=2):
        gamma = alpha - beta
        return gamma

    first = inner(alpha=5, beta=1)
    second = inner(5, beta=3)
    third = inner(**{"alpha": 7})
    return first, second, third


def inner_only_called():
    def add(one, other):
        result = one + other
        return result

    total = add(1, 2)
    return add(total, 4)


def inner_escapes():
    def scale(size, factor=2):
        return size * factor

    keep = scale
    return keep(size=4), keep(4, factor=5)


def lambdas():
    add = lambda one, other=10: one + other
    print(add(1), add(one=2), add(other=3, one=4))
    key = lambda pair: (pair[1], -pair[0])
    return sorted([(1, 2), (3, 1), (2, 2)], key=key)


def attributes():
    class Point:
        x = 1

        def __init__(self, x, y=0):
            self.x = x
            self.y = y

    x = 5
    point = Point(x=x, y=x + 1)
    point.x += x
    x = point.x
    setattr(point, "x", 9)
    return x, point.x, getattr(point, "y"), Point.x


def formats():
    name = "N"
    text = "{name} {0} {name!r}".format(1, name=name)
    other = "%(name)s" % {"name": name}
    template = string.Template("$name").substitute(name=name)
    return text, other, template, "{name}".format_map({"name": name})


def dictionaries():
    size = 3
    made = dict(size=size, other=size + 1)
    size = made["size"] + made["other"]
    return size, made


def shadowed_builtin():
    len = 3
    list = [len]
    print(len, list)

    def inner():
        sum = 4
        return sum + len

    return inner()


def uses_builtins():
    values = [3, 1, 2]
    size = len(values)
    best = max(values)
    total = sum(values)
    low = min(values)
    return size, best, total, low, sorted(values), list(reversed(values))


def imports():
    import os.path
    import json as encoder
    from collections import OrderedDict as Ordered, deque

    path = os.path.join("a", "b").replace(os.sep, "/")
    made = Ordered([("a", 1)])
    queue = deque([1, 2], maxlen=2)
    queue.append(3)
    return path, encoder.dumps(made), list(queue)


def exceptions():
    error = "before"
    try:
        raise ValueError("inside")
    except ValueError as error:
        kept = str(error)
    try:
        print(error)
    except UnboundLocalError as problem:
        print("unbound", type(problem).__name__)
    return kept


def comprehension_scopes():
    x = 10
    squares = [x * x for x in range(4)]
    y = [(x, y) for y in range(2) if x]
    z = {x: [x for x in range(x)] for x in range(3)}
    return x, squares, y, z


def walrus_scope():
    total = 0
    found = [last := value for value in (1, 2, 3)]
    if (size := len(found)) > 2 and (first := found[0]) < 2:
        total = size + first + last
    return total, last


def unicode_names():
    größe = 3
    ﬁ = 4  # NFKC: fi
    fi_ = größe + fi
    return größe, ﬁ, fi_


def annotated():
    count: int = 3
    other: "list[count]"
    other = [count]
    return count, other


def deleted():
    value = 1
    other = value
    del value
    try:
        return value
    except NameError as error:
        return type(error).__name__, other


def starred():
    first, *middle, last = range(6)
    (a, [b, *c]), d = (1, [2, 3, 4]), 5
    *middle, last = middle
    return first, middle, last, a, b, c, d


def many_names_taken(i, j, k, x, y, n, value, result, data, item, index, tmp):
    a = i + j
    b = k + x
    c = y + n
    return a + b + c + value + result + data + item + index + tmp


print(debug_format(), nested_format(6))
print(keywords(1, third=3), keywords(1, 2, 5, 6, third=7, fourth=8, fifth=9), keywords(first=1, second=3, third=1))
print(positional(1, 2), positional(1, 2, both=5))
print(inner_by_keyword(), inner_only_called(), inner_escapes(), lambdas())
print(attributes(), formats(), dictionaries(), shadowed_builtin(), uses_builtins(), imports())
print(exceptions(), comprehension_scopes(), walrus_scope(), unicode_names(), annotated(), deleted(), starred())
print(many_names_taken(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
print(many_names_taken(i=1, j=2, k=3, x=4, y=5, n=6, value=7, result=8, data=9, item=10, index=11, tmp=12))
