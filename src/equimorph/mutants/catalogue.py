"""The available mutators with their options, and a choice of them as plain data that another process understands."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from mutators import MutationError, Mutator, Option, registry
from mutators.mutant import Relation
from mutators.registry import Entry
from mutators.registry import get as get_mutator
from parsers.language import languages

__all__ = [
    "DEFAULTS",
    "Choice",
    "MutatorInfo",
    "declared_options",
    "get_mutator",
    "list_mutators",
    "plain",
    "versions",
]


@dataclass(frozen=True)
class MutatorInfo:
    """A mutator, for people to read.

    Attributes:
        name, version, language, relation, options: See the attributes of the class.
        by_default: Whether it is applied if no mutator is named.
        summary: Summary from the first line of its documentation.
    """

    name: str
    version: int
    language: str
    relation: Relation
    by_default: bool
    summary: str
    options: tuple[Option, ...] = ()


def list_mutators() -> tuple[MutatorInfo, ...]:
    """Return all mutators: first for Java, then for Python, then for other languages; ours first in each group."""
    return tuple(_info(entry) for language in _languages() for entry in registry.entries(language))


def _languages() -> tuple[str, ...]:
    return tuple(dict.fromkeys(("java", "python", *languages())))


def _info(entry: Entry) -> MutatorInfo:
    summary = _documentation(entry).strip().partition("\n")[0]
    return MutatorInfo(
        entry.name,
        entry.version,
        entry.language,
        entry.relation,
        entry.is_default,
        summary.removeprefix(f"{entry.name}: ").replace("``", ""),
        entry.options,
    )


_DOCSTRING = re.compile(r'\s*"""(.*?)"""', re.DOTALL)


def _documentation(entry: Entry) -> str:
    """Return the docstring of a mutator's module; of ours it is read, since to import all of them takes longer."""
    if isinstance(entry.kind, type):
        module = sys.modules.get(entry.module)
        return (module and module.__doc__) or entry.kind.__doc__ or ""
    spec = find_spec(entry.module)
    source: str | None = getattr(spec and spec.loader, "get_source", lambda _: None)(entry.module)
    docstring = _DOCSTRING.match(source or "")
    return docstring[1] if docstring else import_module(entry.module).__doc__ or ""


def declared_options() -> dict[Option, tuple[str, ...]]:
    """Return the options of all mutators, each with the names of the mutators that have it.

    Of two that are declared in two ways under one name or flag, the first counts: `Choice.mutators` names the other.
    """
    names_by_option: dict[Option, tuple[str, ...]] = {}
    for language in _languages():
        for entry in registry.entries(language):
            for option in entry.options:
                if not any(_clash(option, other) for other in names_by_option):
                    names_by_option[option] = tuple(
                        dict.fromkeys((*names_by_option.get(option, ()), entry.name))
                    )
    return names_by_option


def _clash(option: Option, other: Option) -> bool:
    return option != other and (option.name == other.name or option.flag == other.flag)


@dataclass(frozen=True)
class Choice:
    """Mutators and their options.

    Attributes:
        names: Names of mutators; empty for the default ones.
        options: Values of options by their names; each is set in all mutators of the choice that declare it.
        language: Language of the sources; None to use the suffix of each file.
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
            language: Language of the mutated sources; by default the choice's language, or Java.

        Raises:
            MutationError: there is no mutator of a name, or it is of another language than the choice; an option
                belongs to a mutator that is not named or has an unknown value, or two mutators declare the same option
                in different ways.
        """
        from equimorph.mutants.mutating import select_mutators  # a list of mutators needs none of it

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
    arguments = {option.name: options[option.name] for option in mutator.options if option.name in options}
    return type(mutator)(**arguments) if arguments else mutator


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
    """Return names, versions and options of mutators; if they are equal, the mutators make the same mutants."""
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
        return f"{{{', '.join(sorted(f'{key}: {plain(item)}' for key, item in value.items()))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(plain, value)))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(plain, value))}]"
    return repr(value) if value is None or isinstance(value, str | int | float) else type(value).__name__
