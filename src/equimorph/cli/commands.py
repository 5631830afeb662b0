"""What all verbs share as commands: plain help with options in groups, and usage errors as `error:` lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from inspect import Signature
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from equimorph.runs.declared import Panel

_WHOLE = 1000
"""More characters than any short help has."""
_LIST = re.compile(r"<list\[(\w+)\]>")
_RANGE = re.compile(r"<(int|float) range>")
_SHOWN_DEFAULT = re.compile(r"\[default: \((.*)\)(;|\])")


def _write_options(command: TyperCommand | TyperGroup, context: Any, formatter: Any) -> None:  # noqa: ANN401 - click's
    """Write the arguments, then the options by group."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None:
            continue
        if parameter.param_type_name == "argument":
            title = "Arguments"
        else:
            title = str(getattr(parameter, "rich_help_panel", None) or Panel.OTHER)
        names, text = record
        names = _RANGE.sub(r"<\1>", _LIST.sub(r"<\1>", names))
        groups.setdefault(title, []).append((names, _SHOWN_DEFAULT.sub(r"[default: \1\2", text)))
    titled = ["Arguments", *Panel]
    for title in sorted(groups, key=lambda name: titled.index(name) if name in titled else len(titled)):
        with formatter.section(title):
            formatter.write_dl(groups[title])


class _Epilog:
    """A command with examples."""

    epilog: str | None

    def format_epilog(self, _: Any, formatter: Any) -> None:  # noqa: ANN401 - click's
        """Write the examples; a command is never broken, so that it can be copied."""
        heading, *commands = [line for line in (self.epilog or "").splitlines() if line] or [""]
        if heading:
            formatter.write(f"\n{heading}\n" + "".join(f"  {command}\n" for command in commands))


class Command(_Epilog, TyperCommand):
    """A verb.

    Attributes:
        path: Its name, with the one of its group.
        signature: Its parameters.
    """

    path = ""
    signature = Signature()

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - click's
        """Write the arguments and the groups of options."""
        _write_options(self, ctx, formatter)

    def make_parser(self, ctx: Any) -> Any:  # noqa: ANN401 - click's
        """Return the parser; besides the options of the help, --no-NAME takes back a flag that a file sets."""
        parser = super().make_parser(ctx)
        flag: Any
        for flag in self.get_params(ctx):
            if getattr(flag, "is_bool_flag", False) and not flag.secondary_opts and not flag.is_eager:
                names = [_negation(name) for name in flag.opts if name.startswith("--")]
                parser.add_option(flag, names, flag.name, action="store_const", const=False)
        return parser

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - click's
        """Read the arguments; the environment or a file may set other options."""
        _off([self.get_help_option(ctx)])
        if ctx.parent is None or ctx.resilient_parsing or self._asks_help(ctx, args):
            return super().parse_args(ctx, args)
        from equimorph.cli.defaults import find_configuration

        root = ctx.find_root()
        configuration = find_configuration(root.params.get("config"))
        configuration.check_verbs(root.command.commands.below())
        settings = configuration.settings(self.path, self.signature)
        ctx.default_map = {name: setting.value for name, setting in settings.items()}
        ctx.meta[_SETTINGS] = settings
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            setting = _taken(ctx).get(getattr(error.param, "name", None) or "")
            if setting is None:
                raise
            raise typer.BadParameter(f"{setting.place}: {error.message}", ctx) from error

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - click's
        """Run the verb; a usage error also names the options that the command line did not give."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            places = [setting.place for setting in _taken(ctx).values()]
            if places:
                error.message += f" (set besides the command line: {'; '.join(places)})"
            raise

    def _asks_help(self, ctx: Any, args: list[str]) -> bool:  # noqa: ANN401 - click's
        return bool(self.make_parser(ctx).parse_args([*args])[0].get("help"))


def _negation(flag: str) -> str:
    return (
        f"--{flag.removeprefix('--no-')}" if flag.startswith("--no-") else f"--no-{flag.removeprefix('--')}"
    )


_SETTINGS = "equimorph.settings"
"""The name of the settings of a verb among the notes of typer's context."""


def _taken(ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - click's
    """Return the settings whose values the verb gets: neither the command line nor a study overrides them."""
    return {
        name: setting
        for name, setting in ctx.meta.get(_SETTINGS, {}).items()
        if getattr(ctx.get_parameter_source(name), "name", "") == "DEFAULT_MAP"
        and ctx.default_map[name] is setting.value
    }


def _off(flags: Iterable[Any]) -> None:
    """Make flags False where they are not given, and not None: to convert a None, typer imports pydantic, which takes long."""
    for flag in flags:
        if flag.default is None and flag.is_flag:
            flag.default = False


def _as_it_is(_: Any, value: Any) -> Any:  # noqa: ANN401 - click's
    return value


class Group(_Epilog, TyperGroup):
    """The command itself, or a verb that has verbs of its own."""

    commands: Any
    """The verbs by name, `equimorph.cli.loading.Verbs`."""

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - click's
        """Write the options, then the verbs."""
        _write_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - click's
        """Write the verbs, each with its whole first sentence."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, verb.get_short_help_str(_WHOLE)) for name, verb in self.commands.listed().items()]
            )

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:  # noqa: ANN401 - click's
        """Return the verbs and options that begin so; no verb is loaded."""
        commands, self.commands = self.commands, self.commands.listed()
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self.commands = commands

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - click's
        """Read the arguments; without any, show the help, and exit with 2."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            typer.echo(ctx.get_help(), err=True)
            raise typer.Exit(2)
        _off(self.get_params(ctx))
        parameters: Any = self.get_params(ctx)
        for parameter in parameters:
            if parameter.name == "config":  # to convert a text to a text, typer imports pydantic, too
                parameter.process_value = _as_it_is
        return super().parse_args(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401 - click's
    ) -> Any:  # noqa: ANN401 - click's
        """Run the command; what cannot be understood is one line `error:` and exit code 2."""
        run = partial(super().main, args, prog_name, complete_var, False, windows_expand_args, **extra)
        if not standalone_mode:
            return run()
        try:
            code = run()
        except _USAGE_ERROR as error:
            _tell(_lines(error))
            code = 2
        except OSError as error:  # of the help or the version: verbs report their own
            _tell([f"error: standard output: {error.strerror}"])
            code = 1
        sys.exit(code if isinstance(code, int) else 0)


_USAGE_ERROR: Any = typer.BadParameter.__base__
"""click's UsageError; where typer has it depends on its version."""


def _tell(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line, err=True)


_FIRST_WORD = re.compile(r"\A[A-Z](?=[a-z']* )")
"""The first letter of a sentence, but not of a file's name or of a variable."""
_INVALID = re.compile(r"Invalid value(?: for (?P<where>[^:]*))?: (?P<what>.*)", re.DOTALL)


def _lines(error: Any) -> list[str]:  # noqa: ANN401 - click's
    """Return a usage error as lines."""
    message = " ".join(str(error.format_message()).split())
    invalid = _INVALID.fullmatch(message)
    if invalid is not None:
        where = (invalid["where"] or "").replace("'", "")
        message = f"{where}: {invalid['what']}" if where else invalid["what"]
    message = _FIRST_WORD.sub(lambda word: word[0].lower(), message).removesuffix(".")
    if error.ctx is None:
        return [f"error: {message}"]
    return [f"error: {message}", f"`{error.ctx.command_path} --help` shows arguments, options and examples"]
