"""Hashes of files, by which a run knows its inputs again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, in hex.

    Raises:
        OSError: The file cannot be read.
    """
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def files_hash(files: Iterable[tuple[str, Path]]) -> str:
    """Return the SHA-256 of files in their order, each with a label such as its relative path, in hex.

    Raises:
        OSError: A file cannot be read.
    """
    whole = hashlib.sha256()
    for label, path in files:
        whole.update(f"{label}|{file_hash(path)}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()
