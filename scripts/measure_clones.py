"""Plants clones of a project's methods, and counts which of them each form of leakage finds.

A clone is a method with a mutation by one mutator, or with three in a row, or with an edit that no mutator makes. A mutation of an
operator changes the behaviour, so that a hit is a false alarm. The original is looked up in its clone as `equimorph leakage find`
does it, by

- text: the paper's normalised text, one inside the other;
- renamed, canonical: the key of the form;
- near: the usual search for near-duplicates, with a Jaccard index of at least 0.8.

The methods of each project are looked up among those of the others, too: nothing should be found there.

    python scripts/measure_clones.py SOURCES SOURCES [--each 300] [--seed 1] [--rows clones.jsonl] [--table FILE.md] [--missed 10]

Only methods of at least 50 characters count, as in `leakage find`. Every figure is computed a second time, by plain comparisons of
texts and sets, and with the interval solved numerically; a difference ends the run.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random

from rich.progress import track

import equimorph as em
import mutators
from equimorph.leakage.forms import form
from equimorph.leakage.forms.keys import keys
from equimorph.leakage.forms.language import forms_of
from equimorph.leakage.forms.near import LEAST, Near
from equimorph.leakage.samples import FormName
from equimorph.statistics import Ratio, wilson
from parsers.java.method import Method, methods_of
from parsers.java.syntax.tokens import tokenize

__all__ = [
    "BREAKING",
    "FORMS",
    "LESS",
    "OTHER_NAME",
    "PRESERVING",
    "STACK",
    "STRANGERS",
    "Clone",
    "Hit",
    "check",
    "check_counts",
    "counted",
    "edited",
    "found",
    "is_counted",
    "methods",
    "name_of",
    "of_kind",
    "planted",
    "second",
    "stacks",
    "strangers",
    "table",
    "tokens",
]

FORMS: tuple[FormName, ...] = ("text", "renamed", "canonical", "near")
KEYED: tuple[FormName, ...] = ("renamed", "canonical")
PRESERVING = mutators.defaults()
STACK = "three in a row"
BREAKING = "operator-mutation"
LESS = "a statement removed"
OTHER_NAME = "a called method renamed"
STRANGERS = "other project"
LEAST_CHARS = 50
JAVA = "java"
PER_FILE = 6
_Z = 1.959963984540054


@dataclass(frozen=True)
class Clone:
    """A method, and what was made of it.

    Attributes:
        project: the name of its project.
        kind: the mutator's name, `STACK`, `OTHER_NAME` or `LESS`.
        place: path and line.
        original: its text.
        clone: the text of the mutant.
    """

    project: str
    kind: str
    place: str
    original: str
    clone: str


@dataclass(frozen=True)
class Hit:
    """A case and the forms that found it.

    Attributes:
        project: the name of the project.
        kind: as of `Clone`, or `STRANGERS`.
        place: path and line of the method.
        forms: the names of the forms.
    """

    project: str
    kind: str
    place: str
    forms: tuple[FormName, ...]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sources", type=Path, nargs="+", help="root folder of the main sources of a project")
    parser.add_argument("--each", type=int, default=300, help="clones of each kind and project")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="write a row for each case here")
    parser.add_argument("--table", type=Path, help="write the table here, too")
    parser.add_argument(
        "--missed",
        type=int,
        default=0,
        help="show so many clones of each kind that canonical misses or must not find",
    )
    options = parser.parse_args()
    hits, members = list[Hit](), dict[str, list[tuple[str, str]]]()
    for root in options.sources:
        files = sorted(root.rglob("*.java"))
        project = name_of(root)
        members[project] = list(methods(files))
        for kind in (*PRESERVING, STACK, OTHER_NAME, LESS, BREAKING):
            clones = list(of_kind(project, files, kind, options.each, options.seed))
            of_it = list(found(clones))
            check([second(one) for one in clones], of_it)
            _show(clones, of_it, options.missed)
            hits += of_it
    for project, own in members.items():
        others = [text for name, texts in members.items() if name != project for _, text in texts]
        if others:
            hits += strangers(project, own, others)
    if options.rows:
        options.rows.write_text("".join(json.dumps(asdict(hit)) + "\n" for hit in hits))
    text = "".join(f"{line}\n" for line in table(counted(hits)))
    check_counts(hits)
    print(text)
    if options.table:
        options.table.write_text(text)
    return 0


def name_of(root: Path) -> str:
    """Return what a folder of sources is called: the project above `src`."""
    parts = root.resolve().parts
    return parts[parts.index("src") - 1] if "src" in parts[1:] else parts[-1]


def methods(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield the methods of a project that count, each with its place."""
    for path in files:
        source = em.read(path)
        for method in source.methods:
            if is_counted(method.text):
                yield f"{path.name}:{source.lines.line(method.start)}", method.text


def is_counted(text: str, language: str = JAVA) -> bool:
    """Return whether a method is long enough to be looked up."""
    return len(_plain(text, language)) >= LEAST_CHARS


def _plain(text: str, language: str = JAVA) -> str:
    normal = form(text, "text", language)
    assert normal is not None
    return normal


def of_kind(project: str, files: Sequence[Path], kind: str, each: int, seed: int) -> Iterator[Clone]:
    """Yield clones of one kind, of at most `PER_FILE` methods of a file, from files in random order."""
    rng, made = Random(f"{seed} {kind}"), 0
    for path in track(rng.sample(files, len(files)), description=f"{project} {kind}", transient=True):
        source = em.read(path)
        if source.has_error:
            continue
        for place, original, clone in _made(source, kind, rng):
            if made == each:
                return
            if is_counted(original):
                made += 1
                yield Clone(project, kind, f"{path.name}:{place}", original, clone)


def _made(source: em.SourceFile, kind: str, rng: Random) -> Iterator[tuple[int, str, str]]:
    if kind in (OTHER_NAME, LESS):
        return edited(source, kind, rng)
    return stacks(source, rng) if kind == STACK else planted(source, kind, rng)


def planted(source: em.SourceFile, kind: str, rng: Random) -> Iterator[tuple[int, str, str]]:
    """Yield mutants of methods of a file, one of each: its line, its text, and that of the mutant."""
    mutator = mutators.get(kind)
    sites = dict[int, list[mutators.Site]]()
    for site in mutator.sites(source):
        method = source.method_at(site.start)
        assert method is not None
        sites.setdefault(method.start, []).append(site)
    for start in sorted(rng.sample(sorted(sites), min(PER_FILE, len(sites)))):
        mutant = mutator.apply(source, rng.choice(sites[start]), rng.randrange(1000))
        yield source.lines.line(start), mutant.original, mutant.mutant


def stacks(source: em.SourceFile, rng: Random) -> Iterator[tuple[int, str, str]]:
    """Yield methods of a file with three mutations each, as `planted` does."""
    stacked = em.stack(source, list(PRESERVING), seed=rng.randrange(1000), per_method=3)
    chains = [one.mutants for one in stacked.by_member() if len(one.mutants) == 3]
    for first, *_, last in rng.sample(chains, min(PER_FILE, len(chains))):
        yield source.lines.line(first.method.start), first.original, last.mutant


def edited(source: em.SourceFile, kind: str, rng: Random) -> Iterator[tuple[int, str, str]]:
    """Yield methods of a file without one of their statements, or with another name for one that they call, as `planted` does."""
    places = [(method, places) for method in methods_of(source) if (places := _places(method, kind))]
    for method, found in rng.sample(places, min(PER_FILE, len(places))):
        clone, chosen = method.data, rng.choice(found)
        for start, end in sorted(chosen, reverse=True):
            new = b"" if kind == LESS else clone[start:end] + b"2"
            clone = clone[:start] + new + clone[end:]
        yield source.lines.line(method.start), method.text, clone.decode()


def _places(method: Method, kind: str) -> list[list[tuple[int, int]]]:
    """Return what can be edited in a method, each with its byte ranges in the method's text."""
    found = dict[str, list[tuple[int, int]]]()
    for node in method.nodes:
        called = node.parent is not None and node.parent.type == "method_invocation" and node.field == "name"
        if kind == OTHER_NAME and called and method.node_text(node) != method.name:
            found.setdefault(method.node_text(node), []).append(
                (node.start - method.start, node.end - method.start)
            )
        elif kind == LESS and node.type == "expression_statement":
            found[str(node.start)] = [(node.start - method.start, node.end - method.start)]
    return list(found.values())


def found(clones: Sequence[Clone], language: str = JAVA) -> Iterator[Hit]:
    """Yield the forms that find each clone by its original."""
    originals, texts = ([getattr(one, side).encode() for one in clones] for side in ("original", "clone"))
    near = {(hit.text, hit.side) for hit in Near(originals, language).hits(texts)}
    for at, one in enumerate(clones):
        forms = [
            name
            for name in KEYED
            if keys(originals[at], name, language)[0] in keys(texts[at], name, language)
        ]
        if _either(_plain(one.original, language), _plain(one.clone, language)):
            forms.append("text")
        if (at, at) in near:
            forms.append("near")
        yield Hit(one.project, one.kind, one.place, tuple(name for name in FORMS if name in forms))


def _either(one: str, other: str) -> bool:
    return one in other or other in one


def second(one: Clone, language: str = JAVA) -> tuple[FormName, ...]:
    """Return the forms that find a clone, by comparisons without hashes."""
    words = [tokens(text, language) for text in (one.original, one.clone)]
    plain = ["".join("".join(each).split()) for each in words]
    runs = [_runs(each) for each in words]
    same = partial(_same_form, one, language)
    verdicts: Mapping[FormName, Callable[[], bool]] = {
        "text": lambda: plain[1].count(plain[0]) + plain[0].count(plain[1]) > 0,
        "renamed": lambda: same("renamed"),
        "canonical": lambda: same("canonical"),
        "near": lambda: Fraction(len(runs[0] & runs[1]), len(runs[0] | runs[1])) >= Fraction(str(LEAST)),
    }
    return tuple(name for name in FORMS if verdicts[name]())


def _same_form(one: Clone, language: str, name: FormName) -> bool:
    forms = [form(text, name, language) for text in (one.original, one.clone)]
    if None in forms:  # the form that takes its place
        forms = [form(text, "renamed", language) for text in (one.original, one.clone)]
    return forms[0] == forms[1]


def tokens(text: str, language: str = JAVA) -> list[str]:
    """Return the tokens of a text; of Python without docstrings and layout."""
    if language == JAVA:
        return [token.text.decode() for token in tokenize(text.encode())]
    return [token.decode() for token in next(forms_of(language).units(text.encode()))]


def _runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + 5]) for at in range(max(1, len(words) - 4))}


def check(again: Sequence[tuple[FormName, ...]], hits: Sequence[Hit]) -> None:
    """Check hits by the forms that a second computation finds."""
    for forms, hit in zip(again, hits, strict=True):
        if forms != hit.forms:
            raise AssertionError(f"{hit}: a second computation finds {forms}")


def strangers(
    project: str, own: Sequence[tuple[str, str]], others: Sequence[str], language: str = JAVA
) -> Iterator[Hit]:
    """Yield for each method of a project the forms that find it among the methods of others."""
    sides, texts = [text.encode() for _, text in own], [text.encode() for text in others]
    known = {name: {key for text in texts for key, _ in keys(text, name, language)} for name in KEYED}
    near = {hit.side for hit in Near(sides, language).hits(texts)}
    plain = "\0".join(_plain(text, language) for text in others)
    for at, (place, text) in enumerate(own):
        verdicts = {name: keys(sides[at], name, language)[0][0] in known[name] for name in KEYED}
        verdicts |= {"text": _plain(text, language) in plain, "near": at in near}
        yield Hit(project, STRANGERS, place, tuple(name for name in FORMS if verdicts[name]))


Counts = dict[tuple[str, FormName], Ratio]


def counted(hits: Iterable[Hit]) -> Counts:
    """Return how many cases of each kind each form finds."""
    cases, seen = Counter[str](), Counter[tuple[str, FormName]]()
    for hit in hits:
        cases[hit.kind] += 1
        seen.update((hit.kind, name) for name in hit.forms)
    return {(kind, name): Ratio(seen[kind, name], total) for kind, total in cases.items() for name in FORMS}


def table(counts: Counts) -> Iterator[str]:
    """Yield the lines of a table: a row for each kind, a column for each form."""
    yield f"| clones | cases | {' | '.join(FORMS)} |"
    yield f"| --- | ---: |{' ---: |' * len(FORMS)}"
    for kind in dict.fromkeys(kind for kind, _ in counts):
        cells = [_cell(counts[kind, name]) for name in FORMS]
        yield f"| {kind} | {counts[kind, FORMS[0]].denominator:,} | {' | '.join(cells)} |"


def _cell(ratio: Ratio) -> str:
    interval = wilson(ratio.numerator, ratio.denominator)
    assert interval is not None
    return f"{ratio.percent} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def check_counts(hits: Sequence[Hit]) -> None:
    """Check ratios and intervals by other means: lists that are filtered, and the interval's ends by bisection."""
    for (kind, name), ratio in counted(hits).items():
        cases = [hit for hit in hits if hit.kind == kind]
        again = len([hit for hit in cases if name in hit.forms]), len(cases)
        interval = wilson(*again)
        assert interval is not None
        ends = interval.low, interval.high
        if again != (ratio.numerator, ratio.denominator) or any(
            abs(end - other) > 1e-9 for end, other in zip(ends, _ends(*again), strict=True)
        ):
            raise AssertionError(f"{kind}, {name}: {ratio} and {ends}, again {again} and {_ends(*again)}")


def _ends(numerator: int, denominator: int) -> tuple[float, float]:
    """Return the shares that lie just as far from the one seen as chance would have it, below and above it."""
    share = numerator / denominator

    def solved(end: float) -> float:
        near, far = share, end
        for _ in range(200):
            middle = (near + far) / 2
            if abs(middle - share) < _Z * sqrt(middle * (1 - middle) / denominator):
                near = middle
            else:
                far = middle
        return near

    return solved(0.0) if numerator else 0.0, solved(1.0) if numerator < denominator else 1.0


def _show(clones: Sequence[Clone], hits: Sequence[Hit], most: int) -> None:
    wanted = [
        one
        for one, hit in zip(clones, hits, strict=True)
        if ("canonical" in hit.forms) == (hit.kind == BREAKING)
    ]
    for one in wanted[:most]:
        print(f"==== {one.project} {one.kind} {one.place}\n{one.original}\n---- the clone\n{one.clone}\n")
        print(f"---- canonical\n{form(one.original, 'canonical')}\n{form(one.clone, 'canonical')}\n")


if __name__ == "__main__":
    sys.exit(main())
