"""How do I write a mutator of my own, use it, and undo it in a patch?"""

from collections.abc import Iterator
from random import Random

import equimorph as em
from parsers import SourceFile


class ReturnParentheses(em.Mutator):
    """Puts the value of a return in parentheses, which change neither its value nor its type (JLS 15.8.5)."""

    name = "return-parentheses"
    language = "java"
    relation = "preserving"

    def candidates(self, src: SourceFile) -> Iterator[em.Site]:
        """The values of all returns."""
        for method in (method for method in src.methods if not method.untrusted):
            for node in method.root.walk():
                if node.type == "return_statement" and (value := next(iter(node.named_children()), None)):
                    yield em.Site.of(self.name, value.start, value.end)

    def refuse(self, src: SourceFile, site: em.Site) -> str | None:
        """Once is enough, and `(a) + b` is not worth a closer look."""
        return "it begins with a parenthesis" if src.slice(site.start, site.end).startswith("(") else None

    def rewrite(self, src: SourceFile, site: em.Site, rng: Random) -> Iterator[em.Edit]:
        """One edit, of the whole value."""
        value = src.slice(site.start, site.end)
        yield em.Edit(site.start, value, f"({value})")


mine = ReturnParentheses()
METHOD = "int f(int a) { if (a < 0) return (-a); return a + 1; }"
for found in em.sites(METHOD, [mine], why=True):
    print(f"{METHOD[found.site.start : found.site.end]}: {found.reason or 'a site'}")
[mutant] = em.mutate(METHOD, [mine])
print(mutant.text)
print("inverted:", em.invert(mutant.text, mutant.mutation) == METHOD)
patched = SourceFile.from_text(mutant.text.replace("a < 0", "a <= 0"))
print("undone:", mine.undo(patched, mutant.method.data, mutant.local))
