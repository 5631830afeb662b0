"""The places of a page: what `equimorph sites --why --json` wrote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equimorph.pages.data import Interned
from mutators import MutationError

_TEXTS = ("path", "mutator", "kind", "method", "text", "reason")
_MOST = 200
"""So many characters of a place's text are shown."""


class Sites:
    """Counts of places, and the refused ones."""

    def __init__(self) -> None:
        self._names = {name: Interned[str | None]() for name in _TEXTS}
        self._accepted: dict[int, int] = {}
        self._refused: list[list[Any]] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, data: Mapping[str, Any], number: int) -> None:
        """Take a place in.

        Args:
            data: the decoded JSON.
            number: 1-based line in its file, for messages.

        Raises:
            MutationError: a field has a wrong type or value.
        """
        texts = {name: data.get(name) for name in _TEXTS}
        for name, value in texts.items():
            if not (isinstance(value, str) or (value is None and name != "mutator")):
                raise MutationError(f"line {number}: field {name!r} is not a text")
        place = [data.get("line"), data.get("column")]
        if not all(type(value) is int for value in place):
            raise MutationError(f"line {number}: fields 'line' and 'column' are not numbers")
        accepted, reason = data.get("accepted"), texts["reason"]
        if type(accepted) is not bool or accepted is not (reason is None):
            raise MutationError(f"line {number}: fields 'accepted' and 'reason' do not agree")
        texts["text"] = _shortened(texts["text"] or "")
        self._count += 1
        mutator = self._names["mutator"].number(texts["mutator"])
        self._accepted.setdefault(mutator, 0)
        if accepted:
            self._accepted[mutator] += 1
        else:
            self._refused.append([*(self._names[name].number(texts[name]) for name in _TEXTS), *place])

    def data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        names = {f"{name}s": known.values() for name, known in self._names.items()}
        return {**names, "accepted": list(self._accepted.values()), "refused": self._refused}


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MOST else f"{flat[: _MOST - 3]}..."
