"""The direction of expression-exchange: an assignment in its shortest form, ``a = a + b`` -> ``a += b``, ``a++;`` -> ``a += 1;``.

So nothing is written twice, and the cast that a compound assignment includes is not needed (JLS 15.26.2).
A target that does something, as in ``a[i++] = a[i++] + b``, would do it once instead of twice: the assignment then
stays.
"""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Term, equal
from mutators.java.useless_cast.canonical import type_text
from parsers.java.syntax.operators import COMPOUND

_COMPOUND = frozenset(sign.encode() for sign in COMPOUND)
_EFFECTS = frozenset({"assign", "prefix", "postfix", "method_invocation", "object_creation_expression"})


def incremented(target: Term, sign: bytes) -> Term:
    """Return a ``++`` or ``--`` whose value is not used."""
    return Term("assign", sign[:1] + b"=", [target, Term("decimal_integer_literal", b"1")])


def contracted(term: Term) -> None:
    """Make an assignment a compound one, in place, if its value begins with its target."""
    if term.text != b"=":
        return
    target, value = term.kids
    if value.kind == "cast_expression" and _is_own(target, value):
        value = value.kids[-1]
    is_same = value.kind == "binary" and value.text in _COMPOUND and equal(value.kids[0], target)
    if is_same and not any(part.kind in _EFFECTS for part in target.listed()):
        term.text = value.text + b"="
        term.kids = [target, value.kids[1]]


def _is_own(target: Term, cast: Term) -> bool:
    """Return whether a cast may be one to the type of the target."""
    binding = target.binding.actual if target.binding is not None else None
    return binding is None or binding.type is None or binding.type == type_text(cast)
