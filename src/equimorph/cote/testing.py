"""Testing a generator: mutants of its inputs, what it says of both, and how consistent that is."""

# ruff: noqa: PT028 - the function `test` tests a generator; pytest is not meant

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from equimorph.bulk.working import Target, worked
from equimorph.cote.consistency import Comparing, Corpus
from equimorph.cote.errors import CoteError
from equimorph.cote.inputs import Input, Inputs, read_inputs
from equimorph.cote.options import MOST_MUTANTS, CoteOptions
from equimorph.cote.outputs import Generator, Output, endpoint_of, output_of, requests_of
from equimorph.cote.providers import ProviderOptions
from equimorph.cote.replacing import Provider
from equimorph.cote.running import Opened, asked, concluded, describe, mutated, rows_in, texts_of
from equimorph.cote.scoring import Tally
from equimorph.cote.tested import Tested, compared, mutant_from_row
from equimorph.cote.work import known_provider, mutant_rows
from equimorph.models import Endpoint
from equimorph.rows.jsonl import encode, rows_hash
from equimorph.rows.tables import Failed, Rows, name_of_rows, raised
from equimorph.runs.partial import partial

__all__ = ["corpus_of", "mutate", "opened_provider", "said", "test", "write_mutants", "write_tested"]


def mutate(
    inputs: Inputs,
    provider: str | ProviderOptions | Provider = "l",
    *,
    mutants: int = MOST_MUTANTS,
    seed: int = 0,
    failed: Failed | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield a row for each mutant of descriptions, and one without a mutant for each that has none.

    Args:
        inputs: A file of rows with ``id`` and ``input``, an iterable of them, or texts.
        provider: "l" or "n", options, or a provider of your own.
        mutants: Maximum number of mutants of an input.
        seed: Seed that draws the mutants.
        failed: Gets bad rows; the first one is raised without it.

    Raises:
        ProviderMissing: a wheel, a package or a folder is missing; says what to install.
        CoteError: a row or an option is wrong.
        OSError: a file cannot be read.
    """
    CoteOptions(mutants=mutants, seed=seed)
    source = opened_provider(provider)
    for entry in read_inputs(inputs, failed or raised):
        yield from mutant_rows(entry, source, mutants, seed)


def test(
    generator: Generator,
    texts: Inputs,
    provider: str | ProviderOptions | Provider = "l",
    *,
    mutants: int = MOST_MUTANTS,
    seed: int = 0,
    comparing: Comparing | None = None,
    measure: str = "lcs",
    failed: Failed | None = None,
) -> list[Tested]:
    """Test a code generator: is it consistent where one word of its input is replaced?

    Args:
        generator: a function from a text to a program, or to a program and its log probability; a command, a URL or an object of
            `equimorph.models`.
        texts: see `mutate`.
        provider, mutants, seed, failed: see `mutate`.
        comparing: how programs are compared; as Java's tokens by default.
        measure: "lcs", "ed", "tf-idf" or "bleu": which one decides the field `issue`.

    Returns:
        A row for each mutant, and one for each input without a mutant. An error of the generator is the `error` of that output.

    Raises:
        GeneratorError: it is not a generator.
        ProviderMissing, CoteError, OSError: see `mutate`.
    """
    endpoint = endpoint_of(generator)
    how = comparing or Comparing()
    options = CoteOptions(mutants=mutants, seed=seed, comparing=how, measure=measure)  # type: ignore[arg-type]
    rows = list(mutate(texts, provider, mutants=mutants, seed=seed, failed=failed))
    outputs = said(endpoint, texts_of(rows), seed, how.lang)
    corpus = corpus_of(outputs.values(), how)
    results = list[Tested]()
    for row in rows:
        original = outputs[row["input"]]
        other = None if row["mutant"] is None else outputs[row["mutant"]]
        results.append(
            Tested(
                row["id"],
                Input(row["input_id"], row["input"]),
                None if row["mutant"] is None else mutant_from_row(row),
                row["provider"],
                endpoint.name,
                original,
                other,
                compared(how, corpus, original, other),
                how,
                options.measure,
            )
        )
    return results


setattr(test, "__test__", False)  # noqa: B010 - mypy knows no attributes of functions; pytest takes it for a test of its own


def said(endpoint: Endpoint, texts: Iterable[tuple[str, str]], seed: int, language: str) -> dict[str, Output]:
    """Return a generator's outputs for texts, each with an id; each different text is asked once."""
    requests = list(requests_of(texts, seed, language))
    answers = endpoint.answers(iter(requests))
    return {
        request.text: output_of(answer, language) for request, answer in zip(requests, answers, strict=True)
    }


def corpus_of(outputs: Iterable[Output], comparing: Comparing) -> Corpus:
    """Return the corpus of all programs that a generator wrote, each different one once."""
    return comparing.corpus([output.text for output in outputs if output.text is not None])


def opened_provider(given: str | ProviderOptions | Provider) -> Provider:
    """Return a provider by its method, by its options, or the given one."""
    if isinstance(given, ProviderOptions):
        return known_provider(given)
    if isinstance(given, str):
        return known_provider(ProviderOptions(method=given))  # type: ignore[arg-type]
    return given


def write_mutants(target: Target, inputs: Rows, options: CoteOptions, failed: Failed) -> tuple[int, int]:
    """Write the mutants of inputs, by several processes, and again after a kill.

    Returns:
        How many mutants there are, and how many inputs.

    Raises:
        BulkError: another run is at work there, or had other options.
        CoteError, OSError: see `mutate`.
    """
    identity = dict(known_provider(options.provider).identity)
    found = read_inputs(inputs, failed)
    lines = (encode({"row_name": one.id, **one.to_row()}) for one in found)
    mutants = 0

    def wanted(line: bytes) -> bool:
        nonlocal mutants
        mutants += json.loads(line)["mutant"] is not None
        return True

    name = "equimorph.cote.work:mutate"
    counting = wanted if target.out is not None else None
    made = worked(target, name, options.to_dict(), lines, name_of_rows(inputs), identity, wanted=counting)
    return (mutants if counting else made), len(found)


def write_tested(
    target: Target,
    inputs: Rows,
    opened: Opened,
    options: CoteOptions,
    failed: Failed,
    *,
    manifest: bool = True,
) -> Tally:
    """Write the rows of a test; a run that was killed continues, and asks no text twice.

    Args:
        target: a file, whose folder ``OUT.partial`` keeps what is done.
        inputs: rows with ``id`` and ``input``.
        opened: opens the generator.
        options: Options of the test.
        failed: gets bad rows.
        manifest: write what the rows depend on beside the file.

    Raises:
        CoteError: an earlier run in ``OUT.partial`` had other options, or another generator.
        ProviderMissing, BulkError, MutationError, OSError: a part of the work cannot be done.
    """
    if target.out is None:
        raise ValueError("a test is written to a file")
    options.comparing.check()
    label, found = name_of_rows(inputs), read_inputs(inputs, failed)
    run = {
        **options.to_dict(),
        "identity": dict(known_provider(options.provider).identity),
        "input": rows_hash(one.to_row() for one in found),
    }
    with partial(target.out, run, CoteError, target.restart) as work:
        place = mutated(target, work, found, options, label)
        outputs, generator = asked(
            target,
            work,
            lambda: requests_of(texts_of(rows_in(place)), options.seed, options.comparing.lang),
            opened,
        )
        corpus = corpus_of(outputs.values(), options.comparing)
        lines = (encode(_with_outputs(row, outputs)) for row in rows_in(place))
        tally, asked_for = Tally(), {"test": options.to_dict(), "generator": generator}
        concluded(target, work, "work:compare", asked_for, lines, label, corpus, tally.add_row)
        if manifest:
            describe(target, work, run, tally.to_dict())
    return tally


def _with_outputs(row: Mapping[str, Any], outputs: Mapping[str, Output]) -> dict[str, Any]:
    mutant = None if row["mutant"] is None else outputs[row["mutant"]].to_row()
    said_of = {"original": outputs[row["input"]].to_row(), "mutant": mutant}
    return {**row, "row_name": row["id"], "outputs": said_of}
