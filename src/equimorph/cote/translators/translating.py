"""Testing a translator: mutants of programs are translated, compared with the originals' translations, and run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

from equimorph.bulk.working import Target, worked
from equimorph.cote.consistency import MEASURES, Comparing, Corpus, Measure
from equimorph.cote.errors import CoteError
from equimorph.cote.outputs import Generator, endpoint_of, requests_of
from equimorph.cote.running import Opened, asked, concluded, describe, rows_in, texts_of
from equimorph.cote.testing import said
from equimorph.cote.translators.names import program_of
from equimorph.cote.translators.programs import Program
from equimorph.cote.translators.scoring import TranslationTally
from equimorph.cote.translators.work import compared_row, mutant_rows, subject_row
from equimorph.rows.jsonl import encode, rows_hash
from equimorph.runs.declared import Option, Panel
from equimorph.runs.partial import partial
from equimorph.runs.whole import whole_file
from mutators import registry

__all__ = ["Judge", "TranslateOptions", "translate", "write_translated"]

Runs: TypeAlias = Literal["program", "subject"]
"""The part of a translation that is run."""
Judge: TypeAlias = Callable[[Path, Path], object]
"""A runner of candidates. It reads rows with ``id``, ``problem`` and ``candidate`` from the first file and writes them
with ``outcome`` to the second, as `equimorph.bench.run_bench` does."""


@dataclass(frozen=True, kw_only=True)
class TranslateOptions:
    """Options of a translator's test, besides programs and translator.

    Attributes:
        mutators: Use only this mutator (repeatable). It must be preserving. Default: the default ones of the programs' language.
        limit: Maximum mutants per program and mutator.
        seed: Seed for all random choices.
        comparing: Options for comparing translations, with their language.
        measure: Measure that decides the field `issue`: lcs, ed, tf-idf or bleu. All four are computed.
        runs: Unit to run: the whole translation, which checks itself as the program does ("program"), or only the
            function that is compared, with tests that are compiled apart ("subject").

    Raises:
        CoteError: a value is out of its range.
    """

    mutators: Annotated[
        tuple[str, ...] | None,
        Option(flags="--mutator -m", panel=Panel.MUTATORS, noun="mutator", choices=registry.names),
    ] = None
    limit: Annotated[int, Option(flags="--limit-per-mutator", minimum=1)] = 1
    seed: Annotated[int, Option(panel=Panel.MUTATORS)] = 0
    comparing: Comparing = field(default_factory=Comparing)
    measure: Annotated[Measure, Option(panel=Panel.CHECKS, after="slices")] = "lcs"
    runs: Runs = "program"

    def __post_init__(self) -> None:
        if isinstance(self.limit, bool) or not isinstance(self.limit, int) or self.limit < 1:
            raise CoteError(f"the limit is 1 or more, not {self.limit!r}")
        if self.measure not in MEASURES:
            raise CoteError(f"measure is {', '.join(MEASURES)}, not {self.measure!r}")
        if self.runs not in get_args(Runs):
            raise CoteError(f"runs is {' or '.join(get_args(Runs))}, not {self.runs!r}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        mutators = None if self.mutators is None else list(self.mutators)
        return {**vars(self), "mutators": mutators, "comparing": self.comparing.to_dict()}


def translate(
    generator: Generator,
    programs: Iterable[Program],
    options: TranslateOptions | None = None,
    *,
    judge: Callable[[str, str], str] | None = None,
) -> list[dict[str, Any]]:
    """Test a translator, in this process.

    Args:
        generator: a function from a program to its translation; or as of `equimorph.cote.test`.
        programs: that are mutated.
        options: Options of the test.
        judge: returns the outcome of a problem's tests ("pass" or another word) on a translation; None to run nothing.

    Returns:
        A row for each mutant.

    Raises:
        GeneratorError: it is not a generator.
        ParseError, MutationError: a program cannot be mutated.
    """
    how, endpoint = options or TranslateOptions(), endpoint_of(generator)
    mutators = None if how.mutators is None else list(how.mutators)
    rows = [
        row
        for entry in programs
        for row in mutant_rows(entry, mutators, how.limit, how.seed, lambda conflict: None)
    ]
    outputs = said(endpoint, texts_of(rows), how.seed, how.comparing.lang)
    subjects = [subject_row(row, outputs, how.comparing.lang) for row in rows]
    if judge is not None:
        verdicts = {
            (job["problem"], job["candidate"]): judge(job["problem"], job["candidate"])
            for job in _candidates(subjects, how)
        }
        subjects = [_with_behaviour(row, verdicts, how) for row in subjects]
    corpus = _corpus(subjects, how.comparing)
    return [compared_row(row, endpoint.name, how.comparing, how.measure, corpus) for row in subjects]


def write_translated(
    target: Target,
    programs: Iterable[Program],
    opened: Opened,
    options: TranslateOptions,
    label: str,
    judge: Judge | None = None,
    *,
    judged_by: Mapping[str, Any] | None = None,
    manifest: bool = True,
) -> TranslationTally:
    """Write the rows of a test of a translator; a run that was killed continues, and asks and runs nothing twice.

    Args:
        target: a file, whose folder ``OUT.partial`` keeps what is done.
        programs: that are mutated.
        opened: opens the translator.
        options: Options of the test.
        label: what messages call the programs.
        judge: runs translations; None to run nothing.
        judged_by: what the outcomes depend on, as plain data.
        manifest: write what the rows depend on beside the file.

    Raises:
        CoteError: an earlier run in ``OUT.partial`` had other options, or another translator.
        BulkError, MutationError, OSError: a part of the work cannot be done.
    """
    if target.out is None:
        raise ValueError("a test is written to a file")
    known = list(programs)
    run = {
        **options.to_dict(),
        "judged_by": None if judge is None else dict(judged_by or {}),
        "input": rows_hash(one.to_row() for one in known),
    }
    comparing, tally = options.comparing, TranslationTally()
    comparing.check()
    with partial(target.out, run, CoteError, target.restart) as work:
        place = work / "mutants.jsonl"
        own = replace(target, parts=None, restart=False)
        if not place.exists():
            lines = (encode({"row_name": one.id, **one.to_row()}) for one in known)
            asked_for = {name: run[name] for name in ("mutators", "limit", "seed")}
            worked(replace(own, out=place), f"{_WORK}:mutate", asked_for, lines, label, {})
        outputs, name = asked(
            target, work, lambda: requests_of(texts_of(rows_in(place)), options.seed, comparing.lang), opened
        )
        subjects = [subject_row(row, outputs, comparing.lang) for row in rows_in(place)]
        if judge is not None:
            verdicts = _judged(work, subjects, options, judge)
            subjects = [_with_behaviour(row, verdicts, options) for row in subjects]
        lines = (encode({"row_name": row["id"], **row}) for row in subjects)
        asked_for = {"comparing": comparing.to_dict(), "measure": options.measure, "generator": name}
        corpus = _corpus(subjects, comparing)
        concluded(target, work, "translators.work:compare", asked_for, lines, label, corpus, tally.add)
        if manifest:
            describe(target, work, run, tally.to_dict())
    return tally


_WORK = "equimorph.cote.translators.work"


def _runs(row: Mapping[str, Any], name: str, options: TranslateOptions) -> str | None:
    """Return the part of a translation that is run; None where there is no translation."""
    if row["outputs"][name] is None or (text := row["outputs"][name]["text"]) is None:
        return None
    code: str = (
        row["subjects"][name] if options.runs == "subject" else program_of(text, options.comparing.lang)
    )
    return code


def _candidates(rows: Iterable[Mapping[str, Any]], options: TranslateOptions) -> Iterator[dict[str, str]]:
    """Yield each different program once, with an id."""
    seen = set[str]()
    for row in rows:
        for name in ("original", "mutant"):
            text = _runs(row, name, options)
            if row["problem"] is None or text is None:
                continue
            id = _id(row["problem"], text)
            if id not in seen:
                seen.add(id)
                yield {"id": id, "problem": row["problem"], "candidate": text}


def _id(problem: str, text: str) -> str:
    return hashlib.sha256(f"{problem}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _judged(
    work: Path, rows: Iterable[Mapping[str, Any]], options: TranslateOptions, judge: Judge
) -> dict[tuple[str, str], str]:
    asked_for, said_of = work / "candidates.jsonl", work / "judged.jsonl"
    if not said_of.exists():
        with whole_file(asked_for) as stream:
            for job in _candidates(rows, options):
                stream.write(encode(job))
        judge(asked_for, said_of)
    return {(row["problem"], row["candidate"]): row["outcome"] for row in rows_in(said_of)}


def _with_behaviour(
    row: Mapping[str, Any], verdicts: Mapping[tuple[str, str], str], options: TranslateOptions
) -> dict[str, Any]:
    outcomes = dict[str, str | None]()
    for name in ("original", "mutant"):
        text = _runs(row, name, options)
        outcomes[name] = None if text is None else verdicts.get((row["problem"], text))
    return {**row, "behaviour": None if outcomes["original"] is None else outcomes}


def _corpus(rows: Iterable[Mapping[str, Any]], comparing: Comparing) -> Corpus:
    subjects = (row["subjects"][name] for row in rows for name in ("original", "undone"))
    return comparing.corpus([subject for subject in subjects if subject is not None])
