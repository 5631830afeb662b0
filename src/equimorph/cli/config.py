"""The verb `config`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from inspect import Parameter
from typing import Annotated, Any

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import OutText
from equimorph.cli.defaults import Configuration, Setting, find_configuration, options_of, variable
from equimorph.cli.results import columns, json_list
from equimorph.cli.session import Session
from equimorph.cli.settings import checking, tried
from equimorph.cli.streams import output
from equimorph.mutants.showing import visible
from equimorph.runs.declared import Option, Panel, closest, no_such

_VERB = "Verb or group, such as bench run: also show its defaults. Default: all verbs, without defaults."
_JSON = "Write a JSON list of the options."
_HEAD = ("verb", "option", "value", "from")
_DEFAULT = "default"
_FLAGS = re.compile(r"(?<=: )'-[-\w' /]*': ")
"""The flags of an option, which a place in a file or the environment already names."""
_WORDS = re.compile(r"Default: (.*?)\.?(?:(?<=\.) |$)")


def config(
    *,
    verb: Annotated[tuple[str, ...], Option(argument=True, help=_VERB)] = (),
    as_json: Annotated[bool, Option(flags="--json", panel=Panel.OUTPUT, help=_JSON)] = False,
    out: OutText = None,
    session: Session,
    context: typer.Context,
) -> None:
    """Show the options that a file or the environment sets, each with its value and its place."""
    root: Any = context.find_root()
    configuration = find_configuration(root.params.get("config"))
    commands = root.command.commands
    below = commands.below()
    configuration.check_verbs(below)
    rows: list[dict[str, Any]] = []
    for name in _verbs(below, verb):
        if verb or configuration.names(name):
            command = _command(commands, name)
            settings = _settings(name, command, configuration, session)
            rows += _rows(name, command, settings, bool(verb))
            for stranger in _strangers(name, command, configuration):
                session.note(stranger)
    with output(out) as stream:
        stream.write((json_list(rows) if as_json else _table(rows)).encode("utf-8", "backslashreplace"))
    if session.failures:
        session.close()
        raise typer.Exit(2)
    session.end(f"{counted(len(rows), 'option')}; file: {configuration.path or 'none'}")


def _verbs(commands: Mapping[str, Mapping[str, Any]], wanted: Iterable[str]) -> list[str]:
    """Return the verbs of the command, of a group, or one.

    Raises:
        typer.BadParameter: there is none of this name.
    """
    every = [f"{name} {verb}".rstrip() for name, verbs in commands.items() for verb in verbs or ("",)]
    path = " ".join(wanted)
    chosen = [name for name in every if not path or f"{name} ".startswith(f"{path} ")]
    if not chosen:
        raise typer.BadParameter(no_such("verb", path, every))
    return chosen


def _command(commands: Mapping[str, Any], path: str) -> Any:  # noqa: ANN401 - click's
    for name in path.split():
        commands = getattr(commands[name], "commands", commands[name])
    return commands


def _settings(
    name: str,
    command: Any,  # noqa: ANN401 - click's
    configuration: Configuration,
    session: Session,
) -> Mapping[str, Setting]:
    """Return the settings of a verb that it would take; report the others."""
    try:
        settings = configuration.settings(name, command.signature)
    except typer.BadParameter as error:
        session.failed(error.message)
        return {}
    check = checking(command.signature)
    wrong = set()
    for parameter, setting in settings.items():
        try:
            tried(check, {parameter: setting.value}, setting.place)
        except typer.BadParameter as error:
            session.failed(_FLAGS.sub("", error.message, 1))
            wrong.add(parameter)
    return {parameter: setting for parameter, setting in settings.items() if parameter not in wrong}


def _rows(
    verb: str,
    command: Any,  # noqa: ANN401 - click's
    settings: Mapping[str, Setting],
    defaults: bool,
) -> Iterator[dict[str, Any]]:
    """Yield a row for each option that is set, and for all others if their defaults are wanted."""
    options, _ = options_of(command.signature)
    for key, parameter in options.items():
        setting = settings.get(parameter.name)
        if setting is not None:
            value, place = setting.value, setting.source
        elif defaults:
            value, place = _default(parameter), _DEFAULT
        else:
            continue
        yield {"verb": verb, "option": key, "value": value, "from": place}


def _default(parameter: Parameter) -> Any:  # noqa: ANN401 - of any option
    """Return a default; where it is None, the words of the help."""
    default = None if parameter.default is Parameter.empty else parameter.default
    if default is None:
        words = (getattr(shown, "help", "") or "" for shown in parameter.annotation.__metadata__)
        return next((match[1] for text in words if (match := _WORDS.search(text))), None)
    return default if isinstance(default, bool | int | float | str) else str(default)


def _strangers(verb: str, command: Any, configuration: Configuration) -> Iterator[str]:  # noqa: ANN401 - click's
    """Yield a note for each variable whose name begins with the verb and that sets no option."""
    options, _ = options_of(command.signature)
    variables = [variable(verb, key) for key in options]
    for name in configuration.variables(verb):
        if name not in variables:
            yield f"{name} sets no option; {closest(name, variables)}".removesuffix("; ")


def _table(rows: Iterable[Mapping[str, Any]]) -> str:
    cells = [tuple(_shown(row[name]) for name in _HEAD) for row in rows]
    return columns([_HEAD, *cells]) if cells else ""


def _shown(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(_shown, value)) if isinstance(value, list) else visible(str(value))
