"""A walk over a tree from left to right that collects the edges of its data flow.

Nothing here calls itself, so depth has no limit; but a loop's body is read twice, so that loops within loops need exponential
time. Past `STEPS` there is no data flow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from equimorph.metrics.trees import Tree

STEPS = 100_000
"""The maximum of nodes, edges and copied states of a graph, besides ten for each node of the tree."""

Relation: TypeAlias = Literal["comesFrom", "computedFrom"]


class Edge(NamedTuple):
    """The source of the value of a variable's occurrence.

    Attributes:
        name: the variable.
        place: its node.
        relation: "computedFrom" for what an assignment computes, else "comesFrom".
        names: Names of the sources, in order; of an edge from a single expression, one name may be there twice.
        places: Places of the sources.
    """

    name: str
    place: int
    relation: Relation
    names: tuple[str, ...]
    places: tuple[int, ...]


def united(edges: Iterable[Edge], key: Callable[[Edge], Hashable]) -> list[Edge]:
    """Return one edge for each key, with the sources of all of that key and the relation of the last of them."""
    by_key: dict[Hashable, Edge] = {}
    for edge in edges:
        place = key(edge)
        old = by_key.get(place)
        if old is not None:
            names = tuple(dict.fromkeys(old.names + edge.names))
            places = tuple(dict.fromkeys(old.places + edge.places))
            edge = Edge(edge.name, edge.place, edge.relation, names, places)
        by_key[place] = edge
    return list(by_key.values())


class TooLarge(Exception):
    """The graph takes more than `STEPS`."""


class NoFlow(Exception):
    """A node lacks a part without which there is no data flow."""


Step: TypeAlias = int | tuple[int, int] | Callable[[], None]
"""The next step: read a node, or a range of marks, or something else."""
States: TypeAlias = dict[str, tuple[int, ...]]
"""By variable the places that may have given it its present value."""


Readers: TypeAlias = "Mapping[int, Callable[[Walk, int], None]]"


class Walk:
    """A walk over a tree from left to right that collects edges.

    Args:
        tree: the tree.
        readers: Readers of the nodes that are not mere sequences, by the number of their type.
    """

    def __init__(self, tree: Tree, readers: Readers) -> None:
        self.tree = tree
        self.states: States = {}
        self._found: list[Edge] = []
        self._work: list[Step] = [0]
        self._left = STEPS + 10 * len(tree.kinds)
        self._readers = readers
        self._variables, self._texts = _variables(tree)
        special = [node for node, kind in enumerate(tree.kinds) if kind in self._readers]
        self._marks = sorted([*special, *self._variables]) if special else list(self._variables)

    def edges(self) -> list[Edge]:
        """Return the edges of the tree.

        Raises:
            TooLarge: they take too many steps.
            NoFlow: a node lacks a part.
        """
        while self._work:
            step = self._work.pop()
            if isinstance(step, tuple):
                self._read(*step)
            elif isinstance(step, int):
                self._read(*self._range(step))
            else:
                step()
        return self._found

    def then(self, steps: Sequence[Step]) -> None:
        """Do something before everything else."""
        self._work.extend(reversed(steps))
        self._spend(len(steps))

    def child(self, node: int, field: str) -> int:
        """Return the child of a node that fills a field.

        Raises:
            NoFlow: it has none.
        """
        result = self.tree.child(node, field)
        if result is None:
            raise NoFlow
        return result

    def variables(self, node: int) -> list[int]:
        """Return the places of a node's tokens that are more than words and signs of the grammar: names, literals, types."""
        low, high = self._range(node)
        self._spend(high - low)
        variables = self._variables
        return [variables[mark] for mark in self._marks[low:high] if mark in variables]

    def set(self, place: int, relation: Relation, sources: Sequence[int], *, alone: bool = False) -> None:
        """Set the variable of a place from sources.

        Args:
            place: Place of the variable.
            relation: see `Edge`.
            sources: places.
            alone: make an edge for each of them, in place of one for all.
        """
        self._spend(1 + len(sources))
        name, texts = self._texts[place], self._texts
        for group in ((source,) for source in sources) if alone else (tuple(sources),):
            self._found.append(Edge(name, place, relation, tuple(texts[source] for source in group), group))
        self.states[name] = (place,)

    def bind(self, target: int, value: int, relation: Relation) -> None:
        """Bind what a node names to the variables of another node, with an edge for each two of them."""
        sources = self.variables(value)
        for place in self.variables(target):
            self.set(place, relation, sources, alone=True)

    def bind_at_once(self, target: int, value: int) -> None:
        """Bind what a node names to the variables of another node, with one edge for each name."""
        sources = self.variables(value)
        for place in self.variables(target):
            self.set(place, "computedFrom", sources)

    def fork(self, straight: Sequence[int], branches: Sequence[int], *, complete: bool) -> None:
        """Read nodes in a row, and each branch from the state before them; any of these may have happened.

        Args:
            straight: the condition and what is done if it holds.
            branches: the other ones.
            complete: one of them happens; else perhaps none does.
        """
        before = self.states
        ends = [] if complete else [before]
        steps: list[Step] = []
        for way in (straight, *([branch] for branch in branches)):
            steps += [partial(self._begin, before), *way, partial(self._end, ends)]
        self.then([*steps, partial(self._join, ends)])

    def loop(self, steps: Sequence[Step]) -> None:
        """Do steps; then unite the edges that they have added for one variable, place and relation."""
        self.then([*steps, partial(self._unite, len(self._found))])

    def _range(self, node: int) -> tuple[int, int]:
        marks, tree = self._marks, self.tree
        low = bisect_left(marks, node)
        return low, bisect_left(marks, tree.after[node], low)

    def _read(self, low: int, high: int) -> None:
        """Read the marks of a range, up to the first that is no mere token; that and the others are done next."""
        marks, variables, texts, states, edges = (
            self._marks,
            self._variables,
            self._texts,
            self.states,
            self._found,
        )
        for at in range(low, high):
            node = marks[at]
            place = variables.get(node)
            if place is None:
                behind = bisect_left(marks, self.tree.after[node], at)
                self._spend(behind - low)
                self._work.append((behind, high))
                self._readers[self.tree.kinds[node]](self, node)
                return
            text = texts[place]
            sources = states.get(text)
            if sources is not None:
                edges.append(Edge(text, place, "comesFrom", (text,), sources))
                self._left -= len(sources)
                continue
            edges.append(Edge(text, place, "comesFrom", (), ()))
            if self.tree.name(node) == "identifier":
                states[text] = (place,)
        self._spend(high - low)

    def _spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise TooLarge

    def _begin(self, states: States) -> None:
        self._spend(len(states))
        self.states = dict(states)

    def _end(self, ends: list[States]) -> None:
        ends.append(self.states)

    def _join(self, ends: Sequence[States]) -> None:
        joined: dict[str, set[int]] = {}
        for states in ends:
            self._spend(len(states))
            for name, places in states.items():
                self._left -= len(places)
                joined.setdefault(name, set()).update(places)
        self.states = {name: tuple(sorted(places)) for name, places in joined.items()}

    def _unite(self, start: int) -> None:
        edges = self._found[start:]
        self._spend(len(edges))
        self._found[start:] = united(edges, lambda edge: (edge.name, edge.place, edge.relation))


def _variables(tree: Tree) -> tuple[dict[int, int], dict[int, str]]:
    """Return the place that stands for each token that is a variable, and the texts of places.

    Of several tokens at one place, which tree-sitter made up, the last stands for all of them.
    """
    spans, variables, texts = tree.spans, dict[int, int](), dict[int, str]()
    last = {spans[token]: token for token in tree.tokens} if tree.odd else {}
    kinds, odd, named, names = tree.kinds, tree.odd, tree.grammar.named, tree.grammar.names
    plain = tree.data.isascii()  # beyond that, the package cuts words in two
    for token in tree.tokens:
        kind = kinds[token]
        if plain and kind not in named and token not in odd:
            continue  # a word or sign, whose text is its type
        text = tree.text(*spans[token])
        if text != names[kind]:
            variables[token] = place = last.get(spans[token], token)
            texts[place] = text
    return variables, texts
