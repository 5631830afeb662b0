"""Does an encoder learn from the pairs? `train_encoder.py PAIRS [--seconds 60 | --steps N] [--seed N]`.

Needs torch: `pip install torch`. PAIRS is what `build_pairs.py` or `equimorph pairs` wrote. Training sees only rows
whose `split` is train; the figures before and after are of the other ones. The exit code is 1 if in the end the positives of those
are not closer to their anchors than their negatives are.
"""

import argparse
import json
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from parsers.java.syntax.tokens import tokenize

BUCKETS = 8192
LENGTH = 200
"""Tokens of a text that are read."""
METHODS = 32
"""Methods of a batch."""
HARD = 2
"""Hard negatives of a method in a batch."""
TEMPERATURE = 0.07

Ids = list[int]


@dataclass(frozen=True)
class Texts:
    """The texts of a sample as numbers of tokens."""

    anchor: Ids
    positives: list[Ids]
    negatives: list[Ids]


@dataclass(frozen=True)
class Figures:
    """Of all triplets of an anchor, one of its positives and one of its negatives: mean cosines, and a share."""

    positive: float
    negative: float
    closer: float

    def __str__(self) -> str:
        return (
            f"cosine to positives {self.positive:.3f}, to negatives {self.negative:.3f}, "
            f"positive closer in {self.closer:.1%} of triplets"
        )


def numbers(text: str) -> Ids:
    """Return the tokens of a text, hashed into buckets; 0 is left for the padding."""
    return [1 + zlib.crc32(token.text) % (BUCKETS - 1) for token in tokenize(text.encode())[:LENGTH]]


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file of pairs, Parquet or JSON Lines."""
    if path.suffix == ".parquet":
        from pyarrow import parquet

        for batch in parquet.ParquetFile(path).iter_batches(
            columns=["split", "anchor", "positives", "negatives"]
        ):
            yield from batch.to_pylist()
    else:
        with path.open(encoding="utf-8") as stream:
            yield from map(json.loads, stream)


def load(path: Path) -> tuple[list[Texts], list[Texts]]:
    """Return the samples to train on, and the held-out ones; both have all kinds of texts."""
    trained, held_out = list[Texts](), list[Texts]()
    for row in rows(path):
        if row["positives"] and row["negatives"]:
            sides = ([numbers(v["text"]) for v in row[side]] for side in ("positives", "negatives"))
            (trained if row["split"] == "train" else held_out).append(Texts(numbers(row["anchor"]), *sides))
    return trained, held_out


class Encoder(nn.Module):
    """Embeddings, convolutions that see each token among its neighbours, and a pooling that learns where to look."""

    def __init__(self, width: int = 64, heads: int = 8) -> None:
        super().__init__()
        self.tokens = nn.Embedding(BUCKETS, width, padding_idx=0)
        self.layers = nn.ModuleList(nn.Conv1d(width, width, 3, padding=d, dilation=d) for d in (1, 2, 4))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in self.layers)
        self.look = nn.Linear(width, heads)
        self.out = nn.Linear(heads * width, 128)

    def forward(self, texts: Tensor) -> Tensor:
        """Return vectors of length 1, one for each row of token numbers."""
        known = (texts != 0).unsqueeze(-1)
        hidden = self.tokens(texts)
        for layer, norm in zip(self.layers, self.norms, strict=True):
            seen = layer((norm(hidden) * known).transpose(1, 2)).transpose(1, 2)
            hidden = hidden + functional.relu(seen)
        weights = self.look(hidden).masked_fill(~known, -1e9).softmax(dim=1)
        pooled = torch.einsum("nth,ntw->nhw", weights, hidden).flatten(1)
        return functional.normalize(self.out(pooled), dim=-1)


def vectors(encoder: Encoder, texts: Sequence[Ids]) -> Tensor:
    """Return the vectors of texts, in their order; texts of like lengths go through the encoder together, with little padding."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    made = []
    for start in range(0, len(order), 16):
        part = [texts[index] for index in order[start : start + 16]]
        made.append(encoder(torch.tensor([text + [0] * (len(part[-1]) - len(text)) for text in part])))
    return torch.cat(made)[torch.tensor(order).argsort()]


def info_nce(encoder: Encoder, batch: Sequence[Texts], rng: Random) -> Tensor:
    """Return the loss: each text must find the one that behaves alike among all positives and hard negatives of the batch."""
    pairs = [rng.sample([one.anchor, *one.positives], 2) for one in batch]
    hard = [
        negative for one in batch for negative in rng.sample(one.negatives, min(HARD, len(one.negatives)))
    ]
    made = vectors(encoder, [a for a, _ in pairs] + [b for _, b in pairs] + hard)
    queries, keys = made[: len(batch)], made[len(batch) :]
    return functional.cross_entropy(queries @ keys.T / TEMPERATURE, torch.arange(len(batch)))


def train(
    encoder: Encoder, samples: Sequence[Texts], progress: Callable[[int], float], rng: Random
) -> list[float]:
    """Train until the progress is 1; return the losses of all steps."""
    adam = torch.optim.AdamW(encoder.parameters(), lr=2e-3, weight_decay=0.01)
    losses: list[float] = []
    while (done := progress(len(losses))) < 1:
        for group in adam.param_groups:
            group["lr"] = 2e-3 * min(1, (len(losses) + 1) / 20) * (1 - 0.95 * done)
        loss = info_nce(encoder, rng.sample(samples, min(METHODS, len(samples))), rng)
        adam.zero_grad()
        loss.backward()
        adam.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def measure(encoder: Encoder, samples: Sequence[Texts]) -> Figures:
    """Return the figures of some samples."""
    near, far, closer = [], [], []
    for one in samples:
        made = vectors(encoder, [one.anchor, *one.positives, *one.negatives])
        found = made[1:] @ made[0]
        positive, negative = found[: len(one.positives)], found[len(one.positives) :]
        near += positive.tolist()
        far += negative.tolist()
        closer += (positive[:, None] > negative[None, :]).flatten().tolist()
    return Figures(mean(near), mean(far), mean(closer))


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, print figures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--seconds", type=float, default=60, help="of CPU time to train")
    parser.add_argument(
        "--steps", type=int, help="train for so many steps instead: the same figures each time"
    )
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args(arguments)
    if asked.seconds <= 0 or (asked.steps is not None and asked.steps <= 0):
        parser.error("--seconds and --steps are more than 0")
    torch.manual_seed(asked.seed)
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = False  # costs a tenth of the time
    torch.set_num_threads(1)

    samples, held_out = load(asked.pairs)
    if not samples or not held_out:
        parser.error("no methods to train on, or none held out: take a larger folder")
    print(f"{len(samples)} methods to train on, {len(held_out)} held out")
    encoder = Encoder()
    before = measure(encoder, held_out)
    print(f"before: {before}")
    start = time.process_time()
    losses = train(
        encoder,
        samples,
        lambda steps: steps / asked.steps if asked.steps else (time.process_time() - start) / asked.seconds,
        Random(asked.seed),
    )
    print(f"{len(losses)} steps: loss {losses[0]:.3f} -> {mean(losses[-20:]):.3f}")
    after = measure(encoder, held_out)
    print(f"after: {after}")
    return 0 if after.positive > after.negative and after.closer > max(0.5, before.closer) else 1


if __name__ == "__main__":
    sys.exit(main())
