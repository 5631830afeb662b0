"""The capabilities of the library: the one table of what users import and call.

The attributes of `equimorph`, the command's verbs and their help, and the docs' table follow from it. Nothing here imports
anything of the library: a module is imported when one of its names is used, or one of its verbs is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Verb(NamedTuple):
    """A verb of the command.

    Attributes:
        name: what users type.
        place: its ``module:function`` below `equimorph.cli`.
        sentence: the first one of its help.
    """

    name: str
    place: str
    sentence: str


class Capability(NamedTuple):
    """A package for users, `equimorph.NAME`.

    Attributes:
        name, sentence: Name and description.
        verbs: Verbs of the command itself, such as `equimorph pairs`.
        below: Verbs in the group named after the package, such as `equimorph leakage find`.
        extras: Extras for pip, for features that need other packages.
    """

    name: str
    sentence: str
    verbs: tuple[Verb, ...] = ()
    below: tuple[Verb, ...] = ()
    extras: tuple[str, ...] = ()


def _verbs(module: str, **sentences: str) -> tuple[Verb, ...]:
    """Return verbs by the names of their functions.

    Args:
        module: Module of the functions; ``{}`` in it stands for the name of each.
        sentences: Sentences by function.
    """
    names = {function: function.rstrip("_") for function in sentences}
    return tuple(
        Verb(name.replace("_", "-"), f"{module.format(name)}:{function}", sentences[function])
        for function, name in names.items()
    )


NAMES: Mapping[str, tuple[str, ...]] = {
    "equimorph.checking.class_bytes": ("ClassBytes",),
    "equimorph.checking.code_objects": ("CodeObjects",),
    "equimorph.checking.equivalence": ("equivalence",),
    "equimorph.checking.verdicts": ("ClassVerdict", "Equivalence"),
    "equimorph.checking.verification": ("Verification", "verify"),
    "equimorph.mutants.catalogue": ("MutatorInfo", "get_mutator", "list_mutators"),
    "equimorph.mutants.inverting": ("invert",),
    "equimorph.mutants.mutating": (
        "Candidate",
        "Conflict",
        "Selection",
        "mutate",
        "parse",
        "read",
        "select_mutators",
        "sites",
    ),
    "equimorph.mutants.skipping": ("SkippedWarning",),
    "equimorph.mutants.stacking": ("stack",),
    "equimorph.patches.changed_lines": ("changed_lines",),
    "equimorph.patches.undoing": ("undo", "undo_diff", "undo_hunk"),
    "equimorph.projects.killing": ("TestRun", "run_tests"),
    "equimorph.proving": ("prove",),
    "equimorph.rows.batches": ("mutate_batch",),
    "equimorph.rows.by_row": ("invert_row", "mutate_row"),
    "equimorph.rows.row": ("Row", "parse_row", "row"),
    "equimorph.rows.undoing": ("undo_diff_row", "undo_row"),
    "equimorph.texts.comparing": ("same_tokens",),
    "equimorph.trees.rewriting": ("RewriteSummary", "invert_tree", "rewrite"),
    "equimorph.version": ("__version__",),
    "mutators": (
        "Edit",
        "EditConflict",
        "InternalError",
        "Mutant",
        "Mutation",
        "MutationError",
        "Mutator",
        "Option",
        "RecordMismatch",
        "Refused",
        "Site",
        "Stacked",
        "UndoConflict",
        "Undone",
    ),
    "parsers": ("Method", "ParseError", "SourceFile"),
}
"""By module its names that are attributes of `equimorph`."""

CORE = (
    *_verbs(
        "{}",
        list_="List the mutators: Java first, then other languages, which are named.",
        sites="Show where mutators apply: path:line:column, mutator (and its form or direction), method, text.",
        mutate="Make first-order mutants: one JSON object per mutant, with its record.",
        rewrite="Copy a source tree and mutate every method of the copy; its mutations.jsonl holds the records.",
    ),
    *_verbs(
        "rows",
        invert="Restore originals byte for byte, from a rewritten tree or from rows of mutants.",
        undo="Undo mutations in patched mutants; adds undone, verdict (undone, conflict, unparsable, empty), reason, stripped.",
    ),
    *_verbs(
        "{}",
        verify="Check mutants: records, and that each parser which accepts the original accepts the mutant.",
        prove="Prove on byte code that each Java mutant does what its original does.",
        kill="Run a project's tests on each mutant, and write the rows with their status: killed, survived, and so on.",
        config="Show the options that a file or the environment sets, each with its value and its place.",
    ),
)
"""The verbs of the functions in `equimorph` itself."""

CAPABILITIES = (
    Capability(
        "contrastive",
        "Pairs of equal and of different methods to train on.",
        verbs=_verbs(
            "{}",
            pairs="Make contrastive pairs: for each method an anchor, equivalent positives, and negatives that nearly are.",
        ),
    ),
    Capability(
        "report",
        "A page to browse mutants, and JSON for the viewers of other tools.",
        verbs=_verbs(
            "{}",
            report="Write a page to browse mutants, one HTML file that works offline, or JSON for other tools' viewers.",
        ),
    ),
    Capability(
        "tables",
        "The tables of papers, computed again from the numbers that they print.",
        verbs=_verbs(
            "{}",
            tables="Recompute a paper's tables from its printed numbers, and mark where the paper disagrees with itself.",
        ),
    ),
    Capability(
        "defects4j",
        "Mutate the faulty methods of a bug of Defects4J.",
        below=(
            *_verbs(
                "defects4j",
                faults="Show what the fix changes: path:line, faulty or omission, and the method.",
                mutate="Make mutants of the faulty methods: rows like those of `mutate`, and patch files or folders.",
            ),
            *_verbs(
                "placing",
                put="Put one mutant into the checkout, in place of its original.",
            ),
            *_verbs(
                "defects4j",
                undo=(
                    "Undo mutations in patched mutants as `equimorph undo` does, reading whole files from the checkouts."
                ),
            ),
            *_verbs(
                "placing",
                restore="Restore the original, byte for byte, in place of each mutant of the file that is in the checkout.",
            ),
            *_verbs(
                "rebuilding",
                checkout=(
                    "Rebuild a bug's folder as `defects4j checkout` or `bugsinpy-checkout` makes it, offline and without installing"
                    " either."
                ),
                bugs="List the bugs in a clone of rjust/defects4j or soarsmu/BugsInPy by buggy version, for example Lang-1b.",
            ),
        ),
    ),
    Capability(
        "robustness",
        "Measure whether a repair model repairs mutants as it repairs the originals.",
        below=_verbs(
            "robustness.{}",
            run="Run the whole study: mutants, answers, judgements, scores, figures, and a page of the broken repairs.",
            bugs="Collect the faulty methods of bugs, each with its fault lines and its repaired text.",
            mutants="Make mutants of bugs: the rows of `mutate`, with the bug's id and sizes.",
            requests="Write the model's requests: each bug, then its mutants, without the fix, the original or the mutation.",
            prompts="Show the prompts of requests as a chat server would get them; nobody is asked.",
            ask="Ask a model: one answer per request, with candidates or an error.",
            judge="Judge the answers of models: one row per bug or mutant and model, even without an answer.",
            score="Compute PFM and PFA, or PDM and PDA, from judged rows, with intervals, splits and curves.",
            augment="Mutate a model's training pairs: the faulty method and its repair in the same way.",
            train="Train the model `memory`, which memorises the edits of pairs with their contexts.",
            retrain="Train a model with more and more mutated pairs, and compare its repairs before and after.",
            compare="Test whether models differ on the same bugs and mutants, and whether groups of bugs differ in one model.",
            plot="Draw scores: bars with intervals, curves over k, splits by fault lines and groups.",
        ),
        extras=("plot",),
    ),
    Capability(
        "leakage",
        "Find benchmark bugs that leaked into training data, and recompute a system's score without them.",
        below=_verbs(
            "leakage.{}",
            find="Find benchmark bugs that leaked into training data, verbatim or as clones.",
            summarise="Summarise rows of leaks: a selection, the rows of several searches, or with all bugs of a benchmark.",
            pv="Compute the scores of systems without leaked bugs, PV = (O - L) / T, and their ranks.",
        ),
        extras=("near",),
    ),
    Capability(
        "datasets",
        "Build clean data sets for program repair: mine fixes, drop the bugs of benchmarks, split, prove it.",
        below=_verbs(
            "datasets.{}",
            mine="Mine fixes from git repositories: lines, methods and classes before and after, with provenance and licence.",
            filter="Drop items that contain benchmark code on either side, lack a wanted licence, or are duplicates.",
            split="Split data sets into train, validation and test, so that no text is in two of them.",
            check=(
                "Prove that no benchmark leaks into a split and no two splits share a text; each violation is a row."
            ),
        ),
    ),
    Capability(
        "metrics",
        "Score generated code against references, and check how well the scores predict test results.",
        below=_verbs(
            "metrics.{}",
            score="Score candidates against their references: rows with id, lang, candidate, reference get scores and undefined.",
            judge="Judge metrics against test results: errors (beside those of constants), correlations, AUC.",
            perturb="Perturb candidates, to see whether a metric is robust.",
        ),
        extras=("metrics",),
    ),
    Capability(
        "bench",
        "Make and judge candidates of programming problems; labels come from running tests in a sandbox.",
        below=_verbs(
            "bench.{}",
            sample="Ask a model for solutions of problems: rows that `bench run` reads.",
            make="Make candidates for problems (solutions, preserving mutants, operator mutants) and run the tests of each.",
            run="Run the tests of problems on a model's predictions, in a sandbox: each row gets `passed` and `outcome`.",
            report=(
                "Report pass@k, pass^k and metric scores of models side by side, and their robustness to perturbed prompts."
            ),
            perturb=(
                "Perturb prompts of problems by preserving mutators: rows that `bench sample` and `bench run` read as problems."
            ),
        ),
    ),
    Capability(
        "codescore",
        "CodeScore-R: a metric of generated code, learnt from contrastive pairs.",
        below=_verbs(
            "codescore.{}",
            train="Train CodeScore-R on pairs, or on pairs made from sources; continues an unfinished run.",
            score=(
                "Score candidates against their references: rows with id, lang, candidate, reference get "
                "codescore-r, and its cosine."
            ),
            sweep=(
                "Find the cosine threshold with the smallest error on the validation rows that `codescore score` wrote."
            ),
        ),
        extras=("models",),
    ),
    Capability(
        "search",
        "Search for mutants that change a code model's output.",
        below=(
            *_verbs(
                "search.searching",
                guided="Genetic search: each generation keeps the best mutants and mutates the others.",
                once="Baseline: mutate each method by one random step, repeatedly until the budget is spent.",
                times="Baseline: mutate each method by -k random steps, repeatedly until the budget is spent.",
            ),
            *_verbs(
                "search.{}",
                model_mutants=(
                    "Make mutant models by mutating trained weights: rows of (operator, ratio, seed) that reproduce each model."
                ),
                retrain=(
                    "Train models with and without adversarials, and test both on clean and mutated methods."
                ),
                page=(
                    "Write a page of the most telling mutants of a search: original, mutant, operators, and both model outputs."
                ),
            ),
        ),
        extras=("models",),
    ),
    Capability(
        "cote",
        "Test code generators by replacing one word of their input, and repair their outputs.",
        below=_verbs(
            "cote.{}",
            mutate="Replace one word of each description: rows with id and input become one row per mutant.",
            test="Test a code generator: replace one word of each input and compare the two outputs.",
            repair=(
                "Repair the issues of `cote test` with the program of another mutant, the word mapped back."
            ),
            translate=(
                "Test a code translator: mutate programs by preserving mutators and compare the translations, names undone."
            ),
            score="Count the issues and repairs in rows.",
            page="Write a page of the worst issues: input, replaced word, both outputs, their difference, and the repair.",
            train="Train a generator that runs offline, or a masked language model, on the Javadoc of sources.",
        ),
        extras=("nl", "models"),
    ),
    Capability(
        "bulk",
        "Many rows: in parts, by workers that may crash or hang, on one machine or on many.",
        extras=("parquet", "dask", "zst"),
    ),
    Capability(
        "models",
        "A model of your own: a function, a command, a chat server, a local model, a URL or a file of answers.",
        extras=("chat", "hf"),
    ),
    Capability(
        "inspect",
        "The repair of bugs and mutants as a task of Inspect, scored by exact undo or by tests.",
        extras=("inspect", "chat"),
    ),
    Capability("proving", "Proofs that preserving mutants do the same."),
)
"""All packages for users, in the order in which the help shows their verbs."""
