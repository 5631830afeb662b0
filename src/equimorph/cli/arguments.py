"""What commands share: arguments, their checks and completions, and the mutators that some of them name."""

from __future__ import annotations

import re
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
from equimorph.cli.streams import STANDARD
from mutators import MutationError, Mutator, Option, registry
from parsers import ParseError
from parsers.encoding import check_encoding

__all__ = [
    "FORMATS",
    "MUTATORS",
    "Classpath",
    "Encoding",
    "Field",
    "Full",
    "JsonFile",
    "Known",
    "LimitPerMethod",
    "LimitPerMutator",
    "Names",
    "OutFile",
    "OutFolder",
    "OutTable",
    "Paths",
    "Quiet",
    "RowsFile",
    "Seed",
    "SomePaths",
    "Sourcepath",
    "TableFile",
    "configured",
    "input_file",
    "one_input",
    "parse_lines",
    "parse_share",
    "rows_format",
    "table_format",
    "with_mutators",
]

Inputs = TypeVar("Inputs", Path, Path | None, list[Path] | None)
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
FORMATS = Known("format", lambda: ("jsonl", "parquet"))


_ROWS = (".jsonl", ".jsonl.gz")
_TABLES = (*_ROWS, ".parquet")


def _format_known(path: Path | None, suffixes: Sequence[str]) -> Path | None:
    """Return the path of an output, if its name says a format; one without a suffix, such as a device, is JSON Lines."""
    if path is not None and path.suffix and not path.name.endswith(tuple(suffixes)):
        raise typer.BadParameter(
            f"{str(path)!r}: the name must end in {', '.join(suffixes[:-1])} or {suffixes[-1]}"
        )
    return path


def rows_format(path: Path | None) -> Path | None:
    """Return the path of an output of rows, if its name says a format for them.

    Raises:
        typer.BadParameter: it does not; names the formats.
    """
    return _format_known(path, _ROWS)


def table_format(path: Path | None) -> Path | None:
    """Return the path of an output of rows that may be a table, too, if its name says a format.

    Raises:
        typer.BadParameter: it does not; names the formats.
    """
    return _format_known(path, _TABLES)


def known_encoding(name: str) -> str:
    """Return the name of an encoding, if there is such a one.

    Raises:
        typer.BadParameter: there is not.
    """
    try:
        check_encoding(name)
    except ParseError as error:
        raise typer.BadParameter(str(error)) from error
    return name


def input_file(paths: Inputs) -> Inputs:
    """Return the path or paths of inputs, if each is a file, a pipe or ``-``.

    Raises:
        typer.BadParameter: one is not there, or is a folder.
    """
    for path in [paths] if isinstance(paths, Path) else paths or []:
        if path == STANDARD:
            continue
        if path.is_dir():
            raise typer.BadParameter(f"{str(path)!r} is a folder, not a file")
        if not path.exists():
            raise typer.BadParameter(f"no such file: {str(path)!r}")
    return paths


def json_lines_file(path: Path | None) -> Path | None:
    """Return the path of an input of JSON Lines, unless there is no such file, or its name says that it is a table.

    Raises:
        typer.BadParameter: it does, or there is none.
    """
    input_file(path)
    if path is not None and path.suffix == ".parquet":
        raise typer.BadParameter(f"{str(path)!r} is no JSON Lines file; give it as --parquet")
    return path


def parse_share(given: str | None) -> float | None:
    """Return a share as a fraction: of a percentage such as ``50%``, or of a fraction such as ``0.5``.

    Raises:
        typer.BadParameter: it is neither, or could be both.
    """
    if given is None:
        return None
    number = given.removesuffix("%")
    try:
        share = float(number) / (1 if number == given else 100)
    except ValueError:
        problem = "is neither a percentage such as 50% nor a fraction such as 0.5"
    else:
        if number == given and "." not in given:
            problem = f"may be a percentage or a fraction: write {given}%, or a number such as 0.5"
        elif 0 < share <= 1:
            return share
        else:
            problem = "is not above 0 and at most 100%"
    raise typer.BadParameter(f"{given!r} {problem}", param_hint="--share")


_PATHS = "Java files, and folders with them; - for the text of one on standard input."
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


_LINES = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
_MOST_LINES = 1_000_000


def parse_lines(options: Sequence[str], name: str) -> frozenset[int]:
    """Return the line numbers of options such as `12`, `3-5` or `3-5,12`.

    Raises:
        typer.BadParameter: they are not.
    """
    lines: set[int] = set()
    for part in ",".join(options).split(",") if options else ():
        match = _LINES.fullmatch(part.strip())
        if match is None:
            raise typer.BadParameter(f"{part!r} is neither a line nor lines A-B", param_hint=name)
        first = int(match[1])
        last = int(match[2] or first)
        if first < 1 or last < first or last - first >= _MOST_LINES:
            hint = f"; did you mean {last}-{first}?" if 0 < last < first else ""
            raise typer.BadParameter(f"{part!r} is no range of lines{hint}", param_hint=name)
        lines.update(range(first, last + 1))
    return frozenset(lines)
