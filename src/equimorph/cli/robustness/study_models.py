"""The models of a study: several ways on the command line are several models; each has a name before it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import typer

from equimorph.cli.known import usage_errors
from equimorph.cli.model_options import opener
from equimorph.cli.robustness.model_name import RepairModel, is_built_in
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD
from equimorph.models import answer_file
from equimorph.models.chat import ChatOptions
from equimorph.models.local import LocalOptions
from equimorph.projects.project import content_hash
from equimorph.robustness.study import Prices, StudyModel

_WAYS: Mapping[str, Sequence[str]] = {
    "model": ("start_timeout",),
    "command": ("start_timeout",),
    "url": ("key_env",),
    "chat": ("key_env",),
    "local": (),
    "answers": (),
}
"""The ways to name a model, each with the options that not all ways have."""
_UNNAMED = {"chat": ChatOptions(), "local": LocalOptions()}
"""The options of ways that are not a single value, where they name no model."""
_BUILT_IN = "{} is built in so that the chain can be tried without weights: what it repairs says nothing of a repair model."


class Asked(NamedTuple):
    """A model of a study.

    Attributes:
        model: Its options.
        jobs: Number of requests at a time; None for the study's number.
        texts: Values of `model` and `command` as a file has them, without the file's folder.
    """

    model: RepairModel
    jobs: int | None = None
    texts: Mapping[str, str] = {}


def models_of(model: Callable[..., RepairModel]) -> list[RepairModel]:
    """Return the models that the options of the command line name: one for each way.

    Args:
        model: Makes the options of one model, as a verb gets it for a dataclass that it completes.

    Raises:
        typer.BadParameter: no model is named, or options do not go together.
    """
    assert isinstance(model, partial)
    options: Mapping[str, Any] = model.keywords
    ways = [way for way in _WAYS if _named(way, options)]
    if len(ways) < 2:
        return [model()]
    if options["name"] is not None:
        raise typer.BadParameter("--name is of one model: name several in a file (--study)")
    return [model(**_only(way, options)) for way in ways]


def is_named(model: Callable[..., RepairModel]) -> bool:
    """Return whether an option of the command line is about a model."""
    assert isinstance(model, partial)
    usual = {field.name: field.default for field in fields(RepairModel) if field.default is not MISSING}
    return any(value != usual.get(name) for name, value in model.keywords.items())


def _named(way: str, options: Mapping[str, Any]) -> bool:
    value = options[way]
    match value:
        case ChatOptions():
            return value.chat is not None
        case LocalOptions():
            return value.hf is not None
    return value is not None


def _only(way: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options without the ways that name other models."""
    dropped: dict[str, Any] = {name: None for name in ("key_env", "start_timeout") if name not in _WAYS[way]}
    dropped |= {other: _UNNAMED.get(other) for other in _WAYS if other != way}
    return {**options, **dropped}


def study_models(models: Iterable[Asked], session: Session) -> list[StudyModel]:
    """Return the models of a study.

    Args:
        models: The options of each, at least one.
        session: Gets bad rows of files of answers.

    Raises:
        typer.BadParameter: a file of answers is standard input, or has answers of several models.
    """
    several = list(models)
    if any(entry.model.answers == STANDARD for entry in several):
        raise typer.BadParameter("--answers must be a file: it may be read again")
    return [_study_model(entry, len(several) > 1, session) for entry in several]


def _study_model(entry: Asked, several: bool, session: Session) -> StudyModel:
    model = (
        replace(
            entry.model, name=entry.model.name or entry.texts.get("command") or _default_name(entry.model)
        )
        if several
        else entry.model
    )
    chat = model.chat
    priced = chat.price_in is not None and chat.price_out is not None
    return StudyModel(
        model.name or "",
        _identity(model, entry.texts),
        opener(model, session),
        tuple(_about(model)),
        entry.jobs,
        Prices(chat.price_in or 0.0, chat.price_out or 0.0) if priced else None,
    )


def _default_name(model: RepairModel) -> str:
    """Return the name of a model without a given one, which several models need before they are asked.

    It is the name of a built-in model, of file and object, or of the model on a chat server; the line of a command; the
    address of a URL; the model of a file of answers.
    """
    if model.chat.chat_model is not None:
        return model.chat.chat_model
    if model.local.hf is not None:
        return model.local.hf.resolve().name
    if model.url is not None:
        parts = urlsplit(model.url)
        return f"{parts.netloc}{parts.path}".rstrip("/")
    if model.answers is not None:
        with usage_errors(), answer_file(model.answers, lambda bad: None) as answers:
            return answers.model
    if model.model is None:
        return str(model.command)
    if is_built_in(model.model):
        return model.model.partition(":")[0]
    where, _, name = model.model.rpartition(":")
    return f"{Path(where).stem if where.endswith('.py') else where}:{name}"


def _identity(model: RepairModel, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings that decide on answers, as far as they are known before the model is asked."""
    named = {name: texts.get(name, getattr(model, name)) for name in ("model", "command", "url", "name")}
    identity = {**named, "answers": None if model.answers is None else content_hash(model.answers)}
    if model.chat.chat is not None:
        return {**identity, "chat": dict(model.endpoint().identity)}
    return identity if model.local.hf is None else {**identity, "hf": dict(model.endpoint().identity)}


def _about(model: RepairModel) -> Iterator[str]:
    if model.model is not None and is_built_in(model.model):
        yield _BUILT_IN.format(model.model)
