"""The available mutators with their options, and a choice of them as plain data that another process understands."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

import mutators as registry
from equimorph.mutating import select_mutators
from mutators import MutationError, Mutator, Option
from mutators.mutant import Relation
from parsers.language import languages

__all__ = ["DEFAULTS", "Choice", "MutatorInfo", "declared_options", "list_mutators", "plain", "versions"]


@dataclass(frozen=True)
class MutatorInfo:
    """A mutator, for people to read.

    Attributes:
        name, version, language, relation, options: as of the class.
        by_default: whether it is applied if no mutator is named.
        summary: what it does, from the first line of its documentation.
    """

    name: str
    version: int
    language: str
    relation: Relation
    by_default: bool
    summary: str
    options: tuple[Option, ...] = ()


def list_mutators() -> tuple[MutatorInfo, ...]:
    """Return all mutators: those of Java, those of Python, then those of other languages; ours first in each."""
    return tuple(
        _info(mutator) for language in _languages() for mutator in registry.classes(language).values()
    )


def _languages() -> tuple[str, ...]:
    """Return the languages of all mutators, ours first."""
    return tuple(dict.fromkeys(("java", "python", *languages())))


def _info(mutator: type[Mutator]) -> MutatorInfo:
    name = mutator.name
    module = inspect.getmodule(mutator)
    text = (module and module.__doc__) or mutator.__doc__ or ""
    summary = text.strip().partition("\n")[0].removeprefix(f"{name}: ").replace("``", "")
    default = mutator.by_default and mutator.relation == "preserving"
    return MutatorInfo(
        name, mutator.version, mutator.language, mutator.relation, default, summary, mutator.options
    )


def declared_options() -> dict[Option, tuple[str, ...]]:
    """Return the options of all mutators, each with the names of the mutators that have it.

    Of two that are declared in two ways under one name or flag, the first counts: `Choice.mutators` names the other.
    """
    found: dict[Option, tuple[str, ...]] = {}
    for language in _languages():
        if language == "python":
            continue  # ours have the options of the Java mutators of the same names, and libcst need not be imported
        for name, mutator in registry.classes(language).items():
            for option in mutator.options:
                if not any(_clash(option, other) for other in found):
                    found[option] = (*found.get(option, ()), name)
    return found


def _clash(one: Option, other: Option) -> bool:
    return one != other and (one.name == other.name or one.flag == other.flag)


@dataclass(frozen=True)
class Choice:
    """Mutators and their options.

    Attributes:
        names: of mutators; none for those that are applied by default.
        options: values of options by their names; each goes to all mutators of the choice that declare it.
        language: of the sources; None where the suffix of each file says it.
    """

    names: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    language: str | None = None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Choice:
        """Return the choice that `to_dict` gave."""
        options = {name: tuple(values) for name, values in data["options"].items()}
        return cls(tuple(data["names"]), options, data.get("language"))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        options = {name: list(values) for name, values in self.options.items()}
        language = {} if self.language is None else {"language": self.language}
        return {"names": list(self.names), "options": options, **language}

    def mutators(self, language: str | None = None) -> tuple[Mutator, ...]:
        """Return the mutators with their options.

        Args:
            language: of the sources that they mutate; by default that of the choice, or Java.

        Raises:
            MutationError: there is no mutator of a name, or it is of another language than the choice; an option is of a mutator
                that is not among those named, it has no such value, or a mutator declares an option of another one in another way.
        """
        chosen = select_mutators(
            tuple(dict.fromkeys(self.names)) or None, language or self.language or "java"
        )
        for mutator in chosen:
            if self.language is not None and mutator.language != self.language:
                raise MutationError(f"{mutator.name} mutates {mutator.language}, not {self.language}")
            _check_options(mutator)
        for name in self.options:
            if not any(option.name == name for mutator in chosen for option in mutator.options):
                raise MutationError(_misplaced(name, {mutator.name for mutator in chosen}))
        return tuple(_configured(mutator, self.options) for mutator in chosen)


DEFAULTS = Choice()
"""The mutators that are applied where none is named, with their default options."""


def _configured(mutator: Mutator, options: Mapping[str, tuple[str, ...]]) -> Mutator:
    own = {option.name: options[option.name] for option in mutator.options if option.name in options}
    return type(mutator)(**own) if own else mutator


def _check_options(mutator: Mutator) -> None:
    for option in mutator.options:
        for other, (first, *_) in declared_options().items():
            if _clash(option, other):
                raise MutationError(
                    f"{mutator.name} declares the option {option.flag} in another way than {first}; it needs another name and flag"
                )


def _misplaced(name: str, chosen: Set[str]) -> str:
    for option, of in declared_options().items():
        if option.name == name and not chosen.isdisjoint(of):
            return f"{option.flag} is an option of {' or '.join(of)} for another language only"
        if option.name == name:
            return f"{option.flag} is an option of {' or '.join(of)}, which is not among the mutators"
    return f"no mutator has an option {name!r}"


def versions(mutators: Iterable[Mutator]) -> list[list[Any]]:
    """Return names, versions and options of mutators: where these are equal, so is what they make."""
    return sorted([m.name, m.version, plain(_state(m))] for m in mutators)


def _state(mutator: Mutator) -> dict[str, object]:
    state = {name: value for name, value in vars(mutator).items() if name != "settings"}
    for option in mutator.options:
        # Where no site says the word, their order means nothing.
        if option.many and option.param is None:
            state[option.name] = frozenset(state[option.name])
    return state


def plain(value: object) -> str:
    """Return the options of a mutator as a text that is the same in all processes."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{key}: {plain(one)}' for key, one in value.items()))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(plain, value)))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(plain, value))}]"
    return repr(value) if value is None or isinstance(value, str | int | float) else type(value).__name__
