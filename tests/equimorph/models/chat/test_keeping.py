"""What was paid is not paid again: kills, budgets and errors, by real processes and a server that counts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Semaphore
from typing import Any
from weakref import WeakValueDictionary

import pytest

from equimorph.bulk.working import Target
from equimorph.models import BudgetSpent, Chat, Request
from equimorph.models.asking import opened_requests, write_answers
from tests.equimorph.conftest import rows
from tests.equimorph.models.chat.server import Exchange, Say, Server, completion, serving, texts

COUNT, JOBS = 60, 3
CHILD = """\
import json, sys
from pathlib import Path
import typer
from equimorph.bulk.working import Target
from equimorph.cli.session import Session, reported
from equimorph.models import Chat
from equimorph.models.asking import opened_requests, write_answers
base, target, options = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3])
session = Session()
session.keeps(Path("answers.jsonl"))
try:
    with reported(session), opened_requests(Path("requests.jsonl")) as requests:
        chat = Chat(base, "qwen", **{"retries": 0, "concurrency": 3, **options})
        write_answers(Target( reporter=session, **target), requests, chat)
except typer.Exit as end:
    sys.exit(end.exit_code)
"""
FILE: dict[str, Any] = {"out": "answers.jsonl"}
PARTS: dict[str, Any] = {"parts": "parts", "part_rows": 1000}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with requests.jsonl and the child's script in it."""
    monkeypatch.chdir(tmp_path)
    write_requests(COUNT)
    Path("child.py").write_text(CHILD)
    return tmp_path


def write_requests(count: int, k: int = 1) -> None:
    asked = [
        {"id": f"B-{number}", "text": f"int f() {{ return {number}; }}", "fault_lines": [1], "k": k}
        for number in range(count)
    ]
    Path("requests.jsonl").write_text("".join(json.dumps(row) + "\n" for row in asked))


def child(server: Server, target: dict[str, Any], **options: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "child.py", server.base, json.dumps(target), json.dumps(options)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stderr=subprocess.PIPE,
        text=True,
    )


def done(server: Server, target: dict[str, Any], code: int = 0, **options: object) -> str:
    """Run the child to its end; return what it says."""
    with child(server, target, **options) as process:
        _, stderr = process.communicate(timeout=120)
    assert process.returncode == code, stderr
    return stderr


def killed(server: Server, target: dict[str, Any], at: int, **options: object) -> None:
    """Kill the child when the server has got some requests."""
    with child(server, target, **options) as process:
        until = time.monotonic() + 60
        while len(server.requests) < at and time.monotonic() < until and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL


def slow(exchange: Exchange) -> None:
    time.sleep(0.02)
    texts(exchange)


def answers() -> list[dict[str, Any]]:
    places = (
        [Path("answers.jsonl")] if Path("answers.jsonl").exists() else sorted(Path("parts").glob("part-*"))
    )
    return [row for place in places for row in rows(place)]


@pytest.mark.parametrize("target", [FILE, PARTS])
def test_after_a_kill_only_what_is_missing_is_asked(folder: Path, target: dict[str, Any]) -> None:
    with serving(slow) as server:
        killed(server, target, 25)
        before = len(server.requests)
        assert 25 <= before < COUNT
        killed(server, target, before + 15)
        done(server, target)
        sent = len(server.requests)
    assert sent <= COUNT + 2 * JOBS  # each kill loses what is under way
    assert [(row["id"], row["error"]) for row in answers()] == [(f"B-{n}", None) for n in range(COUNT)]
    assert not list(folder.rglob("replies"))


def refusing(exchange: Exchange) -> None:
    """Refuse `n`, as some servers do."""
    if exchange.body.get("n", 1) > 1:
        exchange.reply({"error": {"message": "n is 1"}}, 400)
    else:
        slow(exchange)


def test_replies_of_an_answer_that_was_not_complete_are_kept(folder: Path) -> None:
    write_requests(15, k=4)
    with serving(refusing) as server:
        killed(server, PARTS, 30)
        done(server, PARTS)
        sent = [exchange for exchange in server.requests if "n" not in exchange.body]
    assert len(sent) <= 4 * 15 + JOBS
    assert [len(row["candidates"]) for row in answers()] == [4] * 15


def test_a_spent_budget_is_exit_3_and_a_larger_one_continues_without_paying_twice(folder: Path) -> None:
    with serving(texts) as server:
        stderr = done(server, FILE, 3, budget_tokens=240)  # of 12 tokens each
        assert 20 <= len(server.requests) <= 20 + JOBS
        assert stderr.startswith("error: the budget of 240 tokens is spent (")
        assert (
            "the same command with a larger --budget-tokens continues; answers.jsonl.partial keeps" in stderr
        )
        assert not Path("answers.jsonl").exists()
        done(server, FILE, budget_tokens=10_000, request_timeout=60, concurrency=7)
        assert len(server.requests) == COUNT
    assert len(answers()) == COUNT
    assert not Path("answers.jsonl.partial").exists()


def told(server: Server, **options: object) -> int:
    """Ask in this process; return how many requests the server got."""
    before = len(server.requests)
    chat = Chat(server.base, "qwen", concurrency=1, retries=0, **options)
    try:
        with opened_requests(Path("requests.jsonl")) as requests:
            write_answers(Target(out=Path("answers.jsonl")), requests, chat)
    except BudgetSpent:
        pass
    return len(server.requests) - before


@pytest.mark.parametrize("cache", [None, "cache"])
def test_a_budget_counts_what_earlier_calls_paid(folder: Path, cache: str | None) -> None:
    """Finished parts of 20 rows, replies of the part that is not finished, and at last a complete output with errors."""
    with serving(failing(30)) as server:
        assert told(server, budget_tokens=300, cache=cache) == 25  # of 12 tokens each
        assert told(server, budget_tokens=300, cache=cache) == 0
        assert told(server, budget_tokens=480, cache=cache) == 15 + 1  # one fails, and costs nothing
        assert told(server, budget_tokens=1000, cache=cache) == 1 + 19
        Path("mended").touch()
        assert told(server, budget_tokens=59 * 12, cache=cache) == 0
        assert told(server, budget_tokens=59 * 12 + 1, cache=cache) == 1
    assert len(answers()) == COUNT


def failing(*numbers: int) -> Say:
    """A server that fails for the requests with some numbers in their texts, as long as `mended` is not there."""

    def say(exchange: Exchange) -> None:
        text = exchange.body["messages"][-1]["content"]
        if any(f"return {number};" in text for number in numbers) and not Path("mended").exists():
            exchange.reply({"error": {"message": "overloaded"}}, 503)
        else:
            exchange.reply(completion("int f() {}"))

    return say


def test_the_same_command_asks_a_complete_output_for_its_errors_alone(folder: Path) -> None:
    with serving(failing(4, 44)) as server:
        done(server, FILE)
        before = Path("answers.jsonl").read_text().splitlines()
        assert [row["id"] for row in answers() if row["error"]] == ["B-4", "B-44"]
        Path("mended").touch()
        sent = len(server.requests)
        stderr = done(server, FILE)
        assert "58 answers of the output kept, 2 requests asked" in stderr
        assert len(server.requests) == sent + 2
        after = Path("answers.jsonl").read_text().splitlines()
        assert [n for n in range(COUNT) if before[n] != after[n]] == [4, 44]
        done(server, FILE)
        assert len(server.requests) == sent + 2
        done(server, FILE, temperature=0.5)  # another model, as to its answers
        assert len(server.requests) == sent + 2 + COUNT
        done(server, {**FILE, "retry": False}, temperature=0.5)
        assert len(server.requests) == sent + 2 + 2 * COUNT


def test_the_replies_that_came_before_an_error_are_not_paid_again(folder: Path) -> None:
    """A server without `n` fails at the third of four candidates; the output is complete, and the cache is gone."""
    write_requests(5, k=4)
    times = Counter[str]()

    def say(exchange: Exchange) -> None:
        text = exchange.body["messages"][-1]["content"]
        if exchange.body.get("n", 1) > 1:
            exchange.reply({"error": {"message": "n is 1"}}, 400)
        elif "return 2;" in text and times[text] == 2 and not Path("mended").exists():
            exchange.reply({"error": {"message": "overloaded"}}, 503)
        else:
            times[text] += 1
            exchange.reply(completion(f"int f() {{ }} // {times[text]}"))

    with serving(say) as server:
        done(server, FILE)
        assert [row["id"] for row in answers() if row["error"]] == ["B-2"]
        Path("mended").touch()
        sent = len(server.requests)
        done(server, FILE)
        assert len(server.requests) == sent + 2
    [row] = [row for row in answers() if row["id"] == "B-2"]
    assert [one["text"] for one in row["candidates"]] == [f"int f() {{ }} // {n}" for n in (1, 2, 3, 4)]


def test_a_refusal_after_paid_replies_keeps_them(folder: Path) -> None:
    """Nothing may be removed because no part is whole."""

    def say(exchange: Exchange) -> None:
        if len(exchange.body["messages"][-1]["content"]) > 10_000 and not Path("mended").exists():
            exchange.reply({"error": {"message": "too long"}}, 400)
        else:
            exchange.reply(completion("int f() {}"))

    asked = [json.loads(line) for line in Path("requests.jsonl").read_text().splitlines()]
    asked[-1]["text"] = "int f() { " + "x(); " * 3000 + "}"
    Path("requests.jsonl").write_text("".join(json.dumps(row) + "\n" for row in asked))
    with serving(say) as server:
        assert "too long" in done(server, PARTS, 1)
        Path("mended").touch()
        sent = len(server.requests)
        done(server, PARTS)
        assert len(server.requests) == sent + 1
    assert len(answers()) == COUNT


def test_a_refusal_before_a_part_is_whole_keeps_paid_replies(folder: Path) -> None:
    """Three requests a part: the second one is refused."""
    write_requests(200)

    def say(exchange: Exchange) -> None:
        if "return 1;" in exchange.body["messages"][-1]["content"] and not Path("mended").exists():
            time.sleep(0.2)
            exchange.reply({"error": {"message": "too long"}}, 400)
        else:
            exchange.reply(completion("int f() {}"))

    with serving(say) as server:
        assert "too long" in done(server, FILE, 1)
        paid = len(server.requests) - 1
        assert paid >= 1
        Path("mended").touch()
        done(server, FILE)
        assert len(server.requests) == 1 + 200
    assert len(answers()) == 200


class Slow(WeakValueDictionary[str, Semaphore]):
    """A dictionary in which another thread has its turn between the look and the entry, as may be with any weak one."""

    def setdefault(self, key: str, default: Semaphore | None = None) -> Semaphore:  # type: ignore[override]
        known = self.get(key)
        time.sleep(0.05)
        assert default is not None
        if known is None:
            self[key] = default
        return known or default


def test_equal_requests_that_come_at_the_same_moment_are_one(tmp_path: Path) -> None:
    with serving(texts) as server:
        model = Chat(server.base, "m", concurrency=3, cache=str(tmp_path))
        model._turns = Slow()
        answers = list(model.ask_many(Request(str(number), "int f() {}", (1,)) for number in range(3)))
        assert len(server.requests) == 1
    assert len({one.candidates for one in answers}) == 1
