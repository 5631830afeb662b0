"""The work on single rows, both in the process of the command and in its workers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from equimorph.bulk.job import Record, Report, Work
from equimorph.cote.consistency import Corpus
from equimorph.cote.inputs import Input
from equimorph.cote.options import CoteOptions
from equimorph.cote.outputs import Output
from equimorph.cote.providers import ProviderOptions, provider_of
from equimorph.cote.repairing import Repairing, RepairTask
from equimorph.cote.replacing import Provider, mutants_of
from equimorph.cote.tested import SCHEMA, Tested, compared, mutant_from_row, mutant_row
from equimorph.rows.jsonl import encode, json_line


@lru_cache(1)
def known_provider(options: ProviderOptions) -> Provider:
    """Return the provider of options, made once in a process.

    Raises:
        CoteError, OSError: see `provider_of`.
    """
    return provider_of(options)


def mutant_rows(one: Input, provider: Provider, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield a row for each mutant of an input; one without a mutant, and with the reasons, for an input that has none."""
    result = mutants_of(one.text, provider, count, seed)
    head = {"schema": SCHEMA, "input_id": one.id, "input": one.text, "provider": provider.name}
    for mutant in result.mutants:
        yield {"id": f"{one.id}/{mutant.key}", **head, **mutant_row(mutant)}
    if not result.mutants:
        yield {"id": one.id, **head, "mutant": None, "refused": dict(sorted(result.refused.items()))}


def mutate(options: Mapping[str, Any]) -> Work:
    """Return a function that makes the mutants of an input."""
    settings = CoteOptions.from_dict(options)
    provider = known_provider(settings.provider)

    def made(record: Record, report: Report) -> Iterator[bytes]:
        entry = Input.from_row(json_line(record.number, record.data).data)
        return map(encode, mutant_rows(entry, provider, settings.mutants, settings.seed))

    return made


def shared_corpus(shared: Path) -> Corpus:
    """Return the corpus that `running.concluded` wrote."""
    data = json.loads(shared.read_bytes())
    return Corpus(data["size"], data["counts"])


def compare(options: Mapping[str, Any], shared: Path) -> Work:
    """Return a function that compares the outputs for an input with those for one of its mutants.

    Args:
        options: Options of a test, and the name of the generator.
        shared: the corpus.
    """
    settings, corpus = CoteOptions.from_dict(options["test"]), shared_corpus(shared)

    def made(record: Record, report: Report) -> Iterator[bytes]:
        data = json_line(record.number, record.data).data
        original_output, said = Output.from_row(data["outputs"]["original"]), data["outputs"]["mutant"]
        other = None if said is None else Output.from_row(said)
        yield encode(
            Tested(
                data["id"],
                Input(data["input_id"], data["input"]),
                None if data["mutant"] is None else mutant_from_row(data),
                data["provider"],
                options["generator"],
                original_output,
                other,
                compared(settings.comparing, corpus, original_output, other),
                settings.comparing,
                settings.measure,
            ).to_row()
        )

    return made


def repair(options: Mapping[str, Any], shared: Path) -> Work:
    """Return a function that repairs the issues of an input."""
    repairing, ranking = Repairing(shared_corpus(shared)), options["ranking"]

    def made(record: Record, report: Report) -> Iterator[bytes]:
        task = RepairTask.from_row(json_line(record.number, record.data).data)
        return map(encode, repairing.rows(task, ranking))

    return made
