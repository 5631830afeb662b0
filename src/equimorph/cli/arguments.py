"""What commands share: arguments, their checks and completions, and the mutators that some of them name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from equimorph.catalogue import Choice, declared_options
from equimorph.cli.commands import Panel
from equimorph.cli.values import input_file, json_lines_file, known_encoding, rows_format, table_format
from mutators import MutationError, Mutator, Option, registry
from parsers.language import languages

__all__ = [
    "FORMATS",
    "MUTATORS",
    "Classpath",
    "Encoding",
    "Field",
    "Full",
    "JsonFile",
    "Known",
    "Language",
    "LimitPerMethod",
    "LimitPerMutator",
    "Names",
    "OptionalJsonFile",
    "OutFile",
    "OutFolder",
    "OutTable",
    "Paths",
    "PythonCommand",
    "Quiet",
    "RowsFile",
    "Seed",
    "SomePaths",
    "SourceEncoding",
    "Sourcepath",
    "TableFile",
    "configured",
    "one_input",
    "with_mutators",
]

Value = TypeVar("Value", str | None, list[str] | None)


@dataclass(frozen=True)
class Known:
    """Names that an option takes.

    Attributes:
        what: they are names of.
        names: gives them.
    """

    what: str
    names: Callable[[], Sequence[str]]

    def check(self, value: Value) -> Value:
        """Return the value of an option, if it is made of these names.

        Raises:
            typer.BadParameter: it is not; the message suggests the closest name, or lists them all.
        """
        known = self._known()
        for given in [value] if isinstance(value, str) else value or []:
            if given not in known:
                close = get_close_matches(given, known, n=1)
                hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(known)}"
                raise typer.BadParameter(f"no {self.what} {given!r}; {hint}")
        return value

    def complete(self, incomplete: str) -> list[str]:
        """Return the names that begin so, for the shell."""
        return [name for name in self._known() if name.startswith(incomplete)]

    def _known(self) -> Sequence[str]:
        try:
            return self.names()
        except MutationError as error:  # of other people's packages
            raise typer.BadParameter(str(error)) from error


MUTATORS = Known("mutator", registry.names)
LANGUAGES = Known("language", languages)
FORMATS = Known("format", lambda: ("jsonl", "parquet"))


_PATHS = "Source files, and folders with them; - for the text of one on standard input."
Paths = Annotated[list[Path], typer.Argument(help=_PATHS, show_default=False)]
SomePaths = Annotated[list[Path] | None, typer.Argument(help=_PATHS, show_default=False)]
RowsFile = Annotated[
    Path | None,
    typer.Option(
        "--jsonl",
        help="Take the texts in this JSON Lines file instead, which may be compressed (.gz); - for standard input.",
        callback=json_lines_file,
        rich_help_panel=Panel.INPUT,
    ),
]
TableFile = Annotated[
    Path | None,
    typer.Option(
        "--parquet",
        help="Take the texts in this Parquet file instead; - for standard input.",
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
        help="Use only this mutator (repeatable). Default: all that preserve behaviour, except sketch.",
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
        help="At most so many mutants of each method, drawn by the seed.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
LimitPerMutator = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="At most so many mutants of each mutator in each method, drawn by the seed.",
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
Classpath = Annotated[
    str,
    typer.Option(help="Class path for javac, with its separator.", rich_help_panel=Panel.CHECKS),
]
Sourcepath = Annotated[
    list[Path] | None,
    typer.Option(
        help="Folder with further sources for javac (repeatable).",
        exists=True,
        file_okay=False,
        rich_help_panel=Panel.CHECKS,
    ),
]

PythonCommand = Annotated[
    str | None,
    typer.Option(
        "--python",
        metavar="COMMAND",
        help="Python interpreter that compiles, 3.11 to 3.13, such as python3.12. Default: the one that runs this command.",
        show_default=False,
        rich_help_panel=Panel.CHECKS,
    ),
]


Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        help="Language of the sources. Default: by the suffix of a file; java for a folder, rows and standard input.",
        show_default=False,
        callback=LANGUAGES.check,
        autocompletion=LANGUAGES.complete,
        rich_help_panel=Panel.INPUT,
    ),
]


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

    Args:
        verb: its `choice` is the `Choice` of mutators that these options make.
    """
    hints = get_type_hints(verb, include_extras=True)
    own = {flag for name, hint in hints.items() for flag in _flags(name, hint)}
    options = [option for option in _OPTIONS if option.flag not in own]
    parameters: list[Parameter] = []
    for parameter in signature(verb).parameters.values():
        if parameter.name == "choice":
            parameters += [_CHOOSING, *(_choosing(option) for option in options)]
        else:
            parameters.append(parameter.replace(annotation=hints[parameter.name]))

    @wraps(verb)
    def run(**given: Any) -> None:  # noqa: ANN401 - whatever the options of the verb are
        names = given.pop("mutator") or ()
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
    """Yield the names that a parameter of a verb has on the command line."""
    yield f"--{name.replace('_', '-')}"
    for shown in getattr(hint, "__metadata__", ()):
        yield from getattr(shown, "param_decls", None) or ()


def _declared() -> tuple[Option, ...]:
    """Return the options of all mutators; only of ours where a package with others cannot be loaded.

    That must not keep verbs from running which need no such mutator; those that look it up report the error.
    """
    try:
        return tuple(declared_options())
    except Exception:  # whatever the package raises when it is imported
        return tuple(dict.fromkeys(option for mutator in registry.BUILT_IN for option in mutator.options))


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
        _parameter(option), Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=Annotated[kind, shown]
    )


_OPTIONS = _declared()
_CHOOSING = Parameter("mutator", Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=Names)
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
