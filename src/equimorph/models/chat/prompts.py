"""Templates of prompts: Jinja2 in a sandbox, where an unknown name is an error.

A template sees what a `Request` has, and nothing else: no fix, no original of a mutant, no record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from equimorph.models.exchange import CannotRun
from equimorph.models.protocol import Request
from equimorph.runs.extras import module

__all__ = ["BUILT_IN", "NAMES", "Prompt", "prompt"]

BUILT_IN = ("repair", "repair-lines", "repair-diff", "repair-examples", "generate", "translate", "summarise")
"""The templates of the package."""
NAMES = {
    "text": "the method, program or description",
    "fault_lines": "its faulty lines, a list of 1-based numbers",
    "marked": "the method with a comment `buggy` at the end of each faulty line",
    "file": "the whole file; empty unless requests have it",
    "failing_tests": "names of the tests that fail because of the bug, a list; empty unless requests have them",
    "examples": "pairs to learn from, a list; each has `buggy` and `fixed`; empty but in `robustness retrain`",
    "language": "java or python; the language of the program to write, if it is another one",
    "k": "number of candidates",
}
"""The names in a template, each with its meaning."""
_COMMENT = {"java": "//", "python": "#"}


@dataclass(frozen=True)
class Prompt:
    """A template of prompts.

    Attributes:
        name: One of `BUILT_IN`, or the path of a file.
        text: Text of the template.

    Raises:
        CannotRun: the text is no template, or uses an unknown name.
    """

    name: str
    text: str

    def __post_init__(self) -> None:
        errors = module("jinja2")
        try:
            parsed = self._environment.parse(self.text)
            self._template  # noqa: B018 - compiles it
        except errors.TemplateSyntaxError as error:
            raise CannotRun(f"{self.name}:{error.lineno}: {error.message}") from error
        unknown = sorted(module("jinja2.meta").find_undeclared_variables(parsed) - NAMES.keys())
        if unknown:
            raise CannotRun(
                f"{self.name}: no name {unknown[0]!r} for a template; there are: {', '.join(NAMES)}"
            )

    @property
    def sha256(self) -> str:
        """The hash of the text, in hex."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def rendered(self, request: Request) -> str:
        """Return the prompt of a request.

        Raises:
            CannotRun: the template fails on it.
        """
        try:
            return str(self._template.render(_values(request)))
        except Exception as error:  # whatever the code of a template raises
            raise CannotRun(f"{self.name}: {request.id}: {type(error).__name__}: {error}") from error

    @cached_property
    def _environment(self) -> Any:  # noqa: ANN401 - of a package that is loaded when it is needed
        strict = module("jinja2").StrictUndefined
        sandboxed = module("jinja2.sandbox").ImmutableSandboxedEnvironment
        return sandboxed(undefined=strict, autoescape=False, keep_trailing_newline=False)

    @cached_property
    def _template(self) -> Any:  # noqa: ANN401 - see above
        return self._environment.from_string(self.text)


def prompt(name: str | Path) -> Prompt:
    """Return a template.

    Args:
        name: One of `BUILT_IN`, or the path of a file.

    Raises:
        CannotRun: the template or file does not exist, or is no template.
    """
    if str(name) in BUILT_IN:
        text = resources.files(__package__).joinpath("prompts", f"{name}.txt").read_text("utf-8")
        return Prompt(str(name), text)
    try:
        return Prompt(str(name), Path(name).read_text("utf-8"))
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise CannotRun(
            f"no prompt {str(name)!r}: {reason}; give a file, or one of: {', '.join(BUILT_IN)}"
        ) from error


def _values(request: Request) -> Mapping[str, object]:
    mark = f"  {_COMMENT.get(request.language, '//')} buggy"
    faulty = set(request.fault_lines)
    lines = [
        _marked(line, mark) if number in faulty else line
        for number, line in enumerate(request.text.split("\n"), 1)
    ]
    return {
        "text": request.text,
        "fault_lines": list(request.fault_lines),
        "marked": "\n".join(lines),
        "file": request.file or "",
        "failing_tests": list(request.failing_tests),
        "examples": [{"buggy": buggy, "fixed": fixed} for buggy, fixed in request.examples],
        "language": request.language,
        "k": request.k,
    }


def _marked(line: str, mark: str) -> str:
    """Return a line with a comment at its end, before the CR of a file with CR LF."""
    bare = line.removesuffix("\r")
    return bare + mark + line[len(bare) :]
