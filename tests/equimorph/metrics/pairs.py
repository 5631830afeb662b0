"""Random pairs of texts, and the worked example."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from typer.testing import CliRunner, Result

from equimorph.cli import app

REFERENCE = "int f ( int a , int b ) { return a + b ; }"
OPERATOR = "int f ( int a , int b ) { return a - b ; }"
NAMES = "int g ( int x , int y ) { return x + y ; }"
ORDER = "int f ( int a , int b ) { return b + a ; }"
LONGER = "int f ( int a , int b ) { int c = a + b ; return c ; }"

_WORDS = ("a", "b", "c", "i", "x", "int", "return", "if", *"(){};,+-=<[].", "1", "foo", "bar")


def random_pairs(count: int, seed: int = 1, least: int = 0, most: int = 30) -> Iterator[tuple[str, str]]:
    """Yield a text of words and an edited copy, or two unrelated texts; words are separated by blanks."""
    rng = Random(seed)
    for _ in range(count):
        own = [rng.choice(_WORDS) for _ in range(rng.randint(least, most))]
        other = [rng.choice(_WORDS) for _ in range(rng.randint(least, most))]
        if rng.random() < 0.7:
            other = [rng.choice(_WORDS) if rng.random() < 0.2 else word for word in own if rng.random() < 0.9]
            other += [rng.choice(_WORDS)] * max(0, least - len(other))
        if rng.random() < 0.5:
            own, other = other, own  # so that candidates are the shorter ones, too
        yield " ".join(own), " ".join(other)


def piped(text: str, *arguments: str) -> Result:
    """Runs the command in this process with a text as standard input."""
    return CliRunner().invoke(app, list(arguments), input=text)
