"""The options of a verb, made of what its parameters declare: a dataclass of options, or an `Option` of its own.

A parameter that is a dataclass with options (`equimorph.runs.declared`) stands for all of them: the command line shows one option
for each field, and the verb gets the dataclass. A parameter annotated with an `Option` is one option. Others stay typer's::

    def guided(sources: Paths, options: SearchOptions, out: OutFile = None, quiet: Quiet = False) -> None: ...

`Taken` in the annotation chooses among the fields, or declares some anew for this verb::

    bulk: Annotated[BulkOptions, Taken("jobs")]
    options: Annotated[CoteOptions, Taken(mutants=16)]

What the dataclass refuses is a usage error, and so is, before, what is not in the range of an option. A field whose option is
not given has the default of its class. Where the help has "Default:", typer shows none. A flag that two dataclasses declare is
one option, and fills both. `| None` after the class stands for a verb that gets None where none of its options is given, and
``Callable[..., SearchOptions]`` for one that gives the other fields itself. The order in the help is that of the parameters, so
they are keywords: a verb begins with ``*``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import MISSING, dataclass, is_dataclass, replace
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from operator import itemgetter
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

from equimorph.cli.known import Known, checked, usage_errors
from equimorph.cli.session import Session, reported
from equimorph.mutants.catalogue import Choice
from equimorph.runs.declared import Declared, Option, Panel, declared
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
        changes = {name: value for name, value in vars(new).items() if value != getattr(_PLAIN, name)}
        return replace(one, option=replace(one.option, **changes))


_PLAIN = Option()
_HELP_OF_QUIET = "Show no progress, notes or summary on stderr."
_QUIET = Declared(
    "quiet",
    bool,
    False,
    False,
    False,
    Option(panel=Panel.OTHER, flags="--quiet -q", help=_HELP_OF_QUIET),
)


@dataclass(frozen=True)
class _Group:
    """A dataclass that options fill.

    Attributes:
        cls: the dataclass.
        taken: which fields are options.
        absent: it is None where no option is given.
        later: the verb gets a function that makes it, which takes the other fields.
    """

    cls: type
    taken: Taken
    absent: bool = False
    later: bool = False

    @classmethod
    def of(cls, hint: Any) -> _Group | None:  # noqa: ANN401 - of any type
        """Return the dataclass of an annotation, if it has options."""
        taken = next((one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Taken)), Taken())
        plain = hint.__origin__ if get_origin(hint) is Annotated else hint
        absent, later = NoneType in get_args(plain), get_origin(plain) is Callable
        kind = get_args(plain)[1] if later else get_args(plain)[0] if absent else plain
        if isinstance(kind, type) and is_dataclass(kind) and declared(kind):
            return cls(kind, taken, absent, later)
        return None

    def options(self) -> Iterator[Declared]:
        """Yield the options, those of dataclasses in fields included."""
        for field in self._fields().values():
            if isinstance(field, _Group):
                yield from field.options()
            else:
                yield field

    def filled(self, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of any dataclass
        """Return the dataclass with the values of the command line, or None if none is given and that is asked for."""
        if self.absent and all(given[_name(one)] in (None, [], one.default) for one in self.options()):
            return None
        values = {
            name: one.filled(given) if isinstance(one, _Group) else _value(one, given[_name(one)])
            for name, one in self._fields().items()
        }
        return partial(self._made, **values) if self.later else self._made(**values)

    def _made(self, **values: Any) -> Any:  # noqa: ANN401 - of any dataclass
        try:
            return self.cls(**values)
        except (ValueError, MutationError) as error:
            raise typer.BadParameter(str(error)) from error

    def _fields(self) -> dict[str, Declared | _Group]:
        """Return the options of the fields that are taken, and the dataclasses in them."""
        return {
            name: _Group(field, self.taken.inner()) if isinstance(field, type) else self.taken.changed(field)
            for name, field in declared(self.cls).items()
            if self.taken.has(name)
        }


def filled(verb: Callable[..., None]) -> Callable[..., None]:
    """Return a verb that typer can run: with an option for each one that its parameters declare."""
    hints = get_type_hints(verb, include_extras=True)
    own: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
    groups: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
    shown: dict[str, Parameter] = {}
    for name, parameter in signature(verb).parameters.items():
        hint, default = hints[name], parameter.default
        option = Declared.of(name, hint, MISSING if default is Parameter.empty else default)
        if (group := _Group.of(hint)) is not None:
            groups[name] = group.filled
            for one in group.options():
                _put(_parameter(_name(one), one), one.option.after, shown)
        elif option is not None:
            own[name] = _filling(option, name)
            _put(_parameter(name, option), option.option.after, shown)
        elif hint is Session:
            own[name] = lambda given: Session(given["quiet"])
            _put(_parameter("quiet", _QUIET), "", shown)
        else:
            own[name] = itemgetter(name)
            shown[name] = parameter.replace(annotation=hint, kind=Parameter.KEYWORD_ONLY)
    chosen = next((name for name in own if hints[name] is Choice), None)
    if not groups and chosen is None and all(isinstance(fill, itemgetter) for fill in own.values()):
        return verb
    if chosen is not None:
        from equimorph.cli.choosing import Choosing  # asks all mutators for their options

        choosing = Choosing(shown.values())
        at = [*shown].index(chosen)
        parameters = [*shown.values()]
        parameters[at : at + 1] = choosing.parameters()
        shown = {parameter.name: parameter for parameter in parameters}
        del own[chosen]
        groups[chosen] = choosing.filled

    @wraps(verb)
    def run(**given: Any) -> None:  # noqa: ANN401 - whatever the options of the verb are
        values = {name: fill(given) for name, fill in (own | groups).items()}
        sessions = [value for value in values.values() if isinstance(value, Session)]
        with reported(*sessions) if sessions else nullcontext():
            verb(**values)

    run.__signature__ = Signature(list(shown.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: parameter.annotation for name, parameter in shown.items()}
    return run


def _filling(option: Declared, name: str) -> Callable[[Mapping[str, Any]], Any]:
    return lambda given: _value(option, given[name])


def _put(parameter: Parameter, after: str, shown: dict[str, Parameter]) -> None:
    """Put a parameter at the end, or after another one; one that is there already stays where it is."""
    names = [*shown]
    rest = names[names.index(after) + 1 :] if after in shown else []
    shown[parameter.name] = parameter
    for name in rest:
        shown[name] = shown.pop(name)


def _flags(declaration: Declared) -> list[str]:
    return declaration.option.flags.split() or [f"--{declaration.name.replace('_', '-')}"]


def _name(declaration: Declared) -> str:
    """Return the name of the parameter of an option: the same flag is the same option."""
    longest = max(_flags(declaration), key=len).partition("/")[0]  # of a flag and its negation the flag
    return longest.lstrip("-").replace("-", "_")


def _value(one: Declared, given: Any) -> Any:  # noqa: ANN401 - of any type
    """Return the value of a field by the one of the command line."""
    if given is None:
        return one.default
    if one.option.parse is None:
        return tuple(given) if one.many else given
    with usage_errors():
        try:
            return one.option.parse(given)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=max(_flags(one), key=len)) from error


def _checking(check: Callable[[Any], object] | None) -> Callable[[Any], Any] | None:
    def callback(value: Any) -> Any:  # noqa: ANN401 - of any option
        return value if check is None else checked(check, value)

    return callback if check else None


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
    given: dict[str, Any] = {
        "help": option.help,
        "min": option.minimum,
        "max": option.maximum,
        "metavar": option.metavar,
        "show_default": default is not None and default is not MISSING,
        "callback": known.check if option.choices is not None else _checking(option.check),
        "autocompletion": known.complete if option.choices is not None or option.suggestions else None,
        "exists": option.exists,
        "file_okay": not option.folder,
        "dir_okay": not option.file,
        "hidden": option.hidden,
        "rich_help_panel": option.panel,
    }
    shown = typer.Argument(**given) if option.argument else typer.Option(*_flags(one), **given)
    return Parameter(
        name,
        Parameter.KEYWORD_ONLY,
        default=Parameter.empty if default is MISSING else default,
        annotation=Annotated[hint | None if default is None else hint, shown],
    )
