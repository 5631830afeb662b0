"""The words that a model of a task knows, by their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

__all__ = ["END", "PAD", "START", "UNKNOWN", "Vocabulary"]

PAD, UNKNOWN, START, END = range(4)
_MARKS = ("<pad>", "<unknown>", "<start>", "<end>")


class Vocabulary:
    """Words and their numbers.

    Args:
        words: in the order of their numbers, behind the marks.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = (*_MARKS, *words)
        self._numbers = {word: number for number, word in enumerate(self.words)}

    @classmethod
    def of(cls, texts: Iterable[Sequence[str]], size: int) -> Vocabulary:
        """Return the most frequent words that occur at least twice; of equally frequent ones those that come first by spelling.

        Args:
            texts: words.
            size: of the vocabulary with its marks, at the most.
        """
        counts = Counter(word for text in texts for word in text if word not in _MARKS)
        frequent = sorted(
            (word for word, count in counts.items() if count > 1), key=lambda w: (-counts[w], w)
        )
        return cls(frequent[: size - len(_MARKS)])

    def __len__(self) -> int:
        return len(self.words)

    def numbers(self, words: Iterable[str]) -> list[int]:
        """Return the numbers of words."""
        return [self._numbers.get(word, UNKNOWN) for word in words]
