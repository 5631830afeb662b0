"""The work on single programs and pairs, both in the process of the command and in its workers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from equimorph.bulk.job import ROW_NAME, Record, Report, Work
from equimorph.cote.consistency import Comparing, Corpus, Measure
from equimorph.cote.outputs import Output
from equimorph.cote.tested import SCHEMA, compared
from equimorph.cote.translators.names import names_undone, subject_of
from equimorph.cote.translators.programs import Program, mutate_programs
from equimorph.cote.work import shared_corpus
from equimorph.rows.jsonl import encode, json_line
from mutators import Mutation


def mutant_rows(
    program: Program, mutators: list[str] | None, limit: int, seed: int, report: Report
) -> Iterator[dict[str, Any]]:
    """Yield a row for each mutant of a program, and one without a mutant for a program that has none."""
    head = {
        **{"schema": SCHEMA, "input_id": program.id, "lang": program.lang, "entry": program.entry},
        **{"problem": program.problem or None, "input": program.text},
    }
    any_ = False
    for variant in mutate_programs(program, mutators, limit, seed, report):
        any_ = True
        yield {
            **{"id": f"{program.id}/{variant.mutator}:{variant.id}", **head, "mutant": variant.text},
            **{"mutator": variant.mutator, "mutation": variant.mutation.to_dict()},
        }
    if not any_:
        yield {"id": program.id, **head, "mutant": None, "mutator": None, "mutation": None}


def mutate(options: Mapping[str, Any]) -> Work:
    """Return a function that makes the mutants of a program."""
    mutators, limit, seed = options["mutators"], options["limit"], options["seed"]

    def made(record: Record, report: Report) -> Iterator[bytes]:
        program = Program.from_row(json_line(record.number, record.data).data)
        return map(encode, mutant_rows(program, mutators, limit, seed, report))

    return made


def subject_row(row: Mapping[str, Any], outputs: Mapping[str, Output], lang: str) -> dict[str, Any]:
    """Return a row of a mutant with what the translator said, and what of it is compared and run.

    Args:
        row: Row of `mutant_rows`.
        outputs: Outputs of the translator, by text.
        lang: Language of the translations.
    """
    output, other = outputs[row["input"]], None if row["mutant"] is None else outputs[row["mutant"]]
    subjects = [
        None if side is None or side.text is None else subject_of(side.text, lang, row["entry"])
        for side in (output, other)
    ]
    undone = subjects[1]
    if undone is not None:
        undone = names_undone(undone, lang, Mutation.from_dict(row["mutation"]))
    return {
        **row,
        "outputs": {"original": output.to_row(), "mutant": None if other is None else other.to_row()},
        "subjects": {"original": subjects[0], "mutant": subjects[1], "undone": undone},
    }


def compared_row(
    row: Mapping[str, Any], generator: str, comparing: Comparing, measure: Measure, corpus: Corpus
) -> dict[str, Any]:
    """Return a row of `subject_row` with its scores.

    Args:
        row: Row, with `behaviour` if the translations were run.
        generator: Name of the translator.
        comparing, corpus: Settings for comparing subjects.
        measure: The measure that decides the field `issue`.
    """
    sides = [
        Output(row["subjects"][name], None, None if row["subjects"][name] is not None else "no program")
        for name in ("original", "undone")
    ]
    comparison = compared(comparing, corpus, *sides)
    issues = None if comparison is None else comparison.issues(comparing.thresholds)
    behaviour = row.get("behaviour")
    decided = behaviour is not None and behaviour["original"] == "pass" and behaviour["mutant"] is not None
    return {
        **row,
        "generator": generator,
        "scores": None if comparison is None else dict(comparison.scores),
        "issues": issues,
        "measure": measure,
        "issue": None if issues is None else issues[measure],
        "slices": None if comparison is None else list(comparison.slices),
        "capped": None if comparison is None else comparison.capped,
        "comparing": comparing.to_dict(),
        "behaviour": behaviour,
        "real": behaviour["mutant"] != "pass" if decided and behaviour is not None else None,
    }


def compare(options: Mapping[str, Any], shared: Path) -> Work:
    """Return a function that compares the translations of a program and of one of its mutants."""
    comparing, corpus = Comparing.from_dict(options["comparing"]), shared_corpus(shared)

    def made(record: Record, report: Report) -> Iterator[bytes]:
        row = {
            name: value
            for name, value in json_line(record.number, record.data).data.items()
            if name != ROW_NAME
        }
        yield encode(compared_row(row, options["generator"], comparing, options["measure"], corpus))

    return made
