"""What a mutant model costs beside the model: one table.

    python benchmarks/model_mutants.py MODEL [--ratio 0.01] [--texts 64] [--rounds 3]

MODEL is the folder of an encoder. Mutant models are asked about the built-in methods in one call, and so is the original, in turn
in one process, by processor time, so that a busy machine slows both. For each mutant the best round counts.

- The share of showing: entering and leaving the mutation alone, of the time of the original's answer.
- The share of asking: what the mutant's answer takes more than the original's. It includes what mutated weights cost the model.
- Making: one draw of a mutation and its patch, in seconds; it happens once, not in each call.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import torch

from equimorph.search.encoders import encoder_of
from equimorph.search.mutant_models.mutable import weights_of
from equimorph.search.mutant_models.mutant import MutantModel
from equimorph.search.mutant_models.operators import OPERATORS, mutated
from equimorph.search.mutant_models.probes import PROBES
from equimorph.search.mutant_models.specs import MutantSpec
from equimorph.search.outputs import named


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", type=Path)
    parser.add_argument("--ratio", type=float, default=0.01)
    parser.add_argument("--texts", type=int, default=len(PROBES))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    base, texts = named(encoder_of(options.model, "cpu")), PROBES[: options.texts]
    weights = weights_of(base)
    weights.look_for_skippable(base, texts)
    digest = weights.digest()
    print(
        f"{sum(layer.size for layer in weights.layers):,} weights, ratio {options.ratio:g}, {len(texts)} texts a call\n"
    )
    print("| operator | changed weights | making, s | model, s | share of showing | share of asking |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in OPERATORS:
        started = time.process_time()
        spec = MutantSpec(name, options.ratio, 1)
        patch = weights.patch(mutated(weights, spec))
        making = time.process_time() - started
        mutant = MutantModel(spec, patch, base, weights, digest)

        def show(shown: object = patch) -> None:
            with weights.shown(shown):
                pass

        rounds = [
            (_seconds(lambda: base(texts)), _seconds(show), _seconds(lambda asked=mutant: asked(texts)))  # type: ignore[misc]
            for _ in range(options.rounds)
        ]
        model, showing, asking = (min(values) for values in zip(*rounds, strict=True))
        print(
            f"| {name} | {patch.changed:,} | {making:.2f} | {model:.2f} | {showing / model:.2%} | {asking / model - 1:.2%} |",
            flush=True,
        )


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()
