"""The generator of a folder."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from equimorph.cote.errors import GeneratorError
from equimorph.cote.generators import retrieval
from equimorph.cote.generators.storing import manifest_of
from equimorph.runs.extras import module

if TYPE_CHECKING:
    from equimorph.cote.generators.seq2seq import Seq2Seq


def load_generator(folder: str | PathLike[str]) -> retrieval.Retrieval | Seq2Seq:
    """Return the generator of a folder, of its kind.

    Raises:
        GeneratorError: the folder has no generator of this version, or a damaged one.
        ModuleNotFoundError: it is a network, and torch is not installed.
        OSError: it cannot be read.
    """
    place = Path(folder)
    kind = manifest_of(place).get("kind")
    if kind == retrieval.KIND:
        return retrieval.Retrieval.load(place)
    module("torch")
    from equimorph.cote.generators import seq2seq

    if kind == seq2seq.KIND:
        return seq2seq.Seq2Seq.load(place)
    raise GeneratorError(f"{place}: no generator of a kind that is known, but {kind!r}")
