"""Small patches of our own code that the tests must notice."""

from __future__ import annotations

import re
from typing import NamedTuple

MODEL, BASE, LINES, UNDO = (f"tests/mutators/test_{name}.py" for name in ("model", "base", "lines", "undo"))
RENAMING, REORDER = (f"tests/mutators/test_{name}.py" for name in ("variable_renaming", "reorder_condition"))


class Patch(NamedTuple):
    """What stands in a file, what it becomes, and the tests that must fail then; any blanks of `old` match any other."""

    path: str
    old: str
    new: str
    tests: str

    def apply(self, text: str) -> str | None:
        """The patched text, None if there is no such place."""
        words = [re.escape(word) for word in re.findall(r"\w+|[()]|[^\w\s()]+", self.old)]
        pattern = r"\s*".join(words).replace(r"\(", r"\(\s*").replace(r"\)", r",?\s*\)")
        patched, count = re.subn(pattern, lambda _: self.new, text)
        return patched if count else None


PATCHES = (
    Patch(
        "mutators/model.py",
        "other.start < one.end or other.start == one.start",
        "other.start < one.end",
        MODEL,
    ),
    Patch("mutators/model.py", "start < 0 or data[", "data[", MODEL),
    Patch("mutators/model.py", "shift += len(edit.new.encode()) -", "shift += len(edit.new) -", MODEL),
    Patch("mutators/model.py", "shift += len(new) - len(old)", "shift += len(new)", BASE),
    Patch("mutators/model.py", "if sha256(result) != after:", "if not result and after:", MODEL),
    Patch("mutators/model.py", "site=self.site.moved(by)", "site=self.site", MODEL),
    Patch("mutators/model.py", "sort_keys=True", "sort_keys=False", MODEL),
    Patch("mutators/model.py", "for edit in edits if edit.old != edit.new", "for edit in edits", MODEL),
    Patch("mutators/lines.py", "shift += grown - (edit.end - edit.start)", "shift += grown", LINES),
    Patch("mutators/lines.py", 'return "deleted" if gone else "touched"', 'return "touched"', LINES),
    Patch("mutators/lines.py", "if edit.start > offset or", "if edit.start >= offset or", LINES),
    Patch("mutators/base.py", "_is_boundary(root, start) and", "", BASE),
    Patch("mutators/base.py", "and _is_boundary(root, start + length)", "", BASE),
    Patch("mutators/base.py", "if root.has_error:", "if root.has_error and root.is_missing:", BASE),
    Patch("mutators/base.py", 'key = f"{seed}|', 'key = f"', BASE),
    Patch(
        "mutators/base.py",
        "start, end = site.start - method.start, site.end - method.start",
        "start, end = site.start, site.end",
        BASE,
    ),
    Patch("mutators/base.py", " or left + right in _OPERATOR_PAIRS", "", BASE),
    Patch(
        "mutators/base.py",
        "edits[0].start < method.start or edits[-1].end > method.end",
        "edits[0].start < method.start",
        BASE,
    ),
    Patch("mutators/undo.py", "len(mine) != len(theirs) or ", "", UNDO),
    Patch("mutators/undo.py", "if not same:", "if not same and start < 0:", UNDO),
    Patch("mutators/undo.py", "same = _node_type(patched, start, end) == before", "same = True", UNDO),
    Patch(
        "mutators/renaming.py",
        "reference.uncertain for reference",
        "reference is None for reference",
        RENAMING,
    ),
    Patch("mutators/renaming.py", 'ref.access == "label" and', 'ref.access == "none" and', RENAMING),
    Patch(
        "mutators/renaming.py",
        "names = method.scopes.names\n",
        "names = method.scopes.inherited\n",
        RENAMING,
    ),
    Patch(
        "mutators/renaming.py",
        "names |= method.scopes.inherited |",
        "names |=",
        RENAMING,
    ),
    Patch("mutators/renaming.py", "names |= method.enclosing[0].fields.keys()", "pass", RENAMING),
    Patch("mutators/renaming.py", "if any(_redeclares(other, restored)", "if any(restored is None", UNDO),
    Patch(
        "mutators/renaming.py",
        "after is None or _bindings(method, back) != _bindings(after, ())",
        "after is None",
        UNDO,
    ),
    Patch("mutators/java/reorder_condition.py", '"<=": ">="', '"<=": ">"', REORDER),
    Patch("mutators/java/reorder_condition.py", 'f"({old})" if inner else old', "old", REORDER),
    Patch(
        "parsers/java/scopes.py",
        'kind, end = "local", parent.parent.end',
        'kind, end = "local", parent.end',
        RENAMING,
    ),
    Patch("parsers/java/bindings.py", ' and parent.children[-1].type != "new"', "", RENAMING),
    Patch("parsers/java/bindings.py", '"labeled_statement", "break_statement",', "", RENAMING),
    Patch(
        "parsers/java/scopes.py",
        "region, dims = (name.start, body.end)",
        "region, dims = (body.start, body.end)",
        RENAMING,
    ),
    Patch("parsers/java/scopes.py", "if frame.barrier:", "if frame is None:", RENAMING),
    Patch(
        "parsers/java/patterns.py",
        'operator.type != ("&&" if when else "||")',
        'operator.type != "&&"',
        RENAMING,
    ),
    Patch("parsers/java/patterns.py", "when = not when", "when = bool(when)", RENAMING),
    Patch("parsers/java/syntax.py", '.type in ("+", "-", "++", "--"):', '.type in ("++", "--"):', RENAMING),
    Patch("parsers/java/effect_model.py", "if a.writes & (b.reads | b.writes) or (", "if (", REORDER),
    Patch(
        "parsers/java/effect_model.py",
        "(a.writes_heap and (b.reads_heap or b.writes_heap))",
        "False",
        REORDER,
    ),
    Patch(
        "parsers/java/effect_model.py",
        "if one.throws and other.throws:",
        "if one.throws and not other:",
        REORDER,
    ),
    Patch(
        "parsers/java/effects.py",
        "if reason is None and ordered_reads(one, other):",
        "if reason and ordered_reads(one, other):",
        REORDER,
    ),
)
