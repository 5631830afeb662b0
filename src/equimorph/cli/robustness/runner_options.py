"""Options of the verbs that compile and test what models answer."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, cast, get_type_hints

import typer

from equimorph.cli.arguments import Known
from equimorph.cli.bulk_options import MOST_SECONDS
from equimorph.cli.commands import Panel
from equimorph.robustness.running.options import (
    PLACES,
    RUNNERS,
    TESTS,
    Place,
    RunnerName,
    RunnerOptions,
    Tests,
)
from mutators import MutationError

__all__ = ["with_runner"]

_NAMES = tuple(name for name in RUNNERS if name != "command")
_RUNNERS, _PLACES, _TESTS = (
    Known("runner", lambda: _NAMES),
    Known("place", lambda: PLACES),
    Known("tests", lambda: TESTS),
)


def _option(*names: str, help: str, **more: Any) -> Any:  # noqa: ANN401 - typer's
    return typer.Option(*names, help=help, show_default=False, rich_help_panel=Panel.TESTS, **more)


def _named(known: Known, *names: str, help: str) -> Any:  # noqa: ANN401 - typer's
    return _option(*names, help=help, callback=known.check, autocompletion=known.complete)


_OPTIONS: dict[str, Any] = {
    "runner": Annotated[
        str | None,
        _named(
            _RUNNERS,
            "--runner",
            help="What compiles and tests, executing the code of models on this machine: javac (the JDK alone), or defects4j,"
            " where it is installed. Default: javac.",
        ),
    ],
    "runner_command": Annotated[
        str | None,
        _option(
            "--runner-command",
            help="A shell command that does so in a copy of the checkout: it writes failing_tests as Defects4J does, and ends with"
            " exit code 64 where the sources do not compile.",
        ),
    ],
    "class_path": Annotated[
        list[str] | None,
        _option(
            "--class-path",
            help=f"javac: libraries, such as JUnit: jars and folders, with {os.pathsep} between.",
        ),
    ],
    "javac_option": Annotated[
        list[str] | None, _option("--javac-option", help="javac: an option of the compiler; may be repeated.")
    ],
    "java_option": Annotated[
        list[str] | None,
        _option("--java-option", help="javac: an option of the JVM that runs the tests; may be repeated."),
    ],
    "timeout": Annotated[
        float | None,
        _option(
            "--timeout",
            min=0.001,
            max=MOST_SECONDS,
            help=f"Seconds for compiling, and for the tests. Default: {RunnerOptions().timeout:g}.",
        ),
    ],
    "memory": Annotated[
        int | None,
        _option(
            "--memory",
            min=16,
            help=f"MiB for the heap of the tests' JVM, or for each process of a command. Default: {RunnerOptions().memory}.",
        ),
    ],
    "tests": Annotated[
        str | None,
        _named(
            _TESTS, "--tests", help="Which tests: all, or trigger, those that the bug names. Default: all."
        ),
    ],
    "ignore_failing_fixed": Annotated[
        bool | None,
        _option(
            "--ignore-failing-fixed",
            help="Leave tests aside that fail with the fix, too, unless the bug names them.",
        ),
    ],
    "place": Annotated[
        str | None,
        _named(
            _PLACES,
            "--place",
            help="What of an exception's place counts: its method, or its line in the original, too. Default: method.",
        ),
    ],
    "source_dir": Annotated[
        str | None,
        _option("--source-dir", help="Folder of the sources in checkouts that do not say it."),
    ],
    "test_dir": Annotated[
        str | None,
        _option("--test-dir", help="Folder of the tests in checkouts that do not say it."),
    ],
    "run_cache": Annotated[
        str | None,
        _option(
            "--run-cache",
            help="Folder that keeps what runs showed, for the next call. Default: OUT.runs, removed at the end.",
        ),
    ],
}


def with_runner(verb: Callable[..., None]) -> Callable[..., None]:
    """Give a verb, in the place of its parameter `runner`, the options of runners.

    Args:
        verb: its `runner` is the `RunnerOptions` that these options make; None if no such option is given.
    """
    hints = get_type_hints(verb, include_extras=True)
    parameters: list[Parameter] = []
    for parameter in signature(verb).parameters.values():
        if parameter.name == "runner":
            kind = Parameter.KEYWORD_ONLY
            parameters += [
                Parameter(name, kind, default=None, annotation=hint) for name, hint in _OPTIONS.items()
            ]
        else:
            parameters.append(
                parameter.replace(annotation=hints[parameter.name], kind=Parameter.KEYWORD_ONLY)
            )

    @wraps(verb)
    def run(**given: Any) -> None:  # noqa: ANN401 - whatever the options of the verb are
        values = {name: given.pop(name) for name in _OPTIONS}
        verb(**given, runner=_options(values) if any(values.values()) else None)

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _options(values: dict[str, Any]) -> RunnerOptions:
    """Return the options of a runner.

    Raises:
        typer.BadParameter: they do not go together.
    """
    name, command = values["runner"], values["runner_command"]
    if command is not None and name is not None:
        raise typer.BadParameter("give either --runner or --runner-command")
    runner = "command" if command is not None else name or "javac"
    for only in ("class_path", "javac_option", "java_option"):
        if values[only] and runner != "javac":
            raise typer.BadParameter(f"--{only.replace('_', '-')} is for --runner javac")
    paths = [path for given in values["class_path"] or () for path in given.split(os.pathsep) if path]
    if missing := next((path for path in paths if not os.path.exists(path)), None):  # noqa: PTH110 - of a text
        raise typer.BadParameter(f"--class-path: no such file or folder: {missing!r}")
    default = RunnerOptions()
    try:
        return RunnerOptions(
            cast("RunnerName", runner),
            command,
            tuple(paths),
            tuple(values["javac_option"] or ()),
            tuple(values["java_option"] or ()),
            values["timeout"] or default.timeout,
            values["memory"] or default.memory,
            cast("Place", values["place"] or default.place),
            cast("Tests", values["tests"] or default.tests),
            bool(values["ignore_failing_fixed"]),
            values["run_cache"],
            values["source_dir"],
            values["test_dir"],
        )
    except MutationError as error:
        raise typer.BadParameter(str(error)) from error
