"""The words that a model of a task knows, by their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

PAD, UNKNOWN, START, END = range(4)
_MARKS = ("<pad>", "<unknown>", "<start>", "<end>")


class Vocabulary:
    """Words and their numbers.

    Args:
        words: Words in the order of their numbers, behind the marks.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = (*_MARKS, *words)
        self._numbers = {word: number for number, word in enumerate(self.words)}

    @classmethod
    def of(cls, texts: Iterable[tuple[str, Sequence[str]]], size: int) -> Vocabulary:
        """Return the words that two roots or more have, the most frequent ones first; of equally frequent ones by spelling.

        A word counts once for a root, however many mutants of it there are, so that these make no rare word known.

        Args:
            texts: the id of a root, and words.
            size: Maximum size of the vocabulary with its marks.
        """
        by_root: dict[str, set[str]] = {}
        for root, text in texts:
            by_root.setdefault(root, set()).update(text)
        counts = Counter(word for words in by_root.values() for word in words if word not in _MARKS)
        frequent = sorted(
            (word for word, count in counts.items() if count > 1), key=lambda w: (-counts[w], w)
        )
        return cls(frequent[: size - len(_MARKS)])

    def __len__(self) -> int:
        return len(self.words)

    def numbers(self, words: Iterable[str]) -> list[int]:
        """Return the numbers of words."""
        return [self._numbers.get(word, UNKNOWN) for word in words]
