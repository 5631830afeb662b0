"""Methods that are called by their name from outside of all Java source: one list for all mutators that change names.

The launcher, serialization, libraries that use reflection, and native code find a method by its name and the number of its
parameters. They do not follow a renaming, and a new name of this kind would make them call the method.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from parsers.java.processors import GENERATED, generates_methods

if TYPE_CHECKING:
    from parsers.java.method import Method
    from parsers.source import SourceFile

OF_EVERY_OBJECT = "every object has a method of its name"
STARTED = "the launcher or serialization calls it by its name"
SEARCHED = "a library may search for a method of its name"
ACCESSOR = "a library may take it for the accessor of a property"
BY_NATIVE_CODE = "native code may call it by its name"
ANNOTATED = "it has an annotation, by which a framework may find it"
"""Why a method keeps its name."""

# The numbers of parameters, by name.
_OF_OBJECT = {"toString": "0", "hashCode": "0", "clone": "0", "finalize": "0", "equals": "1"}
_ALWAYS = {
    STARTED: {
        # JLS 12.1.4 (of Java 25, for instance methods and without parameters, too), java.lang.instrument
        **dict.fromkeys(("main",), "01"),
        **dict.fromkeys(("premain", "agentmain"), "12"),
        # java.io.Serializable, java.io.Externalizable
        **dict.fromkeys(("readResolve", "writeReplace", "readObjectNoData"), "0"),
        **dict.fromkeys(("readObject", "writeObject", "readExternal", "writeExternal"), "1"),
    },
    SEARCHED: {
        # XML binding (jakarta.xml.bind.Unmarshaller), the controllers of JavaFX
        **dict.fromkeys(("beforeMarshal", "afterMarshal"), "1"),
        **dict.fromkeys(("beforeUnmarshal", "afterUnmarshal"), "2"),
        **dict.fromkeys(("initialize",), "0"),
    },
}
_IF_VISIBLE = {
    # java.util.ServiceLoader, and JUnit 3 for `suite`; the others are overridden there, in classes that may not be in the text
    **dict.fromkeys(("provider", "suite", "setUp", "tearDown", "runTest"), "0"),
    # Conversion from a text or another object (jakarta.ws.rs, Spring, Joda), and constants of an enum
    **dict.fromkeys(("valueOf", "fromString", "from", "of", "parse"), "1"),
    **dict.fromkeys(("values",), "0"),
}
_TEST = re.compile(r"test")
_GETTER = re.compile(r"(?:get|is).")
_SETTER = re.compile(r"set.")
_LISTENERS = re.compile(r"(?:add|remove).*Listener\Z")
_FOR_THE_COMPILER = frozenset({"Deprecated", "Override", "SafeVarargs", "SuppressWarnings"})
"""Annotations that are for the compiler alone (JLS 9.6.4)."""
_NATIVE = frozenset({b"native", b"loadLibrary"})
"""Words of a text that native code may belong to (JLS 8.4.3.4, JNI)."""


def outside_caller(method: Method, least: int, most: int, name: str) -> str | None:
    """Return why a method may be called by its name from outside of all Java source, or None.

    Args:
        method: The method.
        least, most: Minimum and maximum number of arguments with which it may be called.
        name: Its name, or one that it could get.
    """
    modifiers = method.root.first("modifiers")
    parts = modifiers.children if modifiers is not None else []
    reason = caller_of(name, least, most, frozenset(part.type for part in parts))
    if reason is not None:
        return reason
    if _may_be_native(method.source):
        return BY_NATIVE_CODE
    if generates_methods(method.source.data):
        return GENERATED
    annotations = (part.child("name") for part in parts if part.type in ("annotation", "marker_annotation"))
    written = {
        re.sub(r"\s|java\.lang\.", "", method.node_text(word)) for word in annotations if word is not None
    }
    return None if written <= _FOR_THE_COMPILER else ANNOTATED


def _may_be_native(source: SourceFile) -> bool:
    if not any(word in source.data for word in _NATIVE):
        return False
    return not _NATIVE.isdisjoint(token.text for token in source.tokens())


def caller_of(name: str, least: int, most: int, modifiers: frozenset[str] = frozenset()) -> str | None:
    """Return why a method of a name may be called by it from outside of all Java source, or None.

    Args:
        name: The name.
        least, most: Minimum and maximum number of arguments with which the method may be called.
        modifiers: Words before its type; `private` and `static` count.
    """

    def takes(counts: str) -> bool:
        return any(least <= int(count) <= most for count in counts)

    if takes(_OF_OBJECT.get(name, "")):
        return OF_EVERY_OBJECT
    for reason, names in _ALWAYS.items():
        if takes(names.get(name, "")):
            return reason
    visible = "private" not in modifiers
    if visible and (takes(_IF_VISIBLE.get(name, "")) or (_TEST.match(name) and takes("0"))):
        return SEARCHED
    return ACCESSOR if "static" not in modifiers and _is_accessor(name, takes, visible) else None


def _is_accessor(name: str, takes: Callable[[str], bool], visible: bool) -> bool:
    """Return whether a name is one of a property, indexed or not, or of an event (java.beans); setters may be private (Jackson)."""
    if _SETTER.match(name) and takes("12"):
        return True
    return visible and bool((_GETTER.match(name) and takes("01")) or (_LISTENERS.match(name) and takes("1")))
