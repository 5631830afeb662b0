"""Does my training set leak?

The bugs of a benchmark are searched for in a training set: word for word, and as clones.
"""

from __future__ import annotations

from pathlib import Path

from equimorph import leakage

DEMO = Path(__file__).parents[1] / "demo"


def main() -> None:
    """Print the bugs that stand in the training set, and in which row."""
    samples = list(leakage.read_benchmark(DEMO / "bugs", unit="method"))
    for form in ("text", "canonical"):
        leaks = leakage.find(leakage.read_training(DEMO / "training.jsonl"), samples, forms=[form])
        for leak in leaks:
            if leak.level == "pair":
                print(f"{form}: {leak.bug_id} is in row {leak.train_row} ({leak.train_id}), {leak.kind}")
        share = leaks.summary().data["totals"]["pair"]["share"]
        print(
            f"{form}: {share['numerator']} of {share['denominator']} bugs leak as pairs, {share['percent']} %"
        )


if __name__ == "__main__":
    main()
