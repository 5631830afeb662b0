"""The tokens of a model's answers, by the usage that its server reported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.robustness.study.models import Prices
from equimorph.rows.jsonl import json_lines


@dataclass(frozen=True)
class Usage:
    """Tokens of replies.

    Attributes:
        replies: Number of replies; 0 for a model that is no chat model.
        unknown: Number of replies that do not say their tokens.
        prompt: Tokens of prompts.
        reply: Tokens of replies.
    """

    replies: int = 0
    unknown: int = 0
    prompt: int = 0
    reply: int = 0

    def cost(self, prices: Prices | None) -> float | None:
        """Return the cost of the tokens; None if prices or all tokens are not known."""
        if prices is None or self.replies == self.unknown:
            return None
        return (self.prompt * prices.prompt + self.reply * prices.reply) / 1_000_000


def usage_of(answers: Path) -> Usage:
    """Return the tokens of a file of answers.

    A reply from a cache counts, too: the tokens belong to the answers, not to the run that wrote them.

    Raises:
        OSError: it cannot be read.
    """
    replies = unknown = prompt = reply = 0
    with answers.open("rb") as stream:
        for line in json_lines(stream):
            raw = line.data.get("raw")
            for entry in raw if isinstance(raw, list) else ():
                replies += 1
                tokens = _tokens(entry)
                if tokens is None:
                    unknown += 1
                else:
                    prompt, reply = prompt + tokens[0], reply + tokens[1]
    return Usage(replies, unknown, prompt, reply)


def _tokens(entry: object) -> tuple[int, int] | None:
    body = entry.get("reply") if isinstance(entry, Mapping) else None
    usage = body.get("usage") if isinstance(body, Mapping) else None
    if not isinstance(usage, Mapping):
        return None
    counts: tuple[Any, Any] = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if all(isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in counts):
        return counts
    return None
