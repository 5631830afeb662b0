"""Defaults of options by verb, read from `equimorph.toml` or `pyproject.toml` and the environment."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

import typer

from equimorph.runs.declared import no_such

__all__ = ["Configuration", "Setting", "find_configuration"]

FILE, PROJECT = "equimorph.toml", "pyproject.toml"
_TOOL = "equimorph"
_PREFIX = "EQUIMORPH_"
_FLAGS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
_ARGUMENT = "is an argument: give it on the command line"


@dataclass(frozen=True)
class Setting:
    """The value of an option that no command line gave.

    Attributes:
        value: As typer takes it.
        place: Where it was found: a table and its key in a file, or a variable.
        source: The file or the variable alone.
    """

    value: Any
    place: str
    source: str


@dataclass(frozen=True)
class Configuration:
    """A file with defaults, and the environment.

    Attributes:
        path: The file; None if there is none.
        environ: Variables by name.
    """

    path: Path | None
    environ: Mapping[str, str]

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The tables of the file, by verb.

        Raises:
            typer.BadParameter: the file cannot be read, or its table is not a table.
        """
        if self.path is None:
            return {}
        from equimorph.cli.settings import read_toml  # imports tomllib, and a file is rare

        data = read_toml(self.path)
        for key in ("tool", _TOOL) if self._is_project else ():
            data = data.get(key, {})
            if not isinstance(data, dict):
                raise typer.BadParameter(f"{self.path}: {key} is not a table")
        return data

    @property
    def _is_project(self) -> bool:
        return self.path is not None and self.path.name == PROJECT

    def check_verbs(self, commands: Mapping[str, Mapping[str, Any]]) -> None:
        """Check that each table of the file belongs to a verb.

        Args:
            commands: By the name of a verb or a group the verbs below it; empty for a verb.

        Raises:
            typer.BadParameter: one is not; names the file.
        """
        for name, table in self.tables.items():
            self._check(name, table, [*commands])
            below = [f"{name} {verb}" for verb in commands[name]]
            for verb, options in table.items() if below else ():
                self._check(f"{name} {verb}", options, below)

    def _check(self, verb: str, table: object, verbs: Sequence[str]) -> None:
        if verb not in verbs and not isinstance(table, dict):
            raise typer.BadParameter(
                f"{self.path}: {verb.split()[-1]!r} is in no table of a verb, such as [{verbs[0].replace(' ', '.')}]"
            )
        if verb not in verbs:
            raise typer.BadParameter(f"{self.path}: {no_such('verb', verb, verbs)}")
        if not isinstance(table, dict):
            raise typer.BadParameter(f"{self.path}: the options of {verb} are in a table, not {table!r}")

    def names(self, verb: str) -> bool:
        """Return whether the file or the environment sets anything of a verb."""
        return bool(self._table(verb) or self.variables(verb))

    def variables(self, verb: str) -> list[str]:
        """Return the variables whose names begin with the verb."""
        return sorted(
            name for name, text in self.environ.items() if text and name.startswith(variable(verb, ""))
        )

    def settings(self, verb: str, signature: Signature) -> dict[str, Setting]:
        """Return the settings of a verb in the file and the environment, by its parameters.

        Args:
            verb: Such as "bench run".
            signature: Its parameters.

        Raises:
            typer.BadParameter: a key does not exist, or a value has a wrong type; names the place.
        """
        if not self.names(verb):
            return {}
        keys, arguments = options_of(signature)
        settings = dict(self._from_file(verb, keys, arguments))
        return settings | dict(self._from_environment(verb, keys))

    def _from_file(
        self, verb: str, keys: Mapping[str, Parameter], arguments: Mapping[str, str]
    ) -> Iterator[tuple[str, Setting]]:
        table = self._table(verb)
        if not table or self.path is None:
            return
        from equimorph.cli.settings import Keys

        dotted = ".".join((*(("tool", _TOOL) if self._is_project else ()), *verb.split()))
        place = f"{self.path}: [{dotted}]"
        folder = Path() if self.path.parent in (Path(), Path.cwd()) else self.path.parent
        of_table = Keys(keys, elsewhere=arguments)
        of_table.values(table, place, folder)  # also refuses two spellings of one key
        for key in table:
            for name, value in of_table.values({key: table[key]}, place, folder).items():
                yield name, Setting(value, f"{place} {key}", str(self.path))

    def _table(self, verb: str) -> Mapping[str, Any]:
        table: Any = self.tables
        for name in verb.split():
            table = table.get(name, {})
        return dict(table)

    def _from_environment(self, verb: str, keys: Mapping[str, Parameter]) -> Iterator[tuple[str, Setting]]:
        for key, parameter in keys.items():
            name = variable(verb, key)
            if text := self.environ.get(name):
                yield parameter.name, Setting(_of_text(text, parameter, name), name, name)


def variable(verb: str, key: str) -> str:
    """Return the name of the variable of the environment that sets an option."""
    return f"{_PREFIX}{verb} {key}".upper().replace(" ", "_").replace("-", "_")


def options_of(signature: Signature) -> tuple[dict[str, Parameter], dict[str, str]]:
    """Return the options of a verb by their keys, and why its arguments are no keys."""
    from equimorph.cli.settings import keys_of

    keys = keys_of(signature)
    arguments = {
        key
        for key, parameter in keys.items()
        if any(
            type(shown) is type(typer.Argument())
            for shown in getattr(parameter.annotation, "__metadata__", ())
        )
    }
    return {key: keys[key] for key in keys if key not in arguments}, dict.fromkeys(arguments, _ARGUMENT)


def _of_text(text: str, parameter: Parameter, name: str) -> Any:  # noqa: ANN401 - of any option
    """Return the value of a variable as the command line would give it.

    Raises:
        typer.BadParameter: a flag is not yes or no, or a quote is not closed.
    """
    from equimorph.cli.settings import kind_of

    kind, many = kind_of(parameter)
    if many:
        try:
            return shlex.split(text)
        except ValueError as error:
            raise typer.BadParameter(f"{name}: {str(error).lower()} in {text!r}") from error
    if kind is not bool:
        return text
    if text.lower() not in _FLAGS:
        raise typer.BadParameter(f"{name}: is 1 or 0, true or false, yes or no, on or off, not {text!r}")
    return _FLAGS[text.lower()]


def find_configuration(name: str | None) -> Configuration:
    """Return the configuration of a file, by default the nearest one in the current folder or above.

    The search ends at the root of a git repository or at the home folder; outside of both it does not leave the current folder.
    """
    if name:
        return Configuration(Path(name), os.environ)
    try:
        current = Path.cwd()
    except OSError:  # the folder was deleted
        return Configuration(None, os.environ)
    for folder in _folders(current):
        for file in (FILE, PROJECT):
            path = folder / file
            if os.path.lexists(path) and (file == FILE or _has_table(path)):
                return Configuration(Path(file) if folder == current else path, os.environ)
    return Configuration(None, os.environ)


def _folders(current: Path) -> tuple[Path, ...]:
    above = (current, *current.parents)
    try:
        home = Path.home().resolve()
    except RuntimeError:  # nobody's
        home = current
    for number, folder in enumerate(above, 1):
        if folder == home or os.path.lexists(folder / ".git"):
            return above[:number]
    return above[:1]


def _has_table(path: Path) -> bool:
    """Return whether a project may have our table: most projects are not worth a parser."""
    try:
        if _TOOL.encode() not in path.read_bytes():
            return False
    except OSError:
        return False
    return bool(Configuration(path, {}).tables)
