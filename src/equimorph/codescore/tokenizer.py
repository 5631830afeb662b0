"""The encoder's own vocabulary: byte-level BPE over the tokens of sketches, learnt from the training texts.

Each token of a text is cut by itself, so that an operator is never joined with its neighbours. The names of Python's layout, and
the marks of the encoder's input, have numbers of their own, which no text of a program can reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from equimorph.codescore.errors import CodeScoreError
from equimorph.learning.vocabularies import bpe_learnt, bpe_loaded
from equimorph.runs.extras import module

START, PAD, SEPARATOR, MASK = "<s>", "<pad>", "</s>", "<mask>"
LAYOUT = ("<line>", "<block>", "<end>")
SPECIAL = (START, PAD, SEPARATOR, MASK, *LAYOUT)
"""The words that stand for themselves; their numbers are the first ones, in this order."""


class Marks(NamedTuple):
    """The special numbers of an encoder's input, in addition to the words of texts.

    Attributes:
        start: Number of the mark before a text.
        separator: Number of the mark behind it, and between a comment and its code.
        pad: Number that fills up a text.
        mask: Number that stands for a word to guess.
        ordinary: Smallest number of an ordinary word; smaller numbers are drawn for no text.
    """

    start: tuple[int, ...]
    separator: int
    pad: int
    mask: int
    ordinary: int


class Words(Protocol):
    """A vocabulary."""

    @property
    def size(self) -> int:
        """The number of numbers."""

    @property
    def marks(self) -> Marks:
        """The numbers that are no words of texts."""

    def numbers(self, words: Sequence[str]) -> list[int]:
        """Return the numbers of a text."""


class Bpe:
    """A byte-level BPE.

    Args:
        model: a `tokenizers.Tokenizer` without special tokens of its own.
    """

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - tokenizers is optional
        self._model = model
        self._known: dict[str, tuple[int, ...]] = {word: (number,) for number, word in enumerate(SPECIAL)}

    @classmethod
    def learnt(cls, texts: Iterable[Sequence[str]], size: int) -> Bpe:
        """Learn a vocabulary.

        Args:
            texts: words, as `equimorph.texts.sketching.words` returns them.
            size: Maximum size of the vocabulary.

        Raises:
            ModuleNotFoundError: tokenizers is not installed.
        """
        plain = (" ".join(w for w in text if w not in SPECIAL) for text in texts)
        return cls.loaded(bpe_learnt(plain, size, SPECIAL, lambda model: _cutting(model, use_regex=True)))

    @classmethod
    def loaded(cls, text: str) -> Bpe:
        """Return the vocabulary that `dumped` gave.

        Raises:
            CodeScoreError: the text is not a vocabulary.
            ModuleNotFoundError: tokenizers is not installed.
        """
        return cls(_cutting(bpe_loaded(text, SPECIAL, CodeScoreError), use_regex=False))

    def dumped(self) -> str:
        """Return the vocabulary as JSON."""
        return str(self._model.to_str())

    @property
    def size(self) -> int:
        """The number of numbers."""
        return int(self._model.get_vocab_size())

    @property
    def marks(self) -> Marks:
        """The numbers that are no words of texts."""
        start, pad, separator, mask = (SPECIAL.index(mark) for mark in (START, PAD, SEPARATOR, MASK))
        return Marks((start,), separator, pad, mask, len(SPECIAL))

    def numbers(self, words: Sequence[str]) -> list[int]:
        """Return the numbers of words, one after the other."""
        result: list[int] = []
        for word in words:
            pieces = self._known.get(word)
            if pieces is None:
                pieces = self._known[word] = tuple(self._model.encode(word).ids)
            result += pieces
        return result


def _cutting(model: Any, use_regex: bool) -> Any:  # noqa: ANN401 - tokenizers is optional
    tokenizers = module("tokenizers")
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=True, use_regex=use_regex)
    return tokenizer
