"""Servers that differ from the interface as their documentation and sources say."""

from __future__ import annotations

import ssl
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from equimorph.models import Answer, Chat, Request
from equimorph.models.chat import Rejected, client
from equimorph.models.exchange import CannotRun
from tests.equimorph.models.chat.server import Exchange, Say, completion, serving, texts
from tests.killing import environment, killed

SHORT, LONG = "int f() { return 1; }", "int longer() { return 2; }"
TOO_LONG: Mapping[str, tuple[int, Mapping[str, Any], str]] = {
    "vLLM": (
        400,
        {
            "error": {
                "message": "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
                **{"type": "BadRequestError", "param": None, "code": 400},
            }
        },
        "HTTP 400: This model's maximum context length is 4096 tokens.",
    ),
    "vLLM before 0.10": (
        400,
        {
            "object": "error",
            "message": "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
            **{"type": "BadRequestError", "param": None, "code": 400},
        },
        "HTTP 400: This model's maximum context length is 4096 tokens.",
    ),
    "llama.cpp": (
        400,
        {
            "error": {
                "code": 400,
                "message": "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it",
                **{"type": "exceed_context_size_error", "n_prompt_tokens": 5000, "n_ctx": 4096},
            }
        },
        "HTTP 400: request (5000 tokens) exceeds the available context size",
    ),
    "llama-cpp-python": (
        400,
        {
            "error": {
                "message": "Please reduce the length.",
                "type": "x",
                "param": "messages",
                "code": "context_length_exceeded",
            }
        },
        "HTTP 400: Please reduce the length.",
    ),
    "text-generation-inference": (
        422,
        {
            "error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens",
            "error_type": "validation",
        },
        "HTTP 422: Input validation error: `inputs` tokens",
    ),
    "llama.cpp before it had a code": (
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size.",
                "type": "server_error",
            }
        },
        "HTTP 400: the request exceeds",
    ),
    "SGLang": (
        400,
        {
            "object": "error",
            "message": "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
        },
        "HTTP 400: The input (5000 tokens)",
    ),
    "Anthropic": (
        400,
        {
            "error": {
                "message": "prompt is too long: 210000 tokens > 200000 maximum",
                "type": "invalid_request_error",
            }
        },
        "HTTP 400: prompt is too long",
    ),
    "Azure": (
        400,
        {
            "error": {
                "message": "The prompt was filtered.",
                "type": None,
                "code": "content_filter",
                "status": 400,
            }
        },
        "HTTP 400: The prompt was filtered.",
    ),
}


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_FIRST", 0.001)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def asked(say: Say, k: int = 1, **options: object) -> tuple[Answer, list[Any]]:
    """Ask one request; return the answer, and the bodies that the server got."""
    with serving(say) as server:
        result = Chat(server.base, "m", **options).answer(Request("b", SHORT, (), k))
    return result, [exchange.body for exchange in server.requests]


def sequence(*says: Say) -> Say:
    return lambda exchange: says[min(exchange.number, len(says) - 1)](exchange)


def replying(data: object, status: int = 200) -> Say:
    return lambda exchange: exchange.reply(data, status)


@pytest.mark.parametrize("k", [1, 3])
@pytest.mark.parametrize("server", TOO_LONG)
def test_a_request_that_is_too_long_is_an_error_of_its_row_and_others_are_answered(
    server: str, k: int
) -> None:
    status, data, reason = TOO_LONG[server]

    def say(exchange: Exchange) -> None:
        if LONG in exchange.body["messages"][-1]["content"]:
            exchange.reply(data, status)
        else:
            texts(exchange)

    requests = [Request("a", SHORT, (), k), Request("b", LONG, (), k), Request("c", SHORT, (), k)]
    with serving(say) as running:
        answers = list(Chat(running.base, "m", concurrency=1).ask_many(requests))
    assert [answer.error is None for answer in answers] == [True, False, True]
    assert str(answers[1].error).startswith(reason)
    assert [len(answer.candidates) for answer in answers] == [k, 0, k]
    assert len(running.requests) == 3  # `n` was not given up for it


def test_a_refusal_for_another_reason_does_not_take_n_from_the_server() -> None:
    wrong = {"error": {"message": "bad stop", "type": "BadRequestError"}}
    with serving(replying(wrong, 400)) as server:
        model = Chat(server.base, "m")
        with pytest.raises(Rejected, match="HTTP 400: bad stop"):
            model.answer(Request("b", SHORT, (), 3))
        assert model._has_n
    assert [exchange.body.get("n") for exchange in server.requests] == [3, None]


def test_after_a_kill_only_the_missing_replies_are_asked_for(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        "from equimorph.models import Chat, Request\n"
        "model = Chat(sys.argv[1], 'm', cache='cache', concurrency=3)\n"
        "print([one.error for one in model.ask_many(Request(str(n), f'int f{n}() {{}}', ()) for n in range(30))])\n"
    )
    with serving(texts) as server:
        command = [sys.executable, str(program), server.base]
        killed(command, "cache/*/*.json", 10, cwd=tmp_path)
        before, kept = len(server.requests), len(list((tmp_path / "cache").glob("*/*.json")))
        assert 10 <= kept <= before <= kept + 3  # those under way
        done = subprocess.run(
            command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True
        )
    assert done.stdout == f"{[None] * 30}\n"
    assert len(server.requests) - before == 30 - kept


def test_llama_cpp_loads_its_model() -> None:
    loading = {"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}}
    result, bodies = asked(sequence(replying(loading, 503), replying(loading, 503), texts))
    assert (result.error, len(bodies)) == (None, 3)
    assert asked(replying(loading, 503), retries=1)[0].error == "HTTP 503: Loading model (2 tries)"


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (
            500,
            "Only one completion choice is allowed",
        ),  # of llama.cpp before it had `n`; it is not tried again
        (400, "Field 'n_cmpl' must be between 1 and 1"),  # of llama.cpp with fewer slots
        (400, "n must be 1 when using greedy sampling, got 3."),  # of vLLM
    ],
)
def test_a_server_that_refuses_n_is_asked_for_single_candidates_at_once(status: int, words: str) -> None:
    def say(exchange: Exchange) -> None:
        if "n" in exchange.body:
            exchange.reply({"error": {"code": status, "message": words, "type": "server_error"}}, status)
        else:
            texts(exchange)

    result, bodies = asked(say, k=3, temperature=0)
    assert (result.error, len(result.candidates)) == (None, 3)
    assert [body.get("n") for body in bodies] == [3, None, None, None]


def test_ollama_ignores_n_and_says_which_model_it_lacks() -> None:
    def say(exchange: Exchange) -> None:
        exchange.reply(completion(f"text {exchange.number}", reasoning="why"))

    result, bodies = asked(say, k=3, sampling_seed=5)
    assert [candidate.text for candidate in result.candidates] == ["text 0", "text 1", "text 2"]
    assert [body["seed"] for body in bodies] == [5, 6, 7]
    missing = {
        "error": {"message": "model 'm' not found", "type": "not_found_error", "param": None, "code": None}
    }
    with pytest.raises(CannotRun, match="HTTP 404: model 'm' not found"):
        asked(replying(missing, 404))
    with pytest.raises(CannotRun, match="HTTP 404: model 'm' not found"):  # as its own API says it
        asked(replying({"error": "model 'm' not found"}, 404))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("eos_token", "stop"),
        ("stop_sequence", "stop"),
        ("length", "length"),
        ("model_length", "length"),
        ("content_filter", "content_filter"),
        ("tool_calls", "tool_calls"),
        ("mine", "mine"),
    ],
)
def test_reasons_have_the_names_of_the_interface(said: str, reason: str) -> None:
    result, _ = asked(replying(completion("x", finish=said)))
    assert [candidate.finish_reason for candidate in result.candidates] == [reason]
    assert result.raw[0]["reply"]["choices"][0]["finish_reason"] == said


@pytest.mark.parametrize("reason", ["abort", "error"])
def test_a_choice_that_the_server_broke_off_is_no_answer(reason: str) -> None:
    result, _ = asked(replying(completion("", finish=reason)))
    assert result.error == f"the server broke off a choice: finish_reason is {reason!r}"


@pytest.mark.parametrize("status", [424, 429, 500])
def test_text_generation_inference_fails_for_a_while(status: int) -> None:
    failure = {"error": "Request failed during generation: Server error", "error_type": "generation"}
    result, bodies = asked(sequence(replying(failure, status), texts))
    assert (result.error, len(bodies)) == (None, 2)


def test_text_generation_inference_refuses_a_setting() -> None:
    data = {
        "error": "Input validation error: `temperature` must be strictly positive",
        "error_type": "validation",
    }
    with pytest.raises(
        CannotRun, match="HTTP 422: Input validation error: `temperature` must be strictly positive"
    ):
        asked(replying(data, 422), temperature=0)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_is_no_part_of_the_text_and_counts_as_tokens(field: str) -> None:
    reply = completion("x" * 4, usage=None, **{field: "y" * 40})
    with serving(replying({**reply, "prompt_logprobs": None, "kv_transfer_params": None})) as server:
        model = Chat(server.base, "m")
        result = model.answer(Request("b", SHORT, ()))
    assert [candidate.text for candidate in result.candidates] == ["x" * 4]
    assert (model.budget.tokens_out, model.budget.estimated) == (11, 1)


def test_reasoning_that_used_up_the_tokens_is_cut_off() -> None:
    result, _ = asked(replying(completion(None, finish="length", reasoning="hmm", tool_calls=[])))
    [candidate] = result.candidates
    assert (candidate.text, candidate.finish_reason) == ("", "length")


def test_an_error_of_validation_by_fastapi_has_its_words() -> None:
    data = {"detail": [{"type": "missing", "loc": ["body", "model"], "msg": "Field required"}]}
    with pytest.raises(CannotRun, match=r"HTTP 422: .*Field required"):
        asked(replying(data, 422))


def test_a_stream_that_nobody_asked_for_is_an_error_of_the_row() -> None:
    result, _ = asked(replying(b'data: {"choices": []}\n\ndata: [DONE]\n\n'))
    assert str(result.error).startswith("the reply is no JSON object: 'data: ")


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("http_proxy", "nonsense://proxy", "the proxy that the environment names cannot be used"),
        ("SSL_CERT_FILE", "no-such-file", "the certificates of SSL_CERT_FILE or SSL_CERT_DIR"),
    ],
)
def test_an_environment_that_allows_no_connection_is_an_error_at_once(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(CannotRun, match=reason):
        Chat("http://127.0.0.1:9/v1", "m")


def test_a_certificate_that_nobody_vouches_for_ends_the_run_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    create = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
    ]
    subprocess.run(
        [*create, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True, timeout=60
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with serving(texts, context) as server:
        model = Chat(server.base.replace("http:", "https:"), "m", retries=0)
        with pytest.raises(CannotRun, match="CERTIFICATE_VERIFY_FAILED"):
            model.answer(Request("A", "int f() {}", (1,)))
    assert not server.requests
