"""Legal names of new variables in Python, and how they are written: `simple_name`."""

import builtins
import unicodedata
from keyword import iskeyword

from mutators.naming import NameRequest, Naming

# Of any version: a name has to be legal in a module that another Python runs.
_SOFT_KEYWORDS = frozenset({"_", "case", "match", "type"})
_BUILTINS = frozenset(dir(builtins)) | {
    "EncodingWarning",
    "PythonFinalizationError",
    "WindowsError",
    "copyright",
    "credits",
    "exit",
    "help",
    "license",
    "quit",
    "reveal_type",
    "unicode",
}

_NOUNS = {"str": "String", "NoneType": "None", "frozenset": "FrozenSet", "bytearray": "ByteArray"}


def is_legal_name(name: str) -> bool:
    """Return whether a new variable may have a name, wherever it is.

    It is an identifier in normal form NFKC (Python language reference, 2.3), so that two different texts are two
    different names; no keyword and no soft keyword (2.3.1, 2.3.2); not the name of a built-in; and does not begin with
    two underscores, since names with them are mangled in classes or have a meaning for Python (2.3.3, 6.2.1).
    """
    return (
        name.isidentifier()
        and unicodedata.is_normalized("NFKC", name)
        and not iskeyword(name)
        and name not in _SOFT_KEYWORDS
        and name not in _BUILTINS
        and not name.startswith("__")
    )


def name_request(name: str, type_: str | None) -> NameRequest:
    """Return the request of a new name for a variable.

    Args:
        name: the variable's.
        type_: the exact built-in class of its values, as `Types.of` has it, None where that is not proven.
    """
    return NameRequest(name, _NOUNS.get(type_, type_) if type_ is not None else None)


NAMES = Naming(is_legal_name, separator="_")
"""The naming of variables in Python (PEP 8)."""
