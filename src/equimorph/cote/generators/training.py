"""The training of `equimorph cote train`: makes a generator of pairs, and writes it to a folder."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.cote.errors import GeneratorError
from equimorph.cote.generators import retrieval
from equimorph.cote.generators.options import TrainOptions
from equimorph.cote.generators.pairs import Pair
from equimorph.cote.generators.retrieval import Retrieval
from equimorph.cote.generators.storing import manifest_of
from equimorph.runs.extras import module
from equimorph.runs.whole import check_folder, check_new

if TYPE_CHECKING:
    from equimorph.cote.generators.seq2seq import Seq2Seq

KINDS = ("retrieval", "seq2seq")


def train(
    kind: str,
    pairs: Iterable[Pair],
    out: str | PathLike[str],
    options: TrainOptions | None = None,
    reporter: Reporter = SILENT,
    restart: bool = False,
) -> Retrieval | Seq2Seq:
    """Make a generator of pairs, write it to a folder, and return it.

    The training of a network keeps its progress in ``OUT.partial`` until the generator is written; the same call
    continues there.

    Args:
        kind: Kind of the generator, one of `KINDS`.
        pairs: Training pairs.
        out: A new or empty folder.
        options: Options of the training of a network; the defaults for None. A retrieval has no options.
        reporter: Receives progress.
        restart: Discard an unfinished run (OUT.partial) and start over.

    Raises:
        GeneratorError: the kind does not exist, or there is nothing to learn from; or the unfinished run was made with
            other options or pairs, which the message names.
        ModuleNotFoundError: a package is missing.
        FileExistsError: the folder is not empty.
        OSError: it cannot be written.
    """
    if kind not in KINDS:
        raise GeneratorError(f"no kind of generator {kind!r}; there are: {', '.join(KINDS)}")
    target, examples = Path(out), list(pairs)
    check_new(target)
    check_folder(target.parent)
    if kind == "retrieval":
        result = Retrieval(examples)
        result.save(target)
        return result
    module("torch")
    from equimorph.cote.generators.network_training import train_network

    return train_network(examples, target, options or TrainOptions(), reporter, restart)


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
