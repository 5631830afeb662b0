"""A naive double of the search: every side against every side, by `==` and `in`; and random data that leak in all ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from equimorph.leakage.samples import Item, Sample
from parsers.java.syntax.tokens import tokenize

__all__ = ["as_rows", "naive", "random_data"]

WORDS = ["int", "x", "y", "=", "+", "f", "(", ")", ";", "return", '"a  b"', "'\"'", '"//"', "é", "\U0001f600"]
FILLERS = ["", " ", "\n", "\t", " /* y = x */ ", " // return x\n", "\r\n"]


def plain(side: bytes | None, keep: bool = False) -> str | None:
    """A side without comments and blanks, by the tokenizer."""
    if side is None:
        return None
    texts = [token.text.decode() for token in tokenize(side)]
    return "".join(text if keep and text[:1] in "'\"" else "".join(text.split()) for text in texts)


def how(side: str | None, other: str | None, direction: str) -> str | None:
    """How the benchmark's side is in the item's."""
    if side is None or other is None:
        return None
    if side == other:
        return "exact"
    if side and side in other:
        return "inside"
    return "contains" if direction == "either" and other and other in side else None


def naive(
    items: Sequence[Item], samples: Sequence[Sample], direction: str, least: int, keep: bool = False
) -> Iterator[tuple[Any, ...]]:
    """Bug, piece, level, kind and row of each leak."""
    ours = [(item, plain(item.buggy, keep), plain(item.fixed, keep)) for item in items]
    theirs = [(sample, plain(sample.buggy, keep), plain(sample.fixed, keep)) for sample in samples]
    for item, *texts in ours:
        for sample, *sides in theirs:
            buggy, fixed = (how(side, text, direction) for side, text in zip(sides, texts, strict=True))
            sizes = [min(len(side or ""), len(text or "")) for side, text in zip(sides, texts, strict=True)]
            kind = (
                "exact"
                if buggy == fixed == "exact"
                else "contains"
                if "contains" in (buggy, fixed)
                else "inside"
            )
            if buggy and fixed and sum(sizes) >= least:
                yield sample.benchmark, sample.bug_id, sample.hunk, "pair", kind, item.file, item.row
            if buggy and sizes[0] >= least:
                yield sample.benchmark, sample.bug_id, sample.hunk, "buggy", buggy, item.file, item.row
            if fixed and sizes[1] >= least:
                yield sample.benchmark, sample.bug_id, sample.hunk, "fixed", fixed, item.file, item.row


def as_rows(leaks: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401 - leaks or rows
    """The same of leaks or rows."""
    names = ("benchmark", "bug_id", "hunk", "level", "kind", "train_file", "train_row")
    rows = [leak if isinstance(leak, dict) else leak.to_row() for leak in leaks]
    return [tuple(row[name] for name in names) for row in rows]


def random_data(rng: Random, bugs: int = 12, rows: int = 40) -> tuple[list[Item], list[Sample]]:
    """Samples of few words, which are often in one another, and items made of them."""
    samples, words = list[Sample](), list[tuple[list[str], list[str]]]()
    for bug in range(bugs):
        for hunk in range(1, rng.randint(1, 3) + 1):
            buggy, fixed = (rng.choices(WORDS, k=rng.choice([0, 1, 2, 5, 20])) for _ in "12")
            words.append((buggy, buggy if rng.random() < 0.3 else fixed))
            lost = rng.choice(["", "", "", "", "", "buggy", "fixed"])
            sides = [
                None if lost == name else _text(rng, one)
                for name, one in zip(("buggy", "fixed"), words[-1], strict=True)
            ]
            samples.append(Sample("b", f"Bug-{bug}", hunk, *sides))
    items = [Item("train", row, None, *_sides(rng, rng.choice(words))) for row in range(1, rows + 1)]
    return items, samples


def _sides(rng: Random, words: tuple[list[str], list[str]]) -> Iterator[bytes | None]:
    """Both sides of a row: those of a sample, parts of them, more around them, others, or none."""
    for own in words:
        before, after = (rng.choices(WORDS, k=rng.randint(0, 3)) for _ in "12")
        cut = rng.randint(0, len(own))
        part = rng.choice([own[:cut], own[cut:]])
        yield rng.choice(
            [_text(rng, made) for made in (own, own, before + own + after, part, before)] + [None]
        )


def _text(rng: Random, words: Sequence[str]) -> bytes:
    """Words with any blanks and comments between them; a blank at least, so that they stay words."""
    return "".join(f"{word} {rng.choice(FILLERS)}" for word in words).encode()
