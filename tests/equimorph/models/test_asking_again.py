"""What is asked again, and what is not: answers with an error, parts that a kill left half written, complete outputs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from equimorph.bulk.reporting import SILENT
from equimorph.bulk.working import Target
from equimorph.models import BudgetSpent, Request
from equimorph.models.asking import opened_requests, write_answers
from equimorph.models.callables import ObjectModel
from tests.equimorph.conftest import rows, run

COUNT = 50


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder with requests.jsonl in it."""
    monkeypatch.chdir(tmp_path)
    asked = [Request(f"B-{number}", f"int f() {{ return {number}; }}", (1,)) for number in range(COUNT)]
    Path("requests.jsonl").write_text("".join(json.dumps(one.to_row()) + "\n" for one in asked))
    return tmp_path


class Model:
    """A model that fails for some requests.

    Attributes:
        asked: the ids of all requests that it got.
    """

    def __init__(self, *failing: int, name: str = "m") -> None:
        self.failing = {f"B-{number}" for number in failing}
        self.asked: list[str] = []
        self.endpoint = ObjectModel(self._call, name)

    def _call(self, request: Request) -> list[str]:
        self.asked.append(request.id)
        if request.id in self.failing:
            raise ValueError("out of memory")
        return [request.text.upper()]


def write(model: Model, out: str = "a.jsonl", *, notes: list[str] | None = None, **options: Any) -> Any:  # noqa: ANN401
    """Write answers to a file, or to a folder of parts if the name has no suffix."""
    place = {"out": Path(out)} if "." in out else {"parts": Path(out), "part_rows": 20}
    reporter = _Notes([] if notes is None else notes)
    with opened_requests(Path("requests.jsonl")) as requests:
        return write_answers(Target(**place, reporter=reporter, **options), requests, model.endpoint)


class _Notes:
    """A reporter that keeps the notes."""

    def __init__(self, notes: list[str]) -> None:
        self.note = notes.append

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(SILENT, name)


def stopped(monkeypatch: pytest.MonkeyPatch, model: Model, out: str = "a.jsonl", **options: Any) -> None:  # noqa: ANN401
    """Write all parts, and stop before they are put together."""

    class Stop(Exception):
        pass

    def stop(*_: object) -> None:
        raise Stop

    with monkeypatch.context() as patched:
        patched.setattr("equimorph.models.asking.join", stop)
        with pytest.raises(Stop):
            write(model, out, **options)


def test_a_run_that_continues_asks_errors_again_and_nothing_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(monkeypatch, Model(3, 30))
    again, notes = Model(30), list[str]()
    counts = write(again, notes=notes)
    assert again.asked == ["B-3", "B-30"]
    assert "2 requests with an error asked again" in notes
    assert (counts["answers"], counts["errors"], counts["error: other"]) == (COUNT - 1, 1, 1)
    found = rows(Path("a.jsonl"))
    assert [row["id"] for row in found] == [f"B-{number}" for number in range(COUNT)]
    assert [row["id"] for row in found if row["error"]] == ["B-30"]
    write(whole := Model(30), "whole.jsonl")
    assert len(whole.asked) == COUNT
    assert Path("whole.jsonl").read_bytes() == Path("a.jsonl").read_bytes()


def test_errors_stay_where_that_is_wanted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(monkeypatch, Model(3))
    write(again := Model(), retry=False)
    assert again.asked == []
    assert [row["id"] for row in rows(Path("a.jsonl")) if row["error"]] == ["B-3"]


def test_a_folder_of_parts_is_continued_in_the_same_way(folder: Path) -> None:
    write(Model(3, 30), "parts")
    write(again := Model(), "parts")
    assert again.asked == ["B-3", "B-30"]
    found = [row for path in sorted(Path("parts").glob("part-*.jsonl")) for row in rows(path)]
    assert len(found) == COUNT
    assert not any(row["error"] for row in found)
    write(third := Model(), "parts")
    assert third.asked == []


def test_a_complete_output_is_kept_if_asked_for(folder: Path) -> None:
    write(Model(3, 30))
    before = Path("a.jsonl").read_bytes().splitlines()
    again, notes = Model(), list[str]()
    write(again, notes=notes, retry=True)
    assert again.asked == ["B-3", "B-30"]
    assert "48 answers of the output kept, 2 requests asked (--no-retry-errors asks all)" in notes
    after = Path("a.jsonl").read_bytes().splitlines()
    assert [one == two for one, two in zip(before, after, strict=True)].count(False) == 2
    write(third := Model(), retry=True)
    assert third.asked == []


def test_without_a_word_a_free_model_is_asked_anew(folder: Path) -> None:
    """A function that somebody has changed has the same name."""
    write(Model(3))
    write(again := Model())
    assert len(again.asked) == COUNT


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row | {"text": row["text"] + " "},
        lambda row: row | {"seed": 9},
        lambda row: row | {"k": 2},
        lambda row: row | {"fault_lines": []},
    ],
)
def test_an_answer_to_another_request_is_not_kept(
    folder: Path, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    write(Model())
    asked = rows(Path("requests.jsonl"))
    asked[7] = change(asked[7])
    Path("requests.jsonl").write_text("".join(json.dumps(row) + "\n" for row in asked[:20]))
    write(again := Model(), retry=True)
    assert again.asked == ["B-7"]


def test_an_answer_of_another_model_is_not_kept(folder: Path) -> None:
    write(Model())
    write(again := Model(name="n"), retry=True)
    assert len(again.asked) == COUNT


def test_an_answer_that_somebody_changed_is_not_kept(folder: Path) -> None:
    write(Model())
    found = rows(Path("a.jsonl"))
    found[5]["candidates"][0]["text"] = "int f() { return 7; }"
    del found[6]["asked"]
    Path("a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in [*found[:9], *found[10:]]) + "{\n")
    write(again := Model(), retry=True)
    assert again.asked == ["B-5", "B-6", "B-9"]


def test_restart_asks_all(folder: Path) -> None:
    write(Model())
    write(again := Model(), retry=True, restart=True)
    assert len(again.asked) == COUNT


def test_a_compressed_output_is_kept_too(folder: Path) -> None:
    write(Model(3), "a.jsonl.gz")
    write(again := Model(), "a.jsonl.gz", retry=True)
    assert again.asked == ["B-3"]


@pytest.mark.parametrize("damaged", ["sha256", "gone"])
def test_a_kill_between_a_part_and_its_receipt_loses_no_answer(
    folder: Path, monkeypatch: pytest.MonkeyPatch, damaged: str
) -> None:
    """A part is renamed before its receipt is."""
    stopped(monkeypatch, Model(3))
    for receipt in sorted(Path("a.jsonl.partial/receipts").iterdir())[:10]:
        if damaged == "gone":
            receipt.unlink()
        else:
            receipt.write_text(receipt.read_text().replace('"sha256": "', '"sha256": "0'))
    write(again := Model())
    assert again.asked == ["B-3"]


def test_a_lost_part_does_not_cost_those_behind_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(monkeypatch, Model())
    Path("a.jsonl.partial/part-00002.jsonl").unlink()
    write(again := Model())
    assert again.asked == ["B-2"]


def test_a_failure_while_errors_are_asked_again_keeps_the_output(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(Model(3, 40))
    before = Path("a.jsonl").read_bytes()
    stopped(monkeypatch, first := Model(40), retry=True)
    assert first.asked == ["B-3", "B-40"]
    assert Path("a.jsonl").read_bytes() == before
    write(second := Model(), retry=True)
    assert second.asked == ["B-40"]
    assert not any(row["error"] for row in rows(Path("a.jsonl")))


MINE = """\
import os
def model(text, fault_lines, k):
    with open("seen", "a") as seen:
        seen.write(text + "\\n")
    if "return 3;" in text and not os.path.exists("mended"):
        raise ValueError("not yet")
    return [text]
"""


def seen() -> Sequence[str]:
    return Path("seen").read_text().splitlines()


def test_the_options_of_the_command(folder: Path) -> None:
    Path("mine.py").write_text(MINE)

    def ask(*options: str) -> str:
        done = run(
            "robustness", "ask", "requests.jsonl", "--model", "mine.py:model", "--out", "a.jsonl", *options
        )
        assert done.exit_code == 0, done.stderr
        return str(done.stderr)

    assert "1 error" in ask()
    Path("mended").touch()
    assert "49 answers of the output kept, 1 request asked" in ask("--retry-errors", "--timeout", "30")
    assert (len(seen()), seen()[-1]) == (COUNT + 1, "int f() { return 3; }")
    ask("--no-retry-errors")
    assert len(seen()) == 2 * COUNT + 1


def test_the_summary_counts_answers_that_were_cut_off(folder: Path) -> None:
    Path("cut.py").write_text(
        "def model(text, lines, k):\n"
        "    ends = ['length', 'stop' if 'return 1;' in text else 'length']\n"
        "    return [{'text': text, 'finish_reason': end} for end in ends] if 'return 2;' not in text else []\n"
    )
    done = run(
        "robustness", "ask", "requests.jsonl", "--model", "cut.py:model", "-k", "2", "--out", "a.jsonl"
    )
    assert (
        f"{COUNT} requests: {COUNT} answers with {2 * COUNT - 2} candidates, {COUNT - 2} truncated\n"
        in done.stderr
    )


@pytest.mark.parametrize(
    ("where", "kept"),
    [
        (("--out", "a.jsonl"), "a.jsonl.partial keeps what is done: the same command continues"),
        (("--parts", "parts"), "parts keeps the parts that are done: the same command continues there"),
        ((), "standard output keeps no answers: give --out"),
    ],
)
def test_a_spent_budget_is_exit_3_and_says_how_to_go_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, where: tuple[str, ...], kept: str
) -> None:
    def spent(*_: object, **__: object) -> None:
        raise BudgetSpent("the budget is spent")

    monkeypatch.setattr("equimorph.cli.robustness.ask.write_answers", spent)
    done = run("robustness", "ask", "requests.jsonl", "--model", "copy", "--quiet", *where)
    assert done.exit_code == 3
    assert done.stderr.startswith(f"error: the budget is spent; {kept}")
