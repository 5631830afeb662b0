"""What CodeScore-R learns in ten minutes: `codescore_study.py --train PAIRS... --held PAIRS... --out FOLDER`.

PAIRS are files of `equimorph pairs`, of projects; those of --held are of projects that no model is trained on. For each seed a
model is trained (a model that is there already is used), and judged on the methods of --held:

- AUC of positives against hard negatives (operator mutants), and the share of triplets in which the positive is closer;
- whether the score stays as it is where all names of a candidate change;
- the shortcut probe: the AUC of a linear look at the operators alone, and both on a set in which the operators say less;
- with --bench, rows of `equimorph bench make`: the mean absolute error on as many candidates that fail as pass, of the split test,
  with the paper's threshold and with one chosen on the split validation, beside always 0, always 1 and the compile gate alone.

The figures go to FOLDER/figures.json. With --balance the models learn from a set in which operators are balanced between the
classes.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from equimorph.codescore.evaluating import held_out
from equimorph.codescore.examples import Examples
from equimorph.codescore.gate import Gate
from equimorph.codescore.model import CodeScore
from equimorph.codescore.options import TrainOptions
from equimorph.codescore.pooling import VECTORS
from equimorph.codescore.probe import balanced, probe
from equimorph.codescore.scoring import NAME, RAW, scored
from equimorph.codescore.sources import examples_of, sources_of
from equimorph.codescore.sweeping import sweep
from equimorph.codescore.training import train
from equimorph.rows.tables import lines_in
from equimorph.statistics.correlation import auc
from mutators import MutationError
from mutators.java.variable_renaming import VariableRenaming as JavaRenaming
from mutators.python.variable_renaming import VariableRenaming as PythonRenaming
from parsers import ParseError, SourceFile

_LONGEST = 10_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return 0."""
    given = _arguments(arguments)
    torch.set_num_threads(given.threads)
    given.out.mkdir(parents=True, exist_ok=True)
    known = examples_of(sources_of(given.train), given.out, given.length, 1)
    learning, held = known.of("train"), examples_of(sources_of(given.held), given.out, _LONGEST, 1).found
    short = [one for one in held if len(one.anchor) <= given.length]
    even = balanced(held, 1)
    figures: dict[str, Any] = {
        "held": [str(path) for path in given.held],
        "train": [str(path) for path in given.train],
        "probe": vars(probe(learning, held)),
        "probe_on_balanced": vars(probe(balanced(learning, 1), even)),
        "seeds": {},
    }
    for seed in given.seeds:
        model = _model(given, seed, known)
        figures["seeds"][seed] = {
            "held": held_out(model, held).to_dict(),
            "held_of_trained_length": held_out(model, short).to_dict(),
            "held_balanced": held_out(model, even).to_dict(),
            "renamed": _renamed(model, given.held),
            **({"bench": _bench(model, given.bench, seed)} if given.bench else {}),
        }
        (given.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        print(seed, json.dumps(figures["seeds"][seed]), flush=True)
    return 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--train", type=Path, nargs="+", required=True)
    parser.add_argument("--held", type=Path, nargs="+", required=True)
    parser.add_argument("--bench", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--length", type=int, default=TrainOptions.length)
    parser.add_argument("--vector", choices=VECTORS, default=TrainOptions.vector)
    parser.add_argument("--balance", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args(arguments)


def _model(given: argparse.Namespace, seed: int, known: Examples) -> CodeScore:
    folder = given.out / f"model-{seed}"
    if not folder.is_dir():
        started = time.process_time()
        options = TrainOptions(
            minutes=given.minutes,
            steps=given.steps,
            seed=seed,
            length=given.length,
            balance=given.balance,
            vector=given.vector,
        )
        done = train(given.train, folder, options, examples=known)
        print(f"seed {seed}: {done.summary()}; {time.process_time() - started:.0f} s of CPU", file=sys.stderr)
    return CodeScore.load(folder)


def _renamed(model: CodeScore, paths: Sequence[Path]) -> dict[str, int]:
    """Return of how many methods a variable can be renamed, and of how many of these the cosine stays 1."""
    pairs = list[tuple[str, str, str]]()
    for path in paths:
        for line in lines_in(path):
            language = str(line.data.get("language", "java"))
            anchor = line.data.get("anchor")
            changed = _with_other_names(anchor, language) if isinstance(anchor, str) else None
            if changed is not None and isinstance(anchor, str):
                pairs.append((changed, anchor, language))
    cosines = model.cosines(pairs)
    same = sum(isinstance(one, float) and one > 1 - 1e-9 for one in cosines)
    return {"methods": len(pairs), "unchanged": same}


def _with_other_names(text: str, language: str) -> str | None:
    """Return a method with all its variables renamed that may be; None if there is none."""
    mutator = JavaRenaming() if language == "java" else PythonRenaming()
    found, source = None, SourceFile.from_text(text, language=language)
    try:
        for number in range(len(list(mutator.sites(source)))):
            sites = list(mutator.sites(source))
            if number >= len(sites):
                break
            source = source.like(mutator.mutate(source, source.methods[0], sites[number], number).mutant)
            found = source.text
    except (MutationError, ParseError):
        return found
    return found


def _bench(model: CodeScore, path: Path, seed: int) -> dict[str, Any]:
    """Return the errors on the test rows of a bench, as many failing as passing."""
    rows = [dict(line.data) for line in lines_in(path)]
    rows = [row for row in rows if row.get("candidate") != row.get("reference")]
    with Gate() as gate:
        made = list(scored(model, rows, gate))
    chosen = sweep(made).best.value
    test = [row for row in made if row["split"] == "test" and row["scores"][RAW] is not None]
    rng = random.Random(seed)
    good, bad = ([row for row in test if bool(row["passed"]) is passed] for passed in (True, False))
    size = min(len(good), len(bad))
    half = rng.sample(good, size) + rng.sample(bad, size)

    def error(guesses: Sequence[float]) -> float:
        return sum(abs(g - float(row["passed"])) for g, row in zip(guesses, half, strict=True)) / len(half)

    cosines = [row["scores"][RAW] for row in half]
    return {
        "rows": len(half),
        "auc": auc(cosines, [bool(row["passed"]) for row in half]),
        "mae": error([row["scores"][NAME] for row in half]),
        "threshold": chosen,
        "mae_at_threshold": error([float(row["compiled"] and row["scores"][RAW] > chosen) for row in half]),
        "mae_raw": error(cosines),
        "mae_always_0": error([0] * len(half)),
        "mae_always_1": error([1] * len(half)),
        "mae_gate_only": error([float(row["compiled"]) for row in half]),
    }


if __name__ == "__main__":
    sys.exit(main())
