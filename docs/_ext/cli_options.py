"""The directives ``cli-options``, the command's own help on a verb's arguments and options, and ``all-options``, on all verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from typer.main import get_command

from equimorph.cli import app as command

__all__ = ["AllOptions", "CliOptions", "meanings", "setup"]


class CliOptions(SphinxDirective):
    """A table of the arguments and options of the verb that is named, such as ``defects4j mutate``."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        name = self.arguments[0]
        verb = get_command(command)
        for part in name.split():
            verbs = getattr(verb, "commands", {})
            if part not in verbs:
                raise ExtensionError(f"cli-options: no verb {name!r}; there are: {', '.join(verbs)}")
            verb = verbs[part]
        lines = ["| option | |", "| --- | --- |"]
        for parameter in verb.params:
            if getattr(parameter, "hidden", False):
                continue
            if parameter.param_type_name == "argument":
                names = f"`{parameter.name.upper()}`"
            else:
                names = ", ".join(f"`{option}`" for option in parameter.opts)
            lines.append(f"| {names} | {parameter.help or ''} |")
        return _parsed(self, lines, name)


class AllOptions(SphinxDirective):
    """A table of all options: the first sentence of their help, and the verbs that have it."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        lines = ["| option | meaning | verbs |", "| --- | --- | --- |"]
        for flag, sentences in sorted(meanings(get_command(command)).items()):
            for sentence, verbs in sentences.items():
                lines.append(f"| `{flag}` | {sentence} | {', '.join(verbs)} |")
        return _parsed(self, lines, "all-options")


def meanings(root: Any) -> dict[str, dict[str, list[str]]]:  # noqa: ANN401 - click's
    """Return by the longest spelling of each option the first sentences of its help, each with the verbs that have it."""
    table: dict[str, dict[str, list[str]]] = {}
    for verb, parameter in _options(root, ""):
        sentence = re.split(r"(?<=[\w)]\.) (?=[A-Z])|; ", parameter.help or "", maxsplit=1)[0].rstrip(".")
        table.setdefault(max(parameter.opts, key=len), {}).setdefault(sentence, []).append(verb)
    return table


def _options(command: Any, name: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - click's
    for below, verb in getattr(command, "commands", {}).items():
        yield from _options(verb, f"{name} {below}".strip())
    if name and not hasattr(command, "commands"):
        shown = (one for one in command.params if one.param_type_name == "option" and not one.hidden)
        yield from ((name, parameter) for parameter in shown)


def _parsed(directive: SphinxDirective, lines: list[str], source: str) -> list[nodes.Node]:
    holder = nodes.container()
    directive.state.nested_parse(StringList(lines, source=source), directive.content_offset, holder)
    return list(holder.children)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("all-options", AllOptions)
    app.add_directive("cli-options", CliOptions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
