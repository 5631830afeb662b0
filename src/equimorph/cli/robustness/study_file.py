"""``study.toml``: the settings of a study, and a ``[[model]]`` table for each of its models."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from equimorph.cli.declared import filled
from equimorph.cli.robustness.model_name import RepairModel, is_built_in
from equimorph.cli.robustness.study_models import Asked
from equimorph.cli.settings import Keys, checking, keys_of, read_toml, tried
from equimorph.models.chat.prompts import BUILT_IN
from equimorph.runs.declared import Option, Panel

TABLE = "model"
_NOT_IN_FILE = ("out", "restart", "quiet", "study")
_IN_TABLE = f"is a key of a [[{TABLE}]] table"


@dataclass(frozen=True)
class StudyFile:
    """The contents of a ``study.toml``.

    Attributes:
        settings: Values of options of `robustness run`, by the names of its parameters.
        models: The models, in their order.
        folder: Folder of the file.
    """

    settings: Mapping[str, Any]
    models: Sequence[Asked]
    folder: Path


def read_study(path: Path, run: Signature) -> StudyFile:
    """Read a study.

    Args:
        path: The file; paths in it are relative to its folder.
        run: Signature of the command `robustness run`.

    Raises:
        typer.BadParameter: it cannot be read, or is wrong; names the file, the table and the key.
    """
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder, not a file")
    data, folder = read_toml(path), path.parent
    tables = data.pop(TABLE, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise typer.BadParameter(f"{path}: a model is a table that begins with [[{TABLE}]]")
    settings = _settings(run).values(data, str(path), folder)
    tried(checking(run.replace(parameters=[*_own(run)])), settings, str(path))
    models = [
        _model(table, f"{path}: [[{TABLE}]] {number}", folder) for number, table in enumerate(tables, 1)
    ]
    return StudyFile(settings, models, folder)


def _own(run: Signature) -> list[Any]:
    return [parameter for parameter in run.parameters.values() if parameter.annotation is not typer.Context]


def _settings(run: Signature) -> Keys:
    """Return the keys of the study itself."""
    ours = _table_keys().parameters
    keys = keys_of(run)
    study = {
        key: one
        for key, one in keys.items()
        if key not in (*_NOT_IN_FILE, "m") and (key not in ours or key == "jobs")
    }
    paths = {"fix": _fix, "class-path": _class_path, "run-cache": _inside}
    aliases = {"bugs": "checkouts"}
    elsewhere = {key: _IN_TABLE for key in ours if key not in study}
    elsewhere[TABLE] = f"is the name of the [[{TABLE}]] tables"
    elsewhere |= {key: "is given on the command line alone" for key in _NOT_IN_FILE}
    return Keys(study, aliases, paths, elsewhere)


def _table_keys() -> Keys:
    """Return the keys of a table."""
    aliases = {name: f"{TABLE}-{name}" for name in ("command", "url")}
    paths = {TABLE: _python, "model-command": _command, "prompt": _prompt}
    return Keys(keys_of(signature(filled(_verb([])))), aliases, paths)


_JOBS = "Number of requests at a time."


def _verb(models: list[Asked]) -> Callable[..., None]:
    """Return a verb that takes the options of a model."""

    def model(
        *,
        model: RepairModel,
        jobs: Annotated[int | None, Option(panel=Panel.WORKERS, minimum=1, help=_JOBS)] = None,
    ) -> None:
        models.append(Asked(model, jobs))

    return model


def _model(table: Mapping[str, Any], place: str, folder: Path) -> Asked:
    models = list[Asked]()
    tried(filled(_verb(models)), _table_keys().values(table, place, folder), place)
    [entry] = models
    if entry.jobs is not None and (entry.model.chat.chat is not None or entry.model.local.hf is not None):
        raise typer.BadParameter(
            f"{place}: jobs is for other models: chat has concurrency, hf has batch-size"
        )
    texts = {key.replace("_", "-").removeprefix(f"{TABLE}-"): value for key, value in table.items()}
    return entry._replace(texts={key: texts[key] for key in (TABLE, "command") if key in texts})


def _inside(text: str, folder: Path) -> str:
    return str(folder / text)


def _fix(text: str, folder: Path) -> str:
    return text if text.startswith("{checkout}") else str(folder / text)


def _class_path(text: str, folder: Path) -> str:
    return os.pathsep.join(str(folder / part) for part in text.split(os.pathsep) if part)


def _python(text: str, folder: Path) -> str:
    """Return the name of a model whose file, if it has any, is in a folder."""
    where, colon, name = text.rpartition(":")
    if where.endswith(".py"):
        return f"{folder / where}:{name}"
    head, colon, path = text.partition(":")
    return f"{head}:{folder / path}" if colon and path and is_built_in(head) else text


def _command(text: str, folder: Path) -> str:
    """Return a line for the shell that runs in a folder."""
    return text if folder == Path() or not text.strip() else f"cd {shlex.quote(str(folder))} && {text}"


def _prompt(text: str, folder: Path) -> str:
    return text if text in BUILT_IN else str(folder / text)
