"""The undo of an exchange of a switch, in a patch of the mutant.

Several switches have the same if statements: the last ``break`` may be there or not, labels may be listed or repeated, braces may
be the group's own. So it does not suffice that the mutator makes the patched text of the answer (`mutators.undo.remake`): what it
takes away there, and what it brings, must be what it took away and brought at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING

from mutators.model import Edit, Mutation, UndoConflict, checked, invert_edits
from mutators.seeding import site_key
from mutators.undo.alignment import Alignment
from mutators.undo.remake import Target
from mutators.undo.texts import known_source
from mutators.undo.transport import parses
from parsers.java.method import method_at
from parsers.java.syntax.tokens import tokenize
from parsers.source import SourceFile

if TYPE_CHECKING:
    from mutators.base import Mutator


def check_places(patched: SourceFile, mutant: bytes, mutation: Mutation) -> None:
    """Check that nothing is new between the neighbours of a text that the mutation deleted, of which no token marks the place.

    Raises:
        UndoConflict: something is, blanks and comments included.
    """
    alignment = Alignment(mutant, patched)
    ours, theirs = alignment.base, alignment.theirs
    for edit in invert_edits(mutation.edits):
        after = alignment.inside(edit.start, edit.start).start
        if alignment.inside(edit.start, edit.end) or not 0 < after < len(ours):
            continue
        left, right = alignment.to(after - 1), alignment.to(after)
        gap = mutant[ours[after - 1].end : ours[after].start]
        if left is None or right is None or patched.data[theirs[left].end : theirs[right].start] != gap:
            raise UndoConflict("the patch changed the place of a deleted text", (edit.start, edit.start))


def check_same(
    mutator: Mutator, undone: bytes, patched: SourceFile, original: bytes, mutation: Mutation
) -> None:
    """Check that the mutation of an undone text changes the same tokens as the one that was undone.

    Raises:
        UndoConflict: the only mutations that make the patched text of it are other ones.
    """
    if not parses(patched):
        return  # nothing can be made of it; then each edit went back to tokens that are as they were
    made = list(_made(mutator, patched.edited(undone), patched, original, mutation))
    wanted = _tokens(mutation.edits)
    if made and wanted not in map(_tokens, made):
        inverse = invert_edits(mutation.edits)
        region = (inverse[0].start, inverse[-1].end)
        raise UndoConflict("the patch changed what the mutation took away", region)


def _made(
    mutator: Mutator, undone: SourceFile, patched: SourceFile, original: bytes, mutation: Mutation
) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits of all mutations that make the patched text of the undone one."""
    method = method_at(known_source(original, patched.language), mutation.site.start)
    assert method is not None
    key = int.from_bytes(site_key(mutation.seed, method, mutation.site))
    target = Target(undone, patched)
    for site, match in (pair for member in undone.methods for pair in mutator.found(member)):
        if site.params == mutation.site.params and match.obstacle() is None:
            edits = checked(match.edits(Random(key)))
            if target.is_made_by(edits):
                yield edits


def _tokens(edits: Iterable[Edit]) -> list[list[bytes]]:
    """Return the tokens that edits remove, and the ones that they add. Their grouping into edits depends on blanks."""
    edits = tuple(edits)
    texts = ["\n".join(edit.old for edit in edits), "\n".join(edit.new for edit in edits)]
    return [[token.text for token in tokenize(text.encode())] for text in texts]
