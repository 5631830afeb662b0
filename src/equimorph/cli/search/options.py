"""The options of the verbs of `equimorph search` that are of the command line alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

from equimorph.cli.arguments import out_option
from equimorph.cli.known import usage_errors
from equimorph.cli.session import Session
from equimorph.cli.values import rows_format
from equimorph.models.chat import Chat, ChatOptions
from equimorph.models.local import Local, LocalOptions
from equimorph.models.sampling import Sampling, check_unused
from equimorph.runs.declared import Option, Panel
from equimorph.search.errors import SearchError
from equimorph.search.loading import load_model
from equimorph.search.outputs import NamedModel
from equimorph.search.prompted import prompted_model

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
    """The model of a search: a Python object, a folder with an encoder, or a language model.

    Raises:
        SearchError: not exactly one model is given, or a language model has no prompt.
    """

    model: Annotated[str | None, Option(panel=Panel.INPUT, help=_MODEL)] = None
    device: Device = None
    chat: ChatOptions = ChatOptions()  # noqa: RUF009 - it is frozen
    local: LocalOptions = LocalOptions()  # noqa: RUF009 - it is frozen

    def __post_init__(self) -> None:
        ways = (self.model, self.chat.chat, self.local.hf)
        if sum(way is not None for way in ways) != 1:
            raise SearchError("give one of --model, --chat and --hf")
        if self.model is not None:
            check_unused(self.chat, {field.name for field in fields(Sampling)}, "--chat or --hf")
        elif self.chat.prompt is None:
            raise SearchError("--prompt is missing: a file with what the model is asked about {{ text }}")

    @contextmanager
    def opened(self, session: Session) -> Iterator[NamedModel]:
        """Yield the model; in the end, note the tokens that a chat server was paid for.

        Raises:
            typer.BadParameter: it does not exist, or is no model.
            ModuleNotFoundError: it needs a package that is not installed.
        """
        chat = None
        with usage_errors("--model" if self.model is not None else None):
            if self.model is not None:
                model = load_model(self.model, self.device)
            else:
                chat = None if self.chat.chat is None else Chat.of(self.chat)
                model = prompted_model(chat or Local.of(self.local))
        try:
            yield model
        finally:
            if chat is not None and (spent := chat.budget.summary()):
                session.note(spent)


_OUT = (
    "Output file (.jsonl, .jsonl.gz), written whole or not at all, with OUT.manifest.json beside it. Default, and -:"
    " standard output."
)
FoundFile = Annotated[Path | None, out_option(_OUT, rows_format)]
