"""expression-exchange: write an assignment in another form, ``a += b`` -> ``a = a + b``, ``i++;`` -> ``i += 1;``, and back.

Relation: preserving.
Preconditions:
    - where ``a op= b`` needs or drops a cast, the type T of ``a`` is known: it is ``a = (T) (a op b)`` (JLS 15.26.2);
    - the parts of ``a`` (object, array, index) may be evaluated twice: they write nothing, call nothing unknown and read
      nothing volatile (JLS 15.26.2). They may throw, since they then throw at once in both forms;
    - where ``++`` and ``--`` change their form, the value is not used (JLS 15.14, 15.15).
Rewrite: the form is a parameter of the site, so one assignment may have two sites. "plain": cast and parentheses only where
    needed. "compound": ``a = a op b`` with that operator on top, so not ``a = a + b + c``; ``a++``, ``++a``. "increment":
    ``a += 1`` -> ``a++``. Comments stay.
Limits: the type of an inherited field, or of a field of a class in another file, is not known. The body of a lambda counts as a
    value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mutators.base import Example, Mutator
from mutators.java.expression_exchange.forms import Exchange, exchanges
from parsers.java.method import Method

__all__ = ["ExpressionExchange"]


class ExpressionExchange(Mutator):
    """See the module's docstring."""

    name = "expression-exchange"
    language = "java"
    relation = "preserving"
    hint = re.compile(rb"\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=")
    examples = (
        *Example.rows(
            "void f(int i, int j, long n, byte b, char c, double d, boolean p, String s, int[] a, Integer boxed, Byte small, "
            "Pos pos, Foo x) { @ }",
            "i += j; -> i = i + j;",
            "i -= j - 1; -> i = i - (j - 1);",
            "i-=-j; -> i=i- -j;",
            "i *= j + 1; -> i = i * (j + 1);",
            "i /= 2; -> i = i / 2;",
            "i %= j; -> i = i % j;",
            "n <<= j + 1; -> n = n << j + 1;",
            "n >>= i; -> n = n >> i;",
            "i >>>= n; -> i = i >>> n;",
            "n &= x.mask(); -> n = n & x.mask();",
            "p |= i < j; -> p = p | i < j;",
            "p ^= i < j; -> p = p ^ i < j;",
            "p &= p || i < j; -> p = p & (p || i < j);",
            "b += 1; -> b = (byte) (b + 1);",
            "b <<= 1; -> b = (byte) (b << 1);",
            "c ^= 'a'; -> c = (char) (c ^ 'a');",
            "i += n; -> i = (int) (i + n);",
            "i *= 1.5; -> i = (int) (i * 1.5);",
            "i |= x.mask(); -> i = (int) (i | x.mask());",
            "n += x.get(); -> n = (long) (n + x.get());",
            "d += x.get(); -> d = d + x.get();",
            "s += i + 1; -> s = s + (i + 1);",
            "boxed += x.get(); -> boxed = boxed + x.get();",
            "a[i + 1] *= 2; -> a[i + 1] = a[i + 1] * 2;",
            "j = i += 2; -> j = i = i + 2;",
            "run(()->a[0] += 2); -> run(()->a[0] = a[0] + 2);",
            "a[/* next */ i + 1] *= 2; -> !a comment would be written twice",
            "pos.index += 2; -> !its type is not known to be primitive, a box or String",
            "a[i++] += 2; -> !evaluating its target twice may not be the same as once",
            "i = i /* low */ + j; -> i += /* low */ j;",
            "i = i - (j - 1); -> i -= j - 1;",
            "s = s + (i + 1); -> s += i + 1;",
            "b = (byte) (b + j); -> b += j;",
            "x.n = x.n << 2; -> x.n <<= 2;",
            "x.g().n = x.g().n + 1; -> !evaluating its target twice may not be the same as once",
            "i = (byte) (i + j); -> !the cast is not certainly one to the type of the target",
            "i++; -> i += 1;",
            "--a[j]; -> a[j] -= 1;",
            "a[i++]--; -> a[i++] -= 1;",
            "for (; ; i++, --j) { } -> for (; ; i++, j -= 1) { }",
            "small++; -> !it may be a Byte, Short or Character, to which += assigns no int",
            "i += 1; -> i++;",
            "for (; ; b -= 1) { } -> for (; ; b--) { }",
            "s += 1; -> !it may be a concatenation",
        ),
        *Example.rows(
            "@",
            "class A { static long total; void add(int n) { A.total += n; } }"
            " -> class A { static long total; void add(int n) { A.total = A.total + n; } }",
            "class A { volatile int v; int f() { return v += 2; } }"
            " -> class A { volatile int v; int f() { return v = v + 2; } }",
            "class A { volatile int[] v; void f() { v[0] += 2; } }"
            " -> !evaluating its target twice may not be the same as once",
        ),
    )

    def matches(self, method: Method) -> Iterator[Exchange]:
        for node in method.nodes:
            yield from exchanges(method, node)
