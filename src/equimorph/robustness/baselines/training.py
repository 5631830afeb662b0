"""Training of the model `memory`: the edits of pairs, and an index of the places where they were made.

A model is a folder of three files: ``memory.json`` says what it is, ``edits.jsonl`` has an edit on each line, the most frequent
first, ``index.bin`` leads from a text, or from the tokens around a place, to the edits. The same pairs give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import struct
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from equimorph.robustness.baselines.remembered import (
    KEY_BYTES,
    SCHEMA,
    WIDTH,
    Tokens,
    edit_of,
    keys_of,
)
from equimorph.robustness.pairs import Pair
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import BadRow, Failed, RowCount, Rows, name_of_rows, raised, read_rows, stored
from equimorph.runs.hashes import file_hash
from equimorph.runs.manifests import write_manifest
from equimorph.runs.whole import whole_folder

MANIFEST, EDITS, INDEX = "memory.json", "edits.jsonl", "index.bin"
KIND = "memory"
ENTRY = struct.Struct(f">{KEY_BYTES}sQ")
"""Of the index: a key, and where in the file of the edits the line begins; the entries are sorted."""


@dataclass(frozen=True)
class Trained:
    """The numbers of pairs, by outcome.

    Attributes:
        count: how many were read, and dropped for which reason.
        edits: how many different edits, with their contexts, are kept.
        sha256: SHA-256 of the rows that were read.
    """

    count: RowCount
    edits: int
    sha256: str


def train(pairs: Rows, out: str | PathLike[str], failed: Failed | None = None) -> Trained:
    """Train a `memory`: write the folder of the model, whole or not at all.

    What is in memory grows with the number of different edits (some hundred bytes each), not with the size of the texts.

    Args:
        pairs: Rows with `id`, `buggy`, `fixed` and perhaps `fault_lines`, such as in ``pairs.jsonl`` and
            ``bugs.jsonl``.
        out: A new or empty folder.
        failed: Gets the bad rows; without it, the first one is raised.

    Raises:
        MutationError: a row is bad, and there is no `failed`.
        FileExistsError: `out` exists, and is not an empty folder.
        OSError: the rows cannot be read, or the model not be written.
    """
    count = RowCount()
    with whole_folder(Path(out)) as folder, stored(pairs) as path, tempfile.TemporaryFile() as spool:
        sha256 = file_hash(path)

        def reported(row: BadRow) -> None:
            (failed or raised)(replace(row, name=name_of_rows(pairs)))

        edits = _Edits(spool)
        for pair in read_rows(path, Pair.from_row, reported, count, key=lambda pair: pair.id):
            reason = edits.add(pair)
            if reason is not None:
                count.dropped[reason] += 1
        with (folder / EDITS).open("wb") as lines, (folder / INDEX).open("wb") as index:
            edits.write(lines, index)
        manifest = {
            "schema": SCHEMA,
            "kind": KIND,
            "width": WIDTH,
            "input": {"sha256": sha256, "read": count.read, "kept": count.kept},
            "dropped": dict(sorted(count.dropped.items())),
            "edits": len(edits),
        }
        write_manifest(folder / MANIFEST, manifest)
    return Trained(count, len(edits), sha256)


@dataclass
class _Known:
    """An edit in the spool.

    Attributes:
        at: Start of its line.
        edit: Digest of the replaced and the new text.
        keys: Keys in the index, one after another.
        pairs: Number of pairs that have it.
    """

    at: int
    edit: bytes
    keys: bytes
    pairs: int = 1


@dataclass
class _Edits:
    """The edits of pairs, in a file; what is in memory is their places and keys."""

    spool: BinaryIO
    known: dict[bytes, _Known] = field(default_factory=dict)
    times: Counter[bytes] = field(default_factory=Counter)

    def __len__(self) -> int:
        return len(self.known)

    def add(self, pair: Pair) -> str | None:
        """Add the edit of a pair; return why it has none, or None."""
        if pair.fixed is None:
            return "no fix"
        buggy = Tokens(pair.buggy.encode())
        edit = edit_of(buggy, buggy.edited(pair.fixed.encode()), pair.id)
        if edit is None:
            return "no token changes"
        same = _digest(*edit.old, "", edit.new)
        self.times[same] += 1
        digest = _digest(edit.text, str(edit.at)) + same
        if digest in self.known:
            self.known[digest].pairs += 1
            return None
        self.known[digest] = _Known(self.spool.tell(), same, b"".join(keys_of(edit, buggy)))
        self.spool.write(encode(edit.to_row()))
        return None

    def write(self, lines: BinaryIO, index: BinaryIO) -> None:
        """Write the edits, the most frequent first, in order of first occurrence, and the index."""
        entries: list[bytes] = []
        ordered = sorted(self.known.values(), key=lambda record: (-self.times[record.edit], record.at))
        for record in ordered:
            entries += (ENTRY.pack(key, lines.tell()) for key in _cut(record.keys))
            self.spool.seek(record.at)
            row = json.loads(self.spool.readline())
            lines.write(encode({**row, "pairs": record.pairs, "times": self.times[record.edit]}))
        entries.sort()
        index.writelines(entries)


def _digest(*texts: str) -> bytes:
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=16).digest()


def _cut(keys: bytes) -> Iterator[bytes]:
    return (keys[at : at + KEY_BYTES] for at in range(0, len(keys), KEY_BYTES))
