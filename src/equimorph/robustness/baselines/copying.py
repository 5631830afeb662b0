"""The model `copy`: it answers its input, so that it repairs nothing, and behaves on a mutant as on the original."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from equimorph.models import Answer, Candidate, Request


class CopyModel:
    """Answers each request with its own text.

    Attributes:
        name: "copy".
    """

    name: ClassVar[str] = "copy"

    def repair(self, requests: Iterable[Request], k: int) -> Iterator[Answer]:
        """Yield an answer for each request, with its text as the only candidate; with none if `k` is 0."""
        for request in requests:
            yield Answer(request.id, self.name, (Candidate(request.text),)[:k])
