"""Sets of problems by path: HumanEval-X, QuixBugs; translations by jopy. All samples are our own."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from equimorph.bench import ProblemError, Runner, read_problems
from equimorph.bench.humaneval_x import problem_of
from equimorph.rows.tables import BadRow

ROW = {
    "task_id": "Java/7",
    "prompt": "import java.util.*;\n\nclass Solution {\n    /** Twice. */\n    public int twice(int x) {\n",
    "declaration": "import java.util.*;\n\nclass Solution {\n    public int half(int x) {\n        return x / 2;\n    }\n\n"
    "    public int twice(int x) {\n",
    "canonical_solution": "        return half(x * 4);\n    }\n}",
    "test": "public class Main {\n    public static void main(String[] args) {\n        Solution s = new Solution();\n"
    "        if (!Objects.equals(s.twice(3), 6)) {\n            throw new AssertionError();\n        }\n    }\n}\n",
}


def test_a_row_of_human_eval_x_is_its_method_and_its_class_around_it() -> None:
    found = problem_of(ROW)
    assert (found.id, found.group, found.entry_point) == ("Java/7", "HumanEval/7", "twice")
    assert found.solution == "public int twice(int x) {\n        return half(x * 4);\n    }"
    assert found.program(found.solution) == ROW["declaration"] + ROW["canonical_solution"]
    assert found.tests.startswith("import java.util.*;\npublic class Main")


@pytest.mark.parametrize("change", [{"task_id": "Python/7"}, {"test": None}, {"canonical_solution": ""}])
def test_a_row_that_is_none_of_human_eval_x(change: Mapping[str, object]) -> None:
    with pytest.raises(ProblemError):
        problem_of({**ROW, **change})


def test_candidates_of_human_eval_x_are_judged(java_runner: Runner, tmp_path: Path) -> None:
    place = tmp_path / "humaneval_java.jsonl.gz"
    place.write_bytes(gzip.compress(json.dumps(ROW).encode()))
    [problem] = read_problems("human-eval-x", place, print)
    outcomes = {
        problem.solution: "pass",
        "public int twice(int x) {\n        return half(x);\n    }": "fail",
        "        return x + x;\n    }\n}": "pass",
        "        return x;\n    }\n}": "fail",
        "        return y;\n    }\n}": "no-compile",
    }
    assert {text: java_runner.run(problem, text).outcome for text in outcomes} == outcomes


def clone(folder: Path) -> Path:
    for name in ("json_testcases", "correct_python_programs"):
        (folder / name).mkdir()
    (folder / "correct_python_programs" / "twice.py").write_text(
        "def twice(xs):\n    for x in xs:\n        yield x, x\n"
    )
    (folder / "json_testcases" / "twice.json").write_text("[[[1, 2]], [[1, 1], [2, 2]]]\n\n[[[]], []]\n")
    (folder / "json_testcases" / "lost.json").write_text("[[1], 2]\n")
    return folder


def test_programs_of_quixbugs_are_problems(runner: Runner, tmp_path: Path) -> None:
    bad = list[BadRow]()
    [problem] = read_problems("quixbugs", clone(tmp_path), bad.append)
    assert problem.id == "QuixBugs/twice"
    assert ["lost" in str(one) for one in bad] == [True]
    assert runner.run(problem, problem.solution).passed
    assert runner.run(problem, problem.solution.replace("x, x", "x, 1")).outcome == "fail"


@pytest.mark.parametrize("name", ["quixbugs", "human-eval-x"])
def test_a_set_that_is_no_package_needs_a_path(name: str) -> None:
    with pytest.raises(ProblemError, match="--path"):
        read_problems(name, None, print)


@pytest.mark.skipif(find_spec("jopy") is not None, reason="jopy is installed")
def test_without_the_translator_its_name_is_said() -> None:
    with pytest.raises(ProblemError, match="pip install jopy"):
        read_problems("human-eval-java", None, print)


@pytest.mark.skipif(find_spec("jopy") is None, reason="jopy is not installed")
def test_a_translation_has_the_tests_in_another_class(java_runner: Runner, tmp_path: Path) -> None:
    row = {
        **{"task_id": "Own/1", "entry_point": "add", "prompt": "def add(x: int, y: int) -> int:\n"},
        **{"canonical_solution": "    return x + y\n", "test": "def check(f):\n    assert f(2, 3) == 5\n"},
    }
    place = tmp_path / "own.jsonl"
    place.write_text(json.dumps(row))
    [problem] = read_problems("human-eval-java", place, print)
    assert java_runner.run(problem, problem.solution).passed
    assert java_runner.run(problem, problem.solution.replace("+", "-")).outcome == "fail"
