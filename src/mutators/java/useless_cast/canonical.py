"""The direction of useless-cast: a cast of a variable to its own type goes away, ``((String) s).charAt(0)`` -> ``s.charAt(0)``.

Of a variable that the text declares, the type is known. That of a field is not: its declaration may be in another text. So
each cast of a simple name that is not declared goes away.
"""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Term


def without_cast(term: Term) -> None:
    """Remove a cast of a variable to its own type, in place."""
    value = term.kids[-1]
    if value.kind == "name":
        term.become(value)
    elif value.kind == "var" and value.binding is not None:
        declared = value.binding.actual.type
        if declared is None or declared == type_text(term):
            term.become(value)


def type_text(cast: Term) -> bytes:
    """Return the spelling of a cast's type, without blanks."""
    return cast.text
