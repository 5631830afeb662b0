"""Models behind a URL: a real server on this machine, which answers well, wrongly, slowly, or not at all."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from equimorph.models import Answer, Candidate, Request, UrlModel, key_from
from mutators import MutationError

KEY = "sk-0123456789-very-secret"
REQUESTS = [Request(f"B-{n}", "int f() {}\n", (1,), 2, 5) for n in range(3)]
SECONDS = 0.4

Handle = Callable[["Handler", dict[str, Any]], None]


class Handler(BaseHTTPRequestHandler):
    """Answers the hello; what becomes of a request is the server's own."""

    handle_request: Handle
    seen: list[tuple[str, dict[str, str], dict[str, Any]]]

    def do_POST(self) -> None:
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append((self.path, dict(self.headers), data))
        with suppress(OSError):  # the client had enough
            if "protocol" in data:
                self.say({"protocol": 1, "model": "served"})
            else:
                type(self).handle_request(self, data)

    def do_GET(self) -> None:
        self.seen.append((self.path, dict(self.headers), {}))
        self.say({})

    def say(self, data: object, code: int = 200, **headers: str) -> None:
        self.raw(json.dumps(data).encode(), code, **headers)

    def raw(self, body: bytes, code: int = 200, **headers: str) -> None:
        self.send_response(code)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(handle: Handle) -> Iterator[tuple[str, list[Any]]]:
    seen: list[Any] = []
    kind = type("Own", (Handler,), {"handle_request": staticmethod(handle), "seen": seen})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/repair", seen
        finally:
            server.shutdown()
            thread.join()


def good(handler: Handler, data: dict[str, Any]) -> None:
    handler.say({"id": data["id"], "candidates": [{"text": data["text"] + str(n)} for n in range(9)]})


def asked(url: str, timeout: float = 20.0, key: str | None = KEY) -> list[Answer]:
    return list(UrlModel(url, key, timeout).repair(REQUESTS, 2))


def test_requests_go_by_post_with_the_key() -> None:
    with serving(good) as (url, seen):
        answers = asked(url + "?a=b")
    assert [(one.id, one.model, one.error, len(one.candidates)) for one in answers] == [
        (f"B-{n}", "served", None, 2) for n in range(3)
    ]
    assert [data for _, _, data in seen] == [
        {"protocol": 1, "k": 2, "seed": 5},
        *(one.to_row() for one in REQUESTS),
    ]
    assert {path for path, _, _ in seen} == {"/repair?a=b"}
    assert {headers["Authorization"] for _, headers, _ in seen} == {f"Bearer {KEY}"}


def test_without_a_key_none_is_sent() -> None:
    with serving(good) as (url, seen):
        asked(url, key=None)
    assert not any("Authorization" in headers for _, headers, _ in seen)


def refusal(handler: Handler, _: dict[str, Any]) -> None:
    handler.raw(b"  no\n such key: " + KEY.encode() + b" " + b"x" * 999, 401)


def closed(handler: Handler, _: dict[str, Any]) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


def half(handler: Handler, _: dict[str, Any]) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b"{")


@pytest.mark.parametrize(
    ("handle", "reason"),
    [
        (refusal, "HTTP 401 Unauthorized: no such key: *** " + "x" * 100),
        (lambda handler, _: handler.raw(b"", 500), "HTTP 500 Internal Server Error"),
        (lambda handler, _: handler.raw(b"<html>"), "not JSON: expecting value at character 1: '<html>'"),
        (lambda handler, _: handler.raw(b""), "not JSON: expecting value at character 1: ''"),
        (lambda handler, _: handler.raw(b"\xff"), "not UTF-8 at byte 0"),
        (lambda handler, _: handler.say([]), "not a JSON object: '[]'"),
        (lambda handler, _: handler.say({"id": "x"}), "not the answer to this request: "),
        (lambda handler, data: handler.say({"id": data["id"]}), "field 'candidates' is not a list: "),
        (lambda handler, data: handler.say({"id": data["id"], "error": f"bad {KEY}"}), "bad ***"),
        (lambda handler, data: handler.say({"id": KEY}), 'not the answer to this request: \'{"id": "***"}\''),
        (closed, "the connection was closed without a reply"),
        (half, "the connection was closed within the reply"),
        (lambda handler, _: handler.wfile.write(b"noise\r\n\r\n"), "BadStatusLine: noise"),
    ],
)
def test_what_goes_wrong_is_the_error_of_that_answer(handle: Handle, reason: str) -> None:
    def second(handler: Handler, data: dict[str, Any]) -> None:
        (handle if data["id"] == "B-1" else good)(handler, data)

    with serving(second) as (url, _):
        answers = asked(url)
    assert [one.error is None for one in answers] == [True, False, True]
    assert str(answers[1].error).startswith(reason)
    assert KEY not in repr(answers)


def never(handler: Handler, _: dict[str, Any]) -> None:
    time.sleep(2 * SECONDS)


def drip(handler: Handler, _: dict[str, Any]) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(300):
        handler.wfile.write(b" ")
        time.sleep(0.05)


def drip_head(handler: Handler, _: dict[str, Any]) -> None:
    for _ in range(300):
        handler.wfile.write(b"H")
        time.sleep(0.05)


def drip_refusal(handler: Handler, _: dict[str, Any]) -> None:
    handler.send_response(500)
    handler.end_headers()
    drip_head(handler, {})


@pytest.mark.parametrize("handle", [never, drip, drip_head])
def test_a_reply_that_takes_too_long_is_cut_off(handle: Handle) -> None:
    with serving(handle) as (url, _):
        start = time.monotonic()
        [answer] = UrlModel(url, None, SECONDS).repair(REQUESTS[:1], 1)
        assert answer.error == f"no answer within {SECONDS} seconds"
        assert time.monotonic() - start < 10


def test_an_error_whose_body_takes_too_long_is_cut_off() -> None:
    with serving(drip_refusal) as (url, _):
        [answer] = UrlModel(url, None, SECONDS).repair(REQUESTS[:1], 1)
    assert answer.error == f"HTTP 500, and no body within {SECONDS} seconds"


def test_nobody_there_is_an_error_of_each_answer() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        assert [one.error for one in asked(url)] == ["hello: ConnectionRefusedError: Connection refused"] * 3


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed_and_the_key_stays_here(code: int) -> None:
    with serving(good) as (other, seen):
        away = lambda handler, _: handler.say({}, code, Location=f"{other}?token=t")  # noqa: E731
        with serving(away) as (url, _):
            answers = asked(url)
    assert {one.error for one in answers} == {f"HTTP {code}: redirects are not followed; it names {other!r}"}
    assert seen == []


def test_the_key_is_in_nothing_that_is_kept() -> None:
    spelt = KEY.replace("-", "\\u002d")

    def echo(handler: Handler, data: dict[str, Any]) -> None:
        handler.raw(
            f'{{"id":"{data["id"]}","candidates":[{{"text":"{KEY}"}},{{"hunk":"{spelt}","at":1,"finish_reason":"{spelt}"}}],'
            f'"raw":[{{"reply":{{"{spelt}":["{spelt}"]}},"seconds":1}},{{"other":"{spelt}"}}]}}'.encode()
        )

    with serving(echo) as (url, _):
        model = UrlModel(url + f"?key={KEY}", KEY)
        answers = list(model.repair(REQUESTS[:1], 2))
    assert answers[0].candidates == (Candidate("***"), Candidate(hunk="***", at=(1, 1), finish_reason="***"))
    assert answers[0].raw == ({"reply": {"***": ["***"]}, "seconds": 1},)
    assert KEY not in repr(model.identity) + model.label


def test_the_key_is_in_no_exception() -> None:
    assert "secret" not in repr(UrlModel("http://localhost", KEY))
    for url in (f"http://user:{KEY}@host/", f"ftp://{KEY}/", f"http://{KEY} /", f"http://[{KEY}"):
        with pytest.raises(MutationError) as error:
            UrlModel(url)
        assert KEY not in str(error.value)


@pytest.mark.parametrize(
    "url",
    ["", "host", "ftp://host", "http://", "file:///etc/passwd", "http://a b", "http://h:x/", "http://ü"],
)
def test_what_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(MutationError, match="the URL of the model"):
        UrlModel(url)


@pytest.mark.parametrize("value", ["", "  ", "a\nb-secret", "ü-secret"])
def test_a_key_that_no_header_can_hold_is_refused_without_showing_it(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("MODEL_KEY", value)
    with pytest.raises(MutationError, match="MODEL_KEY") as error:
        key_from("MODEL_KEY")
    assert "secret" not in str(error.value)


def test_a_key_may_end_in_a_newline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_KEY", f"{KEY}\n")
    assert key_from("MODEL_KEY") == KEY
