"""New names for variables, by five naming schemes, in the style of a language.

Pure text: no tree, no scopes. A name made here is legal; the caller decides with `taken` whether it is *free* at a
place. The first three schemes are from RobustNPR, shown for `SimpleName node` in Java and, where it differs, in Python:

- `first-letter`: the first letter of the type, `s`;
- `initials`: the initials of the type's words, `sn`;
- `type-name`: the type's name with a small first word, `simpleName`, `simple_name` (arrays in the plural; `intValue`, where
  the name alone is not legal);
- `generic`: `var0`, `var1`, ...;
- `synonym`: parts of the old name replaced by synonyms from `synonyms.txt`: `maximumTotal` for `maxCount`.
"""

import re
import unicodedata
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random

from mutators.base import Mutator
from mutators.options import Option

__all__ = ["SCHEME", "SCHEMES", "NameRequest", "Naming", "NamingMutator", "camel_parts", "synonym_groups"]

_LETTER = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo"})

# One part of a name, in the classes of its characters: U capital, L other letter or mark, s the letter s,
# D digit, S separator. The first form is the plural of an acronym (`URLs`); the second, a run of capitals,
# leaves the last one to the next word.
_CAMEL = re.compile(r"U{2,}s(?![Ls])|U+(?![Ls])|U?[Ls]+|D+|S+")

_PLURALS = {
    "child": "children",
    "index": "indices",
    "leaf": "leaves",
    "matrix": "matrices",
    "person": "people",
    "vertex": "vertices",
}
_NO_PLURAL = frozenset({"cash", "data", "info", "information", "money"})
_FILLERS = ("temp", "tmp", "dummy", "unused", "spare", "placeholder")
_LAST_NUMBER = 9  # of the numbered forms of one name: s, s1, ... s9


@dataclass(frozen=True, slots=True)
class NameRequest:
    """The facts known about the variable that is to get a new name.

    `type_name` is the simple name of its type (`int`, `Map`, `SimpleName`), None where it is unknown; `dims` is the number of
    array dimensions.
    """

    name: str
    type_name: str | None = None
    dims: int = 0


@dataclass(frozen=True)
class Naming:
    """The naming of variables in a language.

    Attributes:
        is_legal: whether a text may name a variable.
        separator: what is between the words of a name, which are small then; with "", capitals show where words begin.
    """

    is_legal: Callable[[str], bool]
    separator: str = ""

    def proposals(self, request: NameRequest, scheme: str, rng: Random) -> Iterator[str]:
        """Yield new names of one scheme, best first: all legal, none equal to the old name, no name twice.

        There may be none (no type, no synonym). All schemes but `generic` end.

        Raises:
            ValueError: the scheme does not exist.
        """
        if scheme not in _FORMS:
            raise ValueError(f"unknown naming scheme {scheme!r}; there are {', '.join(SCHEMES)}")
        names = _FORMS[scheme](self, request, rng)
        return (name for name in names if name != request.name and self.is_legal(name))

    def fresh_name(self, request: NameRequest, scheme: str, taken: Container[str], rng: Random) -> str:
        """Return the best legal name that is not taken.

        From the scheme; else from the schemes after it, in turn, `generic` last.

        Args:
            request: Known facts about the variable.
            scheme: One of `SCHEMES`.
            taken: Names that must not be used; a finite set, or this does not end.
            rng: Source of the drawn synonyms.

        Raises:
            ValueError: the scheme does not exist.
        """
        names = (name for each in _fallbacks(scheme) for name in self.proposals(request, each, rng))
        return next(name for name in names if name not in taken)

    def unused_name(self, type_name: str, taken: Container[str], rng: Random) -> str:
        """Return a legal name that is not taken, for a variable that nothing uses, such as `unusedInt`, `temp`, `i`, `var0`.

        Args:
            type_name: the simple name of its type.
            taken: names that must not be used; a finite set of them, or this does not end.
            rng: draws the style.
        """
        request = NameRequest("", type_name)
        own = {
            "unused": _numbered(self.joined(["unused", *map(self.inner, _type_words(request))])),
            "filler": _numbered(rng.choice(_FILLERS)),
        }
        style = rng.choice((*own, "first-letter", "type-name", "generic"))
        first = own[style] if style in own else self.proposals(request, style, rng)
        more = _generic(self, request, rng)
        return next(name for names in (first, more) for name in names if name not in taken)

    def helper_name(self, wishes: Sequence[str], taken: Container[str], rng: Random) -> str:
        """Return a legal name that is not taken, for a variable that serves a transformation: one of some, or `var0`, ...

        Args:
            wishes: good names, all legal.
            taken: names that must not be used; a finite set of them, or this does not end.
            rng: draws which of them is asked first.
        """
        names = rng.sample(wishes, len(wishes))
        more = _generic(self, NameRequest(""), rng)
        return next(name for group in (names, more) for name in group if name not in taken)

    def inner(self, word: str) -> str:
        """Return a word as it is after the first one in a name."""
        return word.lower() if self.separator else _capitalised(word)

    def joined(self, words: Sequence[str]) -> str:
        """Return the name that consists of some words, each written as it is in a name; no separator precedes a number."""
        return "".join(
            word if not at or _shape(word[0]) == "D" else self.separator + word
            for at, word in enumerate(words)
        )


def camel_parts(name: str) -> list[str]:
    """Split a name into words, numbers and separators, so that joining them with "" gives the name again.

    `parseHTTPHeader2` has the parts `parse HTTP Header 2`, `MAX_VALUE` the parts `MAX _ VALUE`.
    """
    shape = "".join(map(_shape, name))
    return [name[m.start() : m.end()] for m in _CAMEL.finditer(shape)]


@cache
def synonym_groups() -> tuple[tuple[str, ...], ...]:
    """Return the shipped table: groups of interchangeable words, each word in one of them."""
    from importlib import resources  # slow, and most runs need no synonym

    text = resources.files("mutators").joinpath("synonyms.txt").read_text(encoding="utf-8")
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return tuple(tuple(words) for words in lines if words)


def _shape(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Lu", "Lt"):
        return "U"
    if char == "s":
        return "s"
    if category in _LETTER or category in ("Mn", "Mc"):
        return "L"
    return "D" if category == "Nd" else "S"


def _fallbacks(scheme: str) -> list[str]:
    """Return the scheme, then the others in turn, `generic` last: it has no end, so nothing follows it."""
    if scheme not in SCHEMES or scheme == "generic":
        return [scheme]
    at = SCHEMES.index(scheme)
    return [s for s in SCHEMES[at:] + SCHEMES[:at] if s != "generic"] + ["generic"]


def _type_words(request: NameRequest) -> list[str]:
    """Return the words and numbers of the type's name from its first word on, without separators."""
    parts = [p for p in camel_parts(request.type_name or "") if _shape(p[0]) != "S"]
    while parts and _shape(parts[0][0]) == "D":
        parts.pop(0)
    return parts


def _numbered(base: str) -> Iterator[str]:
    """Yield the name itself, then its numbered forms (`vec3_1` for `vec3`, as `vec31` is another number)."""
    yield base
    gap = "_" if base[-1].isdigit() else ""
    yield from (f"{base}{gap}{n}" for n in range(1, _LAST_NUMBER + 1))


def _initial(word: str) -> str:
    return word[0].lower()[:1]  # the small form of some letters, as of a dotted capital I, has two characters


def _first_letter(_naming: Naming, request: NameRequest, _rng: Random) -> Iterator[str]:
    for word in _type_words(request)[:1]:
        yield from _numbered(_initial(word))


def _initials(_naming: Naming, request: NameRequest, _rng: Random) -> Iterator[str]:
    letters = [_initial(w) for w in _type_words(request) if _shape(w[0]) != "D"]
    if letters:
        yield from _numbered("".join(letters))


def _type_name(naming: Naming, request: NameRequest, _rng: Random) -> Iterator[str]:
    words = _type_words(request)
    if not words:
        return
    shouted = not any(c.islower() for c in "".join(words))
    rest = [naming.inner(w.lower() if shouted else w) for w in words[1:]]
    singular = [words[0].lower(), *rest]
    base = naming.joined(singular)
    if request.dims:
        if singular[-1].lower() not in _NO_PLURAL:
            yield naming.joined([*singular[:-1], _plural(singular[-1])])
        yield from _numbered(naming.joined([*singular, naming.inner("Array")]))
    elif naming.is_legal(base):
        yield from _numbered(base)
    else:
        yield from _numbered(naming.joined([*singular, naming.inner("Value")]))


def _generic(_naming: Naming, _request: NameRequest, _rng: Random) -> Iterator[str]:
    return (f"var{n}" for n in count())


def _synonym(_naming: Naming, request: NameRequest, rng: Random) -> Iterator[str]:
    """Replace all parts that have synonyms, as often as the largest group allows; then one part at a time."""
    parts = camel_parts(request.name)
    shouted = not any(c.islower() for c in request.name)
    choices: dict[int, list[str]] = {}
    for at, part in enumerate(parts):
        if found := _synonyms().get(part.lower()):
            choices[at] = [_styled(word, part, shouted) for word in rng.sample(found, len(found))]
    seen: dict[str, None] = {}
    for turn in range(max(map(len, choices.values()), default=0)):
        new = [
            choices[at][turn % len(choices[at])] if at in choices else part for at, part in enumerate(parts)
        ]
        seen["".join(new)] = None
    for at, words in choices.items():
        for word in words:
            seen["".join([*parts[:at], word, *parts[at + 1 :]])] = None
    yield from seen


def _styled(word: str, like: str, shouted: bool) -> str:
    """Write `word` as `like` is written; an acronym among small letters (`userID`) counts as capitalised."""
    if shouted:
        return word.upper()
    return _capitalised(word) if like[0].isupper() else word


def _capitalised(word: str) -> str:
    return word[:1].upper() + word[1:]


def _plural(word: str) -> str:
    """Return the plural of a noun, which is also the third person of a verb; the first letter stays."""
    small = word.lower()
    if small in _PLURALS:
        return word[0] + _PLURALS[small][1:]
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if small.endswith(("s", "x", "z", "ch", "sh")) else "s")


@cache
def _synonyms() -> dict[str, tuple[str, ...]]:
    """Return the words that may replace a word, singular by singular and plural by plural."""
    table: dict[str, tuple[str, ...]] = {}
    for group in synonym_groups():
        plurals = [_plural(w) for w in group if w not in _NO_PLURAL]
        for forms in (plurals, group):
            table.update({w: tuple(o for o in forms if o != w) for w in forms})
    return table


_FORMS: dict[str, Callable[[Naming, NameRequest, Random], Iterator[str]]] = {
    "first-letter": _first_letter,
    "initials": _initials,
    "type-name": _type_name,
    "generic": _generic,
    "synonym": _synonym,
}
SCHEMES: tuple[str, ...] = tuple(_FORMS)

SCHEME = Option(
    "schemes",
    ("any", *SCHEMES),
    "naming scheme of new names",
    default=("any",),
    many=True,
    flag="--scheme",
    noun="naming scheme",
    param="scheme",
)
"""The option of mutators that make names; "any" lets the seed draw a scheme."""


class NamingMutator(Mutator):
    """A preserving mutator that gives variables names by naming schemes.

    Attributes:
        schemes: naming schemes; each gives a site per variable. "any" (the default) is one site per variable, and the seed draws
            the scheme.
    """

    relation = "preserving"
    options = (SCHEME,)
    schemes: tuple[str, ...]

    @classmethod
    def for_examples(cls) -> Mutator:
        """Return a mutator with one scheme, so that the rows do not depend on the seed."""
        return cls(schemes="type-name")
