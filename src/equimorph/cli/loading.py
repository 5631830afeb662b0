"""Verbs are loaded when they are called: lists of them are made of the table of capabilities."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterable, Mapping
from importlib import import_module
from inspect import signature
from typing import Any

import typer
from typer.main import get_command

from equimorph.capabilities import Capability, Verb
from equimorph.cli.commands import Command, Group
from equimorph.cli.epilogs import epilog


class Verbs(UserDict[str, Any]):
    """The commands of a group by their names; a verb is loaded when its command is asked for.

    Args:
        verbs: of the group.
        group: its name; "" for the command itself.
    """

    def __init__(self, verbs: Iterable[Verb], group: str = "") -> None:
        super().__init__({verb.name: verb for verb in verbs})
        self._group = group

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - a command or group
        command = super().__getitem__(name)
        if isinstance(command, Verb):
            command = self.data[name] = _loaded(command, f"{self._group} {name}".lstrip())
        return command

    def below(self) -> dict[str, Mapping[str, Any]]:
        """Return the verbs below each group; a verb has none. None is loaded."""
        return {name: getattr(command, "commands", {}) for name, command in self.data.items()}

    def listed(self) -> dict[str, Any]:
        """Return commands to be listed: those that are not loaded have a name and a sentence only."""
        return {
            name: Command(name, help=command.sentence) if isinstance(command, Verb) else command
            for name, command in self.data.items()
        }


def _loaded(verb: Verb, path: str) -> Any:  # noqa: ANN401 - a command
    from equimorph.cli.declared import filled  # imports the mutators' options, which no list of verbs needs

    module, _, function = verb.place.partition(":")
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    run = filled(getattr(import_module(f"equimorph.cli.{module}"), function))
    app.command(verb.name, cls=Command, epilog=epilog(path))(run)
    command: Any = get_command(app)
    command.path, command.signature = path, signature(run)
    return command


def group_of(capability: Capability) -> Group:
    """Return the group of the verbs below a capability."""
    return Group(
        name=capability.name,
        commands=Verbs(capability.below, capability.name),  # type: ignore[arg-type]  # any mapping will do
        help=capability.sentence,
        epilog=epilog(capability.name),
        no_args_is_help=True,
        rich_markup_mode=None,
    )
