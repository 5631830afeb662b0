"""How do I write my own mutator, use it, and undo it in a patch?"""

from collections.abc import Iterator
from random import Random

import equimorph as em
from mutators.java.match import JavaMatch
from parsers import SourceFile


class ReturnParentheses(em.Mutator):
    """Puts the value of a return in parentheses, which change neither its value nor its type (JLS 15.8.5)."""

    name = "return-parentheses"
    language = "java"
    relation = "preserving"

    def matches(self, method: em.Method) -> Iterator[JavaMatch]:
        """Yield the values of all returns."""
        for node in method.nodes:
            if node.type == "return_statement" and (value := next(iter(node.named_children()), None)):
                yield Value(method, value)


class Value(JavaMatch):
    """The value of a return."""

    def obstacle(self) -> str | None:
        """Return a reason for what begins with a parenthesis: once is enough, and `(a) + b` is not worth a closer look."""
        return "it begins with a parenthesis" if self.text(self.node).startswith("(") else None

    def edits(self, rng: Random) -> Iterator[em.Edit]:
        """Yield one edit, of the whole value."""
        yield self.replace(self.node, f"({self.text(self.node)})")


mine = ReturnParentheses()
METHOD = "int f(int a) { if (a < 0) return (-a); return a + 1; }"
for found in em.sites(METHOD, [mine], why=True):
    print(f"{METHOD[found.site.start : found.site.end]}: {found.reason or 'a site'}")
[mutant] = em.mutate(METHOD, [mine])
print(mutant.text)
print("inverted:", em.invert(mutant.text, mutant.mutation) == METHOD)
patched = SourceFile.from_text(mutant.text.replace("a < 0", "a <= 0"))
print("undone:", mine.undo(patched, mutant.method.data, mutant.local))
