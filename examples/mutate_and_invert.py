"""What does a mutant look like, and how does the original come back?"""

from pathlib import Path

import equimorph as em

source = em.read(Path(__file__).parent / "Parcel.java")
select = em.Selection(method="sameLabel")
for mutant in em.mutate(source, seed=7, select=select):
    print(f"{mutant.mutator}: {mutant.local.site.params}")
    before, after = mutant.original.splitlines(), mutant.mutant.splitlines()
    for old, new in zip(before, after, strict=True):
        if old != new:
            print(f"  - {old.strip()}\n  + {new.strip()}")
    assert em.invert(mutant.text, mutant.mutation) == source.text
print("every mutant inverted exactly")
