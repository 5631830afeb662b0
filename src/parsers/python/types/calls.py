"""The classes of what built-in functions, and methods of built-in classes, return.

Only what CPython 3.11 to 3.13 certainly gives, whatever the arguments are: ``int(x)`` is exactly an int even where ``__int__``
returns an object of a subclass, but ``str(x)`` is what ``__str__`` returns, and that may be of a subclass of str.
"""

from __future__ import annotations


def _table(**words: str) -> dict[str, frozenset[str]]:
    return {word: frozenset({kind}) for kind, named in words.items() for word in named.split()}


FUNCTIONS = _table(
    int="int len ord hash id",
    float="float",
    complex="complex",
    bool="bool isinstance issubclass callable hasattr all any",
    str="chr hex oct bin",
    list="list sorted",
    tuple="tuple",
    dict="dict",
    set="set",
    frozenset="frozenset",
    range="range",
    NoneType="print setattr delattr",
)
"""Built-in functions by their names: the class of what they return for any arguments."""

ELEMENTARY = _table(str="str repr ascii format", bytes="bytes")
"""Those that return an object of exactly the class if their arguments are exactly of elementary classes."""

_TEXT = (
    "capitalize center expandtabs join ljust lower lstrip removeprefix removesuffix replace rjust rstrip strip swapcase title "
    "translate upper zfill"
)
_QUESTIONS = "endswith isalnum isalpha isascii isdigit islower isspace istitle isupper startswith"
_SPLITS = "rsplit split splitlines"
_LIST = "append clear extend insert remove reverse sort"
_SET = "difference intersection symmetric_difference union"
_SET_CHANGES = (
    "add clear difference_update discard intersection_update remove symmetric_difference_update update"
)

METHODS = {
    "str": _table(
        str=_TEXT + " casefold",
        bool=_QUESTIONS + " isdecimal isidentifier isnumeric isprintable",
        int="count find index rfind rindex",
        list=_SPLITS,
        tuple="partition rpartition",
    ),
    "bytes": _table(
        bytes=_TEXT,
        str="hex",
        bool=_QUESTIONS,
        int="count find index rfind rindex",
        list=_SPLITS,
        tuple="partition rpartition",
    ),
    "int": _table(int="bit_count bit_length conjugate", bytes="to_bytes", tuple="as_integer_ratio"),
    "bool": _table(int="bit_count bit_length conjugate", bytes="to_bytes", tuple="as_integer_ratio"),
    "float": _table(float="conjugate", bool="is_integer", str="hex", tuple="as_integer_ratio"),
    "complex": _table(complex="conjugate"),
    "list": _table(list="copy", int="count index", NoneType=_LIST),
    "tuple": _table(int="count index"),
    "dict": _table(dict="copy", NoneType="clear update"),
    "set": _table(set=_SET + " copy", bool="isdisjoint issubset issuperset", NoneType=_SET_CHANGES),
    "frozenset": _table(frozenset=_SET + " copy", bool="isdisjoint issubset issuperset"),
    "range": _table(int="count index"),
}
"""Methods by the classes of their objects: the class of what they return for any arguments."""

PURE_METHODS = frozenset({"str", "bytes", "int", "bool", "float", "complex"})
"""The classes whose methods here do nothing but return a value, if their arguments are of elementary classes."""
