"""sketch: plain names for a method, its parameters and variables, ``int sum(int n) { … }`` -> ``int f(int arg_0) { … }``.

Relation: preserving.
Precondition: of each variable, that of `variable-renaming`; a variable that has an obstacle there keeps its name. A method keeps
    its name where the text shows somebody who counts on it: `@Override`, names that every class or serialization has
    (JLS 4.3.2), ``main``, a record's accessor (JLS 8.10.3), an instance method below a supertype that nobody sees, or above a
    subclass that has one (JLS 8.4.8), a call,
    reference or declaration of the name elsewhere in the text that fits its number of parameters, its name in a file as a
    whole string (``getMethod("sum")``), a call on an object that
    may be of its class, a call that an overload or a class body may answer (JLS 15.12.1, 15.12.2). Constructors have no name
    of their own.
Rewrite: parameters of the member become ``arg_0``, ``arg_1``, ...; all other variables of it, those of lambdas and class bodies
    included, become ``var_0``, ``var_1``, ... in the order of their declarations; the method becomes ``f``, with the calls of
    itself that are unqualified or on ``this``. A name that means something else in the member is passed over (``arg_1``; ``f_0``
    for the method, if any method of the text is called ``f``), and the second method of a text becomes ``f_1``, the third
    ``f_2``, so that their sketches go together. Fields, called methods, types, labels and comments stay.
Limits: nothing outside of the member is renamed. The method is the same by another name, and whoever calls it must use that; the
    record's assumptions say so. So must a subclass in another file that inherits it as the method of another supertype. Where only
    the member's text is known, unqualified calls of its name with as many arguments are taken for calls of itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Edit, Example, Mutator, Site
from mutators.java.sketch import plan, undo
from mutators.java.tools import renaming
from mutators.model import Mutation
from parsers.java.method import Method
from parsers.source import SourceFile

__all__ = ["Sketch"]


class Sketch(Mutator):
    """See the module's docstring. It takes part only where it is asked for by name."""

    name = "sketch"
    relation = "preserving"
    by_default = False
    examples = Example.rows(
        "@",
        "int sum(int n) { int k = n; return k + total; } -> int f(int arg_0) { int var_0 = arg_0; return var_0 + total; }",
        "int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }"
        " -> int f(int arg_0) { return arg_0 < 2 ? 1 : arg_0 * f(arg_0 - 1); }",
        "void go(List<T> l, int k) { for (T t : l) run(x->x + t.k + k); }"
        " -> void f(List<T> arg_0, int arg_1) { for (T var_0 : arg_0) run(var_1->var_1 + var_0.k + arg_1); }",
        "void go(int a) { f(arg_0, a); } -> void f_0(int arg_1) { f(arg_0, arg_1); }",
        "int size(Node n) { return n.left.size(n); } -> int size(Node arg_0) { return arg_0.left.size(arg_0); }",
        "@Override public int compare(T a, T b) { return a.x - b.x; }"
        " -> @Override public int compare(T arg_0, T arg_1) { return arg_0.x - arg_1.x; }",
        "class Point { Point(int x) { this.x = x; } } -> class Point { Point(int arg_0) { this.x = arg_0; } }",
        "class A { void g(int n) { } void h() { g(1); } } -> class A { void g(int arg_0) { } void h() { g(1); } }",
        "int f(int arg_0) { return arg_0; } -> !there is no name to replace",
        "class A { { go(); } } -> !there is no name to replace",
        "int n = 0; use(n); -> !the parameters of the method around the statements are not in the text",
        "P { int n = 0; use(n); } -> !the parameters of the compact constructor are not in the text",
    )

    def candidates(self, src: SourceFile) -> Iterator[Site]:
        for method in src.methods:
            if not method.untrusted:
                yield Site(self.name, method.start, method.end)

    def refuse(self, src: SourceFile, site: Site) -> str | None:
        method = self._method(src, site)
        if method is None:
            return "not a member"
        reason = renaming.unseen(method)
        if reason is None and not plan.plan(method):
            return "there is no name to replace"
        return reason

    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterator[Edit]:
        method = self._method(src, site)
        assert method is not None
        return plan.edits(plan.plan(method))

    def assumptions(self, src: SourceFile, site: Site) -> tuple[str, ...]:
        method = self._method(src, site)
        return () if method is None else plan.assumptions(method, plan.plan(method))

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        return undo.restore(patched, mutant, mutation)

    def _method(self, src: SourceFile, site: Site) -> Method | None:
        method = src.method_at(site.start)
        if method is None or method.untrusted or (method.start, method.end) != (site.start, site.end):
            return None
        return method
