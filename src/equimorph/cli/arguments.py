"""What commands share: arguments, their checks and completions, and the mutators that some of them name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from equimorph.cli.declared import filled
from equimorph.cli.known import Known
from equimorph.cli.values import (
    input_file,
    json_lines_file,
    known_encoding,
    page_file,
    rows_format,
    table_format,
)
from equimorph.mutants.catalogue import Choice, declared_options
from equimorph.runs import declared
from equimorph.runs.declared import Panel
from mutators import MutationError, Mutator, Option, registry
from parsers.language import languages

MUTATORS = Known("mutator", registry.names)
LANGUAGES = Known("language", languages)


_PATHS = "Source files, and folders with them; - for the text of one on standard input."
Paths = Annotated[list[Path], typer.Argument(help=_PATHS, show_default=False)]
SomePaths = Annotated[list[Path] | None, typer.Argument(help=_PATHS, show_default=False)]
RowsFile = Annotated[
    Path | None,
    typer.Option(
        "--jsonl",
        help="Read the texts from this JSON Lines file instead, which may be compressed (.gz); - for standard input.",
        callback=json_lines_file,
        rich_help_panel=Panel.INPUT,
    ),
]
TableFile = Annotated[
    Path | None,
    typer.Option(
        "--parquet",
        help="Read the texts from this Parquet file instead; - for standard input.",
        callback=input_file,
        rich_help_panel=Panel.INPUT,
    ),
]
Field = Annotated[
    str,
    typer.Option(
        help="Field of --jsonl or column of --parquet that holds the text.", rich_help_panel=Panel.INPUT
    ),
]
Encoding = Annotated[
    str,
    typer.Option(
        help="Encoding of the Java files, such as iso-8859-1. Rows and offsets are those of the text in UTF-8.",
        callback=known_encoding,
        rich_help_panel=Panel.INPUT,
    ),
]
SourceEncoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        help="Encoding of the source files, such as iso-8859-1. Rows and offsets are those of the text in UTF-8. Default: utf-8, or"
        " what a Python file declares.",
        show_default=False,
        callback=known_encoding,
        rich_help_panel=Panel.INPUT,
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--mutator",
        "-m",
        help='Use only this mutator (repeatable). Default: all but what `equimorph list` calls "only where it is named".',
        show_default=False,
        callback=MUTATORS.check,
        autocompletion=MUTATORS.complete,
        rich_help_panel=Panel.MUTATORS,
    ),
]
LimitPerMethod = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Maximum mutants per method, drawn by the seed.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
LimitPerMutator = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Maximum mutants per mutator and method, drawn by the seed.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
Full = Annotated[
    bool,
    typer.Option("--full", help="Add the whole mutated file to each row.", rich_help_panel=Panel.OUTPUT),
]
Seed = Annotated[int, typer.Option(help="Seed for all random choices.", rich_help_panel=Panel.MUTATORS)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress, notes or summary on stderr.")]
_OUT = "written whole or not at all. Default, and -: standard output."
OutFile = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        help=f"Output file (.jsonl, .jsonl.gz), {_OUT}",
        show_default=False,
        callback=rows_format,
        rich_help_panel=Panel.OUTPUT,
    ),
]
OutTable = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        help=f"Output file (.jsonl, .jsonl.gz, .parquet), {_OUT}",
        show_default=False,
        callback=table_format,
        rich_help_panel=Panel.OUTPUT,
    ),
]
OutFolder = Annotated[
    Path,
    typer.Option(
        "--out", "-o", help="Output folder; must not exist, or be empty.", rich_help_panel=Panel.OUTPUT
    ),
]
_PAGE = "The page (.html, .md), written whole or not at all."
PageFile = Annotated[Path, declared.Option(flags="--out -o", panel=Panel.OUTPUT, help=_PAGE, check=page_file)]
JsonFile = Annotated[
    Path,
    typer.Argument(
        help="JSON Lines, which may be compressed (.gz); - for standard input.",
        callback=input_file,
    ),
]
OptionalJsonFile = Annotated[
    Path | None,
    typer.Argument(
        help="JSON Lines, which may be compressed (.gz); - for standard input.",
        callback=input_file,
        show_default=False,
    ),
]


def _language(default: str) -> Any:  # noqa: ANN401 - an option of typer
    return typer.Option(
        "--language",
        help=f"Language of the sources. Default: {default}.",
        show_default=False,
        callback=LANGUAGES.check,
        autocompletion=LANGUAGES.complete,
        rich_help_panel=Panel.INPUT,
    )


Language = Annotated[
    str | None, _language("by the suffix of a file; java for a folder, rows and standard input")
]
FileLanguage = Annotated[
    str | None, _language("by the suffix of a file; java for a folder and standard input")
]
"""Of verbs that take no rows."""
TreeLanguage = Annotated[str | None, _language("java")]
"""Of a verb that takes one folder."""


def one_input(paths: list[Path] | None, jsonl: Path | None, table: Path | None) -> None:
    """Check that one input is given.

    Raises:
        typer.BadParameter: there is none, or more than one.
    """
    if [bool(paths), jsonl is not None, table is not None].count(True) != 1:
        raise typer.BadParameter(
            "give either paths or --jsonl or --parquet; a path - is a text on standard input"
        )


def with_mutators(verb: Callable[..., None]) -> Callable[..., None]:
    """Give a verb, in the place of its parameter `choice`, ``--mutator`` and all options that mutators declare.

    An option of a mutator whose flag the verb has itself is left out; to choose the mutator is then an error.

    Args:
        verb: its `choice` is the `Choice` of mutators that these options make.
    """
    verb = filled(verb)
    hints = get_type_hints(verb, include_extras=True)
    own = _RESERVED.union(flag for name, hint in hints.items() for flag in _flags(name, hint))
    options = [option for option in _OPTIONS if option.flag not in own]
    parameters: list[Parameter] = []
    for parameter in signature(verb).parameters.values():
        if parameter.name == "choice":
            parameters += [_CHOOSING, *(_choosing(option) for option in options)]
        else:
            kind = Parameter.KEYWORD_ONLY
            parameters.append(parameter.replace(annotation=hints[parameter.name], kind=kind))

    @wraps(verb)
    def run(**given: Any) -> None:  # noqa: ANN401 - whatever the options of the verb are
        names = given.pop("mutator") or ()
        _check_flags(own, names)
        values = {option.name: given.pop(_parameter(option)) for option in options}
        chosen = {
            name: (value,) if isinstance(value, str) else tuple(value)
            for name, value in values.items()
            if value
        }
        verb(**given, choice=Choice(tuple(names), chosen))

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _flags(name: str, hint: object) -> Iterator[str]:
    """Yield the flags of a parameter of a verb: those that its option gives, else its own name; an argument has none."""
    for shown in getattr(hint, "__metadata__", ()):
        if isinstance(shown, _OPTION):
            # The first name that an option gives is where typer looks for a default outside of `Annotated`.
            names = [one for one in (shown.default, *shown.param_decls) if isinstance(one, str)]
            words = name.replace("_", "-")
            for given in names or (f"--{words}", f"--no-{words}"):
                yield from given.split("/")


_OPTION: Any = type(typer.Option())
_RESERVED = frozenset({"--help", "--mutator", "-m"})
"""Flags of each verb that takes mutators."""


def _check_flags(own: Set[str], names: Sequence[str]) -> None:
    """Check that no chosen mutator has an option whose flag the verb has itself.

    Raises:
        typer.BadParameter: One has.
    """
    for option, declaring in declared_options().items():
        if option.flag in own:
            for mutator in declaring:
                if mutator in (names or registry.defaults()):
                    raise typer.BadParameter(
                        f"{option.flag} is an option of this verb, and the mutator {mutator} has an option {option.name!r}"
                        f" with the same flag: it needs another one"
                    )


def _declared() -> tuple[Option, ...]:
    """Return the options of all mutators; only of ours where a package with others cannot be loaded.

    That must not keep verbs from running which need no such mutator; those that look it up report the error.
    """
    try:
        return tuple(declared_options())
    except Exception:  # whatever the package raises when it is imported
        return tuple(dict.fromkeys(option for entry in registry.BUILT_IN for option in entry.options))


def _parameter(option: Option) -> str:
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
    return Parameter(
        _parameter(option), Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, shown]
    )


_OPTIONS = _declared()
_CHOOSING = Parameter("mutator", Parameter.KEYWORD_ONLY, default=None, annotation=Names)
"""The first of what `with_mutators` puts in the place of `choice`."""


def configured(choice: Choice) -> tuple[Mutator, ...]:
    """Return the mutators with their options.

    Raises:
        typer.BadParameter: an option is of a mutator that is not among those named.
    """
    try:
        return choice.mutators()
    except MutationError as error:
        raise typer.BadParameter(str(error)) from error
