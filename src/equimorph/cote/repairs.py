"""Repairing the issues of a test: more mutants are made of both sentences, and asked; each text once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from equimorph.bulk.working import Target
from equimorph.cote.consistency import Comparing
from equimorph.cote.errors import CoteError
from equimorph.cote.inputs import Input
from equimorph.cote.options import REPAIR_MUTANTS, CoteOptions
from equimorph.cote.outputs import Generator, Output, endpoint_of, requests_of
from equimorph.cote.providers import ProviderOptions
from equimorph.cote.ranking import RANKINGS, Ranking, Sentence, Variant
from equimorph.cote.repairing import Repairing, RepairTask
from equimorph.cote.replacing import Provider
from equimorph.cote.running import Opened, asked, concluded, describe, mutated, rows_in
from equimorph.cote.scoring import Tally
from equimorph.cote.tested import Tested, mutant_from_row
from equimorph.cote.testing import corpus_of, opened_provider, said
from equimorph.cote.work import known_provider, mutant_rows
from equimorph.rows.jsonl import encode, rows_hash
from equimorph.rows.tables import Failed, Rows, name_of_rows, raised, read_rows
from equimorph.runs.partial import partial

__all__ = ["read_tested", "repair", "write_repaired"]


@dataclass(frozen=True)
class _Issues:
    """The rows of a test that are issues by some measure; `outputs` has the programs of all rows, by text."""

    rows: tuple[Tested, ...]
    outputs: Mapping[str, Output]
    comparing: Comparing

    @classmethod
    def of(cls, rows: Iterable[Tested]) -> _Issues:
        """Return the issues among rows.

        Raises:
            CoteError: the rows are of tests that compare programs in different ways, or of a generator that changed its mind.
        """
        issues, outputs, comparing = list[Tested](), dict[str, Output](), None
        for row in rows:
            comparing = comparing or row.comparing
            if row.comparing != comparing:
                raise CoteError(f"the row {row.id!r} was compared in another way than the first one")
            for text, output in _said(row):
                if output.text is not None and outputs.setdefault(text, output) != output:
                    raise CoteError(
                        f"the row {row.id!r} has another output than a row before for {text!r:.80}"
                    )
            if any(row.issues.values()):
                issues.append(row)
        return cls(tuple(issues), outputs, comparing or Comparing())

    def sentences(self) -> Iterator[Input]:
        """Yield the sentences whose programs may be repaired, each once: the originals, and the mutants."""
        seen = set[str]()
        for row in self.rows:
            assert row.mutant is not None
            for sentence in (row.input, Input(row.id, row.mutant.text)):
                if sentence.id not in seen:
                    seen.add(sentence.id)
                    yield sentence

    def tasks(
        self, mutants: Mapping[str, Sequence[Mapping[str, Any]]], outputs: Mapping[str, Output]
    ) -> Iterator[RepairTask]:
        """Yield a task for each input.

        Args:
            mutants: rows of mutants by the id of their sentence.
            outputs: what the generator said, by text.
        """

        def sentence(id: str, text: str) -> Sentence:
            rows = (row for row in mutants.get(id, ()) if row["mutant"] is not None)
            variants = (Variant(mutant_from_row(row), outputs[row["mutant"]]) for row in rows)
            return Sentence(text, outputs[text], tuple(variants))

        grouped = dict[str, list[Tested]]()
        for row in self.rows:
            grouped.setdefault(row.input.id, []).append(row)
        for id, rows in grouped.items():
            pairs = [(row, sentence(row.id, row.mutant.text)) for row in rows if row.mutant is not None]
            yield RepairTask(sentence(id, rows[0].input.text), tuple(pairs))


def _said(row: Tested) -> Iterator[tuple[str, Output]]:
    yield row.input.text, row.original_output
    if row.mutant is not None and row.mutant_output is not None:
        yield row.mutant.text, row.mutant_output


def read_tested(rows: Rows | Iterable[Tested], failed: Failed) -> Iterator[Tested]:
    """Yield the rows of a test; bad ones are reported.

    Raises:
        OSError: the file cannot be read.
    """
    return read_rows(rows, Tested.from_row, failed, key=lambda row: row.id)


def _texts(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    return ((row["id"], row["mutant"]) for row in rows if row["mutant"] is not None)


def _by_sentence(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    groups = dict[str, list[dict[str, Any]]]()
    for row in rows:
        groups.setdefault(row["input_id"], []).append(row)
    return groups


def repair(
    generator: Generator,
    tested: Rows | Iterable[Tested],
    provider: str | ProviderOptions | Provider = "l",
    *,
    mutants: int = REPAIR_MUTANTS,
    seed: int = 0,
    ranking: Ranking = "cross-reference",
    failed: Failed | None = None,
) -> list[dict[str, Any]]:
    """Repair the issues of a test.

    Args:
        generator: See `test`; it is asked about new mutants alone.
        tested: A file of the rows of a test, or the result of `test`.
        provider: Provider of the replacements, as of `test`; it need not be the same.
        mutants: Maximum number of mutants of each sentence.
        seed: Seed that draws the mutants.
        ranking: "cross-reference" (black box) or "probability" (grey box), which decides the fields `repaired` and `rank`.
        failed: Gets bad rows; the first one is raised without it.

    Returns:
        A row for each issue. It is the row of the test with `repaired` (the two programs, or None), `rank`, and `repairs`
        by all measures and rankings.

    Raises:
        CoteError: a row or an option is wrong.
        GeneratorError, ProviderMissing, OSError: see `test`.
    """
    if ranking not in RANKINGS:
        raise CoteError(f"ranking is {' or '.join(RANKINGS)}, not {ranking!r}")
    issues = _Issues.of(read_tested(tested, failed or raised))
    CoteOptions(mutants=mutants, seed=seed)
    source = opened_provider(provider)
    rows = [row for entry in issues.sentences() for row in mutant_rows(entry, source, mutants, seed)]
    new = {id: text for id, text in _texts(rows) if text not in issues.outputs}
    outputs = {**said(endpoint_of(generator), new.items(), seed, issues.comparing.lang), **issues.outputs}
    repairing = Repairing(corpus_of(issues.outputs.values(), issues.comparing))
    tasks = issues.tasks(_by_sentence(rows), outputs)
    return [row for task in tasks for row in repairing.rows(task, ranking)]


def write_repaired(
    target: Target,
    tested: Rows,
    opened: Opened,
    options: CoteOptions,
    ranking: Ranking,
    failed: Failed,
    *,
    manifest: bool = True,
) -> Tally:
    """Write the rows of the issues of a test with their repairs; a run that was killed continues, and asks no text twice.

    Args:
        target: a file, whose folder ``OUT.partial`` keeps what is done.
        tested: rows of a test.
        opened: opens the generator.
        options: provider, mutants and seed of the repair; how programs are compared, the rows say.
        ranking: see `repair`.
        failed: gets bad rows.
        manifest: write what the rows depend on beside the file.

    Raises:
        CoteError: an earlier run in ``OUT.partial`` had other options, or another generator.
        ProviderMissing, BulkError, MutationError, OSError: a part of the work cannot be done.
    """
    if target.out is None:
        raise ValueError("a repair is written to a file")
    every, label, tally = list(read_tested(tested, failed)), name_of_rows(tested), Tally()
    issues = _Issues.of(every)
    issues.comparing.check()
    run = {
        **{name: value for name, value in options.to_dict().items() if name not in ("comparing", "measure")},
        "ranking": ranking,
        "identity": dict(known_provider(options.provider).identity),
        "input": rows_hash(row.data or {} for row in every),
    }
    with partial(target.out, run, CoteError, target.restart) as work:
        place = mutated(target, work, issues.sentences(), options, label)
        mutants = _by_sentence(rows_in(place))
        flat = [row for rows in mutants.values() for row in rows]
        outputs, _ = asked(
            target,
            work,
            lambda: requests_of(_texts(flat), options.seed, issues.comparing.lang, issues.outputs),
            opened,
        )
        corpus = corpus_of(issues.outputs.values(), issues.comparing)
        tasks = issues.tasks(mutants, {**outputs, **issues.outputs})
        lines = (encode({"row_name": one.issues[0][0].input.id, **one.to_row()}) for one in tasks)
        concluded(target, work, "work:repair", {"ranking": ranking}, lines, label, corpus, tally.add_row)
        if manifest:
            describe(target, work, run, tally.to_dict())
    return tally
