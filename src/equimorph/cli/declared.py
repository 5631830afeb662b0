"""The options of a verb, made of what its parameters declare: a dataclass of options, or an `Option` of its own.

A parameter that is a dataclass with options (`equimorph.runs.declared`) stands for all of them: the command line shows one option
for each field, and the verb gets the dataclass. A parameter annotated with an `Option` is one option. Others stay typer's::

    def guided(sources: Paths, options: SearchOptions, out: OutFile = None, quiet: Quiet = False) -> None: ...

`Taken` in the annotation chooses among the fields, or declares some anew for this verb::

    bulk: Annotated[BulkOptions, Taken("jobs")]
    options: Annotated[CoteOptions, Taken(mutants=16)]

What the dataclass refuses is a usage error, and so is, before, what is not in the range of an option. A field whose option is not
given has the default of its class. Where the help has "Default:", typer shows none. A flag that two dataclasses declare is one
option, and fills both. `| None` after the class stands for a verb that gets None where none of its options is given. The order in
the help is that of the parameters, so they are keywords: a verb begins with ``*``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, is_dataclass, replace
from functools import wraps
from inspect import Parameter, Signature, signature
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

from equimorph.cli.known import Known
from equimorph.runs.declared import Declared, Option, declared
from mutators import MutationError


class Taken:
    """The fields of a dataclass that a verb takes as options, perhaps changed.

    Args:
        only: names of fields; all by default. That of a field with a dataclass stands for all of its options.
        without: names of fields that are left out.
        anew: by the name of a field another default, or another `Option`.
    """

    def __init__(self, *only: str, without: Iterable[str] = (), **anew: object) -> None:
        self._only, self._without, self._anew = only, frozenset(without), anew

    def has(self, name: str) -> bool:
        """Return whether a field is taken."""
        return name not in self._without and (not self._only or name in self._only)

    def inner(self) -> Taken:
        """Return the same for the dataclass of a field that is taken."""
        return Taken(without=self._without, **self._anew)

    def changed(self, one: Declared) -> Declared:
        """Return an option as it is for this verb."""
        new = self._anew.get(one.name, one.option)
        if not isinstance(new, Option):
            return replace(one, default=new)
        given = {name: value for name, value in vars(new).items() if value != getattr(_PLAIN, name)}
        return replace(one, option=replace(one.option, **given))


_PLAIN = Option()


@dataclass(frozen=True)
class _Group:
    """A dataclass that options fill.

    Attributes:
        cls: the dataclass.
        taken: which fields are options.
        absent: it is None where no option is given.
    """

    cls: type
    taken: Taken
    absent: bool = False

    @classmethod
    def of(cls, hint: Any) -> _Group | None:  # noqa: ANN401 - of any type
        """Return the dataclass of an annotation, if it has options."""
        taken = next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Taken)), Taken())
        plain = hint.__origin__ if get_origin(hint) is Annotated else hint
        absent = NoneType in get_args(plain)
        kind = get_args(plain)[0] if absent else plain
        if isinstance(kind, type) and is_dataclass(kind) and declared(kind):
            return cls(kind, taken, absent)
        return None

    def options(self) -> Iterator[Declared]:
        """Yield the options, those of dataclasses in fields included."""
        for one in self._fields().values():
            if isinstance(one, _Group):
                yield from one.options()
            else:
                yield one

    def filled(self, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of any dataclass
        """Return the dataclass with the values of the command line, or None if none is given and that is asked for."""
        if self.absent and not any(given[_name(one)] for one in self.options()):
            return None
        values = {
            name: one.filled(given) if isinstance(one, _Group) else _value(one, given[_name(one)])
            for name, one in self._fields().items()
        }
        with usage_errors():
            return self.cls(**values)

    def _fields(self) -> dict[str, Declared | _Group]:
        """Return the options of the fields that are taken, and the dataclasses in them."""
        return {
            name: _Group(one, self.taken.inner()) if isinstance(one, type) else self.taken.changed(one)
            for name, one in declared(self.cls).items()
            if self.taken.has(name)
        }


@contextmanager
def usage_errors(flag: str | None = None) -> Iterator[None]:
    """Make usage errors of what our classes refuse.

    Args:
        flag: the option that is wrong, to be named in front; None where the message says it.
    """
    try:
        yield
    except MutationError as error:
        raise typer.BadParameter(str(error), param_hint=flag) from error


def filled(verb: Callable[..., None]) -> Callable[..., None]:
    """Return a verb that typer can run: with an option for each one that its parameters declare."""
    hints = get_type_hints(verb, include_extras=True)
    groups: dict[str, _Group] = {}
    own: dict[str, Declared | None] = {}
    shown: dict[str, Parameter] = {}
    for name, parameter in signature(verb).parameters.items():
        group = _Group.of(hints[name])
        if group is not None:
            groups[name] = group
            for one in group.options():
                _put(_parameter(_name(one), one), one.option.after, shown)
            continue
        default = MISSING if parameter.default is Parameter.empty else parameter.default
        own[name] = option = Declared.of(name, hints[name], default)
        plain = parameter.replace(annotation=hints[name], kind=Parameter.KEYWORD_ONLY)
        if option is None:
            shown[name] = plain
        else:
            _put(_parameter(name, option), option.option.after, shown)
    if not groups and not any(own.values()):
        return verb

    @wraps(verb)
    def run(**given: Any) -> None:  # noqa: ANN401 - whatever the options of the verb are
        values = {name: given[name] if one is None else _value(one, given[name]) for name, one in own.items()}
        verb(**values, **{name: group.filled(given) for name, group in groups.items()})

    run.__signature__ = Signature(list(shown.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: parameter.annotation for name, parameter in shown.items()}
    return run


def _put(parameter: Parameter, after: str, shown: dict[str, Parameter]) -> None:
    """Put a parameter at the end, or after another one; one that is there already stays where it is."""
    names = [*shown]
    rest = names[names.index(after) + 1 :] if after in shown else []
    shown[parameter.name] = parameter
    for name in rest:
        shown[name] = shown.pop(name)


def _flags(one: Declared) -> list[str]:
    return one.option.flags.split() or [f"--{one.name.replace('_', '-')}"]


def _name(one: Declared) -> str:
    """Return the name of the parameter of an option: the same flag is the same option."""
    return max(_flags(one), key=len).lstrip("-").replace("-", "_")


def _value(one: Declared, given: Any) -> Any:  # noqa: ANN401 - of any type
    """Return the value of a field by that of the command line."""
    if given is None:
        return one.default
    if one.option.parse is None:
        return tuple(given) if one.many else given
    with usage_errors():
        try:
            return one.option.parse(given)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=max(_flags(one), key=len)) from error


def _parameter(name: str, one: Declared) -> Parameter:
    """Return an option as a parameter that typer understands."""
    option = one.option
    texts = option.parse is not None or get_origin(one.kind) is Literal
    kind = option.kind or (str if texts else one.kind)
    default = one.default if option.text is None else option.text
    if default is not MISSING and (one.many or "Default:" in option.help):
        default = None
    hint: Any = list[kind] if one.many else kind  # type: ignore[valid-type]  # of any type
    known = Known(option.noun or one.name, lambda: one.choices() or option.suggestions)
    shown = typer.Option(
        *_flags(one),
        help=option.help,
        min=option.minimum,
        max=option.maximum,
        metavar=option.metavar,
        show_default=default is not None and default is not MISSING,
        callback=known.check if option.choices is not None else option.check,
        autocompletion=known.complete if option.choices is not None or option.suggestions else None,
        exists=option.exists,
        file_okay=not option.folder,
        hidden=option.hidden,
        rich_help_panel=option.panel,
    )
    return Parameter(
        name,
        Parameter.KEYWORD_ONLY,
        default=Parameter.empty if default is MISSING else default,
        annotation=Annotated[hint | None if default is None else hint, shown],
    )
