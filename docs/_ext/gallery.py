"""The directive ``mutant-diff``: a mutant of the gallery's method, made by the mutator while the page is built."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

import equimorph as em

__all__ = ["MutantDiff", "diff", "setup"]

METHOD = Path(__file__).parents[1] / "Gallery.java"


def diff(name: str, wanted: str = "") -> str:
    """Return a mutant of the gallery's method as a difference, with two lines around each change.

    Args:
        name: the mutator.
        wanted: what a new line must hold; the first mutant that has it is shown.

    Raises:
        ExtensionError: there is no such mutant.
    """
    source = em.read(METHOD)
    old = source.text.splitlines()
    for mutant in em.mutate(source, [name], seed=7):
        _, _, _, *lines = unified_diff(old, mutant.text.splitlines(), n=2, lineterm="")
        if any(line.startswith("+") and wanted in line for line in lines):
            return "\n".join("     …" if line.startswith("@@") else line for line in lines)
    raise ExtensionError(f"{METHOD.name}: no mutant of {name} with {wanted!r}")


class MutantDiff(SphinxDirective):
    """The difference, as a block."""

    required_arguments = 1
    option_spec: ClassVar = {"with": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return the block."""
        self.env.note_reread()
        text = diff(self.arguments[0], self.options.get("with", ""))
        return [nodes.literal_block(text, text, language="diff")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("mutant-diff", MutantDiff)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
