"""How do I get contrastive pairs of my Java sources? `build_pairs.py [SOURCE [OUT]] [--sketch] [--max-tokens N]`."""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from equimorph import contrastive

BUNDLED = Path(__file__).parent / "Parcel.java"


def build(source: Path, out: Path, sketch: bool = False, max_tokens: int | None = None) -> Counter[str]:
    """Write the pairs, as Parquet if the name of `out` ends so, else as JSON Lines; return what came of the methods."""
    options = contrastive.Options(
        positives=4, negatives=4, depth=(1, 3), sketch=sketch, max_tokens=max_tokens, seed=7
    )
    return contrastive.write(out, source, options)


def main(arguments: Sequence[str] | None = None) -> None:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, nargs="?", default=BUNDLED, help="a folder or file")
    parser.add_argument("out", type=Path, nargs="?", default=Path("pairs.parquet"))
    parser.add_argument("--sketch", action="store_true", help="make everything from sketches of the methods")
    parser.add_argument("--max-tokens", type=int, help="leave longer methods out")
    asked = parser.parse_args(arguments)
    counts = build(asked.source, asked.out, asked.sketch, asked.max_tokens)
    print(
        f"{asked.out.name}: {counts['ok']} methods, {counts['positives']} positives, {counts['negatives']} negatives"
    )
    for left_out in ("skipped", "duplicate", "error"):
        print(f"{left_out}: {counts[left_out]}")


if __name__ == "__main__":
    main()
