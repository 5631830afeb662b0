"""Replies of the interface as candidates; servers leave out or add much."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equimorph.models.exchange import NoAnswer
from equimorph.models.protocol import Candidate


def candidates(data: Mapping[str, Any]) -> tuple[Candidate, ...]:
    """Return the choices of a reply, each with the reason why it ends there.

    A choice without words, such as one of a content filter or one that calls a tool, is a candidate without text.

    Raises:
        NoAnswer: the reply is an error, or has no choices.
    """
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices:
        error = data.get("error")
        words = error.get("message") if isinstance(error, Mapping) else error
        raise NoAnswer(f"no choices in the reply{f': {words}' if words else ''}")
    return tuple(_candidate(choice) for choice in choices)


def characters(data: Mapping[str, Any]) -> int:
    """Return the number of characters of all choices; of reasoning, too."""
    total = 0
    choices = data.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        message = _message(choice)
        total += len(_text(message.get("content"))) + len(_text(message.get("reasoning_content")))
    return total


def _candidate(choice: object) -> Candidate:
    reason = choice.get("finish_reason") if isinstance(choice, Mapping) else None
    text = _text(_message(choice).get("content"))
    return Candidate(text, finish_reason=reason if isinstance(reason, str) else None)


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
