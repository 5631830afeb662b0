"""The options of a chat model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from equimorph.models.exchange import CannotRun
from equimorph.models.sampling import Sampling, check_unused
from equimorph.runs.declared import Option, Panel

__all__ = ["ChatOptions"]


def _json_objects(texts: Sequence[str]) -> Mapping[str, Any]:
    """Return the fields of all objects."""
    found = dict[str, Any]()
    for text in texts:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"not JSON: {error}") from None
        if not isinstance(data, dict):
            raise ValueError("not a JSON object")
        found |= data
    return found


@dataclass(frozen=True, kw_only=True)
class ChatOptions(Sampling):
    """The server, the prompt, sampling, retries and the budget of a chat model.

    Without `chat`, prompt and sampling may be meant for a local model: a command line that has neither refuses them.

    Attributes:
        chat: Base URL of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1.
        chat_model: Name of the model on the server.
        key_env: Environment variable with the key of the server. Default for --chat: OPENAI_API_KEY, if it is set.
        concurrency: Maximum number of requests at a time.
        retries: Retries of a failed request, for status 408, 409, 429, 5xx and lost connections.
        request_timeout: Time limit per request, in seconds.
        budget_tokens: Stop the run after this many tokens, with exit code 3. Kept replies count.
        budget_cost: Stop the run at this cost, with exit code 3. Kept replies count.
        price_in: Price of a million prompt tokens.
        price_out: Price of a million generated tokens.
        cache: Folder of replies by the hash of their request; a request with a reply there is not sent.
        extra: JSON object with further fields of each request body (repeatable).

    Raises:
        CannotRun: a value is out of its range, or one option needs another.
    """

    chat: Annotated[str | None, Option(panel=Panel.INPUT, metavar="URL")] = None
    chat_model: Annotated[str | None, Option(panel=Panel.CHAT, metavar="NAME")] = None
    key_env: Annotated[str | None, Option(panel=Panel.INPUT, metavar="NAME")] = None
    concurrency: Annotated[int, Option(panel=Panel.CHAT, minimum=1)] = 4
    retries: Annotated[int, Option(panel=Panel.CHAT, minimum=0)] = 6
    request_timeout: Annotated[float, Option(panel=Panel.CHAT, minimum=0.001)] = 120.0
    budget_tokens: Annotated[int | None, Option(panel=Panel.CHAT, minimum=1)] = None
    budget_cost: Annotated[float | None, Option(panel=Panel.CHAT, minimum=0)] = None
    price_in: Annotated[float | None, Option(panel=Panel.CHAT, minimum=0)] = None
    price_out: Annotated[float | None, Option(panel=Panel.CHAT, minimum=0)] = None
    cache: Annotated[Path | None, Option(panel=Panel.CHAT, folder=True)] = None
    extra: Annotated[
        Mapping[str, Any] | None, Option(panel=Panel.CHAT, kind=str, metavar="JSON", parse=_json_objects)
    ] = None

    def __post_init__(self) -> None:
        if isinstance(self.cache, str):
            object.__setattr__(self, "cache", Path(self.cache))
        super().__post_init__()
        if self.chat is None:
            shared = {"key_env", *(field.name for field in fields(Sampling))}  # others may need these
            check_unused(self, {field.name for field in fields(self)} - shared, "--chat")
            return
        self._check_base()
        object.__setattr__(self, "chat", self.chat.rstrip("/"))
        try:
            json.dumps(self.body(), allow_nan=False, ensure_ascii=False).encode()
        except (TypeError, ValueError) as error:
            raise CannotRun(f"--extra or --stop cannot be sent: {error}") from error
        self._check_extra()
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
            (parts.hostname or "").encode(
                "idna"
            )  # as the connection does it; a label may be empty or too long
        except ValueError:
            valid = False
        if not valid or not self.chat.isascii() or not self.chat.isprintable() or " " in self.chat:
            raise CannotRun("--chat is not the URL of an http or https server")
        if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
            raise CannotRun(
                "--chat has a user, a password or a query in it; a key comes from the environment"
            )

    def _check_extra(self) -> None:
        extra = self.extra or {}
        for name in ("messages", "model", "n"):
            if name in extra:
                raise CannotRun(f"--extra has {name!r}, which --prompt, --chat-model or -k sets")
        if extra.get("stream"):
            raise CannotRun("--extra has 'stream': replies are read whole")

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
