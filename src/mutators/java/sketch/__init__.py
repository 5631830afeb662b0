"""sketch: plain names for a method, its parameters and variables, ``int sum(int n) { … }`` -> ``int f(int arg_0) { … }``.

Relation: preserving.
Preconditions:
    - for each variable, the preconditions of `variable-renaming`; a variable with an obstacle keeps its name (JLS 6.4);
    - the method overrides nothing: no ``@Override``, no instance method below a supertype that is not in the text, or above a
      subclass with a supertype that is not in the text (JLS 8.4.8);
    - no object has a method of its name anyway (JLS 4.3.2); the launcher (JLS 12.1.4), serialization and libraries call none by it;
      its file has no native code, and its annotations are for the compiler alone (JLS 9.6.4);
    - it is not an accessor of a record (JLS 8.10.3);
    - no call, reference or declaration of the name elsewhere in the text fits its number of parameters (JLS 15.12.2);
    - no call on an object that may be of its class has its name (JLS 15.12.1);
    - no overload or class body may answer a call of it (JLS 15.12.1);
    - its name is not a whole string of the file, as in ``getMethod("sum")`` (JLS 3.10.5).
  A method with one of these obstacles keeps its name. Constructors have no name of their own.
Rewrite: parameters of the member become ``arg_0``, ``arg_1``, ...; all its other variables, including variables of
    lambdas and class bodies, become ``var_0``, ``var_1``, ... in the order of their declarations; the method becomes
    ``f``, with the calls of itself that are unqualified or on ``this``. A name that means something else in the member
    is skipped (``arg_1``; ``f_0`` for the method, if any method of the text is called ``f``), and the second method of
    a text becomes ``f_1``, the third ``f_2``, so that their sketches fit together. Fields, called methods, types,
    labels and comments stay.
Limits: nothing outside the member is renamed. Callers must use the new name, and so must a subclass in another file that
    inherits the method as the method of another supertype; the record's assumptions list this. If only the member's text is
    known, unqualified calls of its name with the same number of arguments count as calls of itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.sketch import plan, undo
from mutators.java.tools import renaming
from mutators.model import Edit, Mutation
from parsers.java.method import Method
from parsers.source import SourceFile

__all__ = ["Sketch"]


class Sketch(Mutator):
    """See the module's docstring. It is applied only if it is named."""

    name = "sketch"
    language = "java"
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

    def matches(self, method: Method) -> Iterator[Names]:
        yield Names(method, method.root)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Restore all names, including names in uses that the patch added."""
        return undo.restore(patched, mutant, mutation)


class Names(JavaMatch):
    """The names of a member."""

    @property
    def start(self) -> int:
        """Byte offset of the member."""
        return self.method.start

    @property
    def end(self) -> int:
        """Byte offset behind the member."""
        return self.method.end

    def obstacle(self) -> str | None:
        """Return why no name can be replaced."""
        reason = renaming.unseen(self.method)
        return "there is no name to replace" if reason is None and not self._plan else reason

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions about callers if the method has another name."""
        return plan.assumptions(self.method, self._plan)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Return the edits of all names."""
        return plan.edits(self._plan)

    @cached_property
    def _plan(self) -> tuple[plan.Renamed, ...]:
        return plan.plan(self.method)
