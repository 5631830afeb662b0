"""The work of annotation processors before javac compiles a text: Project Lombok, which changes bodies, types and fields.

The standard interface of processors (javax.annotation.processing) lets them add files only. Lombok changes the
compiler's own tree, so that a method may not do what it reads like. No facts are derived from a text that Lombok may
change.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from parsers.java.syntax.tree import Node

GENERATED = "an annotation processor may make methods, or use one by its name"
"""Why a method keeps its name and its parameters."""

_LOMBOK = b"lombok"
_ANNOTATION = r"@\s*(?:lombok\s*\.\s*(?:experimental\s*\.\s*)?)?(%s)\b"
_FINALLY = re.compile((_ANNOTATION % "Cleanup|Helper").encode())
_EXTENSION = re.compile((_ANNOTATION % "ExtensionMethod").encode())
_NON_NULL = re.compile((_ANNOTATION % "NonNull").encode())
_NULL_CHECK = re.compile(rb"\bnull\b|\bassert\b|requireNonNull|checkNotNull")
_BUILDER = re.compile(_ANNOTATION % "Builder|SuperBuilder|Jacksonized")
_FIELD = re.compile(r"\blazy\b|" + _ANNOTATION % r"(?:Super)?Builder\s*\.\s*Default")
_FINAL_FIELDS = re.compile(_ANNOTATION % "FieldDefaults|Value")
_INFERRED = re.compile(r"val|lombok\s*\.\s*(?:experimental\s*\.\s*)?(?:val|var)")


class FileNames(Protocol):
    """The type names of a text, such as `parsers.java.names.classes.FileTypes`."""

    data: bytes
    whole: bool

    @property
    def imports(self) -> Mapping[str, str]:
        """Its single-type imports: full names by simple names."""

    @property
    def declared(self) -> Collection[str]:
        """Names of all types that the text declares."""


def untrusted(text: bytes, kind: str, file: FileNames) -> str | None:
    """Return why a processor may make something else of a method's body than it says, or None.

    ``@Cleanup`` puts what follows its variable into a try with a finally block, ``@Helper`` lets methods be called without an
    object, ``@ExtensionMethod`` has other methods called, and ``@NonNull`` adds a null check unless it finds one where it
    looks for it.
    """
    if (found := _FINALLY.search(text)) and _is_lombok(found[1].decode(), file):
        return f"an annotation processor may change what follows @{found[1].decode()}"
    if _EXTENSION.search(file.data) and _is_lombok("ExtensionMethod", file):
        return "an annotation processor may let calls mean other methods"
    # The parameters of a compact constructor, and their annotations, are in the header of its record.
    holder = file.data if kind == "compact-constructor" else text
    if _NON_NULL.search(holder) and _NULL_CHECK.search(text) and _is_lombok("NonNull", file):
        return "an annotation processor may look for null checks of parameters"
    return None


def is_inferred(text: str, file: FileNames) -> bool:
    """Return whether a variable's type, as written, is its initialiser's (JLS 14.4.1), or may be by Lombok (`val`)."""
    if text == "var":
        return True
    if not text.startswith(("val", "lombok")) or not _INFERRED.fullmatch(text):
        return False
    return text != "val" or (text not in file.declared and _is_lombok(text, file, unseen=True))


def changes_field(field_words: str, class_words: str, data: bytes, *, settable: bool) -> bool:
    """Return whether Lombok may give a field another type, initialiser or finality.

    Args:
        field_words: Modifiers and annotations of the field.
        class_words: Modifiers and annotations of the classes around it.
        data: the file.
        settable: Whether the field has an initialiser, and no `final` (JLS 4.12.4).
    """
    if _LOMBOK not in data:
        return False
    return bool(_FIELD.search(field_words) or (settable and _FINAL_FIELDS.search(class_words)))


def generates_methods(data: bytes) -> bool:
    """Return whether a file uses Lombok, which makes accessors, builders and more unless there is a method of the name."""
    return _LOMBOK in data


def builds(member: Node, data: bytes) -> bool:
    """Return whether a builder may be made of a constructor or method, with a method for each parameter, of its name.

    Args:
        member: the node of the constructor or method.
        data: the file.
    """
    modifiers = member.first("modifiers")
    return modifiers is not None and bool(_BUILDER.search(data[modifiers.start : modifiers.end].decode()))


def _is_lombok(name: str, file: FileNames, *, unseen: bool = False) -> bool:
    """Return whether a simple name may mean a type of Lombok's: `unseen` where nothing imports it, as in a member alone."""
    if name in file.imports:
        return file.imports[name].startswith("lombok.")
    return unseen or not file.whole or _LOMBOK in file.data
