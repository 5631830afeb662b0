"""method-renaming: another name for a private method, ``private int total() { … }`` -> ``private int sum() { … }``, with all calls.

Relation: preserving.
Preconditions:
    - the method is private, so that it is neither inherited nor accessible outside its file (JLS 6.6.1, 8.2), and the text is a
      whole file;
    - each call and method reference of its name in the file is certainly of it, or certainly of another method (JLS 15.12.1,
      15.13.1);
    - no overload takes as many arguments (JLS 15.12.2), and where there are overloads, no method reference has the name;
    - no supertype may have a method of its name, so that no other method is overloaded with it (JLS 8.4.9);
    - the launcher (JLS 12.1.4), serialization or a library calls no method by its name or the new one, and its file has no native
      code; its annotations are for the compiler alone (JLS 9.6.4), and its name is not a whole string of the file
      (JLS 3.10.5);
    - no subclass in the file may have a method of the old or new name from an interface: the compiler takes that one (JLS 8.2), but
      the JVM finds the private one first, if the parameters are the same (JVMS 5.4.3.3);
    - no supertype may have a method of the new name, which would be overridden with weaker access (JLS 8.4.8.3);
    - the new name differs from every word of the file, and from the methods that every object and enum has (JLS 4.3.2, 8.9.3).
Rewrite: the declaration and all calls and method references, in the whole file. Parts of the name become their synonyms; a name
    without synonyms, or whose new names are taken, gets an ending such as ``Impl``.
Limits: words in comments and messages stay. Nothing proves that no other file looks the method up by reflection; and a
    subclass in another file may have a method of the old or new name from an interface, which the private one hides from the JVM.
    The record's assumptions list both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.tools import spread
from mutators.java.tools.names import NAMES
from mutators.model import Edit, Mutation, UndoConflict, apply_edits, checked, invert_edits
from mutators.naming import NameRequest
from mutators.undo.transport import parses
from parsers.java.method import Method, methods_of
from parsers.java.names.method_uses import uses
from parsers.java.names.private_methods import PrivateMethod, private_method
from parsers.java.parsed import JavaParsed
from parsers.source import SourceFile

_ENDINGS = ("Impl", "Internal", "Helper", "Core", "0")


class MethodRenaming(Mutator):
    """See the module's docstring. It is applied only if it is named."""

    name = "method-renaming"
    language = "java"
    relation = "preserving"
    by_default = False
    reach = "file"
    hint = re.compile(rb"\bprivate\b")
    examples = Example.rows(
        "@",
        "class A { private int count(int n) { return n; } int g() { return count(1); } }"
        " -> class A { private int tally(int n) { return n; } int g() { return tally(1); } }",
        "class A { private void show() { } Runnable r = this::show; class B { void h(A a) { a.show(); A.this.show(); show(); } } }"
        " -> class A { private void display() { } Runnable r = this::display;"
        " class B { void h(A a) { a.display(); A.this.display(); display(); } } }",
        "class A { private static int xyz(int n) { return n < 1 ? 0 : xyz(n - 1); } int xyz(int n, int k) { return A.xyz(n); } }"
        " -> class A { private static int xyzImpl(int n) { return n < 1 ? 0 : xyzImpl(n - 1); }"
        " int xyz(int n, int k) { return A.xyzImpl(n); } }",
        "class A { private void show() { } void g() { run(new B() { void h() { show(); } }); } }"
        " -> !a use of its name may be of it, or of another method",
        "class A { private void show(int n) { } void show(long n) { } } -> !an overload takes as many arguments",
        "class A { private void show(int n) { } void show() { } Runnable r = this::show; }"
        " -> !a method reference may mean an overload",
        "class A extends B { private void show(int n) { } } -> !a supertype may have a method of its name",
        "class A { private void show() { } } class B extends A implements C { }"
        " -> !a subclass may have a method of its name from an interface",
        "class A { private void readObject(In in) { } } -> !the launcher or serialization calls it by its name",
        "class A { private void setSize(int n) { } } -> !a library may take it for the accessor of a property",
        "class A { private native void go(); private void show() { } } -> !native code may call it by its name",
        "class A { @Test private void show() { } } -> !it has an annotation, by which a framework may find it",
        'class A { private void show() { } void g() { find("show"); } }'
        " -> !its file has the name as a string, perhaps for reflection",
        "class A { private void show() { } } class B { int = 1; } -> !the file cannot be relied on",
        "private void show() { } -> !only its text is known, not its file",
    )

    def matches(self, method: Method) -> Iterator[OwnMethod]:
        found = private_method(method)
        if found is not None:
            yield OwnMethod(method, found)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Rename the method back, with all uses of the new name, including uses that the patch added."""
        [old, new] = mutation.edits[0].old, mutation.edits[0].new
        if not parses(patched):
            return spread.restored(patched, mutant, mutation, new)
        words = [token for token in patched.tokens() if token.text == new.encode()]
        back = [Edit(use.start, new, old) for use in uses(JavaParsed.of(patched)).get(new, ())]
        if not words:
            return patched.data
        if len(words) != len(back):
            raise UndoConflict(
                f"it is not certain that {new!r} is the renamed method", (words[0].start, words[-1].end)
            )
        undone = patched.edited(apply_edits(patched.data, back))
        for method in methods_of(undone):
            match = next(iter(self.matches(method)), None) if method.name == old else None
            again = invert_edits(match.renamed(new)) if match is not None and match.obstacle() is None else ()
            if checked(again) == checked(back):
                return undone.data
        raise UndoConflict(
            f"in the patched text {old!r} may mean something else", (words[0].start, words[-1].end)
        )


class OwnMethod(JavaMatch):
    """The name of a private method."""

    def __init__(self, method: Method, found: PrivateMethod) -> None:
        named = method.root.child("name")
        assert named is not None
        super().__init__(method, named)
        self._found = found

    def obstacle(self) -> str | None:
        """Return why it is not certain which uses are of the method."""
        return self._obstacle

    @cached_property
    def _obstacle(self) -> str | None:
        return self._found.obstacle()

    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions that no file alone can prove."""
        return assumptions(self._found)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the edits of the declaration and all uses."""
        old, taken = self.method.name, self._found.taken
        synonyms = list(NAMES.proposals(NameRequest(old), "synonym", rng))
        names = [*synonyms, *(f"{old}{ending}" for ending in _ENDINGS)]
        more = (f"{old}{number}" for number in range(1, len(taken) + 2))
        free = (name for group in (names, more) for name in group if name not in taken)
        new = next(name for name in free if self._found.caller_of(name) is None)
        yield from self.renamed(new)

    def renamed(self, new: str) -> tuple[Edit, ...]:
        """Return the edits that give the method a name, in order."""
        places = (self._found.declared, *self._found.uses)
        return checked(Edit(use.start, self.method.name, new) for use in places)


def assumptions(found: PrivateMethod) -> tuple[str, ...]:
    """Return the unproven assumptions of changing a private method."""
    name = found.method.name
    more = (
        f"no subclass of {found.owner.name} in another file has a method like the old or changed {name} from an interface",
    )
    return (f"no other file looks up {name} by reflection", *(more if found.has_unknown_subclasses else ()))
