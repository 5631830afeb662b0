"""The sets of a retraining: which roots are learnt from and which are asked about, and the mutants of both.

Roots of one file, and roots that read alike, are on one side, so that nothing that is asked about was learnt from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import Annotated, Any

from equimorph.runs.declared import Option, Panel, check_values
from equimorph.runs.seeds import seed_of
from equimorph.search.errors import SearchError
from equimorph.search.found import FoundRow
from equimorph.search.individuals import Individual, Stepper, k_times, original
from equimorph.search.matrix import CLEAN, KINDS
from equimorph.search.operators import operators_of
from equimorph.search.roots import Root
from equimorph.search.tasks import Task, TaskText
from equimorph.search.tasks.words import declared_name
from equimorph.texts.javadoc import first_sentence
from parsers import ParseError, SourceFile


@dataclass(frozen=True, kw_only=True)
class SetOptions:
    """Options for dividing roots into sets and for making the mutants that no row has.

    Attributes:
        test_share: Share of the methods used for testing.
        k: Random steps per k-times mutant.
        seed: Seed for all random choices.

    Raises:
        SearchError: a number is out of its range.
    """

    test_share: Annotated[float, Option(panel=Panel.SAMPLES)] = 0.3
    k: Annotated[int, Option(flags="-k", panel=Panel.SAMPLES, minimum=1)] = 5
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0

    def __post_init__(self) -> None:
        check_values(self, SearchError)
        if not 0 < self.test_share < 1:
            raise SearchError(f"the share of the test roots is between 0 and 1, not {self.test_share}")


@dataclass
class Sets:
    """The texts of a retraining, one of each root in each set.

    Attributes:
        train: Originals of the train roots, then further methods.
        adversarials: Mutants of the train roots, by kind.
        tests: The originals of the test roots, and their mutants by kind; the same roots in the same order.
        made: Number of mutants that no row had, by kind.
        dropped: Number of roots and further methods that are in no set, by reason.
    """

    train: list[TaskText] = field(default_factory=list)
    adversarials: dict[str, list[TaskText]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    tests: dict[str, list[TaskText]] = field(default_factory=lambda: {kind: [] for kind in (CLEAN, *KINDS)})
    made: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, Any]:
        """Return the sizes of the sets, and of the rest."""
        return {
            "train": len(self.train),
            "train_roots": len(self.adversarials[KINDS[0]]),
            "test_roots": len(self.tests[CLEAN]),
            "made": dict(sorted(self.made.items())),
            "dropped": dict(sorted(self.dropped.items())),
        }

    def learnt_by(self, training: str) -> list[TaskText]:
        """Return the texts of a training: the originals, and for a kind of mutants these besides."""
        return [*self.train, *self.adversarials.get(training, ())]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield each text with its set."""
        for name, texts in (("train", self.train), *self.adversarials.items()):
            yield from ({"side": "train", "set": name, **vars(one)} for one in texts)
        for name, texts in self.tests.items():
            yield from ({"side": "test", "set": name, **vars(one)} for one in texts)


def sets_of(
    rows: Mapping[str, Iterable[FoundRow]], task: Task, options: SetOptions, more: Iterable[TaskText] = ()
) -> Sets:
    """Return the sets of a retraining.

    For each root one mutant of each kind is taken, the most telling one, which is the one with the highest score if
    there are several rows. If there are no rows by `once` or `times` at all, these mutants are made here, from the
    root's text alone. A root that has no mutant of some kind is in no set, so that all sets have the same roots.

    Args:
        rows: Rows of mutants, by kind; rows of `guided` give the roots.
        task: Task that gives the labels.
        options: Options for dividing the roots.
        more: Further methods to learn from; one that reads like a root, or is in a file of a test root, is left out.

    Raises:
        SearchError: too little is left on a side; or two rows have different originals of one root.
    """
    sets = Sets()
    given = {kind: list(found) for kind, found in rows.items()}
    roots = _by_root(given)
    wanted = {kind: k for kind, k in (("once", 1), ("times", options.k)) if not given.get(kind)}
    if not roots:
        raise SearchError("no rows of mutants: there is nothing to learn from")
    groups = [
        [
            (one, whole)
            for one, kinds in group
            if (whole := _with_made(one, kinds, wanted, options.seed, sets)) is not None
        ]
        for group in _groups(roots, task, sets.dropped)
    ]
    sides = _shared_out([group for group in groups if group], options)
    for one, kinds in sides["train"]:
        sets.train.append(one)
        for kind in KINDS:
            sets.adversarials[kind].append(kinds[kind])
    for one, kinds in sides["test"]:
        sets.tests[CLEAN].append(one)
        for kind in KINDS:
            sets.tests[kind].append(kinds[kind])
    _add_more(sets, more, task, [one for side in sides.values() for one, _ in side])
    for name, texts in (("learn from", sets.adversarials[KINDS[0]]), ("ask about", sets.tests[CLEAN])):
        if len(texts) < 2:
            reasons = ", ".join(f"{reason}: {count}" for reason, count in sorted(sets.dropped.items()))
            raise SearchError(
                f"{len(texts)} roots to {name}, two at least are needed (left out: {reasons or 'none'})"
            )
    return sets


@dataclass
class _Rows:
    """The rows of a root: the first one, and the best one by kind."""

    first: FoundRow
    best: dict[str, FoundRow] = field(default_factory=dict)


def _by_root(rows: Mapping[str, Iterable[FoundRow]]) -> dict[str, _Rows]:
    found: dict[str, _Rows] = {}
    for kind in ("guided", "once", "times"):
        for row in rows.get(kind, ()):
            if kind == "guided":
                found.setdefault(row.root, _Rows(row))
            of_root = found.get(row.root)
            if of_root is None:
                continue
            if of_root.first.original != row.original:
                raise SearchError(f"root {row.root} has two originals")
            before = of_root.best.get(kind)
            if before is None or row.rank < before.rank:
                of_root.best[kind] = row
    return dict(sorted(found.items()))


_Group = list[tuple[TaskText, dict[str, TaskText]]]


def _groups(roots: Mapping[str, _Rows], task: Task, dropped: Counter[str]) -> Iterator[_Group]:
    """Yield the roots that have a label, grouping roots of one file and roots that read alike."""
    texts = dict[str, TaskText]()
    for id, of_root in roots.items():
        one = _text_of(of_root.first)
        reason = task.refuse(one)
        if reason is not None:
            dropped[reason] += 1
        else:
            texts[id] = one
    group_of = dict[str, str]()

    def top(key: str) -> str:
        while group_of.setdefault(key, key) != key:
            key = group_of[key]
        return key

    for id, one in texts.items():
        for key in (f"words {_key(task, one)}", *([f"file {_file(one)}"] if one.source else [])):
            first, second = sorted((top(f"root {id}"), top(key)))
            group_of[second] = first
    groups: dict[str, _Group] = {}
    for id, one in texts.items():
        mutants = {kind: one.mutant(row.id, row.text) for kind, row in roots[id].best.items()}
        groups.setdefault(top(f"root {id}"), []).append((one, mutants))
    yield from groups.values()


def _text_of(row: FoundRow) -> TaskText:
    name = declared_name(row.original) or row.method
    return TaskText(row.root, row.root, row.original, name, comment_above(row), row.path)


def comment_above(row: FoundRow) -> str:
    """Return the first sentence of the Javadoc above a root, where its file still has the root there; else ""."""
    try:
        data = Path(row.path).read_bytes() if row.path else b""
    except (OSError, ValueError):
        return ""
    if not data.startswith(row.original.encode("utf-8", "surrogatepass"), row.offset):
        return ""
    return first_sentence(data[: row.offset].decode("utf-8", "replace"))


def _file(one: TaskText) -> str:
    return str(Path(one.source).resolve())


def _key(task: Task, one: TaskText) -> str:
    return sha256("\n".join(task.words(one)).encode()).hexdigest()


def _shared_out(groups: Sequence[_Group], options: SetOptions) -> dict[str, _Group]:
    """Return the roots of the two sides: groups in random order go to the test side as long as they fit into its share."""
    room = ceil(options.test_share * sum(map(len, groups)))
    sides: dict[str, _Group] = {"train": [], "test": []}
    for group in sorted(
        groups, key=lambda group: seed_of("side", options.seed, min(one.id for one, _ in group))
    ):
        sides["test" if len(sides["test"]) + len(group) <= room else "train"] += group
    return {side: sorted(group, key=lambda one: one[0].id) for side, group in sides.items()}


def _with_made(
    one: TaskText, kinds: Mapping[str, TaskText], wanted: Mapping[str, int], seed: int, sets: Sets
) -> dict[str, TaskText] | None:
    """Return a mutant of each kind for a root; or None if there is none of some kind, which `sets` counts.

    Some are in rows (`kinds`); others are made here, of the number of steps in `wanted`.
    """
    found = dict(kinds)
    for kind in ("once", "times"):
        if kind in found:
            continue
        made = _made(one, wanted[kind], seed) if kind in wanted else None
        if made is None:
            sets.dropped[f"no mutant by {kind}"] += 1
            return None
        sets.made[kind] += 1
        found[kind] = one.mutant(made.id, made.text)
    return found


def _made(one: TaskText, k: int, seed: int) -> Individual | None:
    """Return a mutant of k steps, or as many as there are sites; None for no site."""
    try:
        methods = SourceFile.from_text(one.text).methods
    except ParseError:
        return None
    if len(methods) != 1 or methods[0].untrusted:
        return None
    root = Root(one.root, methods[0])
    [made] = k_times([original(root)], Stepper({root.id: root}, operators_of(), seed), k)
    return made if made.operators else None


def _add_more(sets: Sets, further: Iterable[TaskText], task: Task, roots: Sequence[TaskText]) -> None:
    seen = {_key(task, one) for one in roots}
    files = {_file(one) for one in sets.tests[CLEAN] if one.source}
    for one in further:
        reason, key = task.refuse(one), _key(task, one)
        if reason is None and one.source and _file(one) in files:
            reason = "in a file that is asked about"
        if reason is None and key in seen:
            reason = "reads like another method"
        if reason is not None:
            sets.dropped[reason] += 1
            continue
        seen.add(key)
        sets.train.append(one)
