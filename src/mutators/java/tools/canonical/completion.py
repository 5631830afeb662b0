"""Whether a statement can complete normally, by its form (JLS 14.22); a constant condition is one that is a literal."""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Binding, Term

JUMPS = frozenset(
    {"break_statement", "continue_statement", "return_statement", "throw_statement", "yield_statement"}
)
LOOPS = frozenset({"while", "do", "foreach"})
_TRIES = frozenset({"try_statement", "try_with_resources_statement"})
_ELSEWHERE = frozenset({"lambda_expression", "class_body"})


def completes(statement: Term) -> bool:
    """Return whether a statement can complete normally."""
    listed, broken = _listed(statement)
    done: dict[int, bool] = {}
    for term in reversed(listed):
        done[id(term)] = id(term) in broken or _completes(term, done)
    return done[id(statement)]


def _listed(statement: Term) -> tuple[list[Term], set[int]]:
    """Return the terms of a statement, and the ids of the terms that a break leaves."""
    listed: list[Term] = []
    broken: set[int] = set()
    labels: dict[Binding, Term] = {}
    stack: list[tuple[Term, Term | None]] = [(statement, None)]
    while stack:
        term, target = stack.pop()
        listed.append(term)
        if term.kind in _ELSEWHERE:
            continue
        if term.kind == "labeled":
            label = term.kids[0].binding
            if label is not None:
                labels[label] = term
        elif term.kind in LOOPS or term.kind == "switch_expression":
            target = term
        elif term.kind == "break_statement":
            named = term.kids[1].binding if len(term.kids) > 2 else None
            left = labels.get(named) if named is not None else target
            if left is not None:
                broken.add(id(left))
        stack += [(kid, target) for kid in reversed(term.kids)]
    return listed, broken


def _completes(term: Term, done: dict[int, bool]) -> bool:
    """Return whether a term completes if no break leaves it, from whether those below it do."""
    kind, kids = term.kind, term.kids
    if kind in JUMPS:
        return False
    if kind in ("block", "list", "labeled", "synchronized_statement", "switch_rule", "finally_clause"):
        return all([done.get(id(kid), True) for kid in kids])
    if kind == "if":
        return len(kids) < 3 or done[id(kids[1])] or done[id(kids[2])]
    if kind == "while":
        return kids[0].kind != "true"
    if kind == "do":
        return kids[1].kind != "true" and done[id(kids[0])]
    if kind == "switch_expression":
        return _switch_completes(term, done)
    if kind in _TRIES:
        return _try_completes(term, done)
    if kind == "catch_clause":
        return done[id(kids[-1])]
    return True


def _switch_completes(switch: Term, done: dict[int, bool]) -> bool:
    parts = [part for part in switch.kids[-1].kids if part.kind.startswith("switch_")]
    if not parts or not any(_is_default(part) for part in parts):
        return True
    if parts[0].kind == "switch_rule":
        return any(done[id(part)] for part in parts)
    return all([done[id(kid)] for kid in parts[-1].kids])


def _is_default(part: Term) -> bool:
    labels = (kid for kid in part.kids if kid.kind == "switch_label")
    return any(kid.text == b"default" for label in labels for kid in label.kids)


def _try_completes(term: Term, done: dict[int, bool]) -> bool:
    last = term.kids[-1]
    if last.kind == "finally_clause" and not done[id(last)]:
        return False
    return any(done[id(kid)] for kid in term.kids if kid.kind in ("block", "catch_clause"))
