"""A server of the OpenAI-compatible interface that does what a test tells it."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Say = Callable[["Exchange"], None]


def completion(
    *texts: object, finish: str = "stop", usage: object = (7, 5), **message: object
) -> dict[str, Any]:
    """The body of a reply with a choice for each text."""
    choices = [
        {
            "index": index,
            "message": {"role": "assistant", "content": text, **message},
            "finish_reason": finish,
        }
        for index, text in enumerate(texts)
    ]
    body: dict[str, Any] = {"id": "x", "object": "chat.completion", "choices": choices}
    if isinstance(usage, tuple):
        usage = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return body if usage is None else {**body, "usage": usage}


@dataclass
class Exchange:
    """A request, and the ways to reply to it."""

    number: int
    path: str
    headers: Mapping[str, str]
    body: Any
    handler: BaseHTTPRequestHandler = field(repr=False)

    def reply(self, data: object, status: int = 200, **headers: str) -> None:
        self.raw(data if isinstance(data, bytes) else json.dumps(data).encode(), status, **headers)

    def raw(self, content: bytes, status: int = 200, length: int | None = None, **headers: str) -> None:
        self.handler.send_response(status)
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.send_header("Content-Length", str(len(content) if length is None else length))
        self.handler.end_headers()
        self.handler.wfile.write(content)

    def chunked(self, data: object) -> None:
        self.handler.send_response(200)
        self.handler.send_header("Transfer-Encoding", "chunked")
        self.handler.end_headers()
        for byte in json.dumps(data).encode():
            self.handler.wfile.write(b"1\r\n%c\r\n" % byte)
        self.handler.wfile.write(b"0\r\n\r\n")

    def drip(self, pieces: int, seconds: float) -> None:
        """Send a byte now and then, so that no piece is late, before a whole reply."""
        body = json.dumps(completion("late")).encode()
        self.handler.send_response(200)
        self.handler.send_header("Content-Length", str(pieces + len(body)))
        self.handler.end_headers()
        for _ in range(pieces):
            self.handler.wfile.write(b" ")
            self.handler.wfile.flush()
            time.sleep(seconds)
        self.handler.wfile.write(body)

    def hang_up(self) -> None:
        self.handler.close_connection = True
        self.handler.connection.shutdown(socket.SHUT_RDWR)


@dataclass
class Server:
    """A running server.

    Attributes:
        base: URL up to the version.
        requests: all requests, in their order.
    """

    base: str = ""
    requests: list[Exchange] = field(default_factory=list)
    busiest: int = 0
    _busy: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)


@contextmanager
def serving(say: Say, context: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Serve until the end of the block; by TLS if there is a context."""
    server = Server()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            with server._lock:
                exchange = Exchange(
                    len(server.requests), self.path, dict(self.headers), json.loads(content), self
                )
                server.requests.append(exchange)
                server._busy += 1
                server.busiest = max(server.busiest, server._busy)
            try:
                say(exchange)
            except OSError:
                self.close_connection = True
            finally:
                with server._lock:
                    server._busy -= 1

        def log_message(self, *_: object) -> None: ...

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 256

        def handle_error(self, *_: object) -> None: ...

    with Quiet(("127.0.0.1", 0), Handler) as http:
        if context is not None:
            http.socket = context.wrap_socket(http.socket, server_side=True)
        server.base = f"http://127.0.0.1:{http.server_address[1]}/v1"
        thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


def texts(exchange: Exchange) -> None:
    """Answer each request with as many numbered texts as it asks for."""
    count = exchange.body.get("n", 1)
    exchange.reply(completion(*(f"{exchange.number}.{index}" for index in range(count))))
