"""The compared part of a translation: one function or method, with the names that a mutation changed undone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from equimorph.cote.consistency import Comparing
from equimorph.cote.errors import CoteError
from mutators import Mutation
from parsers import ParseError, SourceFile

__all__ = ["ENTRY", "MAIN", "names_undone", "program_of", "subject_of"]

MAIN = "Translated"
"""The name of a translation's class during a run, since `Main` is the class of its tests."""
ENTRY = "translated"
"""The name of a function that a translation to Python gets at its end; who can call it has run all of it."""

_RENAMING = frozenset({"variable-renaming", "sketch", "method-renaming"})
_NAME = re.compile(r"[^\W\d]\w*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def subject_of(program: str, lang: str, entry: str) -> str:
    """Return the function or method of a name in a program; the whole program, if it has none of the name, or several.

    A translator may spell the name as its language does: `sumOf` as `sum_of`, `sum` as `sum_`.

    Args:
        program: Program of any translator.
        lang: "java" or "python".
        entry: the name in the program that was translated.
    """
    spelt = {entry, _HUMP.sub("_", entry).lower()}
    names = spelt | {f"{spelling}_" for spelling in spelt}
    try:
        methods = SourceFile.from_text(program, language=lang).methods
    except (ParseError, RecursionError):
        return program
    matches = [candidate for candidate in methods if candidate.name in names]
    return matches[0].text if len(matches) == 1 else program


def program_of(text: str, lang: str) -> str:
    """Return a translation as a program of its own, with a class `MAIN` in Java or a final function `ENTRY` in Python.

    Args:
        text: The whole translation, which checks itself: it ends with an error if it is wrong.
        lang: "java" or "python".

    Raises:
        CoteError: translations to the language are not run by themselves.
    """
    if lang not in _PROGRAMS:
        raise CoteError(f"only programs of {' and '.join(_PROGRAMS)} check themselves, not those of {lang}")
    return _PROGRAMS[lang](text)


def _java_program(text: str) -> str:
    how = Comparing("java")
    tokens = [token for token in how.tokens_of(text) if token != "final"]
    for words in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if words[:2] == ("public", "class"):
            return how.respelled(text, {words[2]: MAIN})
    return text


_PROGRAMS: Mapping[str, Callable[[str], str]] = {
    "java": _java_program,
    "python": lambda text: f"{text}\n\n\ndef {ENTRY}():\n    return None\n",
}


def renamed_by(mutation: Mutation) -> dict[str, str]:
    """Return the names that a renaming brought in place of others, each with the old one; none where names got mixed.

    Other mutators exchange names, too, for example of two operands; but then nothing is renamed.
    """
    if mutation.mutator not in _RENAMING:
        return {}
    old_names, mixed = dict[str, str](), set[str]()
    for edit in mutation.edits:
        names = _NAME.fullmatch(edit.old) and _NAME.fullmatch(edit.new)
        if names and old_names.setdefault(edit.new, edit.old) != edit.old:
            mixed.add(edit.new)
    return {new: old for new, old in old_names.items() if new not in mixed}


def names_undone(program: str, lang: str, mutation: Mutation) -> str:
    """Return a translation of a mutant with the original's names.

    A name that the original has for something else in the translation is not given twice: then the mutant's name stays.

    Args:
        program: the translation.
        lang: Language of it.
        mutation: Mutation of the program that was translated.
    """
    names = renamed_by(mutation)
    if not names:
        return program
    how = Comparing(lang)
    present = set(how.tokens_of(program))
    return how.respelled(program, {new: old for new, old in names.items() if old not in present})
