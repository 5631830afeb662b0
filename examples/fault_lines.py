"""Where is the faulty line in each mutant, and which mutations touch it?"""

from pathlib import Path

import equimorph as em

FAULTY = frozenset({31})  # total + parcel.grams > limit

source = em.read(Path(__file__).parent / "Parcel.java")
for mutant in em.mutate(source, ["variable-renaming", "reorder-condition"], seed=3):
    if not all(mutant.method.start_line <= line <= mutant.method.end_line for line in FAULTY):
        continue
    status = [mutant.lines.status(line) for line in FAULTY]
    lines = [number for line in FAULTY for number in mutant.lines.to_mutant(line)]
    edit = mutant.local.edits[0]
    print(f"{mutant.mutator:18} {edit.old!r} -> {edit.new!r}: faulty line is {status[0]}, now line {lines}")
