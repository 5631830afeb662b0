"""Options from the tables of a TOML file: the names, types and checks of the command line, in a file."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import Parameter, Signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import typer

from equimorph.cli.streams import STANDARD
from equimorph.runs.declared import closest

__all__ = ["Keys", "checking", "keys_of", "kind_of", "read_toml", "tried"]

_LONGEST = 60
"""The most characters of a value that a message shows."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file; a byte order mark is ignored.

    Raises:
        typer.BadParameter: it cannot be read, or is not TOML; names the file.
    """
    import tomllib  # a file is rare

    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{path}: not UTF-8: byte {error.start}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise typer.BadParameter(f"{path}: not TOML: {error}") from error


@dataclass(frozen=True)
class Keys:
    """The keys of a table.

    Attributes:
        parameters: Parameters of a verb, by key; a key is a flag without its dashes.
        aliases: Further names of keys.
        paths: By key the path that a text means, from the text and the folder of the file, where this is not the text in
            that folder for a `Path`, and the text itself for others.
        elsewhere: Keys that belong elsewhere, with the place.
    """

    parameters: Mapping[str, Parameter]
    aliases: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)

    def values(self, table: Mapping[str, Any], place: str, folder: Path) -> dict[str, Any]:
        """Return the values of a table by the names of their parameters, as the command line would give them.

        Args:
            table: The table; underscores in its keys are dashes.
            place: Place of the table in messages.
            folder: Folder of the file.

        Raises:
            typer.BadParameter: a key does not exist or is given twice, or a value has a wrong type.
        """
        values: dict[str, Any] = {}
        for name, value in table.items():
            key = self._key(name, place)
            parameter = self.parameters[key]
            if parameter.name in values:
                raise typer.BadParameter(f"{place}: {key!r} is given twice")
            where = self.paths.get(key, _inside if kind_of(parameter)[0] is Path else _itself)
            try:
                text = _json(value) if isinstance(value, dict) and _is_json(parameter) else value
                values[parameter.name] = _converted(text, *kind_of(parameter), partial(where, folder=folder))
            except ValueError as error:
                raise typer.BadParameter(f"{place}: {name} is {error}, not {_brief(value)}") from error
        return values

    def _key(self, name: str, place: str) -> str:
        key = name.replace("_", "-")
        key = self.aliases.get(key, key)
        if key in self.parameters:
            return key
        if key in self.elsewhere:
            raise typer.BadParameter(f"{place}: {name!r} {self.elsewhere[key]}")
        hint = closest(key, [*self.parameters, *self.aliases])
        if not hint and (hint := closest(key, [*self.elsewhere])):
            hint += f" It {self.elsewhere[hint.removeprefix('did you mean ').removesuffix('?')]}"
        raise typer.BadParameter(
            f"{place}: no key {name!r}; {hint or 'there are: ' + ', '.join(self.parameters)}"
        )


def keys_of(signature: Signature) -> dict[str, Parameter]:
    """Return the parameters of a verb by their keys; a parameter without a flag by its name."""
    return {
        key: parameter
        for parameter in signature.parameters.values()
        if parameter.annotation is not typer.Context
        for key in list(_flags(parameter)) or [parameter.name]
    }


def tried(verb: Callable[..., Any], values: Mapping[str, Any], place: str) -> None:
    """Call a verb with values in place of a command line.

    Raises:
        typer.BadParameter: a value is refused; names the place.
    """
    app = typer.Typer(add_completion=False)
    app.command()(verb)
    try:
        typer.main.get_command(app).main([], "equimorph", standalone_mode=False, default_map=dict(values))
    except typer.BadParameter as error:
        message = error.format_message().removeprefix("Invalid value: ").removeprefix("Invalid value for ")
        raise typer.BadParameter(f"{place}: {message}") from error


def checking(signature: Signature) -> Callable[..., None]:
    """Return a verb that does nothing, with the parameters of another verb, all optional."""

    def nothing(**_: object) -> None:
        pass

    optional = [parameter.replace(default=None) for parameter in signature.parameters.values()]
    nothing.__signature__ = signature.replace(parameters=optional)  # type: ignore[attr-defined]
    nothing.__annotations__ = {parameter.name: parameter.annotation for parameter in optional}
    return nothing


def _is_json(parameter: Parameter) -> bool:
    """Return whether the command line takes JSON for a parameter; a file has a table for it."""
    return any(
        getattr(shown, "metavar", None) == "JSON"
        for shown in getattr(parameter.annotation, "__metadata__", ())
    )


def _json(table: Mapping[str, Any]) -> str:
    try:
        return json.dumps(table, allow_nan=False)
    except (TypeError, ValueError):
        raise ValueError("a table of JSON values") from None


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _flags(parameter: Parameter) -> Iterator[str]:
    for shown in getattr(parameter.annotation, "__metadata__", ()):
        for flag in (getattr(shown, "default", None), *(getattr(shown, "param_decls", None) or ())):
            if isinstance(flag, str) and flag.startswith("--"):
                yield flag.removeprefix("--").partition("/")[0]


def kind_of(parameter: Parameter) -> tuple[Any, bool]:
    """Return the type of a value, and whether there are several."""
    hint = parameter.annotation
    hint = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(hint) in (Union, UnionType):
        hint = next(part for part in get_args(hint) if part is not NoneType)
    return (get_args(hint)[0], True) if get_origin(hint) is list else (hint, False)


def _converted(value: object, kind: object, many: bool, where: Callable[[str], str]) -> object:
    """Return a value of TOML as one of the command line.

    Raises:
        ValueError: it has a wrong type; says what it should be.
    """
    if many:
        return [
            _converted(one, kind, False, where) for one in (value if isinstance(value, list) else [value])
        ]
    if kind is bool:
        if not isinstance(value, bool):
            raise ValueError("true or false")
        return value
    if kind in (int, float):
        if isinstance(value, bool) or not isinstance(value, int if kind is int else int | float):
            raise ValueError("a whole number" if kind is int else "a number")
        if not math.isfinite(value):
            raise ValueError("a finite number")
        return value
    if not isinstance(value, str):
        raise ValueError("a text")
    if "\0" in value:
        raise ValueError("a text without null characters")
    return where(value)


def _inside(text: str, folder: Path) -> str:
    return text if Path(text) == STANDARD else str(folder / text)


def _itself(text: str, folder: Path) -> str:
    return text
