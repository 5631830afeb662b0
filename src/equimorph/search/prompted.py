"""A language model as the model of a search: its output for a text is its reply to the prompt about that text."""

from __future__ import annotations

import json
from collections.abc import Sequence

from equimorph.models import Answer, Chat, Local, Request
from equimorph.models.errors import ModelError
from equimorph.search.outputs import NamedModel


def prompted_model(model: Chat | Local, language: str = "java") -> NamedModel:
    """Return a model whose outputs are the replies of a language model, without blanks around them.

    A request that gets no reply is a `ModelError` with the index of its text.

    Args:
        model: Language model; its prompt asks about `text`.
        language: Language of the texts, for the prompt.
    """

    def outputs(texts: Sequence[str]) -> list[str]:
        requests = (Request(str(number), text, (), language=language) for number, text in enumerate(texts))
        return [_reply(answer, at) for at, answer in enumerate(model.ask_many(requests))]

    return NamedModel(outputs, model.name, json.dumps(dict(model.identity), sort_keys=True))


def _reply(answer: Answer, at: int) -> str:
    if answer.error is not None:
        raise ModelError(answer.error, at)
    text = answer.candidates[0].text if answer.candidates else None
    if text is None:
        raise ModelError("the reply has no text", at)
    return text.strip()
