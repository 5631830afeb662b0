"""The direction of useless-cast: no cast of a variable to its own type, ``((String) s).length()`` -> ``s.length()``.

The type of a variable that the text declares is known. A field's type is not: its declaration may be in another text.
So each cast of a simple name that is not declared is removed.
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
