"""`check`: all laws over a mutator and some sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from mutators.base import Mutator
from mutators.mutant import Mutant
from mutators.testing.broken import LawBroken
from mutators.testing.declaration import check_declaration, check_examples, check_reasons, constructed
from mutators.testing.laws import check_deterministic, check_inverts, check_local, check_record, check_valid
from mutators.testing.processes import check_other_process
from mutators.testing.trial import Trial
from mutators.testing.undoing import Undos, check_undo
from parsers.source import SourceFile

__all__ = ["Oracle", "Report", "check"]

Oracle = Callable[[SourceFile, Mutant], str | None]
"""Returns the fault of a mutant of a source that only a compiler or a run shows, or None."""


@dataclass(frozen=True)
class Report:
    """The counts of a mutator whose laws all hold in the sources.

    Attributes:
        sources: how many there were.
        candidates: how many places where the pattern occurs.
        mutants: how many of them have a mutant.
        refusals: how many of them are refused, by reason.
        undone, conflicts: how many patches of mutants were undone correctly, and how many were a conflict.
        other_process: whether another process was asked for the same mutants.
    """

    sources: int
    candidates: int
    mutants: int
    refusals: Mapping[str, int]
    undone: int
    conflicts: int
    other_process: bool


def check(
    mutator: Mutator | Callable[[], Mutator],
    sources: Iterable[SourceFile | Path | str] | None = None,
    *,
    seed: int = 0,
    at_least: int = 1,
    undos: int = 100,
    processes: bool = True,
    oracle: Oracle | None = None,
) -> Report:
    """Check the laws of a mutator, and return what it did.

    Args:
        mutator: the mutator, or its class, which is then constructed with default options.
        sources: a `Path` is a file, a string is a text, both in the mutator's language; by default the texts of its examples.
        seed: Seed of the mutants, and of the patches that are undone.
        at_least: how many mutants the sources must have: a check without mutants proves nothing.
        undos: how many mutants, drawn by the seed, are patched and undone.
        processes: whether another process, with another PYTHONHASHSEED, makes the same mutants.
        oracle: returns what is wrong with a mutant, if only a compiler or a run shows it; such as
            `mutators.java.testing.JavaOracle` and `mutators.python.testing.PythonOracle`.

    Raises:
        LawBroken: the mutator breaks a law.
    """
    made = constructed(mutator)
    check_declaration(made)
    check_examples(made)
    texts = [row.before for row in made.examples] if sources is None else list(sources)
    trials = [Trial(made, _source(text, made.language), seed) for text in texts]
    refusals = Counter(reason for trial in trials for _, reason in trial.judged if reason is not None)
    check_reasons(made, refusals)
    for trial in trials:
        for law in (check_valid, check_local, check_inverts, check_record, check_deterministic):
            law(trial)
    mutants = sum(len(trial.mutants) for trial in trials)
    if mutants < at_least:
        reason = f"the sources have {mutants} mutants, not {at_least}; refused: {dict(refusals) or 'nothing'}"
        raise LawBroken("sources", made.name, reason)
    asked = processes and check_other_process(trials)
    counts = _undone(trials, undos, seed)
    if oracle is not None:
        for trial in trials:
            _judged(trial, oracle)
    candidates = sum(len(trial.judged) for trial in trials)
    by_reason = dict(refusals.most_common())
    return Report(len(trials), candidates, mutants, by_reason, counts.undone, counts.conflicts, asked)


def _source(given: SourceFile | Path | str, language: str) -> SourceFile:
    """Return a file or a text as a source."""
    if isinstance(given, SourceFile):
        return given
    if isinstance(given, Path):
        return SourceFile(given.read_bytes(), str(given), language)
    return SourceFile.from_text(given, language=language)


def _undone(trials: list[Trial], limit: int, seed: int) -> Undos:
    """Check the undo of some of the mutants, and return how many patches were undone."""
    # Texts with errors of their own are left out: undo does without the syntax tree there.
    all_ = [(trial, mutant) for trial in trials if not trial.source.has_error for mutant in trial.mutants]
    rng, counts = Random(seed), Undos()
    for trial, mutant in rng.sample(all_, min(limit, len(all_))):
        check_undo(trial, mutant, rng, counts)
    return counts


def _judged(trial: Trial, oracle: Oracle) -> None:
    for mutant in {mutant.data: mutant for mutant in trial.mutants}.values():
        wrong = oracle(trial.source, mutant)
        if wrong:
            raise trial.broken_by("L7 oracle", wrong, mutant)
