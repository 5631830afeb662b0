"""DataflowMatch: how many edges of the reference's data flow the candidate has (Ren et al. 2020, section 3.2).

The graph follows GraphCodeBERT (Guo et al. 2021, section 3), read off the tree from left to right, without types,
scopes and calls: which occurrence of a name, a literal or a keyword gets its value from which others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias
from weakref import WeakKeyDictionary

from equimorph.metrics.flow_readers import readers
from equimorph.metrics.flow_walk import STEPS, Edge, NoFlow, Relation, TooLarge, Walk, united
from equimorph.metrics.trees import Tree, tree_of

__all__ = ["STEPS", "Edge", "Flow", "dataflow_match", "flow_of", "matched_edges"]

Flow: TypeAlias = Counter[tuple[int, Relation, tuple[int, ...]]]
"""Edges with normalised names: variable, relation and sources, the variables numbered in order of appearance."""


def dataflow_match(candidate: str, reference: str, lang: str = "java") -> float | None:
    """Return the share of the reference's edges that the candidate has, from 0 to 1; None where the reference has none.

    Each edge of the candidate matches one edge at most. Names do not count, their order does. Two texts without a token match, one
    of them alone does not.

    Args:
        candidate, reference: Code.
        lang: "java" or "python".

    Raises:
        MetricError: the language is unknown.
        ModuleNotFoundError: its grammar is not installed.
    """
    trees = tree_of(candidate, lang), tree_of(reference, lang)
    if trees[1].is_empty:
        return float(trees[0].is_empty)
    counts = matched_edges(*trees)
    return counts[0] / counts[1] if counts and counts[1] else None


def matched_edges(candidate: Tree, reference: Tree) -> tuple[int, int] | None:
    """Return the numbers of edges that a candidate shares with a reference, and of the reference; None if a graph is too large."""
    flows = flow_of(candidate), flow_of(reference)
    if flows[0] is None or flows[1] is None:
        return None
    return (flows[0] & flows[1]).total(), flows[1].total()


def flow_of(tree: Tree) -> Flow | None:
    """Return the data flow of a tree, which is kept as long as the tree is; None where it is too large."""
    if tree not in _kept:
        try:
            _kept[tree] = _normalised(_merged(edges_of(tree)))
        except TooLarge:
            _kept[tree] = None
        except NoFlow:
            _kept[tree] = Counter()
    return _kept[tree]


def edges_of(tree: Tree) -> list[Edge]:
    """Return the edges of a tree as they are collected; `TooLarge` and `NoFlow` are raised."""
    return Walk(tree, readers(tree.grammar)).edges()


_kept: WeakKeyDictionary[Tree, Flow | None] = WeakKeyDictionary()


def _merged(edges: Sequence[Edge]) -> list[Edge]:
    """Return one edge for each token that has a source or is one, in order of the tokens."""
    ordered = sorted(edges, key=lambda edge: edge.place)
    used = {edge.place for edge in ordered if edge.places}
    used.update(place for edge in ordered for place in edge.places)
    return united((edge for edge in ordered if edge.place in used), lambda edge: edge.place)


def _normalised(edges: Iterable[Edge]) -> Flow:
    numbers: dict[str, int] = {}
    flow: Flow = Counter()
    for edge in edges:
        sources = tuple(numbers.setdefault(name, len(numbers)) for name in edge.names)
        flow[numbers.setdefault(edge.name, len(numbers)), edge.relation, sources] += 1
    return flow
