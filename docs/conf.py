"""Sphinx settings; build with ``sphinx-build -n -W docs docs/_build/html``."""

import doctest
import sys
import tomllib
from pathlib import Path

# The extensions, and example_mutator.
sys.path += [str(Path(__file__).parent / "_ext"), str(Path(__file__).parent)]

project = "equimorph"
author = "equimorph contributors"
copyright = "2026, equimorph contributors"
with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as settings:
    release = tomllib.load(settings)["project"]["version"]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "cli_options",
    "figure_tables",
    "gallery",
    "mutator_pages",
    "short_names",
]
myst_enable_extensions = ["deflist"]
# Options such as --jsonl are read in prose, too: no dash is made of two hyphens.
smartquotes = False
myst_heading_anchors = 3
# figures.md is part of evidence.md.
exclude_patterns = ["_build", "figures.md"]
html_theme = "furo"
html_title = "equimorph"
html_static_path = ["_static"]
html_css_files = ["diff.css", "commands.css"]

autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
# Docstrings are prose with `names` in single backquotes.
default_role = "code"
napoleon_numpy_docstring = False
doctest_global_setup = "import equimorph as em"
# Not IGNORE_EXCEPTION_DETAIL, which Sphinx has by default: what an error says is shown, and must be true.
doctest_default_flags = doctest.ELLIPSIS

# Types of other projects: a build reaches no inventory of theirs to link to.
nitpick_ignore_regex = [
    (
        r"py:.*",
        r"(collections|pathlib|random|os|re|subprocess|enum|dataclasses|abc|types|typing|functools|contextlib|decimal|fractions)(\..*)?",
    ),
    (r"py:.*", r"(tree_sitter|libcst|cst|typer|rich)(\..*)?"),
    # Aliases of types, which autodoc documents as data.
    (r"py:class", r"Scalar|Rows|Failed|Criterion|Hits|Path(Like)?"),
    # Of torch and numpy, and what a model is made of, which no page documents.
    (r"py:class", r"Encoder|Tensor|Vector|GateKind|Base|BaseWords|Bpe|Bert|NDArray|float32"),
    # The operators of a change as filters see them, and the lines of a function, which no page documents.
    (r"py:class", r"Operators|parsers\.python\.syntax\.outline\.Outline"),
    # Type variables.
    (r"py:.*", r"parsers\.java\.types\.types\.[KV]"),
]
