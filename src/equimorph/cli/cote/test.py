"""The verb `cote test`."""

# ruff: noqa: PT028 - the verb `test` tests a generator; pytest is not meant

from __future__ import annotations

from equimorph.cli.arguments import JsonFile, OutFile, Quiet, Seed
from equimorph.cli.bulk_options import WorkerBulk
from equimorph.cli.cote import options as own
from equimorph.cli.cote.mutate import Mutants
from equimorph.cli.row_files import Restart, bad_row, check_target, opened_rows, target_of
from equimorph.cli.session import Session, reported
from equimorph.cli.streams import stays
from equimorph.cote.options import MOST_MUTANTS, CoteOptions
from equimorph.cote.providers import ProviderOptions
from equimorph.cote.testing import write_tested

_PROVIDER = ProviderOptions()


def test(
    *,
    inputs: JsonFile,
    asked: own.GeneratorOptions,
    method: own.MethodName = "l",
    mutants: Mutants = MOST_MUTANTS,
    seed: Seed = 0,
    table: own.Tables = None,
    cosine: own.Cosines = None,
    vocabulary: own.Vocabulary = _PROVIDER.vocabulary,
    tagger: own.TaggerName = None,
    masked_lm: own.MaskedLm = None,
    probability: own.Probability = _PROVIDER.probability,
    context_cosine: own.LmCosine = _PROVIDER.cosine,
    lang: own.Lang = "java",
    tokens: own.TokensName = "lexer",
    slices: own.SlicerName = "difflib",
    measure: own.MeasureName = "lcs",
    threshold: own.ThresholdList = None,
    out: OutFile = None,
    how: WorkerBulk,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Test a code generator: replace one word of each input and compare the two outputs.

    Rows with id and input become a row for each mutant, with both outputs, the consistency score by each measure, and whether it is
    an issue. A generator that crashes or hangs has an error in its rows; the exit code is 1 only if it answers nothing.
    """
    asked.check()
    check_target(out, how, restart)
    options = own.of_options(
        CoteOptions,
        provider=own.provider_options(
            method, table, cosine, vocabulary, tagger, masked_lm, probability, context_cosine
        ),
        mutants=mutants,
        seed=seed,
        comparing=own.comparing_of(lang, tokens, slices, threshold),
        measure=measure,
    )
    session = Session(quiet)
    with (
        reported(session),
        opened_rows(inputs, out=out) as (rows,),
        target_of(out, how, restart, session) as target,
    ):
        tally = write_tested(
            target, rows, own.opening(asked, session), options, bad_row(session), manifest=stays(out)
        )
    if tally.inputs and not tally.answered:
        session.failed("the generator answered nothing: is it set up as it should be?")
    session.end(tally.summary())
