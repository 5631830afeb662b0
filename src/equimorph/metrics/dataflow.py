"""DataflowMatch: how many edges of the reference's data flow the candidate has (Ren et al. 2020, section 3.2).

The graph follows GraphCodeBERT (Guo et al. 2021, section 3), read off the tree from left to right, without types,
scopes and calls: which occurrence of a name, a literal or a keyword gets its value from which others. Nothing here
calls itself, so depth has no limit; but a loop's body is read twice, so that loops within loops need exponential time.
Past `STEPS` there is no data flow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, partial
from typing import Literal, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from equimorph.metrics.trees import Grammar, Tree, tree_of

__all__ = ["STEPS", "Edge", "Flow", "dataflow_match", "flow_of", "matched_edges"]

_BRANCHES = frozenset({"elif_clause", "else_clause"})
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
            _kept[tree] = _normalised(_merged(Walk(tree).edges()))
        except TooLarge:
            _kept[tree] = None
        except NoFlow:
            _kept[tree] = Counter()
    return _kept[tree]


_kept: WeakKeyDictionary[Tree, Flow | None] = WeakKeyDictionary()


def _merged(edges: Sequence[Edge]) -> list[Edge]:
    """Return one edge for each token that has a source or is one, in order of the tokens."""
    ordered = sorted(edges, key=lambda edge: edge.place)
    used = {edge.place for edge in ordered if edge.places}
    used.update(place for edge in ordered for place in edge.places)
    return _united((edge for edge in ordered if edge.place in used), lambda edge: edge.place)


def _united(edges: Iterable[Edge], key: Callable[[Edge], Hashable]) -> list[Edge]:
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


def _normalised(edges: Iterable[Edge]) -> Flow:
    numbers: dict[str, int] = {}
    flow: Flow = Counter()
    for edge in edges:
        sources = tuple(numbers.setdefault(name, len(numbers)) for name in edge.names)
        flow[numbers.setdefault(edge.name, len(numbers)), edge.relation, sources] += 1
    return flow


class TooLarge(Exception):
    """The graph takes more than `STEPS`."""


class NoFlow(Exception):
    """A node lacks a part without which there is no data flow."""


Step: TypeAlias = int | tuple[int, int] | Callable[[], None]
"""The next step: read a node, or a range of marks, or something else."""
States: TypeAlias = dict[str, tuple[int, ...]]
"""By variable the places that may have given it its present value."""


class Walk:
    """A walk over a tree from left to right that collects edges.

    Attributes:
        tree: the tree.
        states: what the variables are at this point.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.states: States = {}
        self._found: list[Edge] = []
        self._work: list[Step] = [0]
        self._left = STEPS + 10 * len(tree.kinds)
        self._readers = _readers(tree.grammar)
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
        self._found[start:] = _united(edges, lambda edge: (edge.name, edge.place, edge.relation))


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


def _generators_first(walk: Walk, node: int) -> None:
    """Read the loops of a comprehension, then what it collects."""
    tree = walk.tree
    loops_first: list[int] = sorted(
        tree.children(node), key=lambda child: tree.name(child) != "for_in_clause"
    )
    walk.then(loops_first)


def _declarator(walk: Walk, node: int) -> None:
    """Read ``a = b`` of a declaration or of a parameter, or ``a`` alone."""
    name, value = walk.child(node, "name"), walk.tree.child(node, "value")
    if value is not None:
        walk.then([value, partial(walk.bind, name, value, "comesFrom")])
        return
    for place in walk.variables(name):
        walk.set(place, "comesFrom", ())


def _java_assignment(walk: Walk, node: int) -> None:
    target, value = walk.child(node, "left"), walk.child(node, "right")
    walk.then([value, partial(walk.bind, target, value, "computedFrom")])


def _update(walk: Walk, node: int) -> None:
    walk.bind(node, node, "computedFrom")


def _java_if(walk: Walk, node: int) -> None:
    """Read an ``if``; the word ``else`` is a branch of its own that does nothing, so that the state before it flows on."""
    tree = walk.tree
    children = tree.children(node)
    names = [tree.name(child) for child in children]
    cut = next((at for at, name in enumerate(names) if name in ("if_statement", "else")), len(children))
    walk.fork(children[:cut], children[cut:], complete=any("else" in name for name in names))


def _java_for(walk: Walk, node: int) -> None:
    """Read a ``for`` with a declaration, and all but the declaration again; without one, all once."""
    tree = walk.tree
    children = tree.children(node)
    names = [tree.name(child) for child in children]
    again = names.index("local_variable_declaration") + 1 if "local_variable_declaration" in names else None
    walk.loop(children + children[again:] if again is not None else children)


def _enhanced_for(walk: Walk, node: int) -> None:
    name, value, body = (walk.child(node, field) for field in ("name", "value", "body"))
    walk.loop([value, partial(walk.bind, name, value, "computedFrom"), body] * 2)


def _while(walk: Walk, node: int) -> None:
    walk.loop(walk.tree.children(node) * 2)


def _python_assignment(walk: Walk, node: int) -> None:
    """Read ``a = b``; an annotation alone is nothing."""
    right = walk.tree.child(node, "right")
    if right is not None:
        walk.then(_assigned(walk, _pairs(walk, walk.child(node, "left"), right)))


def _generator(walk: Walk, node: int) -> None:
    """Read ``for a in b`` of a comprehension."""
    walk.then(_assigned(walk, [(walk.child(node, "left"), walk.tree.children(node)[-1])]))


def _python_for(walk: Walk, node: int) -> None:
    """Read the loop twice; what follows the body, such as ``else``, takes the body's place, and is not read."""
    steps = _assigned(walk, _pairs(walk, walk.child(node, "left"), walk.child(node, "right")))
    last = walk.tree.children(node)[-1]
    if walk.tree.name(last) == "block":
        steps.append(last)
    walk.loop(steps * 2)


def _python_if(walk: Walk, node: int) -> None:
    tree = walk.tree
    children = tree.children(node)
    names = [tree.name(child) for child in children]
    branches = [child for child, name in zip(children, names, strict=True) if name in _BRANCHES]
    straight = [child for child, name in zip(children, names, strict=True) if name not in _BRANCHES]
    walk.fork(straight, branches, complete=any("else" in name for name in names))


def _pairs(walk: Walk, left: int, right: int) -> list[tuple[int, int]]:
    """Return the bindings: part by part if both sides have the same number of parts, else the whole to the whole.

    Raises:
        NoFlow: these are parts of a string, which have no places.
    """
    tree = walk.tree
    sides = [[part for part in tree.parts(side) if tree.name(part) != ","] for side in (left, right)]
    if not sides[0] or len(sides[0]) != len(sides[1]):
        return [(left, right)]
    if tree.kinds[left] in tree.grammar.atoms or tree.kinds[right] in tree.grammar.atoms:
        raise NoFlow
    return list(zip(*sides, strict=True))


def _assigned(walk: Walk, pairs: Sequence[tuple[int, int]]) -> list[Step]:
    """Return the steps that read the values, then bind the targets to them."""
    return [
        *(value for _, value in pairs),
        *(partial(walk.bind_at_once, target, value) for target, value in pairs),
    ]


_READERS: dict[str, dict[str, Callable[[Walk, int], None]]] = {
    "java": {
        "variable_declarator": _declarator,
        "assignment_expression": _java_assignment,
        "update_expression": _update,
        "if_statement": _java_if,
        "for_statement": _java_for,
        "enhanced_for_statement": _enhanced_for,
        "while_statement": _while,
    },
    "python": {
        **{f"{kind}_comprehension": _generators_first for kind in ("list", "set", "dictionary")},
        "generator_expression": _generators_first,
        "ERROR": _generators_first,
        "default_parameter": _declarator,
        "assignment": _python_assignment,
        "augmented_assignment": _python_assignment,
        "for_in_clause": _generator,
        "if_statement": _python_if,
        "for_statement": _python_for,
        "while_statement": _while,
    },
}
"""Readers of the nodes that are not mere sequences, by language and type."""


@cache
def _readers(grammar: Grammar) -> dict[int, Callable[[Walk, int], None]]:
    """Return the readers of nodes, by the number of their type."""
    by_name = _READERS[grammar.lang]
    return {kind: by_name[name] for kind, name in grammar.names.items() if name in by_name}
