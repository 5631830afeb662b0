"""The words of a seq2seq generator: byte-level BPE, one vocabulary for sentences and code.

Names are cut where an upper-case letter begins a part. A blank belongs to the word behind it, so that words give their text back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from equimorph.cote.errors import GeneratorError
from equimorph.learning.vocabularies import bpe_learnt, bpe_loaded
from equimorph.runs.extras import module
from parsers.language import find_language

PAD, START, END = range(3)
_MARKS = ("<pad>", "<start>", "<end>")
_PARTS = r" ?[A-Z]?[a-z]+| ?[A-Z]+(?![a-z])| ?\p{N}| ?[^\sA-Za-z\p{N}]+|\s"


def written(code: str) -> str:
    """Return the tokens of Java code, joined by one blank, as the data set Concode has them; without comments.

    The parts of ``>>`` stay together, whether it shifts or ends two lists of types; Java reads both.
    """
    pieces, end = list[bytes](), 0
    for token in find_language("java").tokenize(code.encode("utf-8", "replace")):
        if pieces and token.start == end and token.text.startswith(b">") and not pieces[-1].strip(b">"):
            pieces[-1] += token.text
        else:
            pieces.append(token.text)
        end = token.end
    return b" ".join(pieces).decode("utf-8", "replace")


class Subwords:
    """A vocabulary.

    Args:
        model: a `tokenizers.Tokenizer` without special tokens of its own, so that no text reaches the marks.
    """

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - tokenizers is optional
        self._model = model

    @classmethod
    def learnt(cls, texts: Iterable[str], size: int) -> Self:
        """Learn a vocabulary.

        Args:
            texts: sentences and code.
            size: Maximum size of the vocabulary with its marks.

        Raises:
            ModuleNotFoundError: tokenizers is not installed.
        """
        return cls.loaded(bpe_learnt(map(_plain, texts), size, _MARKS, _cutting))

    @classmethod
    def loaded(cls, text: str) -> Self:
        """Return the vocabulary that `dumped` gave.

        Raises:
            GeneratorError: the text is not a vocabulary.
            ModuleNotFoundError: tokenizers is not installed.
        """
        return cls(_cutting(bpe_loaded(text, _MARKS, GeneratorError)))

    def dumped(self) -> str:
        """Return the vocabulary as JSON."""
        return str(self._model.to_str())

    @property
    def size(self) -> int:
        """The number of numbers."""
        return int(self._model.get_vocab_size())

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of a text's words; an empty text has one, too."""
        return list(self._model.encode(_plain(text)).ids)

    def text(self, numbers: Sequence[int]) -> str:
        """Return the text of numbers, without the marks."""
        return str(self._model.decode([number for number in numbers if number >= len(_MARKS)])).removeprefix(
            " "
        )


def _plain(text: str) -> str:
    """Return a text as it is cut into words: a blank before the first one, and no lone surrogates."""
    return f" {text}".encode("utf-8", "replace").decode()


def _cutting(model: Any) -> Any:  # noqa: ANN401 - tokenizers is optional
    tokenizers = module("tokenizers")
    tokenizer = tokenizers.Tokenizer(model)
    cut = tokenizers.pre_tokenizers
    tokenizer.pre_tokenizer = cut.Sequence(
        [
            cut.Split(tokenizers.Regex(_PARTS), "isolated"),
            cut.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    return tokenizer
