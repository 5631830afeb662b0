"""The journal of an unfinished search: its options, and all answers of the models.

The rest of a search follows from that. A stopped run begins again, takes the models' earlier answers from the journal,
reaches the same bytes, and asks nothing twice.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from equimorph.runs.partial import partial, whole_lines
from equimorph.search.errors import BudgetExhausted, SearchError
from equimorph.search.outputs import CountedModel, Output, plain_output, stored_output

_SAID = "said.jsonl"


class Journal:
    """The answers of a run's models.

    Args:
        path: Path of the file; None to keep nothing.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._stream: BinaryIO | None = None
        self._said = dict[int, dict[str, Output]]()
        self._before, self._started = 0.0, time.monotonic()
        if path is not None:
            self._read(path)
            self._stream = path.open("ab", buffering=0)

    @property
    def known(self) -> int:
        """The number of outputs of an earlier run."""
        return sum(len(outputs) for outputs in self._said.values())

    def seconds(self) -> float:
        """Return the duration of the run, with the time before it was stopped."""
        return self._before + time.monotonic() - self._started

    def follow(self, models: tuple[CountedModel, ...]) -> None:
        """Give models what they said in an earlier run, and write down what they say from now on."""
        for number, model in enumerate(models):
            model.remembered = self._said.get(number, {})
            model.written = self._writer(number)

    def close(self) -> None:
        """Close the file."""
        if self._stream is not None:
            self._stream.close()

    def _writer(self, number: int) -> Any:  # noqa: ANN401 - a function
        def write(outputs: Mapping[str, Output]) -> None:
            if self._stream is not None:
                plain = {key: plain_output(one) for key, one in outputs.items()}
                row = {"model": number, "seconds": self.seconds(), "said": plain}
                # One call, so that what a kill leaves is the line or a part of it.
                self._stream.write(json.dumps(row).encode() + b"\n")

        return write

    def _read(self, path: Path) -> None:
        """Read the whole lines that there are, and cut off what is behind them."""
        for row in map(json.loads, whole_lines(path)):
            of_model = self._said.setdefault(row["model"], {})
            of_model.update((key, stored_output(one)) for key, one in row["said"].items())
            self._before = row["seconds"]


@contextmanager
def journal(out: Path | None, run: Mapping[str, Any], restart: bool = False) -> Iterator[Journal]:
    """Open the journal of a run, which is removed when the run is done.

    Args:
        out: the output; ``OUT.partial`` beside it has the journal. None to keep nothing.
        run: the options and the input: an earlier run that continues must have had the same.
        restart: discard an unfinished run (OUT.partial) and start over.

    Raises:
        SearchError: another run is at work there, or the earlier one had other options, which the message names.
        OSError: something cannot be read or written.
    """
    if out is None:
        yield Journal()
        return
    with partial(out, run, SearchError, restart) as work:
        made = Journal(work / _SAID)
        try:
            yield made
        except BudgetExhausted:
            shutil.rmtree(work)  # to go on there would end in the same way
            raise
        finally:
            made.close()
