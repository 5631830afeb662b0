"""Ask the package codebleu 0.7.0 for its numbers, for `equimorph.metrics.codebleu(compat=True)` to be compared with.

    python3 -m venv VENV && VENV/bin/pip install --no-deps codebleu==0.7.0 tree-sitter tree-sitter-java tree-sitter-python
    python3 scripts/codebleu_values.py VENV/bin/python --out tests/equimorph/metrics/data/codebleu.jsonl
    python3 scripts/codebleu_values.py VENV/bin/python --pairs PAIRS.jsonl

The package asks for tree-sitter 0.22, whose grammars are older than ours; installed as above it reads code with our grammars. Its
sources of an edge come out of sets of strings, whose order is another one in each process; a row's `values` are
those with sets that keep the order in which strings come in, and `steady` is whether the package as it is gives them with four hash
seeds. Without --pairs, the pairs are those of demo/pairs.jsonl, and the methods and functions of the demo with damage done to them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import equimorph
from equimorph.metrics.compat import package_score

DEMO = Path(__file__).parent.parent / "demo"
SEEDS = 4
DAMAGES = 3
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_ADDED = ("(", "}", ";", '"', "'", "é ", "// c\n", "/*", "x", "= 1 ", ":", "\t", "# c\n", 'ü = "ß" ', "\r\n")

ORACLE = """
import json, logging, sys
import codebleu.dataflow_match, codebleu.parser.DFG
from codebleu import calc_codebleu

class Ordered(dict):
    def __init__(self, items=()):
        super().__init__((item, None) for item in items)
    def add(self, item):
        self[item] = None

logging.disable(logging.CRITICAL)
if sys.argv[1] == "ordered":
    codebleu.dataflow_match.set = codebleu.parser.DFG.set = Ordered
for line in sys.stdin:
    row = json.loads(line)
    found = calc_codebleu([row["reference"]], [row["candidate"]], row["lang"])
    names = ("ngram_match", "weighted_ngram_match", "syntax_match", "dataflow_match")
    print(json.dumps([found["codebleu"], *(float(found[f"{name}_score"]) for name in names)]))
"""
"""Reads rows and prints CodeBLEU and its four parts, a line for each."""


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("python", help="the Python that has the package")
    parser.add_argument("--pairs", type=Path, help="rows with id, lang, candidate, reference")
    parser.add_argument("--out", type=Path, help="where to write the rows with values")
    options = parser.parse_args()
    lines = options.pairs.read_text(encoding="utf-8").splitlines() if options.pairs else []
    rows = [json.loads(line) for line in lines] or list(demo_pairs())
    values = asked(options.python, rows, "ordered", 0)
    plain = [asked(options.python, rows, "plain", seed) for seed in range(SEEDS)]
    steady = [all(one[at] == value for one in plain) for at, value in enumerate(values)]
    if options.out:
        names = ("id", "lang", "candidate", "reference")
        found = (
            {**{name: row[name] for name in names}, "values": value, "steady": same}
            for row, value, same in zip(rows, values, steady, strict=True)
        )
        text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in found)
        options.out.write_text(text, encoding="utf-8")
    print(f"{len(rows)} pairs; {sum(steady)} with the same values for each hash seed")
    print(f"largest difference from ours: {max(map(difference, rows, values))}")


def asked(python: str, rows: Sequence[dict[str, Any]], sets: str, seed: int) -> list[list[float]]:
    """Return the package's numbers for rows.

    Args:
        python: the interpreter that has it.
        rows: the pairs.
        sets: "ordered" or "plain".
        seed: of the hashes of strings.
    """
    # PYTHONPATH would show the package our own modules.
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": "", "PYTHONUTF8": "1"}
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    done = subprocess.run(
        [python, "-c", ORACLE, sets], input=text, capture_output=True, text=True, env=environment, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def difference(row: dict[str, Any], values: Sequence[float]) -> float:
    """Return the largest difference of our five numbers from the package's."""
    ours = package_score(row["candidate"], row["reference"], row["lang"])
    own = (ours.codebleu, ours.bleu, ours.weight_bleu, ours.syntax, ours.dataflow)
    return max(abs(one - other) for one, other in zip(own, values, strict=True))


def demo_pairs() -> Iterator[dict[str, Any]]:
    """Yield pairs of our own code."""
    for line in (DEMO / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)
    for lang, suffix in (("java", "java"), ("python", "py")):
        paths = sorted(path for path in DEMO.rglob(f"*.{suffix}") if "test" not in path.parts)
        texts = (method.text for path in paths for method in equimorph.read(path).methods)
        methods = list(dict.fromkeys(texts))
        for at, method in enumerate(methods):
            for kind in range(DAMAGES):
                chance = random.Random(f"{lang} {at} {kind}")
                damaged = damage(method, methods, chance)
                pair = (damaged, method) if chance.random() < 0.5 else (method, damaged)
                name = f"{lang}-{at}-{kind}"
                yield {"id": name, "lang": lang, "candidate": pair[0], "reference": pair[1]}


def damage(method: str, methods: Sequence[str], chance: random.Random) -> str:
    """Return a method with one thing changed, or another one; often it is no program then."""
    lines, tokens = method.split("\n"), _TOKEN.findall(method)
    kind, at = chance.randrange(7), chance.randrange(len(tokens))
    if kind == 0:
        return chance.choice(methods)
    if kind == 1:
        del lines[chance.randrange(len(lines))]
        return "\n".join(lines)
    if kind == 2:
        del tokens[at]
    elif kind == 3:
        tokens.insert(at, chance.choice(_ADDED))
    elif kind == 4:
        old, new = (chance.choice([one for one in tokens if one.isidentifier()]) for _ in range(2))
        tokens = [new if token == old else token for token in tokens]
    elif kind == 5:
        return method[: chance.randrange(len(method))]
    else:
        chance.shuffle(lines)
        return "\n".join(lines)
    return "".join(tokens)


if __name__ == "__main__":
    main()
