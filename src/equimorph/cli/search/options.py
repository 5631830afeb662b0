"""The options of the verbs of `equimorph search` that are of the command line alone."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

from equimorph.cli.arguments import out_option
from equimorph.cli.known import usage_errors
from equimorph.cli.values import rows_format
from equimorph.models.chat import Chat, ChatOptions
from equimorph.models.sampling import check_unused
from equimorph.runs.declared import Option, Panel
from equimorph.search.chatting import chat_model
from equimorph.search.errors import SearchError
from equimorph.search.loading import load_model
from equimorph.search.outputs import NamedModel

_MODEL = "The model, texts -> outputs: MODULE:NAME or FILE.py:NAME, or the folder of an encoder."
ModelName = Annotated[str, Option(panel=Panel.INPUT, help=_MODEL)]
"""Of a verb that needs a model with weights."""
_MUTANTS = (
    "Number of mutant models, made by mutating weights if the model has some, else by rewriting its input; 0 scores by "
    "the model's own answer. Or the folder that `search model-mutants` wrote."
)
Mutants = Annotated[str, Option(metavar="N|DIR", help=_MUTANTS)]
_DEVICE = "Device of the model: cpu, cuda, cuda:1. Only for a folder. Default: a GPU where there is one."
Device = Annotated[str | None, Option(panel=Panel.WORKERS, help=_DEVICE)]


@dataclass(frozen=True, kw_only=True)
class SearchedModel:
    """The model of a search: a Python object, a folder, or a chat model.

    Raises:
        SearchError: not exactly one model is given, or a chat model has no prompt.
    """

    model: Annotated[str | None, Option(panel=Panel.INPUT, help=_MODEL)] = None
    device: Device = None
    chat: ChatOptions = ChatOptions()  # noqa: RUF009 - it is frozen

    def __post_init__(self) -> None:
        if (self.model is None) is (self.chat.chat is None):
            raise SearchError("give one of --model and --chat")
        if self.chat.chat is None:
            check_unused(self.chat, {field.name for field in fields(self.chat)}, "--chat")
        elif self.chat.prompt is None:
            raise SearchError("--chat needs --prompt, a file with what the model is asked about {{ text }}")

    def load(self) -> NamedModel:
        """Return the model.

        Raises:
            typer.BadParameter: it does not exist, or is no model.
            MissingPackage: it needs a package that is not installed.
        """
        with usage_errors("--model" if self.chat.chat is None else "--chat"):
            if self.model is not None:
                return load_model(self.model, self.device)
            return chat_model(Chat.of(self.chat))


_OUT = (
    "Output file (.jsonl, .jsonl.gz), written whole or not at all, with OUT.manifest.json beside it. Default, and -:"
    " standard output."
)
FoundFile = Annotated[Path | None, out_option(_OUT, rows_format)]
