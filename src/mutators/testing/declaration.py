"""The laws of a mutator's declaration: its attributes, docstring, options and examples."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from itertools import chain
from typing import get_args

from mutators.base import Example, Mutator
from mutators.mutant import Relation
from mutators.options import Option
from mutators.testing.broken import Law, LawBroken, diff
from mutators.testing.trial import Trial
from parsers.language import languages
from parsers.source import SourceFile

_KEBAB_CASE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SEEDS = range(12)
"""Seeds with which an accepted row is tried: a mutator that draws gives its text with one of them."""


def constructed(mutator: Mutator | Callable[[], Mutator]) -> Mutator:
    """Return a mutator, of a class the one with default options.

    Raises:
        LawBroken: the class is no mutator, or cannot be constructed without arguments.
    """
    if isinstance(mutator, Mutator):
        return mutator
    name = getattr(mutator, "name", mutator)
    try:
        return mutator()
    except Exception as error:
        raise LawBroken(
            "declaration", str(name), f"it cannot be constructed without arguments: {error!r}"
        ) from error


def check_declaration(mutator: Mutator) -> None:
    """Check the attributes, the docstring and the options of a mutator.

    Raises:
        LawBroken: one of them is missing or wrong.
    """
    for reason in chain(_attributes(mutator), _docstring(mutator), _options(mutator)):
        raise LawBroken("declaration", str(getattr(mutator, "name", type(mutator).__name__)), reason)


def _attributes(mutator: Mutator) -> Iterable[str]:
    for name in ("name", "language", "relation", "examples"):
        if not hasattr(mutator, name):
            yield f"the class has no attribute {name!r}"
            return
    if not _KEBAB_CASE.fullmatch(mutator.name):
        yield f"its name {mutator.name!r} is not in kebab case"
    if type(mutator.version) is not int or mutator.version < 1:
        yield f"its version is {mutator.version!r}, not a whole number from 1"
    if mutator.language not in languages():
        yield f"its language {mutator.language!r} is unknown; there are: {', '.join(languages())}"
    if mutator.relation not in get_args(Relation):
        yield f"its relation is {mutator.relation!r}, none of {', '.join(map(repr, get_args(Relation)))}"


def _docstring(mutator: Mutator) -> Iterable[str]:
    module = sys.modules.get(type(mutator).__module__)
    own = vars(type(mutator)).get("__doc__")
    if not any(doc and doc.strip() for doc in (module and module.__doc__, own)):
        yield "neither its module nor its class has a docstring, which makes the claim"


def _options(mutator: Mutator) -> Iterable[str]:
    names = [option.name for option in mutator.options]
    if len(names) != len(set(names)):
        yield f"two options have one name: {', '.join(names)}"
    for option in mutator.options:
        if not option.help:
            yield f"its option {option.name!r} has no help"
        yield from _values(type(mutator), option)


def _values(kind: type[Mutator], option: Option) -> Iterable[str]:
    for value in option.values:
        try:
            made = kind(**{option.name: value})
        except Exception as error:
            yield f"its option {option.name!r} cannot be {value!r}: {error!r}"
            return
        if getattr(made, option.name, None) != option.check(value):
            yield f"its option {option.name!r}, given as {value!r}, is no attribute with that value"


def check_examples(mutator: Mutator) -> None:
    """Run the rows of a mutator.

    Raises:
        LawBroken: there is no accepted row, or a row gives another text or another reason than it says.
    """
    rows = mutator.examples
    if not any(row.after is not None for row in rows):
        raise LawBroken("examples", mutator.name, "no row has a mutant")
    runs_them = type(mutator).for_examples()
    for row in rows:
        _check_row(runs_them, row)


def _check_row(mutator: Mutator, row: Example) -> None:
    law: Law = "examples"
    source = SourceFile.from_text(row.before, language=mutator.language)
    trials = [Trial(mutator, source, seed) for seed in _SEEDS]
    _ = trials[0].judged  # what is wrong with matches and obstacles is said of them, not of the row
    start, end = row.at
    judged = [(s, reason) for s, reason in mutator.judged(source) if start <= s.start and s.end <= end]
    reasons = [reason for _, reason in judged if reason is not None]
    made: set[str] = set()
    if row.after is not None:
        accepted = [site for site, reason in judged if reason is None]
        made = {trial.mutant(site).text for trial in trials for site in accepted}
    if row.after is None:
        if row.reason not in reasons:
            found = f"refused for {reasons}" if reasons else "accepted" if judged else "no site"
            reason = f"the row {row.before!r} is not refused for {row.reason!r}, but {found}"
            raise LawBroken(law, mutator.name, reason, source)
    elif row.after not in made:
        reason = f"the row {row.before!r} does not give its text"
        shown = f"refused for {reasons}" if reasons else "no site"
        if made:
            shown = "\n".join(diff(row.after, text, ("row", "mutant")) for text in sorted(made))
        raise LawBroken(law, mutator.name, reason, source, shown=shown)


def check_reasons(mutator: Mutator, met: Iterable[str]) -> None:
    """Check that each reason that the sources gave is in a refused row.

    Raises:
        LawBroken: one does not.
    """
    shown = {row.reason for row in mutator.examples}
    for reason in met:
        if reason not in shown:
            raise LawBroken("examples", mutator.name, f"no row is refused for {reason!r}, which a source met")
