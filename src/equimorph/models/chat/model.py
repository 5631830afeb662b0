"""A chat model as an `Endpoint`: prompts by a template, k candidates, a cache and a budget."""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from threading import Lock, Semaphore
from typing import Any
from weakref import WeakValueDictionary

from equimorph.models.chat.budget import Budget
from equimorph.models.chat.cache import Cache, Reply
from equimorph.models.chat.client import Client, GaveUp, Rejected
from equimorph.models.chat.options import ChatOptions
from equimorph.models.chat.prompts import prompt
from equimorph.models.chat.replies import candidates, characters
from equimorph.models.exchange import (
    Connection,
    Endpoint,
    Hello,
    NoAnswer,
    SharedConnection,
    cleaned,
    plain,
)
from equimorph.models.notebooks import with_progress
from equimorph.models.protocol import Answer, Candidate, Request
from equimorph.models.sampling import system_message
from equimorph.models.urls import SECRET, key_from

__all__ = ["Chat"]

_PATH = "chat/completions"
_KEY = "OPENAI_API_KEY"
"""The environment variable with the key, unless another one is named."""
_AHEAD = 2
"""Requests that are asked or wait for their turn, by each connection."""
_REFUSED = frozenset({400, 404, 422, *range(500, 600)})
"""Status codes by which servers refuse ``n``."""


class Chat(Endpoint):
    """A model on a server of the OpenAI-compatible interface: vLLM, llama.cpp, Ollama, TGI and others.

        model = Chat("http://127.0.0.1:8000/v1", "qwen", prompt="repair", temperature=0.8)
        answers = list(model.ask_many(requests))

    Attributes:
        options: Server, prompt, sampling, retries and budget.
        prompt: Template of the prompts.
        budget: Tokens that requests have cost so far.
    """

    def __init__(
        self,
        base: str,
        model: str,
        *,
        name: str | None = None,
        **options: Any,  # noqa: ANN401 - those of `ChatOptions`
    ) -> None:
        """Connect to nothing yet.

        Args:
            base: URL up to the version.
            model: Name of the model on the server.
            name: Name in rows; None for `model`.
            options: Other fields of `ChatOptions`, such as `prompt`.

        Raises:
            CannotRun: an option has a wrong value, the prompt does not exist, or the named environment variable has no key.
            ModuleNotFoundError: jinja2, httpx or tenacity is not installed: they are the extra ``chat``.
        """
        self.options = ChatOptions(chat=base, chat_model=model, **options)
        self.prompt = prompt(self.options.prompt or "repair")
        self.budget = Budget(self.options)
        self._model = model
        self._name = name or model
        self._system = system_message(self.options.system)
        self._key = _key(self.options.key_env)
        self._cache = (
            None if self.options.cache is None else Cache(self.options.cache, str(self.options.chat))
        )
        self._has_n = True
        self._turns = WeakValueDictionary[str, Semaphore]()
        self._counted = set[bytes]()
        self._lock = Lock()
        self._client = self._connected()

    @classmethod
    def of(cls, options: ChatOptions, name: str | None = None) -> Chat:
        """Return the model of some options.

        Args:
            options: Options with a server and a model.
            name: Name in rows; None for the model's name.

        Raises:
            CannotRun, ModuleNotFoundError: see `Chat`.
        """
        values = {field.name: getattr(options, field.name) for field in fields(options)}
        return cls(values.pop("chat"), values.pop("chat_model"), name=name, **values)

    @property
    def connections(self) -> int:
        """The maximum number of requests at a time."""
        return self.options.concurrency

    @property
    def label(self) -> str:
        """The name in the rows of answers."""
        return self._name

    @property
    def identity(self) -> Mapping[str, Any]:
        """Server, model, messages and sampling; another one is another study. Nothing of the key."""
        return {
            "chat": self.options.chat,
            "name": self._name,
            "prompt": {"sha256": self.prompt.sha256, "text": self.prompt.text},
            "system": self._system,
            "body": self.options.body(),
            "seed": self.options.sampling_seed,
        }

    def connect(self, hello: Hello) -> Connection:
        """Return a connection; all of them share the client, the budget and the cache."""
        self._reconnect()
        return SharedConnection(self)

    @property
    def is_paid(self) -> bool:
        """Whether requests cost money; always, even if it is only the time of a server."""
        return True

    @property
    def has_budget(self) -> bool:
        """Whether the options set a limit."""
        return self.options.budget_tokens is not None or self.options.budget_cost is not None

    @contextmanager
    def keeping(self, folder: Path) -> Iterator[None]:
        """Keep replies in a folder while the context lasts, unless the options name one."""
        before = self._cache
        if before is None:
            self._cache = Cache(folder, str(self.options.chat))
        try:
            yield
        finally:
            self._cache = before

    def recall(self, request: Request, answer: Answer) -> None:
        """Count the replies of an earlier answer; if it has an error, put them into the cache, in the order in which they came."""
        if answer.error is None and not self.has_budget:
            return
        body = {**self.options.body(), "messages": self.messages(request)}
        for draw, reply in enumerate(answer.raw):
            self._count(body, draw, reply["reply"])
            if self._cache is None or answer.error is None:
                continue
            # Only the first request can have asked for several choices: a server that gave them all had no error.
            fields = {**body, "n": request.k} if draw == 0 and request.k > 1 else body
            if self._cached(fields, draw) is None:
                self._cache.put(self._sent(fields, draw), draw, Reply(reply["reply"], reply["seconds"]))

    def messages(self, request: Request) -> list[dict[str, str]]:
        """Return the messages of a request.

        Raises:
            CannotRun: the template fails on it.
        """
        user = {"role": "user", "content": self.prompt.rendered(request)}
        return [user] if self._system is None else [{"role": "system", "content": self._system}, user]

    def ask_many(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """Yield the answer to each request, in order, while others are asked. A notebook shows how many there are.

        Raises:
            CannotRun: the server refuses a request, or the template fails on it.
            BudgetSpent: the budget is spent.
        """
        return with_progress(self.answers(requests), requests)

    def answers(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """Yield the answer to each request, as `ask_many` does."""
        self._reconnect()
        waiting = deque[Future[Answer]]()
        with ThreadPoolExecutor(self.options.concurrency, "chat") as pool:
            try:
                for request in requests:
                    waiting.append(pool.submit(self.answer, request))
                    if len(waiting) >= _AHEAD * self.options.concurrency:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            except BaseException:
                self.stop()
                pool.shutdown(wait=True, cancel_futures=True)  # what is sent is paid, and goes to the cache
                raise

    def answer(self, request: Request) -> Answer:
        """Return the answer to a request; a failure that may pass is its error.

        Raises:
            CannotRun: the server refuses it, or the template fails on it.
            BudgetSpent: the budget is spent.
        """
        chosen: list[Candidate] = []
        raw: list[Mapping[str, Any]] = []
        error = None
        try:
            for reply in self._replies(request):
                raw.append({"reply": reply.data, "seconds": reply.seconds})
                chosen += candidates(reply.data)
        except NoAnswer as failure:
            error = plain(str(failure))
        return Answer(
            request.id, self._name, () if error else tuple(chosen[: request.k]), error, raw=tuple(raw)
        )

    def _replies(self, request: Request) -> Iterator[Reply]:
        """Yield replies until they have k choices: one with `n`, or one for each choice where the server has no `n`."""
        body = {**self.options.body(), "messages": self.messages(request)}
        number = draw = 0
        refused = False
        while number < request.k:
            wanted = request.k - number if self._has_n and not refused else 1
            if wanted > 1 and self._cached({**body, "n": wanted}, draw) is None and self._cached(body, draw):
                wanted = 1  # an earlier run found that the server has no `n`
            try:
                reply = self._reply(body if wanted == 1 else {**body, "n": wanted}, draw)
            except (Rejected, GaveUp) as error:
                if wanted == 1 or error.status not in _REFUSED:
                    raise
                refused = True  # perhaps for another reason, which the request without `n` will have, too
                continue
            yield reply
            choices = len(reply.data["choices"])
            if refused or choices < wanted:
                self._has_n = False
            number += choices
            draw += 1

    def _sent(self, body: Mapping[str, Any], draw: int) -> Mapping[str, Any]:
        seed = self.options.sampling_seed
        return body if seed is None else {**body, "seed": seed + draw}

    def _cached(self, body: Mapping[str, Any], draw: int) -> Reply | None:
        """Return a reply with choices from the cache; None if there is none."""
        kept = None if self._cache is None else self._cache.get(self._sent(body, draw), draw)
        try:
            return None if kept is None or not candidates(kept.data) else kept
        except NoAnswer:  # somebody has changed the file
            return None

    def _reply(self, body: Mapping[str, Any], draw: int) -> Reply:
        """Return a reply with choices, from the cache or the server.

        Raises:
            NoAnswer, Rejected, BudgetSpent: see `Client.post`, `candidates` and `Budget.check`.
        """
        sent = self._sent(body, draw)
        if self._cache is None:
            return self._paid(sent)
        # Of equal requests at the same time one is sent.
        with self._turn(sent, draw):
            kept = self._cached(body, draw)
            if kept is None:
                kept = self._paid(sent)
                self._first(body, draw)
                self._cache.put(sent, draw, kept)
            else:
                self._count(body, draw, kept.data)
            return kept

    def _first(self, body: Mapping[str, Any], draw: int) -> bool:
        """Return whether a reply is the first one with its messages and its number; equal requests share it."""
        key = hashlib.sha256(json.dumps([body["messages"], draw]).encode()).digest()
        with self._lock:
            is_first = key not in self._counted
            self._counted.add(key)
        return is_first

    def _count(self, body: Mapping[str, Any], draw: int, reply: Mapping[str, Any]) -> None:
        """Count a reply that an earlier run paid, if there is a budget."""
        if self.has_budget and self._first(body, draw):
            self.budget.spend(reply.get("usage"), _length(body), characters(reply), kept=True)

    def _turn(self, sent: Mapping[str, Any], draw: int) -> Semaphore:
        """Return what equal requests wait for while one of them is sent."""
        with self._lock:  # a weak dictionary's `setdefault` is not atomic
            return self._turns.setdefault(json.dumps([sent, draw], sort_keys=True), Semaphore())

    def _paid(self, sent: Mapping[str, Any]) -> Reply:
        self.budget.check()
        data, seconds = self._client.post(_PATH, sent)
        self.budget.spend(data.get("usage"), _length(sent), characters(data))
        candidates(data)
        return Reply(self._clean(data), round(seconds, 3))

    def _clean(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a reply that can be written as UTF-8, and without the key, which a server may send back."""
        secret = self._key if self._key is not None and len(self._key) >= SECRET else None
        clean: Mapping[str, Any] = cleaned(data, secret)
        return clean

    def _connected(self) -> Client:
        options = self.options
        assert options.chat is not None
        return Client(
            options.chat,
            self._key,
            retries=options.retries,
            timeout=options.request_timeout,
            connections=self.options.concurrency,
        )

    def _reconnect(self) -> None:
        if self._client.stopped.is_set():
            self._client = self._connected()

    def stop(self) -> None:
        """Send nothing more; replies under way are still read, since they are paid."""
        self._client.stop()


def _length(body: Mapping[str, Any]) -> int:
    """Return the number of characters of the messages."""
    return sum(len(message["content"]) for message in body["messages"])


def _key(variable: str | None) -> str | None:
    if variable is None and not os.environ.get(_KEY, "").strip():
        return None
    return key_from(variable or _KEY)
