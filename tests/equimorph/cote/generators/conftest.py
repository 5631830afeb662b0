"""What the tests of generators share: a few pairs, and a network that knows them by heart."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph.cote.generators import Pair, TrainOptions, train

NOUNS = ("name", "index", "length", "parent", "value", "stream", "key", "owner", "colour", "buffer")
BY_HEART = TrainOptions(steps=80, batch=20, vocabulary=500, rate=1e-2, seed=5)
FEW = TrainOptions(steps=6, batch=4, vocabulary=400, seed=3)


def twenty() -> list[Pair]:
    """Twenty sentences and their methods."""
    found = list[Pair]()
    for at, noun in enumerate(NOUNS):
        name = noun.title()
        found += [
            Pair(f"get{at}", f"Returns the {noun} of this node.", f"Object get{name}() {{ return {noun}; }}"),
            Pair(
                f"is{at}", f"Tests if the {noun} is set.", f"boolean has{name}() {{ return {noun} != {at}; }}"
            ),
        ]
    return found


@pytest.fixture(scope="session")
def network_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that knows the twenty pairs by heart."""
    pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")
    out = tmp_path_factory.mktemp("network") / "generator"
    train("seq2seq", twenty(), out, BY_HEART)
    return out


@pytest.fixture(scope="session")
def retrieval_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A retrieval of the twenty pairs."""
    out = tmp_path_factory.mktemp("retrieval") / "generator"
    train("retrieval", twenty(), out)
    return out
