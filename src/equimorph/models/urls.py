"""A model behind a URL: the hello and each request are sent there by POST; the replies are the same as a command's."""

from __future__ import annotations

import http.client
import os
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from threading import Timer
from typing import Any, NoReturn
from urllib.parse import urlsplit

from equimorph.models.exchange import (
    MOST_BYTES,
    SECONDS,
    CannotRun,
    Connection,
    Endpoint,
    Hello,
    NoAnswer,
    answered,
    cleaned,
    model_name,
    plain,
)
from equimorph.models.protocol import Answer, Request
from equimorph.rows.jsonl import encode
from equimorph.version import __version__
from mutators import MutationError

__all__ = ["UrlModel", "key_from"]

_EXCERPT = 200
"""Characters of the body of an error that a message shows."""
_BODY = 1 << 16
"""Bytes of it that are read."""
_HIDDEN = "***"
SECRET = 8
"""The fewest characters of a key that is searched for in what a server sends; a shorter one could be a word of it."""


def key_from(variable: str) -> str:
    """Return the key in an environment variable.

    Raises:
        CannotRun: the variable is empty, or a header cannot hold its value; names the variable, never the key.
    """
    key = os.environ.get(variable, "").strip()
    if not key:
        raise CannotRun(f"the environment variable {variable} is not set, or empty")
    if not (key.isascii() and key.isprintable()):
        raise CannotRun(f"the key in the environment variable {variable} holds more than printable ASCII")
    return key


@dataclass(frozen=True)
class UrlModel(Endpoint):
    """A model that is asked by POST.

    Attributes:
        url: http or https.
        key: sent as ``Authorization: Bearer KEY``; None for none. It is in no message and in no row.
        timeout: seconds for the whole reply.
        given_name: the name in rows, instead of what the model calls itself.
    """

    url: str
    key: str | None = field(default=None, repr=False)
    timeout: float = SECONDS
    given_name: str | None = None

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            valid = False
        if not valid or not self.url.isascii() or not self.url.isprintable() or " " in self.url:
            raise MutationError("the URL of the model is not that of an http or https server")
        if parts.username is not None or parts.password is not None:
            raise MutationError(
                "the URL of the model has a user or a password in it; a key comes from the environment"
            )

    @property
    def label(self) -> str:
        """The given name, or the host."""
        return self.given_name or str(urlsplit(self.url).hostname)

    @property
    def identity(self) -> Mapping[str, Any]:
        """The URL without its query, which may hold a key."""
        return {"url": self._shown, "name": self.given_name}

    @property
    def _shown(self) -> str:
        return urlsplit(self.url)._replace(query="", fragment="").geturl()

    def connect(self, hello: Hello) -> Connection:
        """Return a connection: it greets the model once."""
        return _UrlConnection(self, hello)


class _UrlConnection:
    """Requests to a URL, a connection of the network for each."""

    def __init__(self, model: UrlModel, hello: Hello) -> None:
        self._model, self._hello = model, hello
        self._name = model.given_name or ""
        self._greeted = self._stopped = False
        self._watch: _Watch | None = None
        self._context = ssl.create_default_context() if urlsplit(model.url).scheme == "https" else None

    def ask(self, request: Request) -> Answer:
        """Return the answer."""
        try:
            if not self._greeted:
                self._greet()
            return self._clean(answered(request, self._post(request.to_row()), self._name))
        except NoAnswer as error:
            return Answer(request.id, self._name, (), plain(self._hidden(str(error))))

    def stop(self) -> None:
        """Cut the connection that is open."""
        self._stopped = True
        if (watch := self._watch) is not None:
            watch.cut()

    def close(self) -> None:
        """Do nothing: no connection outlasts its request."""

    def _greet(self) -> None:
        try:
            name = model_name(self._post(self._hello.to_row()))
        except NoAnswer as error:
            raise NoAnswer(f"hello: {error}") from error
        self._greeted = True
        self._name = self._model.given_name or self._hidden(name)

    def _post(self, data: Mapping[str, Any]) -> bytes:
        """Return the body of the reply.

        Raises:
            NoAnswer: there is none; says why.
        """
        if self._stopped:
            raise NoAnswer("stopped")
        model = self._model
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        sent = urllib.request.Request(
            model.url, encode(data), {**headers, "User-Agent": f"equimorph/{__version__}"}
        )
        if model.key is not None:
            sent.add_unredirected_header("Authorization", f"Bearer {model.key}")
        with _watching(model.timeout) as self._watch, self._explained(self._watch):
            with _opener(self._watch, self._context).open(sent, timeout=model.timeout) as response:
                body: bytes = response.read(MOST_BYTES + 1)
                missing = response.length or 0
            if self._watch.late:
                raise TimeoutError  # reading simply ends where the connection is cut
            if len(body) > MOST_BYTES:
                raise NoAnswer(f"a reply of more than {MOST_BYTES >> 20} MiB")
            if missing:
                raise http.client.IncompleteRead(body, missing)
            return body if self._secret is None else body.replace(self._secret.encode(), _HIDDEN.encode())

    @contextmanager
    def _explained(self, watch: _Watch) -> Iterator[None]:
        """Turn what can go wrong with a reply into the error of an answer."""
        try:
            yield
        except urllib.error.HTTPError as error:
            with error:
                raise NoAnswer(self._refusal(error, watch)) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            # No cause: what it holds of the request has the key.
            self._fail(error, watch)

    def _fail(self, error: Exception, watch: _Watch) -> NoReturn:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if watch.late or isinstance(reason, TimeoutError):
            raise NoAnswer(f"no answer within {self._model.timeout:g} seconds") from None
        if isinstance(reason, http.client.RemoteDisconnected):
            raise NoAnswer("the connection was closed without a reply") from None
        if isinstance(reason, http.client.IncompleteRead):
            raise NoAnswer("the connection was closed within the reply") from None
        text = reason.strerror if isinstance(reason, OSError) and reason.strerror else str(reason)
        raise NoAnswer(f"{type(reason).__name__}: {text}") from None

    def _refusal(self, error: urllib.error.HTTPError, watch: _Watch) -> str:
        """Return the status of a reply that is none, and the beginning of its body."""
        if 300 <= error.code < 400:
            to = urlsplit(error.headers.get("Location") or "")._replace(query="", fragment="").geturl()
            text = f"HTTP {error.code}: redirects are not followed; it names {to!r}"
        else:
            try:
                body = error.read(_BODY)
            except (OSError, http.client.HTTPException, ValueError):
                body = b""
            if watch.late:
                return f"HTTP {error.code}, and no body within {self._model.timeout:g} seconds"
            words = " ".join(self._hidden(body.decode("utf-8", "backslashreplace")).split())[:_EXCERPT]
            text = f"HTTP {error.code} {error.reason}" + (f": {words}" if words else "")
        return text

    def _hidden(self, text: str) -> str:
        """Return a message without the key."""
        return text if self._model.key is None else text.replace(self._model.key, _HIDDEN)

    @property
    def _secret(self) -> str | None:
        key = self._model.key
        return key if key is not None and len(key) >= SECRET else None

    def _clean(self, answer: Answer) -> Answer:
        """Return an answer without the key, which its JSON may have spelt otherwise."""
        if (secret := self._secret) is None:
            return answer

        candidates = tuple(
            replace(
                candidate,
                text=cleaned(candidate.text, secret),
                hunk=cleaned(candidate.hunk, secret),
                finish_reason=cleaned(candidate.finish_reason, secret),
            )
            for candidate in answer.candidates
        )
        error, raw = cleaned(answer.error, secret), tuple(cleaned(list(answer.raw), secret))
        return replace(answer, candidates=candidates, error=error, raw=raw)


class _Watch:
    """A limit for a whole exchange; the network's own limit is one for each piece."""

    def __init__(self) -> None:
        self.late = False
        self._cut = False
        self._open: list[socket.socket] = []

    def watch(self, connected: socket.socket) -> None:
        """Take care of a socket."""
        self._open.append(connected)
        if self._cut:
            raise TimeoutError("too late")

    def cut(self) -> None:
        """Cut the sockets: who reads from them gets no more."""
        self._cut = True
        for connection in self._open:
            with suppress(OSError):
                socket.socket.shutdown(
                    connection, socket.SHUT_RDWR
                )  # not TLS's own, which another thread uses

    def ring(self) -> None:
        """Cut the sockets, because it is late."""
        self.late = True
        self.cut()


@contextmanager
def _watching(seconds: float) -> Iterator[_Watch]:
    watch = _Watch()
    timer = Timer(seconds, watch.ring)
    timer.daemon = True
    timer.start()
    try:
        yield watch
    finally:
        timer.cancel()


class _Refuse(urllib.request.HTTPRedirectHandler):
    """No redirects: the key is for one host."""

    def redirect_request(self, *_: Any) -> None:  # noqa: ANN401 - whatever urllib gives
        """Follow none."""


def _opener(watch: _Watch, context: ssl.SSLContext | None) -> urllib.request.OpenerDirector:
    class Plain(http.client.HTTPConnection):
        def connect(self) -> None:
            super().connect()
            watch.watch(self.sock)

    class Secure(http.client.HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            watch.watch(self.sock)

    class PlainHandler(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(Plain, req)

    class SecureHandler(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(Secure, req, context=context)

    return urllib.request.build_opener(_Refuse, PlainHandler, SecureHandler)
