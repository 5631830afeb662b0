"""SyntaxMatch: how many subtrees of the reference the candidate has (Ren et al. 2020, section 3.2, "Syntactic AST Match")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakKeyDictionary

from equimorph.metrics.trees import Tree, tree_of

__all__ = ["Subtrees", "matched_subtrees", "subtrees_of", "syntax_match"]

Form: TypeAlias = int | tuple[str, int]
"""The code of a node's s-expression: a number; for a node that shows nothing below it, ``~type``, or its oddity."""
Key: TypeAlias = tuple[Form | str | None, ...]
"""The key of a form: its oddity, the type, and form and field of each node that shows below it, from the last to the first."""


@dataclass(frozen=True)
class Subtrees:
    """The subtrees of a tree.

    Attributes:
        numbers: the number of each form.
        counts: how many inner nodes have each form.
        total: how many inner nodes there are; at least one, the root.
    """

    numbers: dict[Key, int]
    counts: Counter[Form | None]
    total: int


def syntax_match(candidate: str, reference: str, lang: str = "java") -> float:
    """Return the share of the reference's subtrees that the candidate has, from 0 to 1.

    A subtree is the s-expression of a node with children: the types and fields below it, neither names, literals and operators nor
    comments. One subtree of the candidate may match several equal ones of the reference. Texts with syntax errors have trees, too.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".

    Raises:
        MetricError: the language is unknown.
        ModuleNotFoundError: its grammar is not installed.
    """
    matched, total = matched_subtrees(tree_of(candidate, lang), tree_of(reference, lang))
    return matched / total


def matched_subtrees(candidate: Tree, reference: Tree) -> tuple[int, int]:
    """Return the number of subtrees that a candidate shares with a reference, and the reference's, at least 1."""
    subtrees = subtrees_of(reference)
    forms = set(_forms(candidate, subtrees.numbers.get))
    return sum(subtrees.counts[form] for form in forms), subtrees.total


def subtrees_of(tree: Tree) -> Subtrees:
    """Return the subtrees of a tree, which are kept as long as the tree is."""
    subtrees = _kept.get(tree)
    if subtrees is None:
        numbers: dict[Key, int] = {}
        forms = _forms(tree, lambda key: numbers.setdefault(key, len(numbers)))
        subtrees = _kept[tree] = Subtrees(numbers, Counter(forms), len(forms))
    return subtrees


_kept: WeakKeyDictionary[Tree, Subtrees] = WeakKeyDictionary()


def _forms(tree: Tree, number: Callable[[Key], int | None]) -> list[Form | None]:
    """Return the form of each inner node; None where `number` has none for it."""
    kinds, fields, parents, odd, named = tree.kinds, tree.fields, tree.parents, tree.odd, tree.grammar.named
    shown: list[list[Form | None] | None] = [None] * len(kinds)
    forms: list[Form | None] = []
    inner = -1  # the parent of the node behind, which is the node itself if it has children
    for node in range(len(kinds) - 1, -1, -1):
        kind, below = kinds[node], shown[node]
        form: Form | None = ~kind
        if below is not None:
            form = number((odd.get(node), kind, *below))
        elif node in odd:
            form = odd[node], kind
        if inner == node or not node:
            forms.append(form)
        inner = parents[node]
        if inner < 0 or not (kind in named or node in odd or below):
            continue
        above = shown[inner]
        if above is None:
            above = shown[inner] = []
        if kind in named or node in odd:
            above += (form, fields[node])
        elif below:
            above += below
    return forms
