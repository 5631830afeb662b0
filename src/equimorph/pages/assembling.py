"""Pages of their parts, with embedded data: nothing is fetched, and no other script or style is run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path

from equimorph.pages.markup import safe, well_formed
from equimorph.runs.whole import whole_file
from equimorph.version import __version__

_KIT = "equimorph.pages"
# What would end the script, what JavaScript once took for line ends, and what UTF-8 cannot hold.
_UNSAFE = re.compile("[<>&\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")


def parts_of(names: Iterable[str], package: str = _KIT) -> str:
    """Return the parts of a page, one after the other.

    Args:
        names: Names of files in the folder ``parts`` of the package, or else of the kit.
        package: that has the folder.
    """
    folders = [files(of) / "parts" for of in (package, _KIT)]
    return "".join(
        next(folder / name for folder in folders if (folder / name).is_file()).read_text(encoding="utf-8")
        for name in names
    )


def listing(
    package: str,
    name: str,
    title: str,
    data: Mapping[str, object],
    values: Mapping[str, str],
    styles: Iterable[str] = ("base.css", "diff.css", "list.css"),
) -> str:
    """Return a page with a list that a script makes of the data, with diffs of two texts.

    Args:
        package: whose folder ``parts`` has the body, style and script of the page.
        name: Name of these three files.
        title, data, values: see `assembled`.
        styles: parts of the kit, in front of the page's own style.
    """
    return assembled(
        parts_of(["head.html", f"{name}.html", "script.html"], package),
        parts_of([*styles, f"{name}.css"], package),
        parts_of(
            ["lines.js", "diff.js", "elements.js", "diff_table.js", "listing.js", f"{name}.js"], package
        ),
        title,
        data,
        values,
    )


def assembled(
    template: str, style: str, script: str, title: str, data: Mapping[str, object], values: Mapping[str, str]
) -> str:
    """Return a page.

    Args:
        template: Template with ``{{policy}}``, ``{{title}}``, ``{{style}}``, ``{{script}}``, ``{{data}}`` and the names
            of `values`.
        style: Style of the whole page: style attributes do not count.
        script: The only script, within a function of its own.
        title: Title in plain text.
        data: Plain data for the script; version and title are added.
        values: Markup for further places of the template.
    """
    wrapped = "".join(('"use strict";\n(() => {\n', script, "})();\n"))
    fields = {
        # Nothing is fetched, and no other script or style is run than these two.
        "policy": f"default-src 'none'; img-src data:; script-src {_hash(wrapped)}; style-src {_hash(style)}",
        "title": safe(title),
        "product": "equimorph",
        "style": style,
        "script": wrapped,
        "data": _embedded({"version": __version__, "title": title, **data}),
        **values,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: fields[match[1]], template)


def save_page(out: Path, page: str) -> None:
    """Write a page, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    with whole_file(out) as stream:
        stream.write(well_formed(page).encode())


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _embedded(data: object) -> str:
    """Return JSON for a script element: it ends neither the element nor a string, whatever the texts contain."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
