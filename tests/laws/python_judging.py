"""What running Python mutants shows: what each prints, and how it ends, beside the original."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from mutators import Mutant

CHILD = Path(__file__).with_name("python_child.py")


@dataclass(frozen=True)
class Outcome:
    """What a program printed, and the type of the exception that ended it, "" for none."""

    printed: str
    error: str

    def __str__(self) -> str:
        return f"{self.error or 'fine'}\n{self.printed}"


class Runner:
    """Runs programs in a child process, which is started anew where it died."""

    def __init__(self, python: str = sys.executable, seconds: float = 10) -> None:
        self.command = [python, "-I", str(CHILD)]
        self.seconds = seconds
        self.ran = 0
        self._child: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            assert self._child.stdin is not None
            assert self._child.stdout is not None
            self._child.kill()
            self._child.wait()
            self._child.stdin.close()
            self._child.stdout.close()
            self._child = None

    def run(self, text: str) -> Outcome:
        """What a program does; "Died" is the error of one that ends the process."""
        self.ran += 1
        if self._child is None:
            self._child = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            print(json.dumps({"text": text, "seconds": self.seconds}), file=child.stdin, flush=True)
            answer = child.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            self.close()
            return Outcome("", "Died")
        return Outcome(**json.loads(answer))


@dataclass(frozen=True)
class Wrong:
    """A mutant that should do what its original does, and does not."""

    mutant: Mutant
    before: Outcome
    after: Outcome

    def __str__(self) -> str:
        lines = [
            f"- {one}\n+ {other}"
            for one, other in zip(str(self.before).split("\n"), str(self.after).split("\n"), strict=False)
            if one != other
        ]
        return f"{self.mutant.mutator}: {self.mutant.diff()}\n" + "\n".join(lines[:3])


def wrong(runner: Runner, found: Iterable[Mutant]) -> Iterator[Wrong]:
    """Yield the mutants that do not do what their original does; it must end by itself, print something, and do so again.

    Args:
        runner: runs them.
        found: preserving mutants of one source.
    """
    before: Outcome | None = None
    for mutant in found:
        if before is None:
            before = steady(runner, mutant.source.text)
        after = runner.run(mutant.text)
        if after != before:
            yield Wrong(mutant, before, after)


def steady(runner: Runner, text: str) -> Outcome:
    """What a program does, which must be the same twice, and an orderly end."""
    before = runner.run(text)
    assert before.printed, before
    assert not before.error, before
    assert runner.run(text) == before
    return before
