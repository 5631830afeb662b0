"""What of a translation is compared: one function or method, with the names that a mutation changed undone."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mutators import Mutation
from parsers import ParseError, SourceFile
from parsers.language import find_language

__all__ = ["ENTRY", "MAIN", "names_undone", "program_of", "subject_of"]

MAIN = "Translated"
"""The name that the class of a translation gets to be run, since `Main` is that of its tests."""
ENTRY = "translated"
"""The name of a function that a translation to Python gets at its end; who can call it has run all of it."""

_RENAMING = frozenset({"variable-renaming", "sketch", "method-renaming"})
_NAME = re.compile(r"[^\W\d]\w*")
_CLASS = re.compile(r"\bpublic\s+(?:final\s+)?class\s+(\w+)")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def subject_of(program: str, lang: str, entry: str) -> str:
    """Return the function or method of a name in a program; the whole program, if it has none of the name, or several.

    A translator may spell the name as its language does: `sumOf` as `sum_of`, `sum` as `sum_`.

    Args:
        program: of any translator.
        lang: "java" or "python".
        entry: the name in the program that was translated.
    """
    spelt = {entry, _HUMP.sub("_", entry).lower()}
    known = spelt | {f"{one}_" for one in spelt}
    try:
        methods = SourceFile.from_text(program, language=lang).methods
    except (ParseError, RecursionError):
        return program
    found = [one for one in methods if one.name in known]
    return found[0].text if len(found) == 1 else program


def program_of(text: str, lang: str) -> str:
    """Return a translation as it is run by itself: in Java its class is called `MAIN`, in Python a function `ENTRY` ends it.

    Args:
        text: the whole translation, which checks itself: it ends by an error if it is wrong.
        lang: "java" or "python".
    """
    if lang == "python":
        return f"{text}\n\n\ndef {ENTRY}():\n    return None\n"
    found = _CLASS.search(text)
    return text if found is None else _with_names(text, lang, {found[1]: MAIN})


def renamed_by(mutation: Mutation) -> dict[str, str]:
    """Return the names that a renaming brought in place of others, each with the old one; none where names got mixed.

    Other mutators exchange names, too, as those of two operands; but nothing has another name then.
    """
    if mutation.mutator not in _RENAMING:
        return {}
    found, mixed = dict[str, str](), set[str]()
    for edit in mutation.edits:
        names = _NAME.fullmatch(edit.old) and _NAME.fullmatch(edit.new)
        if names and found.setdefault(edit.new, edit.old) != edit.old:
            mixed.add(edit.new)
    return {new: old for new, old in found.items() if new not in mixed}


def names_undone(program: str, lang: str, mutation: Mutation) -> str:
    """Return a translation of a mutant with the original's names.

    A name that the original has for something else in the translation is not given twice: then the mutant's name stays.

    Args:
        program: the translation.
        lang: of it.
        mutation: of the program that was translated.
    """
    names = renamed_by(mutation)
    if not names:
        return program
    data = program.encode("utf-8", "surrogatepass")
    present = {token.text.decode("utf-8", "surrogatepass") for token in find_language(lang).tokenize(data)}
    return _with_names(program, lang, {new: old for new, old in names.items() if old not in present})


def _with_names(program: str, lang: str, names: Mapping[str, str]) -> str:
    """Return a program in which each token that is a name of a mapping has the other one."""
    data = program.encode("utf-8", "surrogatepass")
    parts, at = list[bytes](), 0
    for token in find_language(lang).tokenize(data):
        if (other := names.get(token.text.decode("utf-8", "surrogatepass"))) is not None:
            parts += [data[at : token.start], other.encode()]
            at = token.end
    return b"".join([*parts, data[at:]]).decode("utf-8", "surrogatepass")
