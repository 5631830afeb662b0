"""Count the commonest n-grams of code, which CrystalBLEU leaves out, and write the lists that the package ships.

    python3 scripts/common_ngrams.py java SOURCES... --out src/equimorph/metrics/data/common-java.json
    python3 scripts/common_ngrams.py python SOURCES... --out src/equimorph/metrics/data/common-python.json

The tokens are those of `equimorph.metrics.tokens_of`. n-grams of one to four tokens are counted together (Eghbali and Pradel 2022,
section 3); of equal counts, the first in alphabetical order comes first. Files with a text of more than 200,000 bytes are left out.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from equimorph.metrics.ngrams import ORDER, Ngram, ngrams
from equimorph.metrics.tokens import tokens_of
from equimorph.trees.files import source_files

MOST = 500
LARGEST = 200_000


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lang", choices=["java", "python"])
    parser.add_argument("sources", type=Path, nargs="+", help="folders")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    counts: Counter[Ngram] = Counter()
    files = tokens = 0
    for path in source_files(options.sources, lambda error: parser.error(str(error)), options.lang):
        text = path.read_text(encoding="utf-8", errors="replace")
        if len(text) > LARGEST:
            continue
        found = tokens_of(text, options.lang)
        files, tokens = files + 1, tokens + len(found)
        for n in range(1, ORDER + 1):
            counts.update(ngrams(found, n))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    data = {
        "lang": options.lang,
        "files": files,
        "tokens": tokens,
        "ngrams": [list(gram) for gram, _ in ranked],
    }
    options.out.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{files:,} files, {tokens:,} tokens; the {MOST} commonest of {len(counts):,} n-grams")


if __name__ == "__main__":
    main()
