"""Legal names of variables in Java, and how new ones are written: `simpleName`."""

import unicodedata

from mutators.naming import Naming
from parsers.java.syntax.trust import RESERVED

__all__ = ["NAMES", "is_legal_name"]

# JLS 17, 3.9 contextual keywords: most may name a variable, but parsers stumble over them. `when`: Java 21.
_CONTEXTUAL = """
    exports module open opens permits provides record requires sealed to transitive uses var when with yield
"""
_NOT_NAMES = RESERVED | frozenset(_CONTEXTUAL.split())

# Character.isJavaIdentifierStart and -Part (JLS 17, 3.8) without the ignorable characters: javac takes those
# as parts of a name, but they are invisible.
_START = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Sc", "Pc"})
_PART = _START | {"Nd", "Mn", "Mc"}


def is_legal_name(name: str) -> bool:
    """Return whether `name` is an identifier and neither reserved nor a contextual keyword (JLS 17, 3.8, 3.9).

    By the Unicode tables of this Python, which may know characters that an older javac does not.
    """
    return (
        bool(name)
        and unicodedata.category(name[0]) in _START
        and all(unicodedata.category(c) in _PART for c in name)
        and name not in _NOT_NAMES
    )


NAMES = Naming(is_legal_name)
"""The naming of variables in Java."""
