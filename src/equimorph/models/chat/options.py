"""The options of a chat model."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from equimorph.models.exchange import CannotRun
from equimorph.runs.declared import Option, Panel, check_values

__all__ = ["ChatOptions"]


def _json_object(texts: Iterable[str]) -> Mapping[str, Any]:
    """Return the fields of all objects, of which the command line may have several."""
    fields: dict[str, Any] = {}
    for text in texts:
        try:
            data = json.loads(text)
        except ValueError as error:
            raise ValueError(f"not JSON: {error}") from None
        if not isinstance(data, dict):
            raise ValueError("not a JSON object")
        fields |= data
    return fields


@dataclass(frozen=True, kw_only=True)
class ChatOptions:
    """The server, the prompt, sampling, retries and the budget of a chat model.

    Attributes:
        chat: Base URL of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1.
        chat_model: With --chat: name of the model on the server.
        prompt: With --chat: prompt template, a file or one of repair, repair-lines, repair-diff.
        system: With --chat: file with the system message.
        temperature: With --chat: sampling temperature. Default: the server's.
        top_p: With --chat: nucleus sampling threshold. Default: the server's.
        max_tokens: With --chat: maximum tokens per candidate. Default: the server's.
        stop: With --chat: end a candidate at this text (repeatable).
        sampling_seed: With --chat: seed for the server; further candidates get the following numbers.
        concurrency: With --chat: maximum number of requests at a time.
        retries: With --chat: retries of a failed request, for status 408, 409, 429, 5xx and lost connections.
        request_timeout: With --chat: time limit per request, in seconds.
        budget_tokens: With --chat: stop the run after this many tokens, with exit code 3.
        budget_cost: With --chat: stop the run at this cost, with exit code 3.
        price_in: With --budget-cost: price of a million prompt tokens.
        price_out: With --budget-cost: price of a million generated tokens.
        cache: With --chat: folder of replies by the hash of their request; a request with a reply there is not sent.
        key_env: Environment variable with the key of the server. Default for --chat: OPENAI_API_KEY, if it is set.
        extra: With --chat: JSON object with further fields of each request body.

    Raises:
        CannotRun: a value is out of its range, or one option needs another.
    """

    chat: Annotated[str | None, Option(panel=Panel.INPUT, metavar="URL")] = None
    chat_model: Annotated[str | None, Option(panel=Panel.INPUT, metavar="NAME")] = None
    key_env: Annotated[str | None, Option(panel=Panel.INPUT, metavar="NAME")] = None
    prompt: Annotated[str | None, Option(panel=Panel.INPUT, metavar="NAME|FILE")] = None
    system: Annotated[Path | None, Option(panel=Panel.INPUT, exists=True)] = None
    temperature: Annotated[float | None, Option(panel=Panel.INPUT, minimum=0)] = None
    top_p: Annotated[float | None, Option(panel=Panel.INPUT, minimum=0, maximum=1)] = None
    max_tokens: Annotated[int | None, Option(panel=Panel.INPUT, minimum=1)] = None
    stop: Annotated[tuple[str, ...], Option(panel=Panel.INPUT)] = ()
    sampling_seed: Annotated[int | None, Option(panel=Panel.INPUT)] = None
    concurrency: Annotated[int, Option(panel=Panel.WORKERS, minimum=1)] = 4
    retries: Annotated[int, Option(panel=Panel.WORKERS, minimum=0)] = 6
    request_timeout: Annotated[float, Option(panel=Panel.WORKERS, minimum=0.001)] = 120.0
    budget_tokens: Annotated[int | None, Option(panel=Panel.WORKERS, minimum=1)] = None
    budget_cost: Annotated[float | None, Option(panel=Panel.WORKERS, minimum=0)] = None
    price_in: Annotated[float | None, Option(panel=Panel.WORKERS, minimum=0)] = None
    price_out: Annotated[float | None, Option(panel=Panel.WORKERS, minimum=0)] = None
    cache: Annotated[Path | None, Option(panel=Panel.WORKERS, folder=True)] = None
    extra: Annotated[
        Mapping[str, Any] | None, Option(panel=Panel.INPUT, kind=str, metavar="JSON", parse=_json_object)
    ] = None

    def __post_init__(self) -> None:
        for name in ("system", "cache"):
            if isinstance(path := getattr(self, name), str):
                object.__setattr__(self, name, Path(path))
        if isinstance(self.stop, str):
            object.__setattr__(self, "stop", (self.stop,))
        check_values(self, CannotRun)
        if self.chat is None:
            own = [field for field in fields(self) if field.name != "key_env"]  # another model may need it
            misplaced = [field.name for field in own if getattr(self, field.name) != field.default]
            if misplaced:
                raise CannotRun(f"--{misplaced[0].replace('_', '-')} needs --chat")
            return
        self._check_base()
        object.__setattr__(self, "chat", self.chat.rstrip("/"))
        try:
            json.dumps(self.body(), allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            raise CannotRun(f"--extra or --stop cannot be sent: {error}") from error
        if not self.chat_model:
            raise CannotRun("--chat needs --chat-model, the name of the model on the server")
        if (self.price_in is None) is not (self.price_out is None):
            raise CannotRun("--price-in and --price-out go together")
        if self.budget_cost is not None and self.price_in is None:
            raise CannotRun("--budget-cost needs --price-in and --price-out, of a million tokens each")

    def _check_base(self) -> None:
        assert self.chat is not None
        try:
            parts = urlsplit(self.chat)
            valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            valid = False
        if not valid or not self.chat.isascii() or not self.chat.isprintable() or " " in self.chat:
            raise CannotRun("--chat is not the URL of an http or https server")
        if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
            raise CannotRun(
                "--chat has a user, a password or a query in it; a key comes from the environment"
            )

    def body(self) -> dict[str, Any]:
        """Return the fields of each request body but the messages and the number of candidates."""
        fields = {
            "model": self.chat_model,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "stop": list(self.stop) or None,
        }
        return {**{name: value for name, value in fields.items() if value is not None}, **(self.extra or {})}
