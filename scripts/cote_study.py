"""How many issues COTE finds and mends, and how many of them are real: `cote_study.py --out FOLDER [--kind retrieval|seq2seq]`.

The inputs are HumanEval's descriptions, each without its examples. The generator is one that the run trains, as `equimorph cote
train` does, on pairs of such descriptions and programs of Java: the solution that the wheel jopy translates, for the description
itself; and for each of its mutants by another seed a mutant of the solution, by the preserving mutators that are used by default,
that passes the tests. Of each description it learns the first --words words, so that it makes mistakes. So it has several right
programs for one problem, which behave alike and read differently, and wrong ones, those of other problems: an issue may be real or
not, and only running tells.

Then `cote test` and `cote repair` run by COTE-L (the default dictionary), COTE-L with GloVe alone, and COTE-N (the stand-in, or
--masked-lm). Each program is run, in the sandbox of `equimorph bench`, with the tests of the problem whose tests the original's
program passes; where it passes none, nothing is decided. An issue is real if the mutant's program fails those tests.

FOLDER has pairs.jsonl, the generator, and for each method tested.jsonl, repaired.jsonl, judged.jsonl (the programs that ran) and
the rows with `real`: METHOD.jsonl, from which table.md and figures.json are counted. A run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from equimorph import cote
from equimorph.bench import Problem, RunOptions, read_problems, run_bench
from equimorph.bench.making import candidates
from equimorph.bench.predictions import AS_THEY_ARE
from equimorph.bench.running import Runner
from equimorph.bulk.working import Target
from equimorph.cote.consistency import MEASURES
from equimorph.cote.generators import Pair, TrainOptions, load_generator, read_pairs, train
from equimorph.cote.outputs import endpoint_of
from equimorph.cote.ranking import RANKINGS
from equimorph.models import Endpoint
from equimorph.rows.jsonl import encode
from equimorph.runs.whole import whole_file
from equimorph.statistics import Ratio

PARAPHRASES = 6
"""Mutants of a description, and of its solution, that the generator learns besides."""
TRAINING_SEED = 99
_EXAMPLES = re.compile(r">>>|\b[Ee]xamples?\b|\be\.g\.|For example|==>|\u279e")
METHODS: Mapping[str, Mapping[str, Any]] = {
    "COTE-L": {"method": "l"},
    "COTE-L, GloVe alone": {"method": "l", "tables": ("glove",), "cosines": (0.9,)},
    "COTE-N": {"method": "n"},
}


def description(problem: Problem) -> str:
    """Return what the docstring of a problem's prompt says before its examples, on one line; "" for nothing."""
    found = re.findall(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', problem.prompt, re.DOTALL)
    text = "".join(found[-1]) if found else ""
    return " ".join(_EXAMPLES.split(text)[0].split())


def pairs_of(seed: int) -> Iterator[Pair]:
    """Yield the pairs that the generator learns: descriptions and their mutants, with solutions and mutants of these."""
    java = {one.group: one for one in read_problems("human-eval-java", None, print)}
    runner = Runner(RunOptions())
    providers = [cote.provider_of(cote.ProviderOptions(**options)) for options in METHODS.values()]
    for problem in read_problems("human-eval", None, print):
        own, text = java.get(problem.group), description(problem)
        if own is None or not text or not passes(runner, own, own.solution):
            continue
        yield Pair(problem.id, text, own.solution)
        texts = dict.fromkeys(
            one.text for each in providers for one in cote.mutants_of(text, each, PARAPHRASES, seed).mutants
        )
        mutants = (one.text for one in candidates(own, seed, 2 * PARAPHRASES, 0)[1:])
        programs = [one for one in mutants if passes(runner, own, one)]
        for number, (other, program) in enumerate(zip(texts, programs, strict=False), 1):
            yield Pair(f"{problem.id}:{number}", other, program)
    runner.close()


def passes(runner: Runner, problem: Problem, program: str) -> bool:
    """Return whether a program passes the tests of a problem; not if these do not compile with their own solution."""
    try:
        return runner.run(problem, program).passed
    except cote.CoteError:
        raise
    except Exception as error:  # of problems whose tests do not compile
        print(f"{problem.id}: {str(error).splitlines()[0][:100]}", file=sys.stderr)
        return False


def written(path: Path, rows: Callable[[], Iterable[Mapping[str, Any]]]) -> Path:
    """Return a file of rows, made now if it is not there."""
    if not path.exists():
        with whole_file(path) as stream:
            for row in rows():
                stream.write(encode(row))
    return path


def rows_in(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def judged(
    folder: Path, rows: Sequence[Mapping[str, Any]], problem_of: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the rows of a test with `real`: whether the mutant's program fails the tests that the original's passes."""
    java = {one.id: one for one in read_problems("human-eval-java", None, lambda bad: None)}
    asked = dict[tuple[str, str], str]()
    for row in rows:
        own, other = row["outputs"]["original"]["text"], (row["outputs"]["mutant"] or {}).get("text")
        problem = problem_of.get(own)
        if problem is not None and other is not None:
            asked.setdefault((problem, other), f"{len(asked)}")
    candidates_ = written(
        folder / "candidates.jsonl",
        lambda: ({"id": id, "problem": problem, "candidate": text} for (problem, text), id in asked.items()),
    )
    out = folder / "judged.jsonl"
    if not out.exists():
        run_bench(Target(out), candidates_, java, RunOptions(), print, AS_THEY_ARE)
    outcomes = {(row["problem"], row["candidate"]): row["outcome"] for row in rows_in(out)}
    made = list[dict[str, Any]]()
    for row in rows:
        own, other = row["outputs"]["original"]["text"], (row["outputs"]["mutant"] or {}).get("text")
        outcome = outcomes.get((problem_of.get(own, ""), other or ""))
        made.append({**row, "outcome": outcome, "real": None if outcome is None else outcome != "pass"})
    return made


def figures(rows: Sequence[Mapping[str, Any]], repaired: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of a method by measure: issues, how many are real, how many real ones are found, and repairs."""
    compared = [row for row in rows if row["scores"] is not None]
    decided = [row for row in compared if row["real"] is not None]
    real = [row for row in decided if row["real"]]
    found = dict[str, Any]()
    for measure in MEASURES:
        issues = [row for row in decided if row["issues"][measure]]
        found[measure] = {
            "issues": Ratio(sum(row["issues"][measure] for row in compared), len(compared)).to_dict(),
            "precision": Ratio(sum(row["real"] for row in issues), len(issues)).to_dict(),
            "recall": Ratio(sum(row["issues"][measure] for row in real), len(real)).to_dict(),
        }
        for ranking in RANKINGS:
            tried = [one for row in repaired if (one := row["repairs"].get(measure, {}).get(ranking))]
            found[measure][ranking] = Ratio(sum(one["repaired"] for one in tried), len(tried)).to_dict()
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    parser.add_argument(
        "--kind", choices=("retrieval", "seq2seq"), default="retrieval", help="of the generator"
    )
    parser.add_argument("--mutants", type=int, default=5, help="of an input, to test")
    parser.add_argument("--words", type=int, default=6, help="of a description that the generator learns")
    parser.add_argument("--steps", type=int, default=None, help="of training, for seq2seq")
    parser.add_argument("--masked-lm", default=None, help="a folder of a masked language model, for COTE-N")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    out: Path = asked.out
    out.mkdir(parents=True, exist_ok=True)
    pairs = list(
        read_pairs(written(out / "pairs.jsonl", lambda: (one.to_row() for one in pairs_of(TRAINING_SEED))))
    )
    kind = f"{asked.kind}-{asked.words}"
    folder = out / kind
    if not folder.exists():
        steps = {} if asked.steps is None else {"steps": asked.steps}
        learnt = [replace(one, text=" ".join(one.text.split()[: asked.words])) for one in pairs]
        train(asked.kind, learnt, folder, TrainOptions(seed=asked.seed, **steps))
    endpoint = endpoint_of(load_generator(folder))
    inputs = written(
        out / "inputs.jsonl",
        lambda: ({"id": one.id, "input": one.text} for one in pairs if ":" not in one.id),
    )
    # A program's problem is the one that has it as a solution or as a mutant of it that passes.
    problem_of = {one.code: f"{one.id.partition(':')[0]}/java" for one in pairs}

    @contextmanager
    def opened(requests: object) -> Iterator[Endpoint]:
        yield endpoint

    table = dict[str, Any]()
    for name, options in METHODS.items():
        if options["method"] == "n" and asked.masked_lm:
            options = {**options, "masked_lm": asked.masked_lm}
        place = out / f"{kind}-{re.sub('[^a-z]+', '-', name.lower())}"
        place.mkdir(exist_ok=True)
        provider = cote.ProviderOptions(**options)
        how = cote.CoteOptions(provider=provider, seed=asked.seed, mutants=asked.mutants)
        tested, repaired = place / "tested.jsonl", place / "repaired.jsonl"
        if not tested.exists():
            cote.write_tested(Target(tested), inputs, opened, how, print)
        if not repaired.exists():
            more = cote.CoteOptions(provider=provider, seed=asked.seed, mutants=16)
            cote.write_repaired(Target(repaired), tested, opened, more, "cross-reference", print)
        rows = written(place / "rows.jsonl", lambda: judged(place, rows_in(tested), problem_of))  # noqa: B023
        table[name] = figures(rows_in(rows), rows_in(repaired))
    with whole_file(out / f"figures-{kind}.json") as stream:
        stream.write(json.dumps(table, indent=1).encode() + b"\n")
    text = "".join(_lines(table))
    with whole_file(out / f"table-{kind}.md") as stream:
        stream.write(text.encode())
    print(text, end="")
    return 0


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    names = ("issues", "precision", "recall", *RANKINGS)
    yield "| method | measure | issues | real of them | found of the real | repaired, black box | repaired, grey box |\n"
    yield f"| {' | '.join(['---'] * (len(names) + 2))} |\n"
    for method, by_measure in table.items():
        for measure, found in by_measure.items():
            cells = (
                f"{one['numerator']}/{one['denominator']}"
                + (f" = {one['percent']} %" if one["percent"] else "")
                for one in (found[name] for name in names)
            )
            yield f"| {method} | {measure} | {' | '.join(cells)} |\n"


if __name__ == "__main__":
    sys.exit(main())
