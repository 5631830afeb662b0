"""The options that chat servers and local models share: prompt and sampling."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

from equimorph.models.exchange import CannotRun
from equimorph.runs.declared import Option, Panel, check_values

__all__ = ["Sampling", "check_unused", "system_message"]


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """The prompt of a language model, and how its replies are sampled.

    Attributes:
        prompt: Prompt template, a file or the name of a built-in one. Default: repair; for problems and descriptions generate.
        system: File with the system message.
        temperature: Sampling temperature. Default: the server's; 0 with --hf.
        top_p: Nucleus sampling threshold. Default: the server's or the model's.
        max_tokens: Maximum tokens per candidate. Default: the server's; 512 with --hf.
        stop: End a candidate at this text (repeatable).
        sampling_seed: Seed of the sampling. Default: the server's; the seed of the requests with --hf.

    Raises:
        CannotRun: a value is out of its range.
    """

    prompt: Annotated[str | None, Option(panel=Panel.SAMPLING, metavar="NAME|FILE")] = None
    system: Annotated[Path | None, Option(panel=Panel.SAMPLING, exists=True)] = None
    temperature: Annotated[float | None, Option(panel=Panel.SAMPLING, minimum=0)] = None
    top_p: Annotated[float | None, Option(panel=Panel.SAMPLING, minimum=0, maximum=1)] = None
    max_tokens: Annotated[int | None, Option(panel=Panel.SAMPLING, minimum=1)] = None
    stop: Annotated[tuple[str, ...], Option(panel=Panel.SAMPLING)] = ()
    sampling_seed: Annotated[int | None, Option(panel=Panel.SAMPLING)] = None

    def __post_init__(self) -> None:
        if isinstance(self.system, str):
            object.__setattr__(self, "system", Path(self.system))
        if isinstance(self.stop, str):
            object.__setattr__(self, "stop", (self.stop,))
        check_values(self, CannotRun)


def check_unused(options: Any, names: Collection[str], needs: str) -> None:  # noqa: ANN401 - of any dataclass
    """Check that options have their defaults.

    Args:
        options: Dataclass of options.
        names: Names of the fields to check.
        needs: Flags that allow them, such as "--chat or --hf".

    Raises:
        CannotRun: an option has another value.
    """
    for field in fields(options):
        if field.name in names and getattr(options, field.name) != field.default:
            raise CannotRun(f"--{field.name.replace('_', '-')} needs {needs}")


def system_message(path: Path | None) -> str | None:
    """Return the system message in a file; None for no file.

    Raises:
        CannotRun: the file is not UTF-8.
        OSError: it cannot be read.
    """
    try:
        return None if path is None else path.read_text("utf-8")
    except UnicodeError as error:
        raise CannotRun(f"{path} is not UTF-8") from error
