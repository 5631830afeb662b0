"""The direction of try-catch: a ``try`` whose only handler throws on what it catches is its block."""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Term


def guarded(statement: Term) -> Term | None:
    """Return the block of a ``try`` whose only handler throws on; None for another statement."""
    clauses = [kid for kid in statement.kids if kid.kind in ("catch_clause", "finally_clause")]
    if len(clauses) != 1 or clauses[0].kind != "catch_clause":
        return None
    declared = [term.binding for term in clauses[0].listed() if term.kind == "declared"]
    handler = clauses[0].kids[-1].kids
    if len(handler) != 1 or handler[0].kind != "throw_statement":
        return None
    thrown = handler[0].kids[1]
    if thrown.kind != "var" or thrown.binding not in declared:
        return None
    return next(kid for kid in statement.kids if kid.kind == "block")
