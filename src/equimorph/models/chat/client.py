"""Requests to a server of the OpenAI-compatible interface, retried as its replies ask for.

The interface is documented at https://platform.openai.com/docs/api-reference/chat/create; vLLM and llama.cpp describe where their
servers differ from it.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from http import HTTPStatus
from threading import BoundedSemaphore, Event
from typing import Any
from urllib.parse import urlsplit
from weakref import finalize

from equimorph.models.chat.refusals import is_of_account, is_of_n, is_of_one_request
from equimorph.models.exchange import MOST_BYTES, CannotRun, NoAnswer, plain
from equimorph.runs.extras import module
from equimorph.version import __version__

_AGAIN = frozenset({408, 409, 424, 425, 429, *range(500, 600)} - {501})
"""Status codes of requests that are sent again; text-generation-inference sends 424 for a failed generation."""
_FIRST, _LONGEST = 0.5, 60.0
"""Seconds of the first and of the longest pause between two tries; each pause is twice the one before, with jitter."""
_MOST_SECONDS = 600.0
"""The longest pause that a server may ask for; a quota of hours is not waited for."""
_CONNECT = 10.0
"""The maximum seconds of a connection to be made; the time limit of a request may be longer."""
_LOST = 5
"""Tries in a row without a connection, of all requests, after which a request that gives up ends the run."""
_EXCERPT = 300
"""Characters of the body of an error that a message shows."""
_HIDDEN = "***"


class Rejected(CannotRun):
    """A status that says that this request is wrong, so that it is not sent again.

    Attributes:
        status: HTTP status code.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class GaveUp(NoAnswer):
    """No try had a reply.

    Attributes:
        status: HTTP status code of the last try; None if the connection failed or was late.
    """

    def __init__(self, message: str, status: int | None) -> None:
        super().__init__(message)
        self.status = status


class _Again(Exception):
    """A failure that may pass.

    Attributes:
        reason: Error of the row if it does not pass.
        status: HTTP status code; None if there is none.
        pause: Seconds that the server asks to wait; None if it does not say.
    """

    def __init__(self, reason: str, status: int | None = None, pause: float | None = None) -> None:
        super().__init__(reason)
        self.reason, self.status, self.pause = reason, status, pause


class _Lost(_Again):
    """A try that had no connection."""


@dataclass(frozen=True)
class _Settings:
    base: str
    key: str | None = field(repr=False)
    retries: int
    timeout: float


class Client:
    """A client of one server; several threads may use it.

    Attributes:
        stopped: Set to end all requests.
    """

    def __init__(self, base: str, key: str | None, *, retries: int, timeout: float, connections: int) -> None:
        """Open no connection yet.

        Args:
            base: URL up to the version, such as ``http://127.0.0.1:8000/v1``.
            key: Sent as ``Authorization: Bearer KEY``, and shown in no message; None for none.
            retries: Number of further tries of a request.
            timeout: Time limit of a try, in seconds.
            connections: Maximum number of requests at a time.

        Raises:
            MissingPackage: httpx or tenacity is not installed.
            CannotRun: a proxy or the certificates that the environment names cannot be used.
        """
        self._settings = _Settings(base.rstrip("/"), key, retries, timeout)
        self.stopped = Event()
        self._lost = 0  # tries in a row without a connection
        self._places = BoundedSemaphore(connections)
        self._httpx, self._tenacity = module("httpx"), module("tenacity")
        headers = {"User-Agent": f"equimorph/{__version__}"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        # A client for each connection: with 100 of them, a pool of httpx looks at each one for each request, which costs more
        # than the rest of the request.
        limits = self._httpx.Limits(max_connections=1, max_keepalive_connections=1)
        limit = self._httpx.Timeout(timeout, connect=min(timeout, _CONNECT))
        options = {"headers": headers, "timeout": limit, "limits": limits}
        self._free: list[Any] = []
        try:
            self._connect = partial(self._httpx.Client, verify=self._httpx.create_ssl_context(), **options)
            self._free.append(self._connect())
        except OSError as error:  # without the name of the file
            raise CannotRun(f"the certificates of SSL_CERT_FILE or SSL_CERT_DIR: {error}") from error
        except (ValueError, ImportError, self._httpx.InvalidURL) as error:
            raise CannotRun(f"the proxy that the environment names cannot be used: {error}") from error
        finalize(self, _close, self._free)

    def post(self, path: str, body: Mapping[str, Any]) -> tuple[Mapping[str, Any], float]:
        """Return the object of a reply, and the seconds that its last try took.

        Args:
            path: Path after the base, such as ``chat/completions``.
            body: Body of the request.

        Raises:
            NoAnswer: the reply is no JSON object, this request is too long for the model, or the client was stopped.
            GaveUp: no try had a reply.
            CannotRun: no try had a connection, and neither had the last ones of other requests.
            Rejected: the server refuses this request; has the server's message.
            CannotRun: the server's certificate is not valid.
        """
        tenacity = self._tenacity
        tries = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(_Again),
            stop=tenacity.stop_after_attempt(self._settings.retries + 1),
            wait=_pause,
            sleep=self._sleep,
            reraise=True,
        )
        try:
            reply: tuple[Mapping[str, Any], float] = tries(self._try, f"{self._settings.base}/{path}", body)
        except _Again as error:
            count = self._settings.retries + 1
            message = f"{error.reason} ({count} {'try' if count == 1 else 'tries'})"
            if isinstance(error, _Lost) and self._lost >= _LOST:
                where = f"{self._settings.base} cannot be reached{self._by_proxy()}"
                raise CannotRun(f"{where}: {message}; when it can, the same command continues") from None
            raise GaveUp(message, error.status) from None
        return reply

    def stop(self) -> None:
        """Send nothing more, no further try either; replies under way are paid, and are still read."""
        self.stopped.set()

    def _try(self, url: str, body: Mapping[str, Any]) -> tuple[Mapping[str, Any], float]:
        try:
            with self._places:  # who waits for a place is not late
                if self.stopped.is_set():
                    raise NoAnswer("stopped")
                began = time.monotonic()
                status, headers, content = self._exchanged(url, body)
                seconds = time.monotonic() - began
        except (self._httpx.ConnectError, self._httpx.ConnectTimeout, self._httpx.ProxyError) as error:
            raise self._no_connection(error) from None
        except (self._httpx.TimeoutException, TimeoutError):
            self._lost = 0
            raise _Again(f"no answer within {self._settings.timeout:g} seconds") from None
        except (self._httpx.TransportError, self._httpx.DecodingError) as error:
            self._lost = 0
            raise _Again(self._plain(f"the connection failed: {type(error).__name__}: {error}")) from None
        self._lost = 0
        data = _object(content)
        if status == 200:
            if data is None:
                words = self._plain(content.decode("utf-8", "backslashreplace"))[:_EXCERPT]
                raise NoAnswer(f"the reply is no JSON object: {words!r}")
            return data, seconds
        message = f"HTTP {status}: {self._message(status, headers, content, data)}"
        refusal = content.decode("utf-8", "replace")
        if 400 <= status < 500 and is_of_one_request(refusal):
            raise NoAnswer(message)
        if is_of_n(refusal) or is_of_account(refusal):
            raise Rejected(f"{self._settings.base}: {message}", status)
        pause = _asked_pause(headers.get("Retry-After"))
        if status in _AGAIN and (pause or 0) > _MOST_SECONDS:
            raise NoAnswer(f"{message}: it asks to wait for {pause:,.0f} seconds")
        if status in _AGAIN:
            raise _Again(message, status, pause)
        raise Rejected(f"{self._settings.base}: {message}", status)

    def _no_connection(self, error: Exception) -> Exception:
        """Return the failure of a try that had no connection."""
        words = self._plain(f"{type(error).__name__}: {error}")
        if "CERTIFICATE_VERIFY_FAILED" in words:  # it stays so
            return CannotRun(f"{self._settings.base}: {words}")
        self._lost += 1
        return _Lost(f"the connection failed: {words}")

    def _by_proxy(self) -> str:
        """Return the words for a proxy that the environment names, which even a server on this machine may be asked by."""
        from urllib.request import getproxies, proxy_bypass  # where a message needs it

        parts = urlsplit(self._settings.base)
        has_proxy = {parts.scheme, "all"} & getproxies().keys() and not proxy_bypass(parts.netloc)
        return " by the proxy of the environment (NO_PROXY lists hosts without it)" if has_proxy else ""

    def _exchanged(self, url: str, body: Mapping[str, Any]) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and body of a reply; the time limit of httpx is one for each piece, this one for the whole."""
        end = time.monotonic() + self._settings.timeout
        content, late = bytearray(), False
        with self._connection() as http, http.stream("POST", url, json=body) as reply:
            for piece in reply.iter_bytes():
                if late:  # but not where the piece before was the last one: the reply is there, and paid
                    raise TimeoutError
                content += piece
                late = time.monotonic() > end
                if len(content) > MOST_BYTES:
                    raise NoAnswer(f"a reply of more than {MOST_BYTES >> 20} MiB")
            return reply.status_code, reply.headers, bytes(content)

    @contextmanager
    def _connection(self) -> Iterator[Any]:
        """Yield the free connection that was used last, or a new one."""
        try:
            http = self._free.pop()
        except IndexError:
            http = self._connect()
        try:
            yield http
        finally:
            self._free.append(http)

    def _sleep(self, seconds: float) -> None:
        self.stopped.wait(seconds)

    def _message(
        self, status: int, headers: Mapping[str, str], content: bytes, data: dict[str, Any] | None
    ) -> str:
        """Return the message of an error: ``error.message`` if the body has it, else the body."""
        if 300 <= status < 400:
            return f"redirects are not followed; it names {self._plain(repr(headers.get('Location')))}"
        error = None if data is None else data.get("error") or data.get("message") or data.get("detail")
        words = error.get("message") if isinstance(error, dict) else error
        text = words if isinstance(words, str) and words else content.decode("utf-8", "backslashreplace")
        said = " ".join(self._plain(text).split())[:_EXCERPT]
        return said or next((code.phrase for code in HTTPStatus if code == status), "no message")

    def _plain(self, text: str) -> str:
        """Return a text for a message: first without the key, then cut."""
        key = self._settings.key
        return plain(text if key is None else text.replace(key, _HIDDEN))


def _close(clients: Iterable[Any]) -> None:
    for client in clients:
        client.close()


def _pause(state: Any) -> float:  # noqa: ANN401 - of tenacity
    """Return the seconds before the next try, no fewer than the server asks for."""
    error = state.outcome.exception()
    longest = min(_LONGEST, _FIRST * 2 ** (state.attempt_number - 1))
    jittered: float = longest * (
        0.5 + random.random() / 2
    )  # not of a seed: it keeps clients apart, and is in no result
    least: float | None = error.pause
    return jittered if least is None else least + jittered - longest / 2


def _asked_pause(header: str | None) -> float | None:
    """Return the seconds of a header ``Retry-After``, which has seconds or a date; None for no or another header."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        pass
    else:
        return max(0.0, seconds) if seconds == seconds else None
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _object(content: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
