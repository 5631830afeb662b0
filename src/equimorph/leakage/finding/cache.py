"""A cache of what is prepared of training data: a file for each chunk, form and side, by the contents of the chunk."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from equimorph.leakage.finding.comparing import Comparer
from equimorph.leakage.finding.options import FindOptions
from equimorph.leakage.finding.searching import Columns, prepare
from equimorph.leakage.finding.sizes import Side
from equimorph.leakage.samples import FormName
from equimorph.leakage.training import Chunk
from equimorph.runs.whole import whole_file
from equimorph.version import __version__
from mutators import MutationError

_SIZE = struct.Struct("<q")
_MISSING = -1
"""The size of a side that is not there."""


class Cache:
    """A folder of prepared sides.

    Args:
        folder: made if it is not there; any number of processes may use it at once.
        options: what is looked for.
    """

    def __init__(self, folder: Path, options: FindOptions) -> None:
        self._folder, self._options = folder, options

    @contextmanager
    def columns(self, chunk: Chunk) -> Iterator[Columns]:
        """Yield the `Columns` that prepare the sides of a chunk; all of its items must be passed to it, in order.

        Columns in the folder are read; the others are prepared and stored there, if the whole chunk succeeds.

        Raises:
            OSError: the folder cannot be written.
        """
        open_columns = dict[tuple[FormName, str, Side], _Column]()
        with ExitStack() as stack:

            def columns(
                form: FormName, side: Side, comparer: Comparer, texts: Sequence[bytes | None]
            ) -> Sequence[Any]:
                if not comparer.is_kept:
                    return prepare(form, side, comparer, texts)
                key = form, comparer.language, side
                if key not in open_columns:
                    open_columns[key] = stack.enter_context(_opened(self._path(chunk, *key)))
                return open_columns[key].prepared(form, side, comparer, texts)

            yield columns

    def _path(self, chunk: Chunk, form: FormName, language: str, side: Side) -> Path:
        row = chunk.to_row()
        key_parts = [__version__, form, language, side, self._options.keep_literal_blanks]
        key_parts += [row[name] for name in ("format", "fields", "sha256")]
        # What the same bytes mean also depends on these: a mark at the start of a file is no text, and a packed file is unpacked.
        key_parts += [chunk.first == 1, [Path(chunk.origin.name(file)).suffix for file in chunk.files]]
        key = hashlib.sha256(json.dumps(key_parts, sort_keys=True).encode()).hexdigest()
        return self._folder / key[:2] / f"{key}.sides"


class _Column:
    """A column that is read from `source`; without one, it is made and written to `target`."""

    def __init__(self, source: BinaryIO | None, target: BinaryIO | None) -> None:
        self._source, self._target = source, target

    def prepared(
        self, form: FormName, side: Side, comparer: Comparer, texts: Sequence[bytes | None]
    ) -> Sequence[Any]:
        """Return the next sides, prepared."""
        if self._source is not None:
            return [self._read(comparer, text) for text in texts]
        values = prepare(form, side, comparer, texts)
        assert self._target is not None
        for value in values:
            data = None if value is None else comparer.packed(value)
            self._target.write(_SIZE.pack(_MISSING if data is None else len(data)) + (data or b""))
        return values

    def _read(self, comparer: Comparer, text: bytes | None) -> Any:  # noqa: ANN401 - the comparer's
        assert self._source is not None
        head = self._source.read(_SIZE.size)
        size = _SIZE.unpack(head)[0] if len(head) == _SIZE.size else None
        data = self._source.read(max(size or 0, 0))
        if size is None or len(data) != max(size, 0) or (size == _MISSING) != (text is None):
            raise _damaged(self._source)
        return None if size == _MISSING else comparer.unpacked(data)


def _damaged(source: BinaryIO) -> MutationError:
    return MutationError(f"{source.name}: damaged; remove the folder of the cache")


@contextmanager
def _opened(path: Path) -> Iterator[_Column]:
    if path.exists():
        with path.open("rb") as source:
            yield _Column(source, None)
            if source.read(1):
                raise _damaged(source)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as target:
        yield _Column(None, target)
