"""The options of the verbs that compile and test what models answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from equimorph.projects.options import RUNNERS, RunnerOptions
from equimorph.runs.declared import Option, Panel
from mutators import MutationError

_OPTIONS = {"javac": ("class_path", "javac_options", "java_options"), "python": ("python",)}
"""The options that only one runner has."""
_NAMES = tuple(name for name in RUNNERS if name != "command")


@dataclass(frozen=True)
class Runner(RunnerOptions):
    """The options of a runner, of which --runner-command alone makes that of a command.

    Attributes:
        runner: Runner of builds and tests, which executes model code on this machine: javac (the JDK alone), defects4j (if
            installed) or python (pytest or unittest). Default: javac for Java, python for Python.

    Raises:
        MutationError: options do not go together.
    """

    runner: Annotated[Any, Option(panel=Panel.TESTS, choices=_NAMES, kind=str)] = None

    def __post_init__(self) -> None:
        if self.command is not None and self.runner is not None:
            raise MutationError("give either --runner or --runner-command")
        runner = "command" if self.command is not None else self.runner
        for of, names in _OPTIONS.items():
            for name in names:
                if getattr(self, name) and runner not in (None, of):
                    flag = name.removesuffix("s").replace("_", "-")
                    raise MutationError(f"--{flag} is for --runner {of}")
        object.__setattr__(self, "runner", runner)
        super().__post_init__()
