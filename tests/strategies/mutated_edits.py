"""Edits of the mutated text itself: such as leave a right answer, such as leave only a conflict, and damage."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parsers.java.bindings import Declaration, Reference
from tests.strategies.edits import (
    Change,
    Make,
    copy_behind,
    delete,
    move_line,
    move_statement,
    on_line,
    on_statement,
    wrap,
)
from tests.strategies.paired import Copy, Op, Pair, Span

__all__ = ["CONTRADICTING", "RELATED", "damage"]


def _replaced_spans(pair: Pair) -> list[Span]:
    return [span for span in pair.spans if not span.is_insertion]


def _declaration_tokens(pair: Pair) -> tuple[int, int] | None:
    """From the first to behind the last token of an inserted declaration."""
    for span in pair.spans:
        if b"=" in span.new and pair.mutant.mutator in ("unused-variable", "new-variable"):
            inside = [
                t for t in pair.changed if span.start <= t.start and t.end <= span.end and t.text not in b"{}"
            ]
            return inside[0].start, inside[-1].end
    return None


def _new_variable(pair: Pair) -> Declaration | None:
    return pair.variable(pair.new_name.decode()) if pair.new_name is not None else None


def _reading_statement(pair: Pair, rng: Random) -> tuple[Reference, tuple[int, int]] | None:
    """A reading of the new variable, and the statement around it, which does not hold the declaration."""
    variable = _new_variable(pair)
    found = []
    for reference in variable.references if variable is not None else []:
        around = pair.statement_around(pair.place(reference.node)[0])
        if reference.access == "read" and around is not None and variable is not None:
            declared = pair.place(variable.node)[0]
            if declared < around[0]:
                found.append((reference, around))
    return rng.choice(found) if found else None


# -- with a right answer -------------------------------------------------------------------------------------------------


def wrap_expression(pair: Pair, rng: Random) -> list[Op] | None:
    """The mutated expression becomes an argument; a renamed name one of its readings."""
    spans = _replaced_spans(pair)
    if not spans:
        return None
    if pair.mutant.mutator == "reorder-condition":
        start, end = spans[0].start, spans[-1].end
    else:
        span = rng.choice(spans)
        start, end = span.start, span.end
    return [Op(start, end, (b" patch0(", Copy(start, end), b")"))]


def copy_expression(pair: Pair, rng: Random) -> list[Op] | None:
    if pair.mutant.mutator != "useless-cast":
        return None
    span = pair.spans[0]
    around = pair.statement_around(span.start)
    if around is None:
        return None
    at = rng.choice(around)
    return [Op(at, at, (b" patch0(", Copy(span.start, span.end), b"); "))]


def cast_otherwise(pair: Pair, rng: Random) -> list[Op] | None:
    """A cast of the patch's own: of the same variable to another type, or of another one to the same type."""
    around = pair.statement_around(pair.spans[0].start)
    if pair.mutant.mutator != "useless-cast" or around is None:
        return None
    run = pair.runs[0]
    type_, name = b" ".join(run[2 : run.index(b")", 2)]), run[-2]
    own = rng.choice([b"((Patch) %s)" % name, b"((%s) patch1)" % type_, b"(Patch) %s" % name])
    return [Op(around[0], around[0], (b"patch0(%s); " % own,))]


def drop_cast(pair: Pair, rng: Random) -> list[Op] | None:
    if pair.mutant.mutator != "useless-cast":
        return None
    (span,) = pair.spans
    name = pair.runs[0][-2]
    return [Op(span.start, span.end, (rng.choice([b" %s ", b"(%s)", b"( %s )", b" patch0(%s)"]) % name,))]


def by_hand(pair: Pair, rng: Random) -> list[Op] | None:
    """Somebody has undone the mutation already."""
    return [Op(span.start, span.end, (span.old,)) for span in pair.spans]


def use_new_name(pair: Pair, rng: Random) -> list[Op] | None:
    found = _reading_statement(pair, rng)
    if found is None or pair.old_name is None:
        return None
    span = next(s for s in _replaced_spans(pair) if s.start <= pair.place(found[0].node)[0] < s.end)
    at = found[1][0]
    return [Op(at, at, (b"patch0(1 + ", Copy(span.start, span.end), b"); "))]


def delete_declaration(pair: Pair, rng: Random) -> list[Op] | None:
    place = _declaration_tokens(pair)
    if place is None:
        return None
    span = next(s for s in pair.spans if s.start <= place[0] < s.end)
    return [Op(*rng.choice([place, (span.start, span.end)]))] if span.is_insertion else None


def move_declaration(pair: Pair, rng: Random) -> list[Op] | None:
    place = _declaration_tokens(pair)
    others = [s[0] for s in pair.statements if place and not place[0] <= s[0] <= place[1]]
    if place is None or not others or not all(s.is_insertion for s in pair.spans if b"=" in s.new):
        return None
    to = rng.choice(others)
    return [Op(*place), Op(to, to, (Copy(*place), b" "))]


def set_new_name(pair: Pair, rng: Random) -> list[Op] | None:
    """The new variable is set, and the one it stands for is not read any more."""
    found = _set(pair, rng)
    if found is None or found[2]:
        return None
    start, span, _ = found
    name = Copy(span.start, span.end)
    return [Op(start, start, (name, b" = patch0(", name, b"); "))]


def _of_anchor(change: Change, *, lines: bool) -> Make:
    """An edit of what declares the variable that is cast or stood in for."""

    def make(pair: Pair, rng: Random) -> list[Op] | None:
        if pair.anchor is None:
            return None
        around = [r for r in (pair.lines if lines else pair.statements) if r[0] <= pair.anchor[0] < r[1]]
        around = [r for r in around if not pair.touches(*r)]
        return change(pair, rng, *min(around, key=lambda r: r[1] - r[0])) if around else None

    return make


RELATED: Mapping[str, Make] = {
    "copy-mutated-line": on_line(copy_behind, mutated=True),
    "copy-mutated-statement": on_statement(copy_behind, mutated=True),
    "move-mutated-line": on_line(move_line, mutated=True),
    "move-mutated-statement": on_statement(move_statement, mutated=True),
    "wrap-mutated-statement": on_statement(wrap, mutated=True),
    "delete-anchor": _of_anchor(delete, lines=False),
    "move-anchor": _of_anchor(move_statement, lines=False),
    "move-anchor-line": _of_anchor(move_line, lines=True),
    "move-declaration": move_declaration,
    "wrap-mutated-expression": wrap_expression,
    "copy-mutated-expression": copy_expression,
    "cast-otherwise": cast_otherwise,
    "drop-cast": drop_cast,
    "by-hand": by_hand,
    "use-new-name": use_new_name,
    "set-new-name": set_new_name,
    "delete-declaration": delete_declaration,
}


# -- with none -----------------------------------------------------------------------------------------------------------


def use_unused(pair: Pair, rng: Random) -> list[Op] | None:
    place = _declaration_tokens(pair)
    if pair.mutant.mutator != "unused-variable" or place is None or pair.new_name is None:
        return None
    use = rng.choice([b" patch0(%s);", b" %s = patch0();", b" %s++;", b" patch0.run(() -> %s + 1);"])
    return [Op(place[1], place[1], (use % pair.new_name,))]


def alter_declaration(pair: Pair, rng: Random) -> list[Op] | None:
    """The inserted variable gets another value, and is still there."""
    place = _declaration_tokens(pair)
    if place is None:
        return None
    span = next(s for s in pair.spans if s.start <= place[0] < s.end)
    at = pair.mutated.index(b"=", place[0]) + 1
    new = rng.choice([b" patch0();", b" 77 + 1;", b" patch0;"])
    return [Op(span.start, span.end, (pair.mutated[span.start : at], new, pair.mutated[place[1] : span.end]))]


def redeclare_old_name(pair: Pair, rng: Random) -> list[Op] | None:
    found = _reading_statement(pair, rng)
    if pair.mutant.mutator != "variable-renaming" or found is None or pair.old_name is None:
        return None
    at = found[1][0]
    return [Op(at, at, (rng.choice([b"int %s = 2; ", b"Patch %s; "]) % pair.old_name,))]


def set_old_name(pair: Pair, rng: Random) -> list[Op] | None:
    """The two variables differ where the new one is read."""
    found = _reading_statement(pair, rng)
    name = pair.old_name
    if pair.mutant.mutator != "new-variable" or found is None or name is None:
        return None
    at = found[1][0]
    return [Op(at, at, (rng.choice([b"%b = patch0(%b); " % (name, name), b"%b = null; " % name]),))]


def set_new_name_too(pair: Pair, rng: Random) -> list[Op] | None:
    """The two variables differ where the old one is read."""
    found = _set(pair, rng)
    name = pair.new_name
    if found is None or not found[2] or name is None:
        return None
    return [Op(found[0], found[0], (b"%b = patch0(%b); " % (name, name),))]


def _set(pair: Pair, rng: Random) -> tuple[int, Span, bool] | None:
    """A place before a reading of the new variable, that reading, and whether the old variable is read behind the place."""
    found = _reading_statement(pair, rng)
    variable = _new_variable(pair)
    if pair.mutant.mutator != "new-variable" or found is None or variable is None or variable.value is None:
        return None
    old = pair.method.scopes.reference(variable.value)
    if old is None:
        return None
    at = found[1][0]
    later = any(r.access != "write" and pair.place(r.node)[0] > at for r in old.declaration.references)
    span = next(s for s in _replaced_spans(pair) if s.start <= pair.place(found[0].node)[0] < s.end)
    return at, span, later


CONTRADICTING: Mapping[str, Make] = {
    "use-unused": use_unused,
    "alter-declaration": alter_declaration,
    "redeclare-old-name": redeclare_old_name,
    "set-old-name": set_old_name,
    "set-new-name-too": set_new_name_too,
}


# -- damage --------------------------------------------------------------------------------------------------------------

_DAMAGE = (b"patch9", b"patch9", b"patch9()", b"9.75f")


def damage(pair: Pair, rng: Random) -> tuple[int, int, bytes, Span]:
    """Which mutated bytes are replaced by what; nothing for a deletion; and the span that they are in."""
    token = rng.choice(pair.changed)
    span = next(s for s in pair.spans if s.start < token.end and token.start < s.end)
    what = rng.choice(["replace", "delete", "insert"])
    at = pair.tokens.index(token)
    near = [t.text for t in pair.tokens[max(0, at - 1) : at + 2]]
    # Of two equal tokens side by side nobody can tell which one was deleted.
    if what == "delete" and near.count(token.text) == 1:
        return token.start, token.end, b" ", span
    text = rng.choice(_DAMAGE)
    if what == "insert" and token.start > span.start:
        return token.start, token.start, b" " + text + b" ", span
    return token.start, token.end, b" " + text + b" ", span
