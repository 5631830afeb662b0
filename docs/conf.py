"""Sphinx settings; build with ``sphinx-build -n -W docs docs/_build/html``."""

import tomllib
from pathlib import Path

project = "equimorph"
author = "equimorph contributors"
copyright = "2026, equimorph contributors"
with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as settings:
    release = tomllib.load(settings)["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.napoleon"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "equimorph"

autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
# Docstrings are prose with `names` in single backquotes.
default_role = "code"
napoleon_numpy_docstring = False

# Types of other projects: a build reaches no inventory of theirs to link to.
nitpick_ignore_regex = [
    (r"py:.*", r"(collections|pathlib|random|os|re|enum|dataclasses|abc|types|typing|functools)(\..*)?"),
    (r"py:.*", r"(tree_sitter|typer|rich)(\..*)?"),
]
