"""The directive ``figures``: a table of `figures`."""

from __future__ import annotations

from docutils import nodes
from figures import FOLDER, table
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

__all__ = ["setup"]


class _Figures(SphinxDirective):
    """A table of figures; its only argument is the name of the data file."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        try:
            text = table(self.arguments[0])
        except (LookupError, ValueError) as error:
            raise self.error(str(error)) from error
        self.env.note_dependency(str(FOLDER / f"{self.arguments[0]}.csv"))
        return self.parse_text_to_nodes(text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive ``figures``."""
    app.add_directive("figures", _Figures)
    return {"parallel_read_safe": True}
