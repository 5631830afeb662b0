"""Edits of the mutated text itself: such as leave a right answer, such as leave only a conflict, and damage."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parsers.java.names.bindings import Declaration, Reference
from parsers.java.syntax.tokens import tokenize
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
from tests.strategies.paired import Pair
from tests.strategies.pieces import EXCHANGES, Copy, Op, Span, Torn

__all__ = ["CONTRADICTING", "OF_COPIES", "RELATED", "TAMPERING", "damage"]


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


_COMPARISONS = (b"<", b">", b"<=", b">=", b"==", b"!=")

# -- with a right answer -------------------------------------------------------------------------------------------------


def wrap_expression(pair: Pair, rng: Random) -> list[Op] | None:
    """The mutated expression becomes an argument; a renamed name one of its readings."""
    spans = _replaced_spans(pair)
    if pair.mutant.mutator in EXCHANGES:
        found = pair.expression
        return [Op(*found, (b" patch0(", Copy(*found), b")"))] if found else None
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


def _brought(pair: Pair, *parameters: str) -> list[bytes]:
    """The tokens of each edit of an exchange with one of these forms or directions."""
    of = {str(value) for _, value in pair.mutant.local.site.params}
    return [span.new for span in pair.spans] if of & set(parameters) else []


def _updates(pair: Pair) -> list[tuple[int, int]]:
    """Where the update of a for statement stands that became a while statement."""
    if not _brought(pair, "for-to-while"):
        return []
    removed = [t.text for s in pair.spans if s.old[:1] == b";" for t in tokenize(s.old)[1:]]
    texts = [t.text for t in pair.tokens]
    wanted = [*removed, b";"]
    found = [i for i in range(len(texts)) if removed and texts[i : i + len(wanted)] == wanted]
    found = [i for i in found if all(pair.is_mutated(t) for t in pair.tokens[i : i + len(wanted)])]
    return [(pair.tokens[i].start, pair.tokens[i + len(removed) - 1].end) for i in found]


def alter_update(pair: Pair, rng: Random) -> list[Op] | None:
    """All copies of the update changed: so would be the one of the for statement."""
    new = rng.choice([b"patch0++", b"patch0(1)", b"patch0 += 2"])
    return [Op(start, end, (new,)) for start, end in _updates(pair)] or None


def alter_targets(pair: Pair, rng: Random) -> list[Op] | None:
    """What is set, in all places where it stands."""
    if pair.mutant.mutator != "expression-exchange":
        return None
    names = [t for t in pair.changed if t.text.decode().isidentifier()]
    same = [t for t in pair.tokens if names and t.text == names[0].text]
    free = [t for t in same if (t.start, t.end) in pair.anchors]
    return [Op(t.start, t.end, (b"patch0",)) for t in (*names, *free) if t.text == names[0].text] or None


def alter_operand(pair: Pair, rng: Random) -> list[Op] | None:
    """One operand of a swapped comparison, or each of them, is another expression."""
    if pair.mutant.mutator != "reorder-condition" or not pair.moved:
        return None
    chosen = rng.sample(pair.moved, rng.choice((1, 1, 1, len(pair.moved))))
    return [_altered(moved.start, moved.end, rng) for moved in chosen]


def _altered(start: int, end: int, rng: Random) -> Op:
    copy = Copy(start, end)
    return Op(start, end, rng.choice([(copy, b" + 1"), (b"3 * (", copy, b")"), (b"77",), (b"patch0",)]))


def alter_operator(pair: Pair, rng: Random) -> list[Op] | None:
    """A swapped comparison compares otherwise."""
    found = [t for t in pair.changed if t.text in _COMPARISONS]
    if pair.mutant.mutator != "reorder-condition" or len(found) != 1:
        return None
    (token,) = found
    new = rng.choice([text for text in _COMPARISONS if text != token.text])
    return [Op(token.start, token.end, (b" " + new + b" ",))]


def _of_anchor(change: Change, *, lines: bool) -> Make:
    """An edit of what declares the variable that is cast or stood in for."""

    def make(pair: Pair, rng: Random) -> list[Op] | None:
        if pair.mutant.mutator in EXCHANGES or not pair.anchors:
            return None
        at = pair.anchors[0][0]
        around = [r for r in (pair.lines if lines else pair.statements) if r[0] <= at < r[1]]
        around = [r for r in around if not pair.touches(*r)]
        return change(pair, rng, *min(around, key=lambda r: r[1] - r[0])) if around else None

    return make


def _of_all(change: Change) -> Change:
    """An edit of all that an exchange has brought: what becomes of a part of it nobody can say."""

    def make(pair: Pair, rng: Random, start: int, end: int) -> list[Op] | None:
        if pair.mutant.mutator in EXCHANGES and not (start <= pair.region[0] and pair.region[1] <= end):
            return None
        return change(pair, rng, start, end)

    return make


RELATED: Mapping[str, Make] = {
    "copy-mutated-line": on_line(_of_all(copy_behind), mutated=True),
    "copy-mutated-statement": on_statement(copy_behind, mutated=True),
    "move-mutated-line": on_line(_of_all(move_line), mutated=True),
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
    "alter-update": alter_update,
    "alter-targets": alter_targets,
    "alter-operand": alter_operand,
    "alter-operator": alter_operator,
}

OF_COPIES = ("alter-update", "alter-targets", "alter-operator")
"""Kinds of `RELATED` that change what stands several times in the mutant, and once in the original, or otherwise."""


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


def alter_one_update(pair: Pair, rng: Random) -> list[Op] | None:
    """One copy of the update changed, and another one not."""
    found = _updates(pair)
    new = rng.choice([b"patch0++", b"patch0(1)", b"patch0 += 2"])
    return [Op(*rng.choice(found), (new,))] if len(found) > 1 else None


def alter_target(pair: Pair, rng: Random) -> list[Op] | None:
    """What is set is not what is read any more, in an assignment that sets and reads one thing."""
    if not _brought(pair, "plain"):
        return None
    names = [
        t
        for t in pair.changed
        if t.text.decode().isidentifier() and (pair.mutated[t.start - 2 : t.start] == b"= ")
    ]
    return [Op(names[0].start, names[0].end, (b"patch0",))] if names else None


CONTRADICTING: Mapping[str, Make] = {
    "alter-one-update": alter_one_update,
    "alter-target": alter_target,
    "use-unused": use_unused,
    "alter-declaration": alter_declaration,
    "redeclare-old-name": redeclare_old_name,
    "set-old-name": set_old_name,
    "set-new-name-too": set_new_name_too,
}


# -- damage: some of the mutation is left, or it may be ------------------------------------------------------------------


def half_by_hand(pair: Pair, rng: Random) -> list[Op] | None:
    """Some of the mutation is undone, and some is not."""
    if pair.mutant.mutator not in EXCHANGES or len(pair.spans) < 2:
        return None
    spans = rng.sample(pair.spans, rng.randint(1, len(pair.spans) - 1))
    return [Op(span.start, span.end, (span.old,)) for span in spans]


def delete_part(pair: Pair, rng: Random) -> list[Op] | None:
    """What one of the edits brought."""
    spans = [span for span in pair.spans if span.new.strip()]
    if pair.mutant.mutator not in EXCHANGES or not spans:
        return None
    span = rng.choice(spans)
    return [Op(span.start, span.end, (b" ",))]


def delete_statement(pair: Pair, rng: Random) -> list[Op] | None:
    """A statement that the mutation brought, such as an update or a closing test, or that holds something of it."""
    found = [s for s in pair.statements if pair.touches(*s)]
    return [Op(*rng.choice(found))] if pair.mutant.mutator in EXCHANGES and found else None


TAMPERING: Mapping[str, Make] = {
    "half-by-hand": half_by_hand,
    "delete-part": delete_part,
    "delete-mutated-statement": delete_statement,
}

# -- damage --------------------------------------------------------------------------------------------------------------

_DAMAGE = (b"patch9", b"patch9", b"patch9()", b"9.75f")


def damage(pair: Pair, rng: Random) -> tuple[int, int, bytes, Span]:
    """Which mutated bytes are replaced by what; nothing for a deletion; and the span that they are in.

    Raises:
        Torn: the mutation brought no token.
    """
    if not pair.changed:
        raise Torn("nothing but deletions")
    token = rng.choice(pair.changed)
    span = next(s for s in pair.spans if s.start < token.end and token.start < s.end)
    what = rng.choice(["replace", "delete", "insert"])
    at = pair.tokens.index(token)
    near = [t.text for t in pair.tokens[max(0, at - 1) : at + 2]]
    # Of two equal tokens side by side nobody can tell which one was deleted.
    if what == "delete" and near.count(token.text) == 1:
        return token.start, token.end, b" ", span
    text = rng.choice(_DAMAGE)
    if what == "insert" and at and pair.tokens[at - 1].start >= span.start:  # between two tokens of the span
        return token.start, token.start, b" " + text + b" ", span
    return token.start, token.end, b" " + text + b" ", span
