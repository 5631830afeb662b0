"""The options that choose mutators: ``--mutator``, and all that mutators declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import Parameter
from typing import Annotated, Any

import typer

from equimorph.cli.known import Known, usage_errors
from equimorph.mutants.catalogue import Choice, declared_options
from equimorph.runs.declared import Panel
from mutators import Mutator, Option, registry

MUTATORS = Known("mutator", registry.names)
_NAMES = 'Use only this mutator (repeatable). Default: all but what `equimorph list` calls "only where it is named".'
_OPTION: Any = type(typer.Option())
_RESERVED = frozenset({"--help", "--mutator", "-m"})
"""Flags of each verb that takes mutators."""


class Choosing:
    """The options of a verb that takes a `Choice`.

    An option of a mutator whose flag the verb has itself is left out; to choose the mutator is then an error.

    Args:
        parameters: the others of the verb; its ``language`` is the choice's, too.
    """

    def __init__(self, parameters: Iterable[Parameter]) -> None:
        self._own = _RESERVED.union(flag for one in parameters for flag in _flags(one.annotation))
        self._options = [option for option in _declared() if option.flag not in self._own]

    def parameters(self) -> Iterator[Parameter]:
        """Yield the options."""
        shown = typer.Option(
            *("--mutator", "-m"),
            help=_NAMES,
            show_default=False,
            callback=MUTATORS.check,
            autocompletion=MUTATORS.complete,
            rich_help_panel=Panel.MUTATORS,
        )
        hint = Annotated[list[str] | None, shown]
        yield Parameter("mutator", Parameter.KEYWORD_ONLY, default=None, annotation=hint)
        yield from map(_choosing, self._options)

    def filled(self, given: Mapping[str, Any]) -> Choice:
        """Return the choice by the values of the command line.

        Raises:
            typer.BadParameter: a chosen mutator has an option whose flag the verb has itself.
        """
        names = given["mutator"] or ()
        self._check_flags(names)
        values = {option.name: given[_name(option)] for option in self._options}
        chosen = {
            name: (value,) if isinstance(value, str) else tuple(value)
            for name, value in values.items()
            if value
        }
        return Choice(tuple(names), chosen, given.get("language"))

    def _check_flags(self, names: Sequence[str]) -> None:
        for option, declaring in declared_options().items():
            if option.flag in self._own:
                for mutator in declaring:
                    if mutator in (names or registry.defaults()):
                        raise typer.BadParameter(
                            f"{option.flag} is an option of this verb, and the mutator {mutator} has an option {option.name!r}"
                            f" with the same flag: it needs another one"
                        )


def _flags(hint: object) -> Iterator[str]:
    """Yield the flags of a parameter of a verb; an argument has none."""
    for shown in getattr(hint, "__metadata__", ()):
        if isinstance(shown, _OPTION):
            # The first name that an option gives is where typer looks for a default outside of `Annotated`.
            yield from (shown.default, *shown.param_decls)


def _declared() -> tuple[Option, ...]:
    """Return the options of all mutators; only of ours where a package with others cannot be loaded.

    Other verbs must run; a verb that looks its mutator up reports the error.
    """
    try:
        return tuple(declared_options())
    except Exception:  # whatever the package raises when it is imported
        return tuple(dict.fromkeys(option for entry in registry.BUILT_IN for option in entry.options))


def _name(option: Option) -> str:
    return f"option_{option.name}"


def _choosing(option: Option) -> Parameter:
    """Return an option of mutators as a parameter of a verb."""
    known = Known(option.noun, lambda: option.values)
    lead = option.help[:1].upper() + option.help[1:]
    if option.many:
        default = "all" if option.default == option.values else ", ".join(option.default)
        text = f"{lead} (repeatable): {', '.join(option.values)}. Default: {default}."
    else:
        text = f"{lead}: {' or '.join(option.values)}."
    shown = typer.Option(
        option.flag,
        help=text,
        show_default=False if option.many else str(option.default),
        callback=known.check,
        autocompletion=known.complete,
        rich_help_panel=Panel.MUTATORS,
    )
    kind = list[str] | None if option.many else str | None
    return Parameter(_name(option), Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, shown])


def configured(choice: Choice) -> tuple[Mutator, ...]:
    """Return the mutators with their options.

    Raises:
        typer.BadParameter: an option is of a mutator that is not among those named.
    """
    with usage_errors():
        return choice.mutators()
