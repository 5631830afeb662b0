"""What all pages share: their parts, embedded data, and that nothing is fetched, and no other script or style is run."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files

from equimorph.version import __version__

__all__ = ["assembled", "parts_of", "well_formed"]

_PACKAGE = "equimorph.report"
# What would end the script, what JavaScript once took for line ends, and what UTF-8 cannot hold.
_UNSAFE = re.compile("[<>&\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")


def parts_of(names: Iterable[str], package: str = _PACKAGE) -> str:
    """Return the parts of a page, one after the other.

    Args:
        names: of files in the folder ``parts`` of the package.
        package: that has the folder.
    """
    folder = files(package) / "parts"
    return "".join((folder / name).read_text(encoding="utf-8") for name in names)


def assembled(
    template: str, style: str, script: str, title: str, data: Mapping[str, object], values: Mapping[str, str]
) -> str:
    """Return a page.

    Args:
        template: with ``{{policy}}``, ``{{title}}``, ``{{style}}``, ``{{script}}``, ``{{data}}`` and the names of `values`.
        style: of the whole page: style attributes do not count.
        script: the only one, within a function of its own.
        title: plain text.
        data: plain data for the script; version and title are added.
        values: markup for further places of the template.
    """
    wrapped = "".join(('"use strict";\n(() => {\n', script, "})();\n"))
    known = {
        # Nothing is fetched, and no other script or style is run than these two.
        "policy": f"default-src 'none'; img-src data:; script-src {_hash(wrapped)}; style-src {_hash(style)}",
        "title": html.escape(well_formed(title)),
        "style": style,
        "script": wrapped,
        "data": _embedded({"version": __version__, "title": title, **data}),
        **values,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: known[match[1]], template)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def well_formed(text: str) -> str:
    """Return a text that UTF-8 can hold: half a character is shown as an escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def _embedded(data: object) -> str:
    """Return JSON for a script element: it ends neither the element nor a string, whatever the texts contain."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
