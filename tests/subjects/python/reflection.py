"""Functions that look at themselves: locals, eval, vars, exec, frames, doctests, docstrings, signatures, decorators."""

import doctest
import functools
import inspect
import sys
from math import *


def with_locals(a):
    b = a + 1
    return sorted(locals().items())


def with_eval(a):
    b = 2
    return eval("a + b")


def with_exec():
    value = 1
    space = {}
    exec("made = value + 1", {"value": value}, space)
    return space


def with_vars():
    x = 1
    return vars()["x"], "x" in dir()


def with_format_locals():
    name = "n"
    return "{name}".format(**locals())


def with_frame():
    secret = 4
    return sys._getframe().f_locals["secret"]


def caller_looks():
    inside = 1
    return looks_up()


def looks_up():
    return sorted(sys._getframe(1).f_locals)


def with_code():
    alpha = 1

    def inner(one, two):
        three = one + two
        return three

    return inner.__code__.co_varnames, alpha


def documented(n):
    """Return twice a number.

    >>> documented(3)
    6
    >>> documented(n=4)
    8
    """
    doubled = n * 2
    if doubled == n:
        doubled = 0
    else:
        doubled = doubled + 0
    return doubled


def only_docstring():
    """Nothing else."""


def first_is_docstring():
    "kept"
    value = 1
    return value


def two_strings():
    """doc"""
    """not doc"""
    return 1


def f_string_first():
    f"""not {1} a docstring"""
    return f_string_first.__doc__


def signature():
    def inner(alpha, /, beta, *gamma, delta=1, **epsilon):
        return alpha

    return str(inspect.signature(inner)), inner.__name__, inner.__doc__, inner.__defaults__, inner.__kwdefaults__


def annotations():
    def inner(a: int, b: "str" = "x") -> float:
        c: int = a
        return c

    return inner.__annotations__


def by_name(function):
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        merged = dict(zip(names, args))
        merged.update(kwargs)
        return function(**merged)

    return wrapper


@by_name
def decorated(width, height=2):
    area = width * height
    return area


def decorated_inside():
    @by_name
    def inner(size, scale=1):
        result = size * scale
        return result

    return inner(2), inner(3, scale=4), inner(size=5)


@functools.lru_cache(maxsize=None)
def cached(n):
    result = n if n < 2 else cached(n - 1) + cached(n=n - 2)
    return result


def partials():
    def inner(base, exponent):
        power = base**exponent
        return power

    square = functools.partial(inner, exponent=2)
    return square(5), square(base=4)


def star_import():
    half = pi / 2
    root = sqrt(16.0)
    number = floor(e)
    return round(half, 3), root, number


def star_names_taken():
    tau = 1
    return tau + floor(2.5)


def dispatch():
    @functools.singledispatch
    def show(value):
        text = "object"
        return text

    @show.register
    def _(value: int):
        return "int"

    @show.register(str)
    def _(value):
        return "str"

    return show(1), show("a"), show([])


def source():
    lines = inspect.getsource(only_docstring)
    count = len(lines.splitlines())
    return count


def keyword_through(function, **options):
    return function(**options)


def target(first, second=0):
    total = first - second
    return total


print(with_locals(1), with_eval(1), with_exec(), with_vars(), with_format_locals(), with_frame(), with_code())
print(only_docstring.__doc__, first_is_docstring.__doc__, two_strings.__doc__, f_string_first())
print(signature(), annotations(), decorated(3), decorated(height=3, width=2), decorated_inside(), cached(12), partials())
print(star_import(), star_names_taken(), dispatch(), keyword_through(target, first=3, second=1))
finder = doctest.DocTestFinder(recurse=False)
runner = doctest.DocTestRunner(verbose=False)
for test in finder.find(documented, "documented", globs={"documented": documented}):
    print(runner.run(test))
