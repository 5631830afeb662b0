"""The results of a search: all scored individuals, the best of each root, the archive, and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from equimorph.bulk.reporting import counted
from equimorph.search.individuals import Individual
from equimorph.search.options import Method, SearchOptions
from equimorph.search.outputs import plain_output
from equimorph.search.panel import Panel
from equimorph.search.roots import Root
from equimorph.search.scores import Score, mean_score, suite_score

__all__ = ["SCHEMA", "Result", "archive_of", "best_of"]

SCHEMA = 1
"""Version of the rows."""


def _rank(one: Individual) -> tuple[Any, ...]:
    """Return a key that sorts the better individual first: score, another answer, fewer changed bytes, lower id."""
    score = one.score.exact if one.score is not None else -1
    return -score, not one.changed, one.size, one.id, one.root, one.slot


def best_of(individuals: Iterable[Individual]) -> dict[str, Individual]:
    """Return the best individual of each root, decided by score, another answer, the smaller edit, the lower id."""
    found = dict[str, Individual]()
    for one in individuals:
        if one.root not in found or _rank(one) < _rank(found[one.root]):
            found[one.root] = one
    return found


def archive_of(individuals: Iterable[Individual]) -> dict[tuple[tuple[str, ...], int], Individual]:
    """Return the best mutant for each set of operators and each edit size, in powers of two of bytes."""
    found = dict[tuple[tuple[str, ...], int], Individual]()
    for one in individuals:
        if not one.mutations:
            continue
        cell = tuple(sorted(set(one.operators))), one.size.bit_length()
        if cell not in found or _rank(one) < _rank(found[cell]):
            found[cell] = one
    return found


@dataclass(frozen=True)
class Result:
    """The result of a search.

    Attributes:
        method: "guided", "once" or "times".
        options: Options of the search.
        roots: that were searched, by id.
        panel: the model and its mutant models, with what they said.
        originals: the roots as individuals, with their scores.
        population: the last generation of a guided search; the first draw of a baseline.
        scored: all individuals, each text of a root once, in the order in which they were scored; the originals are among them.
        history: a row for each generation, or for each draw.
        reason: why the search ended: "generations", "draws", "target", "budget", "seconds", "stagnation" or "exhausted".
    """

    method: Method
    options: SearchOptions
    roots: Mapping[str, Root]
    panel: Panel
    originals: tuple[Individual, ...]
    population: tuple[Individual, ...]
    scored: tuple[Individual, ...]
    history: tuple[Mapping[str, Any], ...]
    reason: str

    @property
    def calls(self) -> int:
        """The number of model calls of the search."""
        return self.panel.calls

    @cached_property
    def best(self) -> dict[str, Individual]:
        """The best individual of each root, which may be the original."""
        return best_of(self.scored)

    @cached_property
    def archive(self) -> dict[tuple[tuple[str, ...], int], Individual]:
        """The best mutant for each set of operators and each edit size."""
        return archive_of(self.scored)

    @cached_property
    def adversarials(self) -> tuple[Individual, ...]:
        """The mutants of which the model says something else than of their originals."""
        return tuple(one for one in self.scored if one.changed and one.mutations)

    @property
    def mean_best(self) -> float | None:
        """The mean over roots of the best score; None without roots."""
        return mean_score(one.score for one in self.best.values() if one.score is not None)

    @property
    def mean(self) -> float | None:
        """The mean score of the population; None for an empty one."""
        return mean_score(one.score for one in self.population if one.score is not None)

    @property
    def suite(self) -> Score | None:
        """The mutation score of the population as a suite; None without mutant models, or where the rule gives outputs no class."""
        texts = [one.text for one in self.population]
        if not texts or not self.panel.mutants or self.panel.differ.said(self.panel.said(texts[0])) is None:
            return None
        classes = {self.panel.differ.said(self.panel.said(one.text)) for one in self.scored}
        said = [self.panel.said(text) for text in texts]
        return suite_score(said, [one.ask(texts) for one in self.panel.mutants], classes, self.panel.differ)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each mutant that is worth keeping, in the order in which they were scored.

        These are the best of each root, the adversarials, the archive, and the population; the field `kept` says why.
        """
        groups: Mapping[str, Iterable[Individual]] = {
            "best": self.best.values(),
            "adversarial": self.adversarials,
            "archive": self.archive.values(),
            "population": self.population,
        }
        why = dict[tuple[str, str], list[str]]()
        for name, group in groups.items():
            for one in group:
                names = why.setdefault((one.root, one.text), [])
                names += [name] if name not in names else []
        last = {(one.root, one.text): one for one in self.population}
        for one in self.scored:
            key = one.root, one.text
            if one.mutations and key in why:
                yield self.row(last.get(key, one), why[key])

    def row(self, one: Individual, kept: Iterable[str] = ()) -> dict[str, Any]:
        """Return an individual as plain data for a line of JSON.

        Args:
            one: Individual of this search.
            kept: Reasons for keeping it.
        """
        method = self.roots[one.root].method
        relation = "preserving-but-for-output" if _prints(one) else "preserving"
        return {
            "schema": SCHEMA,
            "id": one.id,
            "root": one.root,
            "parent": one.parent,
            "generation": one.generation,
            "path": method.source.path,
            "method": {"name": method.name, "start_line": method.start_line, "end_line": method.end_line},
            "offset": method.start,
            "operators": list(one.operators),
            "mutator": "+".join(record.mutator for record in one.mutations),
            "relation": relation,
            "score": None if one.score is None else one.score.to_dict(),
            "killed": one.killed,
            "changed": one.changed,
            "said": {"original": self._said(one.original), "text": self._said(one.text)},
            "status": one.status,
            "size": one.size,
            "kept": list(kept),
            "original": one.original,
            "text": one.text,
            "mutant": one.text,  # as in other rows of mutants, so that `verify`, `invert` and `undo` take these
            "mutations": [record.to_dict() for record in one.mutations],
        }

    def _said(self, text: str) -> int | str | list[Any] | None:
        """Return the model's output for a text; for a vector the place of the nearest one of the gallery, if the rule has one."""
        said = self.panel.said(text)
        if isinstance(said, int | str) or isinstance(said[0], str):
            return plain_output(said)
        return self.panel.differ.said(said)

    def summary(self) -> str:
        """Return a line for people."""
        mutants = len(self.scored) - len(self.originals)
        answered = len({one.root for one in self.adversarials})
        mean = "" if self.mean_best is None else f", mean best score {self.mean_best:.3f}"
        return (
            f"{counted(len(self.originals), 'method')}, {counted(mutants, 'mutant')}, "
            f"{counted(self.calls, 'model call')}{mean}; {counted(len(self.adversarials), 'adversarial')} of "
            f"{counted(answered, 'method')}; ended by {self.reason}"
        )


def _prints(one: Individual) -> bool:
    return any(record.mutator == "log-statement" for record in one.mutations)
