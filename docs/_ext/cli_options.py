"""The directive ``cli-options``: the command's own help on a verb's arguments and options."""

from __future__ import annotations

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from typer.main import get_command

from equimorph.cli import app as command

__all__ = ["CliOptions", "setup"]


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
            if parameter.param_type_name == "argument":
                names = f"`{parameter.name.upper()}`"
            else:
                names = ", ".join(f"`{option}`" for option in parameter.opts)
            lines.append(f"| {names} | {parameter.help or ''} |")
        holder = nodes.container()
        self.state.nested_parse(StringList(lines, source=name), self.content_offset, holder)
        return list(holder.children)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("cli-options", CliOptions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
