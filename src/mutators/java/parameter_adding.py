"""parameter-adding: another parameter for a private method, ``f(1)`` -> ``f(1, 0)``, which nothing uses.

Relation: preserving.
Preconditions:
    - the method is private, and all uses of its name in the file are known, as for `method-renaming`;
    - no method reference is of it, whose function type has the number of its parameters (JLS 15.13.1);
    - its class has no overload of it, so that each call with one argument more is of it (JLS 15.12.2);
    - it has no variable arity, since a further parameter cannot follow (JLS 8.4.1);
    - it has at most 120 parameters: a class file allows 255, and a `long` counts twice (JVMS 4.3.3);
    - the new name differs from every identifier of the member, so that it neither shadows nor obscures (JLS 6.4).
Rewrite: the declaration gets a last parameter, each call in the file a literal of its type. The seed draws the type (one that a
    literal has: ``int``, ``boolean``, ``char``, ``long``, ``float``, ``double``, or ``String`` if that name cannot mean another
    class) and the name.
Limits: the limits of `method-renaming`. A class with overloads of the method is refused, whatever they take.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.method_renaming import assumptions
from mutators.java.tools import renaming, spread
from mutators.java.tools.names import NAMES
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked, invert_edits
from mutators.undo.remake import Target
from mutators.undo.texts import known_source
from mutators.undo.transport import parses
from parsers.java.method import Method, methods_of
from parsers.java.names.private_methods import PrivateMethod, private_method
from parsers.java.syntax.tokens import tokenize
from parsers.language import Token
from parsers.source import SourceFile

_VALUES = {
    "int": "0",
    "boolean": "false",
    "char": "'0'",
    "long": "0L",
    "float": "0.0f",
    "double": "0.0",
    "String": '""',
}
_MOST = 120


class ParameterAdding(Mutator):
    """See the module's docstring. It is applied only if it is named."""

    name = "parameter-adding"
    language = "java"
    relation = "preserving"
    by_default = False
    reach = "file"
    hint = re.compile(rb"\bprivate\b")
    examples = Example.rows(
        "@",
        "class A { private int f(int n) { return n; } int g() { return f(1); } }"
        " -> class A { private int f(int n, float dummy) { return n; } int g() { return f(1, 0.0f); } }",
        "class A { private void f() { f(); } static void g(A a) { a.f(/* none */); } }"
        " -> class A { private void f(double unused) { f(0.0); } static void g(A a) { a.f(/* none */0.0); } }",
        "class A { private static long f(long n) { return n < 2L ? n : f(n - 1L) + A.f(n - 2L); } }"
        " -> class A { private static long f(long n, char unused) { return n < 2L ? n : f(n - 1L, '0') + A.f(n - 2L, '0'); } }",
        "class A { private void f() { } Runnable r = this::f; } -> !a method reference is of it",
        "class A { private void f() { } void f(int n) { } } -> !its class has an overload of it",
        "class A { private void f(int... n) { } } -> !it takes any number of arguments",
        "class A { private void f() { } void g() { run(new B() { void h() { f(); } }); } }"
        " -> !a use of its name may be of it, or of another method",
        f"class A {{ private void f({', '.join(f'long p{n}' for n in range(121))}) {{ }} }} -> !it has too many parameters",
        "private void f() { } -> !only its text is known, not its file",
    )

    def matches(self, method: Method) -> Iterator[Parameters]:
        found = private_method(method)
        if found is not None:
            yield Parameters(method, found)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Remove the parameter and the last argument of each call, including calls that the patch added."""
        inverse, site = invert_edits(mutation.edits), mutation.site
        name = original[site.start : site.end].decode()
        if not parses(patched):
            return spread.restored(patched, mutant, mutation, name)
        type_, parameter = _added(mutation)
        strangers = {
            match.strangers
            for match in self._named(known_source(mutant, patched.language), name)
            if match.takes_last(type_, parameter)
        }
        for match in self._named(patched, name):
            if not (match.is_known and match.takes_last(type_, parameter) and match.strangers in strangers):
                continue
            undone = patched.edited(apply_edits(patched.data, match.without_last()))
            for again in self._named(undone, name):
                if again.obstacle() is not None or parameter in renaming.taken_names(again.method):
                    continue
                if Target(undone, patched).is_made_by(again.with_parameter(type_, parameter)):
                    return undone.data
        raise UndoConflict(
            "the patch changed the added parameter, or a call of its method",
            (inverse[0].start, inverse[-1].end),
        )

    def _named(self, source: SourceFile, name: str) -> Iterator[Parameters]:
        for method in methods_of(source):
            if method.name == name:
                yield from self.matches(method)


class Parameters(JavaMatch):
    """The parameters of a private method; the site is its name."""

    def __init__(self, method: Method, found: PrivateMethod) -> None:
        named = method.root.child("name")
        assert named is not None
        super().__init__(method, named)
        self._found = found

    def obstacle(self) -> str | None:
        """Return why it can have no further parameter, or why not all its calls are known."""
        return self._reason

    @cached_property
    def _reason(self) -> str | None:
        return self._why()

    def _why(self) -> str | None:
        if (reason := self._found.obstacle()) is not None:
            return reason
        if self._found.overloads:
            return "its class has an overload of it"
        if self._found.declared.least != self._found.declared.most:
            return "it takes any number of arguments"
        if any(use.kind == "reference" for use in self._found.uses):
            return "a method reference is of it"
        return "it has too many parameters" if self._found.declared.most > _MOST else None

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions that no file alone can prove."""
        return assumptions(self._found)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the edits of the declaration and all calls, type and name drawn."""
        types = [t for t in _VALUES if t != "String" or self.method.spelling.string_at(self.node)]
        type_ = rng.choice(types)
        yield from self.with_parameter(
            type_, NAMES.unused_name(type_, renaming.taken_names(self.method), rng)
        )

    def with_parameter(self, type_: str, name: str) -> tuple[Edit, ...]:
        """Return the edits that give the method a parameter of a type and name, in order."""
        declared, *calls = self._lists
        return checked(
            [declared.appended(f"{type_} {name}"), *(listed.appended(_VALUES[type_]) for listed in calls)]
        )

    @property
    def is_known(self) -> bool:
        """Whether it is certain which uses are of the method."""
        return self._found.obstacle() is None

    @property
    def strangers(self) -> int:
        """The number of uses of the name that take as many arguments and are of other methods, or of none."""
        return len(self._found.strangers)

    def takes_last(self, type_: str, name: str) -> bool:
        """Return whether the last parameter is of a type and name, and each call has the literal of the type last."""
        declared, *calls = self._lists
        words = [[type_, name], *([_VALUES[type_]] for _ in calls)]
        return all(listed.ends_with(last) for listed, last in zip((declared, *calls), words, strict=True))

    def without_last(self) -> tuple[Edit, ...]:
        """Return the edits that remove the last parameter and the last argument of each call, in order."""
        declared, *calls = self._lists
        return checked([declared.removal(2), *(listed.removal(1) for listed in calls)])

    @cached_property
    def _lists(self) -> list[_List]:
        tokens = tokenize(self.method.source.data)
        places = {token.start: index for index, token in enumerate(tokens)}
        uses = (self._found.declared, *self._found.uses)
        return [_List(self.method.source.data, tokens, places[use.start] + 1) for use in uses]


class _List:
    """A list in parentheses, of which the index of the opening one is given."""

    def __init__(self, data: bytes, tokens: list[Token], opening: int) -> None:
        self._data, self._tokens = data, tokens
        depth, at = 0, opening
        while True:
            depth += {b"(": 1, b")": -1}.get(tokens[at].text, 0)
            if not depth:
                break
            at += 1
        self._opening, self._closing = opening, at

    def appended(self, text: str) -> Edit:
        """Return an edit that appends an element."""
        return Edit(self._tokens[self._closing].start, "", text if self._is_empty else f", {text}")

    def ends_with(self, words: list[str]) -> bool:
        """Return whether the last element consists of some words."""
        first = self._closing - len(words)
        last = [token.text.decode() for token in self._tokens[first : self._closing]]
        return last == words and self._tokens[first - 1].text in (b",", b"(") and first > self._opening

    def removal(self, count: int) -> Edit:
        """Return an edit that removes the last element, which has some tokens."""
        first = self._closing - count
        start = self._tokens[first - (self._tokens[first - 1].text == b",")].start
        end = self._tokens[self._closing - 1].end
        return Edit(start, self._data[start:end].decode(), "")

    @property
    def _is_empty(self) -> bool:
        return self._closing == self._opening + 1


def _added(mutation: Mutation) -> tuple[str, str]:
    words = (token.text.decode() for edit in mutation.edits for token in tokenize(edit.new.encode()))
    found = [word for word in words if word != ","]
    at = next(at for at, word in enumerate(found) if word in _VALUES)
    return found[at], found[at + 1]
