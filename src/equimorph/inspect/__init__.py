"""Evaluations for Inspect: ``inspect eval equimorph/repair -T bugs=bugs.jsonl --model MODEL``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equimorph.runs.extras import module

if TYPE_CHECKING:
    from equimorph.inspect.tasks import judged_repair as judged_repair
    from equimorph.inspect.tasks import repair as repair

__all__ = ["judged_repair", "repair"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of a module
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module("inspect_ai")
    return getattr(module(f"{__name__}.tasks"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
