"""What the tests of the page share: rows with everything that is hard to show, and a reader of the embedded data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import equimorph as em

# CR LF, tabs, characters of two, three and four bytes before the edits, and what would end a script.
HARD = (
    "class Hard {\r\n"
    "\tboolean before(String s, int[] a) {\r\n"
    '\t\tString face = "\U0001f600é</script><!--<script>\u2028";\r\n'
    "\t\tint n = a.length; // <img src=x onerror=window.hit=1>\r\n"
    "\t\tfor (int i = 0; i < n; i++) {\r\n"
    "\t\t\tif (s.length() < i) return true; else n += 1;\r\n"
    "\t\t}\r\n"
    "\t\treturn face.length() < s.length();\r\n"
    "\t}\r\n"
    "}\r\n"
)


def hard_rows() -> list[dict[str, Any]]:
    """Rows of every third mutant of `HARD`, with a path and a reason that are hard to show, and a fault line."""
    path = "<b>\udcff&amp;</script>.java"
    made = em.mutate(em.parse(HARD, path), [*(info.name for info in em.list_mutators())], seed=3)
    reason = "</script><script>window.hit=1</script>"
    rows = [em.row(mutant, fault_lines=[6]) for mutant in [*made][::3]]
    return [
        {**row, "verdict": "conflict", "reason": reason, "patched": row["mutant"] + "<i>"} for row in rows
    ]


def embedded(page: str) -> dict[str, Any]:
    """The data in a page."""
    [found] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data = json.loads(found)
    assert isinstance(data, dict)
    return data


def utf16(text: str) -> bytes:
    """A text as a browser holds it, two bytes for each unit."""
    return text.encode("utf-16-le", "surrogatepass")


def texts(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Original and mutant of each mutant in a page's data."""
    for row in data["mutants"]:
        original = data["texts"][data["members"][row[0]][4]]
        old, new, at = utf16(original), b"", 0
        for start, length, text in zip(*(row[6][i::3] for i in range(3)), strict=True):
            new += old[2 * at : 2 * start] + utf16(text)
            at = start + length
        yield original, (new + old[2 * at :]).decode("utf-16-le")
