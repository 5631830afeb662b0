"""Tokens and cost of requests before any of them is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from equimorph.bulk.reporting import counted
from equimorph.models.chat.budget import CHARACTERS
from equimorph.models.chat.options import ChatOptions
from equimorph.models.chat.prompts import Prompt
from equimorph.models.protocol import Request
from equimorph.runs.extras import MissingPackage, module

__all__ = ["Estimate", "Estimator"]


@dataclass(frozen=True)
class Estimate:
    """The size of all prompts.

    Attributes:
        requests: Number of requests.
        characters: Characters of all prompts.
        tokens: Tokens of all prompts; None where tiktoken is not installed or has no encoding for the model.
        cost_in: Cost of the prompts, in the currency of the prices; None without prices.
        cost_out: Maximum cost of the replies; None without prices or without `max_tokens`.
    """

    requests: int
    characters: int
    tokens: int | None
    cost_in: float | None
    cost_out: float | None

    def summary(self) -> str:
        """Return it in words."""
        tokens = (
            f"about {-(-self.characters // CHARACTERS):,} tokens, a quarter of the characters"
            if self.tokens is None
            else f"{self.tokens:,} tokens by tiktoken"
        )
        words = f"{counted(self.requests, 'request')}: {counted(self.characters, 'character')}, {tokens}"
        if self.cost_in is None:
            return words
        replies = (
            "no limit, without --max-tokens" if self.cost_out is None else f"{self.cost_out:.4f} at most"
        )
        return f"{words}; cost: prompts {self.cost_in:.4f}, replies {replies}"


class Estimator:
    """Counts the prompts of requests.

    Args:
        options: Options of the chat model.
        prompt: Template of the prompts.
        system: System message, or None.
    """

    def __init__(self, options: ChatOptions, prompt: Prompt, system: str | None) -> None:
        self._options, self._prompt, self._system = options, prompt, system
        self._count = _tokenizer(options.chat_model or "")
        self._requests = self._characters = self._tokens = self._candidates = 0

    def add(self, request: Request) -> str:
        """Count a request; return its prompt.

        Raises:
            CannotRun: the template fails on it.
        """
        text = self._prompt.rendered(request)
        whole = text + (self._system or "")
        self._requests += 1
        self._candidates += request.k
        self._characters += len(whole)
        self._tokens += 0 if self._count is None else self._count(whole)
        return text

    def estimate(self) -> Estimate:
        """Return the size of all requests so far."""
        options = self._options
        tokens = None if self._count is None else self._tokens
        about = -(-self._characters // CHARACTERS) if tokens is None else tokens
        cost_in = cost_out = None
        if options.price_in is not None and options.price_out is not None:
            cost_in = about * options.price_in / 1_000_000
            if options.max_tokens is not None:
                cost_out = self._candidates * options.max_tokens * options.price_out / 1_000_000
        return Estimate(self._requests, self._characters, tokens, cost_in, cost_out)


def _tokenizer(model: str) -> Callable[[str], int] | None:
    """Return the function that counts a model's tokens; None without tiktoken or its file of the encoding."""
    try:
        tiktoken = module("tiktoken")
    except MissingPackage:
        return None
    try:
        encoding = tiktoken.encoding_for_model(model)
    except KeyError:  # the model is not one of its own
        return None
    except OSError:  # the file of the encoding is fetched when it is first needed
        return None
    return lambda text: len(encoding.encode(text, disallowed_special=()))
