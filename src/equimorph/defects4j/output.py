"""Output of mutants as patch files, as full folders, or in place in the checkout, where `restore` undoes it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from equimorph.defects4j.checkout import Checkout
from equimorph.defects4j.fault_mutants import FaultMutant
from equimorph.rows.row import Row, parse_row
from equimorph.runs.whole import whole_file, whole_folder
from equimorph.trees.files import copy_tree
from mutators import MutationError, RecordMismatch

__all__ = [
    "in_place",
    "open_folders",
    "open_patches",
    "original_in_place",
    "put",
    "restore",
    "write_folders",
    "write_patches",
]


@contextmanager
def open_patches(folder: str | PathLike[str]) -> Iterator[Callable[[FaultMutant], str]]:
    """Open a folder for patch files; the context is a function that writes one and returns its name.

    Names are the same as for `open_folders`, with `.patch` behind. At the end the folder is there as a whole, or not at
    all.

    Raises:
        FileExistsError: it exists, and is not empty.
        OSError: it cannot be written.
    """
    with whole_folder(Path(folder)) as partial:
        names = _Names()

        def write(mutant: FaultMutant) -> str:
            name = f"{names.next(mutant)}.patch"
            (partial / name).write_bytes(mutant.patch())
            return name

        yield write


@contextmanager
def open_folders(folder: str | PathLike[str], checkout: Checkout) -> Iterator[Callable[[FaultMutant], str]]:
    """Open a folder for copies of the checkout; the context is a function that writes one with a mutated file and returns its name.

    A copy is complete: `.git`, links as links, modes. A name is made of a number, the mutator and the record's id. At the end the
    folder is there as a whole, or not at all.

    Raises:
        FileExistsError: it exists and is not empty, or is in the checkout.
        OSError: it cannot be written, or the checkout not be read.
    """
    out = Path(folder)
    if out.resolve().is_relative_to(checkout.folder.resolve()):
        raise FileExistsError(17, "lies in the folder that is to be copied", str(out))
    with whole_folder(out) as partial:
        names = _Names()

        def write(mutant: FaultMutant) -> str:
            name = names.next(mutant)
            (partial / name).mkdir()
            _copy(checkout, mutant, partial / name)
            return name

        yield write


class _Names:
    def __init__(self) -> None:
        self._count = 0

    def next(self, mutant: FaultMutant) -> str:
        # Two files may hold the same method; their mutants have the same ids.
        self._count += 1
        return f"{self._count:05}-{mutant.mutant.mutator}-{mutant.mutant.local.id}"


def _copy(checkout: Checkout, mutant: FaultMutant, out: Path) -> None:
    data = mutant.data
    original = checkout.encoded(mutant.fault.source.data, mutant.path)
    met = False

    def changed(path: Path, name: str) -> bytes | None:
        nonlocal met
        if name != mutant.path:
            return None
        met = True
        if path.read_bytes() != original:
            raise RecordMismatch(f"{path}: has changed since its mutants were made")
        return data

    copy_tree(checkout.folder, out, changed)
    if not met:
        raise MutationError(
            f"{checkout.file(mutant.path)}: lies behind a link, so that a copy cannot hold the mutant"
        )


def write_patches(mutants: Iterable[FaultMutant], folder: str | PathLike[str]) -> int:
    """Write each mutant as a patch file, as `open_patches` does; return how many.

    Raises:
        OSError: see `open_patches`.
    """
    with open_patches(folder) as write:
        return sum(1 for mutant in mutants if write(mutant))


def write_folders(mutants: Iterable[FaultMutant], folder: str | PathLike[str], checkout: Checkout) -> int:
    """Write each mutant as a copy of the checkout, as `open_folders` does; return how many.

    Raises:
        OSError: see `open_folders`.
    """
    with open_folders(folder, checkout) as write:
        return sum(1 for mutant in mutants if write(mutant))


def put(checkout: Checkout, mutant: FaultMutant | Row) -> Path:
    """Put a mutant into the checkout in place of its original; return the file.

    Raises:
        MutationError: the row does not agree with itself; nothing is written.
        RecordMismatch: the original is not there, so perhaps another mutant; nothing is written.
        OSError: the file cannot be read or written.
    """
    row = _row(mutant)
    row.check()  # else `restore` might not know the mutant again
    return _swap(checkout, row, row.original, row.mutant.encode(), "original")


def restore(checkout: Checkout, mutant: FaultMutant | Row) -> Path:
    """Restore the original of a mutant that `put` brought in, byte for byte, from its record; return the file.

    Raises:
        RecordMismatch: the mutant is not there; nothing is written.
        OSError: the file cannot be read or written.
    """
    row = _row(mutant)
    return _swap(checkout, row, row.mutant, row.restored().encode(), "mutant")


def in_place(checkout: Checkout, row: Row) -> bool:
    """Return whether a mutant is in the checkout."""
    return _stands(checkout, row, row.mutant)


def original_in_place(checkout: Checkout, row: Row) -> bool:
    """Return whether the original of a mutant is in the checkout."""
    return _stands(checkout, row, row.original)


def _stands(checkout: Checkout, row: Row, text: str) -> bool:
    path, data = row.path or "", text.encode()
    if not checkout.file(path).is_file():
        return False
    return checkout.source(path).data[row.offset : row.offset + len(data)] == data


def _row(mutant: FaultMutant | Row) -> Row:
    return mutant if isinstance(mutant, Row) else parse_row(mutant.row())


def _swap(checkout: Checkout, row: Row, old: str, new: bytes, what: str) -> Path:
    """Write a member in place of another one; the rest of the file, and its mode, stay."""
    if row.path is None:
        raise RecordMismatch(f"the row of {row.id} has no path")
    file = checkout.file(row.path)
    data, end = checkout.source(row.path).data, row.offset + len(old.encode())
    if data[row.offset : end] != old.encode():
        raise RecordMismatch(f"{file}: the {what} of {row.id} does not stand at byte {row.offset}")
    written = checkout.encoded(data[: row.offset] + new + data[end:], row.path)
    with whole_file(file) as stream:
        stream.write(written)
        shutil.copymode(file, stream.name)
    return file
