"""Replies in a folder, by the hash of their request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimorph.runs.whole import whole_file


@dataclass(frozen=True)
class Reply:
    """A reply of a server.

    Attributes:
        data: Object in its body.
        seconds: Time that it took.
    """

    data: Mapping[str, Any]
    seconds: float


@dataclass(frozen=True)
class Cache:
    """A folder with a file for each reply; several runs may use it at once.

    Attributes:
        folder: Created with the first reply.
        base: Base URL of the server, a part of each key.
    """

    folder: Path
    base: str

    def get(self, body: Mapping[str, Any], draw: int) -> Reply | None:
        """Return the reply to a request; None if there is none, or only a broken file.

        Args:
            body: Body of the request.
            draw: Number of the draw, from 0, because equal requests get different replies.
        """
        try:
            data = json.loads(self._place(body, draw).read_text("utf-8"))
            return Reply(dict(data["reply"]), float(data["seconds"]))
        except (FileNotFoundError, ValueError, TypeError, KeyError):
            return None

    def put(self, body: Mapping[str, Any], draw: int, reply: Reply) -> None:
        """Keep a reply, with its request.

        Raises:
            OSError: it cannot be written.
        """
        place = self._place(body, draw)
        place.parent.mkdir(parents=True, exist_ok=True)
        data = {"request": body, "draw": draw, "reply": reply.data, "seconds": reply.seconds}
        with whole_file(place) as out:
            out.write(json.dumps(data).encode())

    def _place(self, body: Mapping[str, Any], draw: int) -> Path:
        key = json.dumps([self.base, body, draw], sort_keys=True)
        digest = hashlib.sha256(key.encode()).hexdigest()
        return self.folder / digest[:2] / f"{digest}.json"
