"""Undo in random patches of Python mutants: it is the patched original, or a conflict, and never something else."""

from __future__ import annotations

import ast
import difflib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

import equimorph as em
from mutators.model import UndoConflict
from mutators.registry import classes
from parsers.source import SourceFile

_TEXT = '''class A:
    def m(self, n, xs):
        """Counts."""
        total = 0
        seen = []
        for x in xs:
            if x in seen or n == 3:
                continue
            seen.append(x)
            total += len(seen)
        while n > 0:
            n -= 1
            if n == 7:
                total = total * 2
                break
            elif not total:
                total = (n +
                    2)
            else:
                seen = seen + [n]
        if n < 2 and len(seen) == total:
            return seen, total
        else:
            total = n - total
        limit = 10
        for i in range(limit):
            total += i
        return total
'''
_SOURCE = SourceFile.from_text(_TEXT, "a.py", "python")
_BLOCKS = {
    "put into try": ("try:", ("except OSError:", "    raise")),
    "put into with": ("with fence7:", ()),
    "put into if": ("if gate7:", ()),
}
_KINDS = ("before", "behind", "replaced", "copied", "deleted", "used", "broken", "moved up", *_BLOCKS)


@dataclass(frozen=True)
class _Place:
    """A statement that the original and the mutant both have, as the numbers of its lines in both, 0-based, the end excluded."""

    old: tuple[int, int]
    new: tuple[int, int]
    blanks: str


def _statements(text: str) -> dict[tuple[int, int], ast.stmt]:
    """The statements whose lines are their own, `elif` left out."""
    lines = text.split("\n")
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt) and node.end_lineno is not None:
            head = lines[node.lineno - 1][node.col_offset :]
            if not isinstance(node, ast.ClassDef | ast.FunctionDef) and not head.startswith("elif"):
                found[node.lineno - 1, node.end_lineno] = node
    return found


def _places(mutant: str) -> list[_Place]:
    """The statements that both texts have, the five nearest to the first changed line."""
    old, new = _TEXT.split("\n"), mutant.split("\n")
    line = dict[int, int]()
    for a, b, size in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        line.update((b + k, a + k) for k in range(size))
    first = next((i for i in range(len(new)) if line.get(i) != i), 0)
    originals, found = _statements(_TEXT), []
    for (start, end), node in _statements(mutant).items():
        if start in line and end - 1 in line:
            place = _Place((line[start], line[end - 1] + 1), (start, end), " " * node.col_offset)
            if type(originals.get(place.old)) is type(node):
                found.append(place)
    return sorted(found, key=lambda place: min(abs(edge - first) for edge in place.new))[:5]


def _edited(text: str, lines: tuple[int, int], blanks: str, kind: str, name: str) -> str:
    """A text with a patch of one kind at a statement."""
    every = text.split("\n")
    own = every[slice(*lines)]
    added = f"{blanks}inserted7()"
    if kind in _BLOCKS:
        head, behind = _BLOCKS[kind]
        new = [blanks + head, *("    " + line for line in own), *(blanks + line for line in behind)]
    else:
        new = {
            "before": [added, *own],
            "behind": [*own, added],
            "replaced": [added],
            "copied": [*own, *own],
            "deleted": [blanks + "pass"],
            "used": [f"{blanks}inserted7({name})", *own],
            "broken": [f"{blanks}inserted7(= 1", *own],
        }[kind]
    return "\n".join([*every[: lines[0]], *new, *every[lines[1] :]])


def _moved_up(text: str, lines: tuple[int, int], over: tuple[int, int]) -> str:
    every = text.split("\n")
    own = every[slice(*lines)]
    return "\n".join([*every[: over[0]], *own, *every[over[0] : lines[0]], *every[lines[1] :]])


def _patches(mutant: str, names: tuple[str, str], rng: Random) -> Iterator[tuple[str, str, str]]:
    """Yield the kind of a patch, the patched original and the patched mutant."""
    places = _places(mutant)
    for kind in _KINDS:
        place = rng.choice(places)
        if kind != "moved up":
            old = _edited(_TEXT, place.old, place.blanks, kind, names[0])
            yield kind, old, _edited(mutant, place.new, place.blanks, kind, names[1])
            continue
        before = [other for other in places if other.blanks == place.blanks and other.new[1] <= place.new[0]]
        if before and before[-1].old[1] <= place.old[0]:
            over = before[-1]
            old = _moved_up(_TEXT, place.old, over.old)
            yield kind, old, _moved_up(mutant, place.new, over.new)


def _form(text: str) -> str:
    """The tree of a text, or its words where it does not parse."""
    try:
        return ast.dump(ast.parse(text))
    except SyntaxError:
        return " ".join(text.split())


# A sketch renames the variables that the patches use; it has tests of its own.
@pytest.mark.parametrize("name", sorted(classes("python").keys() - {"sketch"}))
def test_undo_is_the_patched_original_or_a_conflict(name: str) -> None:
    rng, counts = Random(name), Counter[str]()
    mutator = classes("python")[name]()
    sites = list(mutator.sites(_SOURCE))
    for site in rng.sample(sites, min(2, len(sites))):
        mutant = mutator.apply(_SOURCE, site, 5)
        if mutant is None:
            continue
        edits = mutant.mutation.edits
        renamed = next(((e.old, e.new) for e in edits if e.old.isidentifier() and e.new.isidentifier()), None)
        names = renamed if renamed and "renam" in name else ("total", "total")
        text = mutant.data.decode()
        for kind, expected, patch in _patches(text, names, rng):
            try:
                undone = em.undo(patch, mutant)
            except UndoConflict:
                counts["conflict"] += 1
                continue
            counts["undone"] += 1
            assert _form(undone) == _form(expected), (kind, patch, undone)
    assert counts["undone"] > counts["conflict"], counts
