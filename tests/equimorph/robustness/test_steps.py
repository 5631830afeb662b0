"""Steps of a run in a folder: what is done again, and what stays."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from equimorph.bulk.reporting import SILENT
from equimorph.robustness.steps import MANIFEST, Counting, Step, steps_in
from mutators import MutationError


class Run:
    """Runs in one folder, each of which says what it did."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.texts: dict[str, str] = {}

    def step(self, name: str, *inputs: str, facts: Any = None) -> Step:  # noqa: ANN401
        file = f"{name}.txt"
        return Step(name, (file,), self.make(name, file), inputs=inputs, facts=facts)

    def make(self, name: str, file: str) -> Callable[[], Sequence[str]]:
        def write() -> list[str]:
            self.done.append(name)
            (self.out / file).write_text(self.texts.get(name, name))
            return [f"note of {name}"]

        return write

    def __call__(self, *steps: Step, restart: bool = False, parts: Any = None, **options: Any) -> list[str]:  # noqa: ANN401
        self.done = list[str]()
        with steps_in(self.out, options, Counting(SILENT), restart, parts) as run:
            for step in steps:
                run.do(step)
            assert run.notes == [f"note of {step.name}" for step in steps]
            run.finish()
        return self.done

    @property
    def manifest(self) -> Any:  # noqa: ANN401
        return json.loads((self.out / MANIFEST).read_bytes())


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path / "out")


def test_a_step_is_done_again_if_what_it_reads_has_changed(run: Run) -> None:
    steps = [run.step("a"), run.step("b", "a.txt"), run.step("c", "b.txt"), run.step("d")]
    assert run(*steps) == ["a", "b", "c", "d"]
    assert run(*steps) == []
    (run.out / "a.txt").unlink()
    assert run(*steps) == ["a"], "it is the same as before"
    run.texts["a"] = "changed"
    (run.out / "a.txt").write_text("somebody's")
    assert run(*steps) == ["a", "b"], "b is as before"
    run.texts["b"] = "changed"
    (run.out / "b.txt").write_text("")
    assert run(*steps) == ["b", "c"]


def test_a_step_is_done_again_with_other_facts_and_other_inputs(run: Run) -> None:
    assert run(run.step("a"), run.step("b", facts={"x": [1]})) == ["a", "b"]
    assert run(run.step("a"), run.step("b", facts={"x": [1]})) == []
    assert run(run.step("a"), run.step("b", facts={"x": [2]})) == ["b"]
    assert run(run.step("a"), run.step("b", "a.txt", facts={"x": [2]})) == ["b"]
    assert run(run.step("a"), run.step("b")) == ["b"]


def test_steps_of_parts_that_are_left_out_for_a_while_are_kept(run: Run) -> None:
    first, part, last = run.step("a"), run.step("p/ask", "a.txt"), run.step("z")
    settings = {"p": {"k": 1}}
    assert run(first, part, last, parts=settings) == ["a", "p/ask", "z"]
    assert run(first, last, parts={"q": {}}) == []
    assert run.manifest["parts"] == {"p": {"k": 1}, "q": {}}
    with pytest.raises(
        MutationError, match=r"out/p was made with other k \(1, now 2\).* give it another name"
    ):
        run(first, part, last, parts={"p": {"k": 2}})
    assert run(first, part, last, parts=settings) == []


def test_a_part_that_did_nothing_may_be_changed(run: Run) -> None:
    assert run(run.step("a"), parts={"p": {"k": 1}}) == ["a"]
    assert run(run.step("a"), run.step("p/ask"), parts={"p": {"k": 2}}) == ["p/ask"]
    assert run.manifest["parts"] == {"p": {"k": 2}}


def test_later_steps_of_0_1_are_done_again_where_an_earlier_one_changed(run: Run) -> None:
    steps = [run.step("a"), run.step("b"), run.step("c")]
    run(*steps)
    manifest = run.manifest
    for step in manifest["steps"].values():
        del step["inputs"]
    (run.out / MANIFEST).write_text(json.dumps(manifest))
    assert run(*steps) == []
    (run.out / "b.txt").unlink()
    run.texts["b"] = "changed"
    assert run(*steps) == ["b", "c"]


def test_what_others_did_is_not_abandoned(run: Run) -> None:
    for is_begun in (False, True):
        run.done = []
        with steps_in(run.out, {}, Counting(SILENT), False) as steps:
            steps.do(run.step("a"))
            steps.abandon()
        assert (run.out / "a.txt").exists() is (run.out / MANIFEST).exists() is is_begun
        run(run.step("a"), run.step("ask"))
    assert (run.out / "ask.txt").exists()


def test_a_restart_forgets_all(run: Run) -> None:
    run(run.step("a"), parts={"p": {"k": 1}})
    assert run(run.step("a"), restart=True, parts={"p": {"k": 2}}) == ["a"]
