"""A chat model against a server that is slow, busy, broken or odd."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from equimorph.models import Answer, BudgetSpent, Chat, Request
from equimorph.models.chat import ChatOptions, client
from equimorph.models.exchange import CannotRun
from mutators import MutationError
from tests.equimorph.models.chat.server import Exchange, Say, completion, serving, texts

TEXT = "int f(int a) {\n    return a - 1;\n}"


def request(id: str = "b", k: int = 1) -> Request:
    return Request(id, TEXT, (2,), k)


def answer(say: Say, k: int = 1, **options: object) -> tuple[Answer, list[Any]]:
    """Ask one request; return the answer, and the bodies that the server got."""
    with serving(say) as server:
        result = Chat(server.base, "m", **options).answer(request(k=k))
    return result, [exchange.body for exchange in server.requests]


def sequence(*says: Say) -> Say:
    """Do one thing after the other, the last one again and again."""
    return lambda exchange: says[min(exchange.number, len(says) - 1)](exchange)


def status(code: int, words: str = "no", **headers: str) -> Say:
    return lambda exchange: exchange.reply({"error": {"message": words}}, code, **headers)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST", 0.001)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def test_a_request_has_model_prompt_and_sampling(tmp_path: Path) -> None:
    system = tmp_path / "system.txt"
    system.write_text("Be brief.")
    result, [body] = answer(
        lambda exchange: exchange.reply(completion("x", "y")),
        k=2,
        system=system,
        temperature=0.8,
        top_p=0.9,
        max_tokens=50,
        stop=("END",),
        sampling_seed=3,
        extra={"top_k": 5},
    )
    messages = body.pop("messages")
    assert body == {
        **{"model": "m", "temperature": 0.8, "top_p": 0.9, "max_tokens": 50, "stop": ["END"]},
        **{"top_k": 5, "n": 2, "seed": 3},
    }
    assert [message["role"] for message in messages] == ["system", "user"]
    assert messages[0]["content"] == "Be brief."
    assert TEXT in messages[1]["content"]
    assert [candidate.text for candidate in result.candidates] == ["x", "y"]
    assert (result.model, result.error) == ("m", None)


def test_the_row_has_the_reply_its_end_usage_and_time() -> None:
    result, _ = answer(lambda exchange: exchange.reply(completion("x", finish="length")))
    row = json.loads(json.dumps(result.to_row()))
    assert row["candidates"] == [{"text": "x", "finish_reason": "length"}]
    [raw] = row["raw"]
    assert raw["reply"]["usage"]["total_tokens"] == 12
    assert raw["seconds"] >= 0
    assert Answer.from_row(row) == result


@pytest.mark.parametrize("code", [408, 409, 429, 500, 502, 503, 529])
def test_a_status_that_may_pass_is_tried_again(code: int) -> None:
    result, bodies = answer(sequence(status(code), status(code), texts))
    assert [candidate.text for candidate in result.candidates] == ["2.0"]
    assert bodies[0] == bodies[1] == bodies[2]


@pytest.mark.parametrize("code", [400, 401, 403, 404, 413, 422])
def test_another_status_ends_the_run_with_the_words_of_the_server(code: int) -> None:
    with serving(status(code, "no such model")) as server, pytest.raises(CannotRun) as error:
        Chat(server.base, "m").answer(request())
    assert f"HTTP {code}: no such model" in str(error.value)
    assert len(server.requests) == 1


def test_a_redirect_is_not_followed() -> None:
    with (
        serving(status(307, Location="http://127.0.0.1:9/")) as server,
        pytest.raises(CannotRun, match=r"redirects are not followed; it names 'http://127\.0\.0\.1:9/'"),
    ):
        Chat(server.base, "m").answer(request())


@pytest.mark.parametrize("words", ["seconds", "date"])
def test_the_pause_that_a_server_asks_for_is_kept(words: str) -> None:
    # A date has whole seconds.
    wait = (
        "1" if words == "seconds" else format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
    )
    began = time.monotonic()
    result, bodies = answer(sequence(status(429, Retry_After=wait), texts))
    assert (len(bodies), result.error) == (2, None)
    assert time.monotonic() - began >= 0.9


@pytest.mark.parametrize("wait", ["soon", "-5", "", "Thu, 01 Jan 1970 00:00:00 GMT"])
def test_a_pause_that_is_none_is_no_reason_to_wait(wait: str) -> None:
    result, bodies = answer(sequence(status(429, Retry_After=wait), texts))
    assert (len(bodies), result.error) == (2, None)


def test_pauses_grow_and_have_jitter(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(client, "_FIRST", 0.5)
    monkeypatch.setattr(client.Client, "_sleep", lambda self, seconds: pauses.append(seconds))
    result, _ = answer(status(503), retries=9)
    assert result.error == "HTTP 503: no (10 tries)"
    for number, pause in enumerate(pauses):
        longest = min(60.0, 0.5 * 2**number)
        assert longest / 2 <= pause <= longest
    assert len(set(pauses)) == len(pauses) == 9


def test_when_all_tries_fail_the_row_has_the_last_reason() -> None:
    result, bodies = answer(status(500, "overloaded"), retries=2)
    assert result.error == "HTTP 500: overloaded (3 tries)"
    assert (len(bodies), result.candidates) == (3, ())
    assert answer(status(500), retries=0)[0].error == "HTTP 500: no (1 try)"


def cut(exchange: Exchange) -> None:
    exchange.raw(json.dumps(completion("x")).encode()[:20], length=500)
    exchange.hang_up()


@pytest.mark.parametrize("broken", [Exchange.hang_up, cut], ids=["no reply", "half a reply"])
def test_a_closed_connection_is_tried_again(broken: Say) -> None:
    result, bodies = answer(sequence(broken, broken, texts))
    assert [candidate.text for candidate in result.candidates] == ["2.0"]
    assert len(bodies) == 3


def test_a_refused_connection_is_an_error_of_the_row() -> None:
    with serving(texts) as server:
        base = server.base
    result = Chat(base, "m", retries=1).answer(request())
    assert result.error is not None
    assert result.error.startswith("the connection failed: ConnectError")


@pytest.mark.parametrize(("retries", "answers"), [(0, 4), (1, 2), (6, 0)])
def test_a_server_that_is_down_ends_the_run(retries: int, answers: int) -> None:
    """After five tries in a row without a connection; the requests that gave up before are rows."""
    with serving(texts) as server:
        base = server.base
    model = Chat(base, "m", retries=retries, concurrency=1)
    errors = list[str | None]()
    with pytest.raises(CannotRun, match=r"^http://127.0.0.1:\d+/v1 cannot be reached: .*ConnectError"):
        errors.extend(model.answer(request(str(number))).error for number in range(9))
    assert len(errors) == answers


def test_a_proxy_that_is_down_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    with (
        serving(texts) as server,
        pytest.raises(CannotRun, match=r"cannot be reached by the proxy of the environment"),
    ):
        Chat(server.base, "m", retries=4).answer(request())


def test_numbers_that_json_lacks_are_null(tmp_path: Path) -> None:
    content = b'{"choices": [{"message": {"content": "x"}, "logprobs": [NaN, -Infinity, 0.5]}]}'
    with serving(lambda exchange: exchange.reply(content)) as server:
        for _ in range(2):
            [reply] = Chat(server.base, "m", cache=tmp_path).answer(request()).raw
            assert reply["reply"]["choices"][0]["logprobs"] == [None, None, 0.5]
    assert len(server.requests) == 1


def test_a_server_that_hangs_up_is_not_down() -> None:
    def say(exchange: Exchange) -> None:
        exchange.hang_up()

    with serving(say) as server:
        model = Chat(server.base, "m", retries=2, concurrency=1)
        errors = [model.answer(request(str(number))).error for number in range(4)]
    assert all(str(error).startswith("the connection failed: ") for error in errors)


def test_an_account_without_money_ends_the_run_at_once() -> None:
    def say(exchange: Exchange) -> None:
        exchange.reply({"error": {"message": "You exceeded it", "code": "insufficient_quota"}}, 429)

    with serving(say) as server, pytest.raises(CannotRun, match="HTTP 429: You exceeded it"):
        Chat(server.base, "m").answer(request())
    assert len(server.requests) == 1


def test_a_slow_reply_and_one_in_slow_pieces_are_late() -> None:
    slow = answer(lambda exchange: time.sleep(2), request_timeout=0.3, retries=0)[0]
    drip = answer(lambda exchange: exchange.drip(40, 0.05), request_timeout=0.3, retries=0)[0]
    assert slow.error == drip.error == "no answer within 0.3 seconds (1 try)"


def test_a_reply_in_chunks() -> None:
    result, _ = answer(lambda exchange: exchange.chunked(completion("é😀")))
    assert [candidate.text for candidate in result.candidates] == ["é😀"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<html>", "the reply is no JSON object: '<html>'"),
        (b'{"choices": [', "the reply is no JSON object: '{\"choices\": ['"),
        (b"[]", "the reply is no JSON object: '[]'"),
        (b"\xff", "the reply is no JSON object: '\\\\xff'"),
        (b"[" * 100_000, "the reply is no JSON object: "),
        (b"{}", "no choices in the reply"),
        (b'{"choices": []}', "no choices in the reply"),
        (b'{"choices": null}', "no choices in the reply"),
        (b'{"error": {"message": "out of memory"}}', "no choices in the reply: out of memory"),
    ],
)
def test_a_reply_that_is_none_is_an_error_of_the_row(content: bytes, reason: str) -> None:
    result, bodies = answer(lambda exchange: exchange.reply(content))
    assert result.error is not None
    assert result.error.startswith(reason)
    assert len(bodies) == 1


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        ({"message": {"content": None, "tool_calls": [{"id": 1}]}, "finish_reason": "tool_calls"}, ""),
        ({"message": {"content": ""}, "finish_reason": "content_filter"}, ""),
        ({"message": {"content": "x", "reasoning_content": "why"}, "finish_reason": "stop"}, "x"),
        ({"message": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}, "ab"),
        ({"text": "of completions"}, "of completions"),
        ({"message": {"content": "\ud800x"}}, "?x"),
        ({}, ""),
        (None, ""),
    ],
)
def test_odd_choices_are_candidates(choice: object, text: str) -> None:
    result, _ = answer(lambda exchange: exchange.reply({"choices": [choice]}))
    [candidate] = result.candidates
    assert candidate.text == text
    assert candidate.finish_reason == (choice or {}).get("finish_reason")  # type: ignore[attr-defined]
    json.dumps(result.to_row(), ensure_ascii=False).encode()


def refusing(exchange: Exchange) -> None:
    if "n" in exchange.body:
        exchange.reply({"error": "n > 1 is not supported"}, 400)
    else:
        texts(exchange)


def test_a_server_without_n_is_asked_k_times_and_that_is_found_out_once() -> None:
    with serving(refusing) as server:
        model = Chat(server.base, "m", sampling_seed=5)
        first, second = (model.answer(request(id, 3)) for id in ("a", "b"))
    assert [candidate.text for candidate in first.candidates] == ["1.0", "2.0", "3.0"]
    assert [candidate.text for candidate in second.candidates] == ["4.0", "5.0", "6.0"]
    assert [exchange.body["seed"] for exchange in server.requests] == [5, 5, 6, 7, 5, 6, 7]


def test_a_server_that_ignores_n_is_asked_for_the_rest() -> None:
    result, bodies = answer(lambda exchange: exchange.reply(completion(str(exchange.number))), k=3)
    assert [candidate.text for candidate in result.candidates] == ["0", "1", "2"]
    assert [body.get("n") for body in bodies] == [3, None, None]


def test_more_choices_than_asked_for_are_left_out() -> None:
    result, _ = answer(lambda exchange: exchange.reply(completion(*"abc")), k=2)
    assert [candidate.text for candidate in result.candidates] == ["a", "b"]


def test_the_cache_answers_the_same_requests_with_the_same_rows(tmp_path: Path) -> None:
    for say in (texts, refusing):
        folder = tmp_path / say.__name__
        with serving(say) as server:
            options: dict[str, Any] = {"cache": folder, "temperature": 1.0}
            first = Chat(server.base, "m", **options).answer(request(k=3))
            sent = len(server.requests)
            again = Chat(server.base, "m", **options).answer(request(k=3))
            assert (again, len(server.requests)) == (first, sent)
            other = Chat(server.base, "m", **{**options, "temperature": 0.5}).answer(request(k=3))
            assert other != first


def test_a_broken_file_of_the_cache_is_made_again(tmp_path: Path) -> None:
    with serving(texts) as server:
        first = Chat(server.base, "m", cache=tmp_path).answer(request())
        [file] = tmp_path.glob("*/*.json")
        empty = '{"reply": {"choices": []}, "seconds": 1}'
        for broken in ("", "{", "[]", '{"reply": 5, "seconds": 1}', '{"reply": {}}', empty):
            file.write_text(broken)
            again = Chat(server.base, "m", cache=tmp_path).answer(request())
            assert again.candidates != first.candidates
            assert again.error is None


def test_failures_are_not_cached(tmp_path: Path) -> None:
    with serving(sequence(status(500), lambda exchange: exchange.reply({"choices": []}), texts)) as server:
        model = Chat(server.base, "m", cache=tmp_path, retries=0)
        errors = [model.answer(request()).error for _ in range(2)]
        assert not list(tmp_path.rglob("*.json"))
        errors.append(model.answer(request()).error)
    assert [error is None for error in errors] == [False, False, True]


def test_the_key_is_sent_and_shown_nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    key = "sk-very-secret-key"
    monkeypatch.setenv("MY_KEY", key)

    def echo(exchange: Exchange) -> None:
        said = exchange.headers["Authorization"]
        if exchange.number == 1:
            exchange.reply({"error": {"message": f"bad key {said}"}}, 401)
        else:
            exchange.reply({**completion(f"you said {said}"), "more": [{"deep": said}]})

    with serving(echo) as server:
        model = Chat(server.base, "m", key_env="MY_KEY", cache=tmp_path)
        result = model.answer(request())
        with pytest.raises(CannotRun) as error:
            model.answer(request("other", 2))
    assert server.requests[0].headers["Authorization"] == f"Bearer {key}"
    kept = "".join(file.read_text() for file in tmp_path.rglob("*.json"))
    shown = json.dumps(
        [result.to_row(), dict(model.identity), str(error.value), repr(model), repr(vars(error.value))]
    )
    assert "you said Bearer ***" in shown
    assert key not in shown + kept


def test_a_key_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MY_KEY", raising=False)
    with pytest.raises(MutationError, match="environment variable MY_KEY is not set"):
        Chat("http://127.0.0.1:9/v1", "m", key_env="MY_KEY")
    monkeypatch.setenv("OPENAI_API_KEY", "k" * 20)
    with serving(texts) as server:
        Chat(server.base, "m").answer(request())
    assert server.requests[0].headers["Authorization"] == f"Bearer {'k' * 20}"


def test_the_budget_of_tokens_ends_the_run_before_the_next_request() -> None:
    with serving(texts) as server:
        model = Chat(server.base, "m", budget_tokens=24)
        assert [model.answer(request(str(number))).error for number in range(2)] == [None, None]
        with pytest.raises(BudgetSpent, match=r"24 tokens is spent \(24\).*larger --budget-tokens continues"):
            model.answer(request("3"))
    assert len(server.requests) == 2
    assert (model.budget.tokens_in, model.budget.tokens_out, model.budget.estimated) == (14, 10, 0)


def test_the_budget_of_money_counts_by_the_prices() -> None:
    with serving(texts) as server:
        model = Chat(server.base, "m", budget_cost=0.0001, price_in=10, price_out=20)
        model.answer(request("1"))
        assert model.budget.cost == pytest.approx((7 * 10 + 5 * 20) / 1e6)
        with pytest.raises(BudgetSpent, match="larger --budget-cost continues"):
            model.answer(request("2"))


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": "many"}, 5, {"prompt_tokens": 3}])
def test_a_reply_without_usage_is_counted_by_characters(usage: object) -> None:
    with serving(lambda exchange: exchange.reply(completion("12345", usage=usage))) as server:
        model = Chat(server.base, "m")
        model.answer(request())
    prompt = sum(len(message["content"]) for message in server.requests[0].body["messages"])
    assert (model.budget.estimated, model.budget.tokens_out) == (1, 2)
    assert model.budget.tokens_in == -(-prompt // 4)


def test_what_is_cached_costs_nothing(tmp_path: Path) -> None:
    with serving(texts) as server:
        Chat(server.base, "m", cache=tmp_path).answer(request())
        model = Chat(server.base, "m", cache=tmp_path, budget_tokens=1)
        assert model.answer(request()).error is None
        assert model.budget.tokens == 0
        assert model.answer(request("equal")).error is None
        with pytest.raises(BudgetSpent, match=r"is spent \(12, 12 tokens of them in kept replies\)"):
            model.answer(Request("other", "int f() {}", (1,)))


def test_many_are_asked_at_once_and_answered_in_order() -> None:
    def late(exchange: Exchange) -> None:
        time.sleep(0.05 if exchange.number % 3 else 0.15)
        exchange.reply(completion(exchange.body["messages"][-1]["content"]))

    with serving(late) as server:
        model = Chat(server.base, "m", concurrency=8)
        answers = list(model.ask_many(Request(str(n), f"int f{n}() {{}}", ()) for n in range(40)))
    assert [one.id for one in answers] == [str(n) for n in range(40)]
    assert all(f"int f{one.id}()" in str(one.candidates[0].text) for one in answers)
    assert 2 <= server.busiest <= 8


def test_no_request_is_sent_twice_but_those_that_failed() -> None:
    failed: Counter[str] = Counter()
    lock = threading.Lock()

    def flaky(exchange: Exchange) -> None:
        prompt = exchange.body["messages"][-1]["content"]
        with lock:
            failed[prompt] += 1
            first = failed[prompt] == 1
        if first and exchange.number % 2:
            status(429)(exchange)
        elif first and exchange.number % 3 == 0:
            exchange.hang_up()
        else:
            failed[prompt] += 100
            texts(exchange)

    with serving(flaky) as server:
        model = Chat(server.base, "m", concurrency=8)
        answers = list(model.ask_many(Request(str(n), f"int f{n}() {{}}", ()) for n in range(60)))
    assert all(one.error is None for one in answers)
    assert all(100 < count < 200 for count in failed.values())
    assert len(server.requests) == sum(count - 100 for count in failed.values())


def test_a_stop_ends_pauses_and_requests_and_the_next_connection_works() -> None:
    from equimorph.models import Hello

    with serving(sequence(status(503, Retry_After="60"), texts)) as server:
        model = Chat(server.base, "m")
        connection = model.connect(Hello())
        threading.Timer(0.3, connection.stop).start()
        began = time.monotonic()
        assert connection.ask(request()).error == "stopped"
        assert time.monotonic() - began < 20
        assert model.connect(Hello()).ask(request()).error is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"base": "127.0.0.1/v1"}, "not the URL of an http or https server"),
        ({"base": "http://user:word@host/v1"}, "has a user, a password or a query"),
        ({"base": "http://host/v1?key=x"}, "has a user, a password or a query"),
        ({"base": "http://a..b/v1"}, "not the URL of an http or https server"),
        ({"base": f"http://{'a' * 64}/v1"}, "not the URL of an http or https server"),
        ({"model": ""}, "--chat needs --chat-model"),
        ({"extra": {"n": 2}}, "--extra has 'n'"),
        ({"extra": {"messages": []}}, "--extra has 'messages'"),
        ({"extra": {"model": "other"}}, "--extra has 'model'"),
        ({"extra": {"stream": True}}, "--extra has 'stream': replies are read whole"),
        ({"extra": [1]}, "--extra or --stop cannot be sent"),
        ({"extra": {"a": "\ud800"}}, "--extra or --stop cannot be sent"),
        ({"temperature": -1}, "temperature is 0 or more, not -1"),
        ({"top_p": 2}, "top_p is from 0 to 1, not 2"),
        ({"retries": -1}, "retries is 0 or more, not -1"),
        ({"price_in": 1}, "--price-in and --price-out go together"),
        ({"budget_cost": 1}, "--budget-cost needs --price-in"),
        ({"prompt": "no-such"}, "no prompt 'no-such'"),
    ],
)
def test_wrong_options_are_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CannotRun, match=message):
        Chat(**{"base": "http://127.0.0.1:9/v1", "model": "m", **options})


def test_the_identity_is_that_of_the_answers_and_has_the_template() -> None:
    def identity(**options: object) -> dict[str, Any]:
        return dict(json.loads(json.dumps(Chat("http://127.0.0.1:9/v1", "m", **options).identity)))

    plain = identity()
    assert "{{ text }}" in plain["prompt"]["text"]
    assert len(plain["prompt"]["sha256"]) == 64
    for same in ({"retries": 1}, {"budget_tokens": 5}, {"concurrency": 9}, {"request_timeout": 1}):
        assert identity(**same) == plain
    for other in ({"temperature": 1.0}, {"prompt": "repair-diff"}, {"sampling_seed": 0}, {"extra": {"a": 1}}):
        assert identity(**other) != plain


def test_the_command_line_asks_a_chat_model_as_a_python_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {"schema": 1, "id": f"b{n}", "text": TEXT, "fault_lines": [2], "k": 2, "seed": 0} for n in range(4)
    ]
    (tmp_path / "requests.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.chdir(tmp_path)
    with serving(texts) as server:
        (tmp_path / "mine.py").write_text(
            f"from equimorph.models import Chat\nmodel = Chat({server.base!r}, 'qwen')\n"
        )
        command = [sys.executable, "-m", "equimorph", "robustness", "ask", "requests.jsonl"]
        done = subprocess.run(
            [*command, "--model", "mine.py:model", "--jobs", "2", "--out", "answers.jsonl"],
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    answers = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert [(row["id"], row["model"], len(row["candidates"])) for row in answers] == [
        (f"b{n}", "qwen", 2) for n in range(4)
    ]
    assert all(row["raw"][0]["reply"]["usage"] for row in answers)


def test_who_waits_for_a_connection_is_not_late() -> None:
    def slow(exchange: Exchange) -> None:
        time.sleep(0.4)
        exchange.chunked(completion("x"))  # in pieces, between which the time is looked at

    with serving(slow) as server, ThreadPoolExecutor(5) as pool:
        model = Chat(server.base, "m", concurrency=1, request_timeout=1, retries=0)
        answers = list(pool.map(model.answer, [request(str(number)) for number in range(5)]))
    assert [one.error for one in answers] == [None] * 5
    assert (len(server.requests), server.busiest) == (5, 1)


@pytest.mark.parametrize("code", [400, 422, 500, 501])
def test_a_server_may_refuse_n_with_any_of_these(code: int) -> None:
    def refuse(exchange: Exchange) -> None:
        if "n" in exchange.body:
            status(code, "only one completion choice is allowed")(exchange)
        else:
            texts(exchange)

    result, _ = answer(refuse, k=3, retries=1)
    assert (len(result.candidates), result.error) == (3, None)


def test_of_equal_requests_at_once_one_is_paid(tmp_path: Path) -> None:
    def slow(exchange: Exchange) -> None:
        time.sleep(0.2)
        texts(exchange)

    with serving(slow) as server:
        model = Chat(server.base, "m", concurrency=4, cache=str(tmp_path))
        answers = list(model.ask_many(request(str(number)) for number in range(4)))
    assert len(server.requests) == 1
    assert {one.candidates for one in answers} == {answers[0].candidates}


def test_connections_are_kept_for_the_next_requests() -> None:
    with serving(texts) as server:
        model = Chat(server.base, "m", concurrency=3)
        for _ in range(2):
            answers = list(model.ask_many(request(str(number)) for number in range(15)))
    assert [one.error for one in answers] == [None] * 15
    assert len({exchange.handler.client_address for exchange in server.requests}) <= 3


def test_a_reply_under_way_when_the_run_is_stopped_is_kept(tmp_path: Path) -> None:
    def slow(exchange: Exchange) -> None:
        time.sleep(0.5)
        texts(exchange)

    with serving(slow) as server:
        model = Chat(server.base, "m", cache=tmp_path)
        threading.Timer(0.2, model.stop).start()
        assert model.answer(request()).error is None
        assert model.answer(request("other", 2)).error == "stopped"
        again = Chat(server.base, "m", cache=tmp_path).answer(request())
    assert (again.error, len(server.requests)) == (None, 1)


def test_an_error_of_one_request_ends_the_retries_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST", 1.0)
    tries = Counter[str]()

    def mixed(exchange: Exchange) -> None:
        prompt = exchange.body["messages"][-1]["content"]
        tries[prompt] += 1
        status(401 if "int f0" in prompt else 503)(exchange)

    with serving(mixed) as server:
        model = Chat(server.base, "m", retries=3)
        with pytest.raises(CannotRun, match="HTTP 401"):
            list(model.ask_many(Request(str(n), f"int f{n}() {{}}", ()) for n in range(4)))
    assert max(tries.values()) < 4


def test_after_a_stop_others_can_be_asked() -> None:
    with serving(texts) as server:
        model = Chat(server.base, "m")
        model.stop()
        assert [one.error for one in model.ask_many([request()])] == [None]


def test_a_key_at_the_end_of_a_long_message_is_hidden_before_the_message_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-SECRET-SECRET")
    for body in ("x" * 290 + " sk-SECRET-SECRET", "x" * 1195 + "sk-SECRET-SECRET"):
        with serving(status(401, body)) as server, pytest.raises(CannotRun) as error:
            Chat(server.base, "m").answer(request())
        assert "SECRET" not in str(error.value)
    result, _ = answer(lambda exchange: exchange.raw(b"x" * 290 + b" sk-SECRET-SECRET"))
    assert "SECRET" not in str(result.error)


@pytest.mark.parametrize(
    ("wait", "reason"),
    [("86400", "HTTP 429: no: it asks to wait for 86,400 seconds"), ("inf", "asks to wait for inf seconds")],
)
def test_a_quota_of_hours_is_not_waited_for(wait: str, reason: str) -> None:
    result, bodies = answer(status(429, Retry_After=wait))
    assert reason in str(result.error)
    assert len(bodies) == 1


@pytest.mark.parametrize("content", [b'{"choices": 5}', b'{"choices": {"a": 1}}', b'{"choices": "abc"}'])
def test_choices_that_are_no_list_are_an_error_of_the_row(content: bytes) -> None:
    result, _ = answer(lambda exchange: exchange.reply(content))
    assert result.error == "no choices in the reply"


def test_texts_of_options_are_taken_for_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "system.txt").write_text("Be brief.")
    _, [body] = answer(texts, stop="END", system=str(tmp_path / "system.txt"), cache=str(tmp_path / "cache"))
    assert body["stop"] == ["END"]
    assert body["messages"][0]["content"] == "Be brief."


@pytest.mark.parametrize("extra", [{"a": float("nan")}, {"a": {1}}, {"a": b""}])
def test_an_extra_that_is_no_json_is_an_error_at_once(extra: dict[str, Any]) -> None:
    with pytest.raises(CannotRun, match="--extra or --stop cannot be sent"):
        Chat("http://127.0.0.1:9/v1", "m", extra=extra)
    with pytest.raises(CannotRun, match="concurrency is 1 or more, not 0"):
        Chat("http://127.0.0.1:9/v1", "m", concurrency=0)


def test_a_slash_at_the_end_of_the_base_makes_no_difference(tmp_path: Path) -> None:
    with serving(texts) as server:
        first, second = (Chat(base, "m", cache=tmp_path) for base in (server.base, f"{server.base}/"))
        assert dict(first.identity) == dict(second.identity)
        assert first.answer(request()) == second.answer(request())
    assert [exchange.path for exchange in server.requests] == ["/v1/chat/completions"]


def test_options_of_a_chat_without_a_server_are_errors() -> None:
    assert ChatOptions() == ChatOptions(retries=6)
    for options, flag in (
        ({"retries": 3}, "--retries"),
        ({"extra": {}}, "--extra"),
        ({"price_in": 1}, "--price-in"),
    ):
        with pytest.raises(CannotRun, match=f"{flag} needs --chat"):
            ChatOptions(**options)
