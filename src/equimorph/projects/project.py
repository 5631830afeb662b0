"""Checkouts as runs see them: which files they have, by a hash, and which of their files are sources."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from equimorph.defects4j.checkout import Checkout, read
from equimorph.projects.options import RunnerOptions
from equimorph.runs.hashes import file_hash
from mutators import MutationError
from parsers import ParseError

HISTORY = frozenset({".git", ".svn", ".hg"})
"""Names of folders that hold the history of a checkout; it is no part of what runs depend on."""


@dataclass(frozen=True)
class Project:
    """A checkout, which is only read.

    Attributes:
        checkout: folders and encoding.
        digest: a hash of all of its files, in hex.
    """

    checkout: Checkout
    digest: str

    @property
    def folder(self) -> Path:
        """The folder of the checkout."""
        return self.checkout.folder

    def file_of(self, path: str) -> str | None:
        """Return the source file, relative to the checkout, of a path of a class such as ``a/b/Parser.java``; None if it is none.

        The path is relative to the source folder, or to a folder around it.
        """
        within = f"{self.checkout.source_dir}/{path}".removeprefix("./")
        for name in (within, path):
            if self.checkout.kind_of(name) == "source" and (self.folder / name).is_file():
                return name
        return None


def read_project(folder: str, encoding: str, options: RunnerOptions) -> Project:
    """Read a checkout.

    Raises:
        MutationError: it cannot be read or used; names it.
    """
    try:
        checkout = read(folder, source_dir=options.source_dir, test_dir=options.test_dir, encoding=encoding)
        return Project(checkout, content_hash(Path(folder)))
    except ParseError as error:
        raise MutationError(str(error)) from error
    except OSError as error:
        raise MutationError(f"{error.filename or folder}: {error.strerror}") from error


def content_hash(path: Path) -> str:
    """Return a hash of a file, or of all that is in a folder, histories left aside.

    Raises:
        OSError: something cannot be read.
    """
    if not path.is_dir():
        return file_hash(path)
    hasher = hashlib.sha256()
    for folder, below, names in os.walk(path, onerror=_raise):
        below[:] = sorted(name for name in below if name not in HISTORY)
        for file in (Path(folder, name) for name in sorted([*names, *below])):
            name = os.fsencode(file.relative_to(path))
            hasher.update(len(name).to_bytes(8) + name + _content(file))
    return hasher.hexdigest()


def _content(path: Path) -> bytes:
    if path.is_symlink():
        return b"link" + os.fsencode(path.readlink()) + b"\0"
    if path.is_dir():
        return b"folder"
    with path.open("rb") as stream:
        return b"file" + hashlib.file_digest(stream, "sha256").digest()


def _raise(error: OSError) -> None:
    raise error
