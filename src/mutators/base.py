"""`Mutator`: the base of every mutation operator, and what the engine does and checks for all of them.

An author writes `Mutator.matches` (where the pattern occurs, by syntax alone), and on its matches `Match.obstacle` (why not) and
`Match.edits` (what changes). The rest is final. After each application the engine checks that the edits fit, that every new text
begins and ends at a token boundary of the mutant, and that no syntax error is new; only the member that changed is parsed again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from random import Random
from re import Pattern
from typing import Any, ClassVar, Literal, final

from mutators.internal import InternalError
from mutators.match import Example, Failed, Found, Match
from mutators.model import (
    Edit,
    EditConflict,
    Mutation,
    MutationError,
    Refused,
    Site,
    UndoConflict,
    apply_checked,
    invert_edits,
    invertible,
    sha256,
)
from mutators.mutant import Mutant, Relation
from mutators.options import Option, Value, configured
from mutators.seeding import Chance, site_key
from mutators.undo.accounting import accounted
from mutators.undo.gone import is_gone
from mutators.undo.remake import remake
from mutators.undo.transport import Undone
from parsers.member import Member
from parsers.source import SourceFile
from parsers.whole_text import WholeText

__all__ = ["Example", "Match", "Mutator"]


class _Identity:
    """A key that is equal to another one only for the same object."""

    def __init__(self, of: object) -> None:
        self._of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other._of is self._of

    def __hash__(self) -> int:
        return id(self._of)


class Mutator(ABC):
    """A mutation operator. It does not change once it is made.

    Class attributes: `name` in kebab case; `version`, raised whenever the same seed gives another mutant; `language`, the name of
    the language of its sources; `relation`, "preserving", "breaking" or "preserving-but-for-output"; `by_default`, whether a
    preserving one is applied if no mutator is named (the others never are); `examples`, literal rows of accepted and refused
    sites; `options`, which become attributes of their names; `hint`, a regular expression that is found in the text of every
    member with a match, so that the others need not be read (None: any member may have one);
    `reach`, "member", or "file" where edits may be anywhere in the text: its records are of the whole text.

    Args:
        given: Values of the options, in the order of their declarations.
        named: Values of the options, by name.

    Raises:
        MutationError: the option does not exist, or its value is invalid.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    language: ClassVar[str]
    relation: ClassVar[Relation]
    by_default: ClassVar[bool] = True
    examples: ClassVar[tuple[Example, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    hint: ClassVar[Pattern[bytes] | None] = None
    reach: ClassVar[Literal["member", "file"]] = "member"
    settings: Mapping[str, Value] = {}

    def __init__(self, *given: object, **named: object) -> None:
        self.settings = configured(self.name, self.options, given, named)
        vars(self).update(self.settings)

    @classmethod
    def for_examples(cls) -> Mutator:
        """Return the mutator that makes the rows of `examples`: the default one."""
        return cls()

    @classmethod
    def label(cls, site: Site) -> str:
        """Return a site's description beyond its place and options: its form or replacement; "" for nothing."""
        recorded = {option.param for option in cls.options}
        return " -> ".join(str(value) or "nothing" for name, value in site.params if name not in recorded)

    @abstractmethod
    def matches(self, method: Any) -> Iterable[Match]:  # noqa: ANN401 - of the mutator's language
        """Yield the places of a member where the pattern occurs, by syntax alone, no two with the same site.

        It is called only for members whose tree can be trusted.
        """

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Return the patched mutant without the mutation.

        By default each inverse edit is moved onto it, and the mutator must make the patched text from the result again
        (`mutators.undo.remake`).

        Raises:
            UndoConflict: the patch changed what the mutation changed.
        """
        return remake(self, patched, original, mutant, mutation)

    @final
    def check_language(self, src: SourceFile) -> None:
        """Make sure that a source is in the mutator's language.

        Raises:
            MutationError: it is in another language; the message names both.
        """
        if src.language != self.language:
            raise MutationError(f"{self.name} mutates {self.language}, not {src.language}")

    @final
    def found(self, method: Member) -> tuple[tuple[Site, Match], ...]:
        """Return the matches of a member with their sites, in the order of `matches`; found once and kept with the member."""
        return self._found(method).pairs

    @property
    def _key(self) -> Hashable:
        """Equal for mutators with the same matches everywhere; one with a constructor of its own may differ from all others."""
        return (type(self), *self.settings.values()) if self._is_plain else _Identity(self)

    @property
    def _is_plain(self) -> bool:
        """Whether the options describe this mutator completely."""
        return type(self).__init__ is Mutator.__init__

    def _found(self, method: Member) -> Found:
        found = method.memo.get(self._key)
        if found is None:
            hopeless = self.hint is not None and self.hint.search(method.data) is None
            try:
                matches = () if hopeless or method.untrusted else self.matches(method)
                found = Found(self.name, matches)
            except Exception as error:
                found = Found(self.name, (Failed(method, self._internal(error, method, method.start)),))
            method.memo[self._key] = found
        return found

    def _internal(self, error: Exception, method: Member, start: int) -> InternalError:
        """Return an exception of this mutator as an internal error at an offset of the source, or the internal error that it is."""
        if isinstance(error, MemoryError):  # of the process, not of the site
            raise error
        if isinstance(error, InternalError):
            return error
        place = f"{method.source.path or 'line'}:{method.source.lines.line(start)}"
        return InternalError(error, place, self._with_version)

    @property
    def _with_version(self) -> str:
        return f"{self.name} version {self.version}"

    @final
    def obstacle_of(self, match: Match) -> str | None:
        """Return why the precondition does not hold at a match of this mutator, or None.

        Raises:
            InternalError: the mutator failed; names the place.
        """
        try:
            return match.obstacle()
        except InternalError:
            raise
        except Exception as error:
            raise self._internal(error, match.method, match.start) from error

    @final
    def match_at(self, src: SourceFile, site: Site) -> Match | None:
        """Return the match of a site, or None. Options that the site records need not be this mutator's."""
        method = src.method_at(site.start)
        if method is None:
            return None
        match = self._found(method).by_site.get(site)
        if match is None and self.options and self._is_plain and site.mutator == self.name:
            params = dict(site.params)
            try:
                asked = type(self)(**{option.name: option.of_params(params) for option in self.options})
            except MutationError:  # the site has a value that no option has
                return None
            match = asked._found(method).by_site.get(site)
        return match

    @final
    def candidates(self, src: SourceFile) -> Iterator[Site]:
        """Yield the sites of all matches, in members whose tree can be trusted.

        Raises:
            MutationError: the source is in another language than the mutator's.
        """
        self.check_language(src)
        for method in src.methods:
            for site, _ in self.found(method):
                yield site

    @final
    def refuse(self, src: SourceFile, site: Site) -> str | None:
        """Return why the precondition does not hold at a site, or None."""
        match = self.match_at(src, site)
        if match is None:
            return f"nothing that {self.name} could change stands there"
        return self.refusal_of(match)

    @final
    def refusal_of(self, match: Match) -> str | None:
        """Return why a match is refused, or None: its obstacle, or "internal error" with what failed."""
        try:
            return self.obstacle_of(match)
        except InternalError as error:
            return error.reason

    @final
    def rewrite(self, src: SourceFile, site: Site, rng: Random) -> Iterable[Edit]:
        """Return the edits at a site that is not refused; offsets in `src`."""
        match = self.match_at(src, site)
        assert match is not None
        return match.edits(rng)

    @final
    def judged(self, src: SourceFile) -> Iterator[tuple[Site, str | None]]:
        """Yield all candidates, each with the reason for which it is refused, or None.

        A member whose tree cannot be trusted is one refused site.

        Raises:
            MutationError: the source is in another language than the mutator's.
        """
        self.check_language(src)
        for method in src.methods:
            if method.untrusted:
                yield Site(self.name, method.start, method.end), method.untrusted
        for method in src.methods:
            for site, match in self.found(method):
                yield site, self.refusal_of(match)

    @final
    def sites(
        self, src: SourceFile, on_error: Callable[[Site, Member, InternalError], None] | None = None
    ) -> Iterator[Site]:
        """Yield the sites where the mutator applies.

        Args:
            src: the source.
            on_error: called where the mutator failed; the next site follows. Without it, the failure is raised.

        Raises:
            MutationError: the source is in another language than the mutator's; an `InternalError` where the mutator failed.
        """
        self.check_language(src)
        for method in src.methods:
            for site, match in self.found(method):
                try:
                    accepted = self.obstacle_of(match) is None
                except InternalError as error:
                    if on_error is None:
                        raise
                    on_error(site, method, error)
                    continue
                if accepted:
                    yield site

    @final
    def apply(self, src: SourceFile, site: Site, seed: int = 0) -> Mutant:
        """Return the mutant of a site.

        Raises:
            Refused: the precondition does not hold.
            EditConflict: the mutator's edits do not pass the engine's checks.
            MutationError: the source is in another language than the mutator's.
        """
        self.check_language(src)
        method = src.method_at(site.start)
        if method is None or site.end > method.end:
            raise Refused("not in a method, constructor or initialiser")
        if method.untrusted:
            raise Refused(method.untrusted)
        reason = self.refuse(src, site)
        if reason is not None:
            raise Refused(reason)
        return self.mutate(src, method, site, seed)

    @final
    def mutate(
        self, src: SourceFile, method: Member, site: Site, seed: int, match: Match | None = None
    ) -> Mutant:
        """Return the mutant of a site that is known to be accepted, such as one that `sites` gave.

        Args:
            match: the match of the site, if it is known.

        Raises:
            EditConflict: the edits do not pass the engine's checks.
            InternalError: the mutator failed; names the place.
        """
        try:
            return self._made(src, method, site, seed, match or self.match_at(src, site))
        except MutationError:
            raise
        except Exception as error:
            raise self._internal(error, method, site.start) from error

    def _made(self, src: SourceFile, method: Member, site: Site, seed: int, match: Match | None) -> Mutant:
        assert match is not None
        edits = invertible(match.edits(Chance(partial(site_key, seed, method, site))))
        if not edits:
            raise Refused("the rewriting changes nothing")
        text = method if self.reach == "member" else WholeText.of(src, method.name)
        if edits[0].start < text.start or edits[-1].end > text.end:
            raise EditConflict(f"{self.name} edits outside the member at bytes {text.start}-{text.end}")
        edits = tuple([Edit(edit.start - text.start, edit.old, edit.new) for edit in edits])
        mutant, changes = apply_checked(text.data, edits)
        fault = text.fault_of(mutant, edits, changes)
        if fault is not None:
            raise EditConflict(f"{self.name} would make {fault}")
        local = site.moved(-text.start)
        record = Mutation(local, edits, text.sha256, sha256(mutant), self.version, seed, match.assumptions())
        return Mutant(src, text, record, mutant, self)

    @final
    def mutants(self, src: SourceFile, seed: int = 0, limit: int | None = None) -> Iterator[Mutant]:
        """Yield the mutants of all sites, or of the first `limit`."""
        for site in islice(self.sites(src), limit):
            method = src.method_at(site.start)
            assert method is not None
            yield self.mutate(src, method, site, seed)

    @final
    def undo(self, patched: SourceFile, original: bytes, mutation: Mutation) -> Undone:
        """Remove the mutation from a patch of the mutant (the T^-1 of RobustNPR).

        Args:
            patched: the patched mutant; it need not parse.
            original: the text that the mutation was made from.
            mutation: its record.

        Raises:
            UndoConflict: the patch changed what the mutation changed, or something that it wrote or deleted would be lost.
            RecordMismatch: the record does not belong to `original`.
            MutationError: the patched mutant is in another language than the mutator's.
            InternalError: the mutator failed.
        """
        undone = self.without(patched, original, mutation.apply(original), mutation)
        return Undone.of(undone, patched.language)

    @final
    def without(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Return the text of `undo`, where the mutant is known.

        Args:
            patched, original, mutation: See `undo`.
            mutant: The text that the mutation makes of the original.

        Raises:
            UndoConflict, MutationError, InternalError: See `undo`.
        """
        self.check_language(patched)
        if patched.data == mutant:
            return original
        try:
            undone = self._restored(patched, original, mutant, mutation)
            return accounted(mutation.edits, (original, mutant), patched, undone)
        except MutationError:
            raise
        except Exception as error:
            raise InternalError(error, patched.path or "", self._with_version) from error

    def _restored(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Return the result of `restore`; the patched text itself where the patch has taken out all that the mutation changed."""
        try:
            return self.restore(patched, original, mutant, mutation)
        except EditConflict as error:
            # The edits of a mutator's own `restore` do not fit one another in the patched text.
            inverse = invert_edits(mutation.edits)
            region = (inverse[0].start, inverse[-1].end)
            conflict = UndoConflict("the patch changed what surrounds the mutated text", region)
            conflict.__cause__ = error
        except UndoConflict as error:
            conflict = error
        if is_gone(patched, mutant, mutation):
            return patched.data
        raise conflict
