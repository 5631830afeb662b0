"""The verbs that ask a chat server: robustness ask, prompts and run, cote test, bench sample, search."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier

import pytest

from equimorph.models.chat import client
from tests.equimorph.bench.conftest import DOUBLE
from tests.equimorph.conftest import rows, run
from tests.equimorph.models.chat.server import Exchange, Server, completion, serving

ROOT = Path(__file__).resolve().parents[4]
CODE = "int f() { return 2; }"
KEY = "sk-0123456789abcdef"


def every_second(exchange: Exchange) -> None:
    """Refuse every second request for a moment, and answer the others with prose and a fence."""
    if exchange.number % 2:
        exchange.reply({"error": {"message": "slow down"}}, 429, Retry_After="0")
        return
    count = exchange.body.get("n", 1)
    exchange.reply(completion(*[f"Here it is:\n```java\n{CODE}\n```"] * count))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    """A server that is busy every second time; the working folder has requests.jsonl."""
    monkeypatch.setattr(client, "_FIRST", 0.001)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    texts = [f"int f() {{ return {number}; }}" for number in range(6)]
    requests = [
        {"schema": 1, "id": f"B-{number}", "text": text, "fault_lines": [1], "k": 2, "seed": 3}
        for number, text in enumerate(texts)
    ]
    Path("requests.jsonl").write_text("".join(json.dumps(request) + "\n" for request in requests))
    with serving(every_second) as running:
        yield running


def chat(server: Server, *more: str) -> tuple[str, ...]:
    return ("--chat", server.base, "--chat-model", "qwen", *more)


def test_ask_loses_no_request_to_a_server_that_is_busy_every_second_time(server: Server) -> None:
    options = ("-k", "10", "--concurrency", "8", "--cache", "replies", "--budget-tokens", "100000")
    done = run("robustness", "ask", "requests.jsonl", *chat(server), *options, "--out", "answers.jsonl")
    assert done.exit_code == 0, done.stderr
    answers = rows(Path("answers.jsonl"))
    assert [(answer["id"], answer["model"], answer["error"]) for answer in answers] == [
        (f"B-{number}", "qwen", None) for number in range(6)
    ]
    assert {len(answer["candidates"]) for answer in answers} == {10}
    assert len(list(Path("replies").rglob("*.json"))) == 6
    sent = len(server.requests)
    again = run("robustness", "ask", "requests.jsonl", *chat(server), *options, "--out", "again.jsonl")
    assert again.exit_code == 0
    assert len(server.requests) == sent
    assert Path("again.jsonl").read_bytes() == Path("answers.jsonl").read_bytes()


def test_connections_are_as_many_as_concurrency_says(server: Server) -> None:
    three = Barrier(3, timeout=20)

    def together(exchange: Exchange) -> None:
        three.wait()
        exchange.reply(completion(*[CODE] * 2))

    with serving(together) as waiting:
        options = ("--concurrency", "3", "--retries", "0", "--out", "out.jsonl")
        done = run("robustness", "ask", "requests.jsonl", *chat(waiting, *options))
    assert done.exit_code == 0, done.stderr
    assert waiting.busiest == 3
    assert {answer["error"] for answer in rows(Path("out.jsonl"))} == {None}


def test_one_option_names_the_key_of_a_url_and_of_a_chat_server(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    done = run("robustness", "ask", "requests.jsonl", *chat(server, "--key-env", "MY_KEY", "-o", "out.jsonl"))
    assert done.exit_code == 0, done.stderr
    assert {one.headers["Authorization"] for one in server.requests} == {f"Bearer {KEY}"}
    assert KEY not in Path("out.jsonl").read_text() + done.output


def test_fields_of_a_body_are_given_as_json(server: Server) -> None:
    extra = (
        "--extra",
        '{"top_k": 5}',
        "--extra",
        '{"reasoning_effort": "low"}',
        "--stop",
        "END",
        "--stop",
        "}}",
    )
    done = run("robustness", "ask", "requests.jsonl", *chat(server, *extra, "-o", "a.jsonl"))
    assert done.exit_code == 0, done.output
    body = server.requests[0].body
    assert (body["top_k"], body["reasoning_effort"], body["stop"]) == (5, "low", ["END", "}}"])


def test_prompts_are_shown_and_nobody_is_asked(server: Server) -> None:
    done = run("robustness", "prompts", "requests.jsonl", "--prompt", "repair-diff", "--head", "2")
    assert done.exit_code == 0
    assert [line for line in done.stdout.splitlines() if line.startswith("---")] == [
        "--- B-0 ---",
        "--- B-1 ---",
    ]
    assert "int f() { return 1; }  // buggy" in done.stdout
    assert "6 requests" in done.stderr
    assert not server.requests


def test_what_is_shown_is_what_is_sent(server: Server) -> None:
    Path("system.txt").write_text("Be brief.")
    Path("mine.txt").write_text("Fix {{ text }} k={{ k }}")
    options = ("--prompt", "mine.txt", "--system", "system.txt", "-k", "7")
    shown = run("robustness", "prompts", "requests.jsonl", *options, "--head", "1").stdout
    assert shown == "--- B-0 ---\n[system]\nBe brief.\n[user]\nFix int f() { return 0; } k=7\n\n"
    run("robustness", "ask", "requests.jsonl", *chat(server), *options, "--concurrency", "1", "-o", "a.jsonl")
    assert [message["content"] for message in server.requests[0].body["messages"]] == [
        "Be brief.",
        "Fix int f() { return 0; } k=7",
    ]


def test_a_dry_run_counts_and_asks_nobody(server: Server) -> None:
    Path("mine.txt").write_text("{{ text }}")
    prices = ("--price-in", "1000", "--price-out", "2000", "--max-tokens", "50")
    done = run(
        "robustness", "ask", "requests.jsonl", *chat(server), *prices, "--prompt", "mine.txt", "--dry-run"
    )
    assert done.exit_code == 0
    characters = 6 * len("int f() { return 0; }")
    assert f"6 requests: {characters} characters, about {-(-characters // 4)} tokens" in done.stderr
    # The prompts: a quarter of the characters; the replies: 6 requests, 2 candidates each, 50 tokens each.
    assert (
        f"prompts {-(-characters // 4) / 1000:.4f}, replies {6 * 2 * 50 * 2 / 1000:.4f} at most"
        in done.stderr
    )
    assert not server.requests


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--model", "copy", "--dry-run"], "--dry-run is for --chat"),
        (["--model", "copy", "--chat", "http://h/v1", "--chat-model", "m"], "give one of --model"),
        (["--chat", "http://h/v1"], "--chat needs --chat-model"),
        (
            ["--chat", "http://127.0.0.1:9/v1", "--chat-model", "m", "--jobs", "2"],
            "--jobs is for other models",
        ),
        (["--model", "copy", "--prompt", "repair"], "--prompt needs --chat or --hf"),
        (["--model", "copy", "--concurrency", "3"], "--concurrency needs --chat"),
        (["--model", "copy", "--key-env", "K"], "--key-env is for --model-url and --chat"),
        (["--chat", "http://h/v1", "--chat-model", "m", "--prompt", "no.txt"], "no prompt 'no.txt'"),
        (["--chat", "http://h/v1", "--chat-model", "m", "--extra", "[1]"], "not a JSON object"),
        (["--chat", "h/v1", "--chat-model", "m"], "--chat is not the URL"),
    ],
)
def test_options_that_do_not_fit_are_errors(server: Server, options: list[str], reason: str) -> None:
    done = run("robustness", "ask", "requests.jsonl", *options, "-o", "out.jsonl")
    assert done.exit_code in (1, 2)
    assert reason in done.stderr
    assert not Path("out.jsonl").exists()


def test_a_generator_may_be_a_chat_server(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("spacy")
    Path("vectors.txt").write_text("first 1 0\nsecond 1 0.1\n")
    Path("mine.txt").write_text("Write {{ language }}: {{ text }}")
    Path("inputs.jsonl").write_text('{"id": "a", "input": "Return the first node."}\n')
    done = run(
        *("cote", "test", "inputs.jsonl", *chat(server, "--prompt", "mine.txt", "--out", "tested.jsonl")),
        *("--method", "l", "--table", "vectors.txt", "--cosine", "0.9"),
    )
    assert done.exit_code == 0, done.stderr
    prompts = {one.body["messages"][-1]["content"] for one in server.requests}
    assert prompts == {"Write java: Return the first node.", "Write java: Return the second node."}
    [row] = rows(Path("tested.jsonl"))
    assert row["outputs"]["original"]["text"] == row["outputs"]["mutant"]["text"] == f"{CODE}\n"


def test_a_program_that_was_cut_off_is_not_compared(server: Server) -> None:
    pytest.importorskip("spacy")
    Path("vectors.txt").write_text("first 1 0\nsecond 1 0.1\n")
    Path("inputs.jsonl").write_text('{"id": "a", "input": "Return the first node."}\n')
    Path("mine.txt").write_text("{{ text }}")
    with serving(lambda exchange: exchange.reply(completion(CODE, finish="length"))) as short:
        run(
            *("cote", "test", "inputs.jsonl", *chat(short, "--prompt", "mine.txt", "--out", "tested.jsonl")),
            *("--method", "l", "--table", "vectors.txt", "--cosine", "0.9"),
        )
    [row] = rows(Path("tested.jsonl"))
    assert row["outputs"]["original"]["text"] is None
    assert "limit of tokens" in row["outputs"]["original"]["error"]


def test_the_tokens_of_a_run_are_said(server: Server) -> None:
    with serving(lambda exchange: exchange.reply(completion("x" * 40, usage=None))) as silent:
        prices = ("--price-in", "1000", "--price-out", "1000", "-k", "1", "-o", "a.jsonl")
        Path("mine.txt").write_text("{{ text }}")
        done = run("robustness", "ask", "requests.jsonl", *chat(silent, *prices, "--prompt", "mine.txt"))
    # A quarter of the characters of each: 6 prompts of 21, 6 replies of 40.
    assert "96 tokens spent (36 of prompts, 60 of replies); 6 replies without usage" in done.stderr
    assert "cost 0.0960" in done.stderr


def test_samples_of_a_chat_server_are_predictions_of_the_bench(server: Server) -> None:
    Path("problems.jsonl").write_text(json.dumps(DOUBLE.to_row()) + "\n")
    Path("mine.txt").write_text("{{ language }} {{ text }}")
    done = run(
        *("bench", "sample", "problems.jsonl", *chat(server, "--prompt", "mine.txt")),
        *("-n", "3", "--out", "samples.jsonl"),
    )
    assert done.exit_code == 0, done.stderr
    assert server.requests[0].body["messages"][-1]["content"].startswith("python import math")
    samples = rows(Path("samples.jsonl"))
    assert [(one["id"], one["problem"], one["sample"]) for one in samples] == [
        (f"double:{number}", "double", number) for number in range(3)
    ]
    assert not Path("samples.jsonl.partial").exists()


def test_a_search_asks_a_chat_server(server: Server) -> None:
    shutil.copytree(ROOT / "demo" / "checkout", "checkout")
    Path("name.txt").write_text("Name this method: {{ text }}")
    options = ("--budget", "8", "--mutants", "0", "-o", "found.jsonl")
    done = run("search", "once", "checkout", *chat(server, "--prompt", "name.txt"), *options)
    assert done.exit_code == 0, done.stderr
    answered = {one.body["messages"][0]["content"] for one in server.requests}
    assert len(answered) == 8
    assert all(text.startswith("Name this method: ") for text in answered)
    assert "8 model calls" in done.stderr
    assert "96 tokens spent" in done.stderr


def test_a_search_that_spends_its_budget_has_exit_code_3(server: Server) -> None:
    shutil.copytree(ROOT / "demo" / "checkout", "checkout")
    Path("name.txt").write_text("Name this method: {{ text }}")
    options = ("--budget", "8", "--mutants", "0", "--budget-tokens", "12", "-o", "found.jsonl")
    done = run("search", "once", "checkout", *chat(server, "--prompt", "name.txt"), *options)
    assert (done.exit_code, "the budget of 12 tokens is spent" in done.stderr) == (3, True)
    assert not Path("found.jsonl").exists()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ((), "give one of --model, --chat and --hf"),
        (("--chat", "http://h/v1", "--chat-model", "m"), "--prompt is missing"),
        (("--model", "a:b", "--stop", "x"), "--stop needs --chat or --hf"),
    ],
)
def test_options_of_a_search_that_do_not_fit_are_errors(
    server: Server, options: tuple[str, ...], reason: str
) -> None:
    done = run("search", "guided", "requests.jsonl", *options)
    assert (done.exit_code, reason in done.stderr) == (2, True)
