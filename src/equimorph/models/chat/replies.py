"""Replies of the interface as candidates; servers leave out or add much."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equimorph.models.exchange import NoAnswer
from equimorph.models.protocol import Candidate

_REASONS = {"eos_token": "stop", "stop_sequence": "stop", "model_length": "length"}
"""Reasons of text-generation-inference and Mistral by the names of the interface."""
_FAILURES = frozenset({"abort", "error"})
"""Reasons of vLLM, SGLang and Mistral for a choice that the server broke off; its text says nothing about the model."""


def candidates(data: Mapping[str, Any]) -> tuple[Candidate, ...]:
    """Return the choices of a reply, each with the reason why it ends there.

    A choice without words, such as one of a content filter or one that calls a tool, is a candidate without text.

    Raises:
        NoAnswer: the reply is an error, has no choices, or one that the server broke off.
    """
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices:
        error = data.get("error")
        words = error.get("message") if isinstance(error, Mapping) else error
        raise NoAnswer(f"no choices in the reply{f': {words}' if words else ''}")
    chosen = tuple(_candidate(choice) for choice in choices)
    if failure := next((entry.finish_reason for entry in chosen if entry.finish_reason in _FAILURES), None):
        raise NoAnswer(f"the server broke off a choice: finish_reason is {failure!r}")
    return chosen


def characters(data: Mapping[str, Any]) -> int:
    """Return the number of characters of all choices; of reasoning, too."""
    total = 0
    choices = data.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        message = _message(choice)
        # One field of reasoning has another name in new versions of vLLM and in Ollama; a server may send both.
        reasoning = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
        total += len(_text(message.get("content"))) + len(reasoning)
    return total


def _candidate(choice: object) -> Candidate:
    reason = choice.get("finish_reason") if isinstance(choice, Mapping) else None
    text = _text(_message(choice).get("content"))
    return Candidate(text, finish_reason=_REASONS.get(reason, reason) if isinstance(reason, str) else None)


def _message(choice: object) -> Mapping[str, Any]:
    """Return the message of a choice; llama.cpp's completions have their text in the choice itself."""
    if not isinstance(choice, Mapping):
        return {}
    message = choice.get("message")
    return message if isinstance(message, Mapping) else {"content": choice.get("text")}


def _text(content: object) -> str:
    """Return the words of a message: a text, or a list of parts."""
    if isinstance(content, list):
        content = "".join(_text(part.get("text")) for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""
