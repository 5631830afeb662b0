"""What does a mutant of each mutator look like, and how do I restore the original?"""

from pathlib import Path

import equimorph as em

source = em.read(Path(__file__).parent / "Parcel.java")
shown = set()
for mutant in em.mutate(source, seed=7, select=em.Selection(method="sameLabel")):
    assert em.invert(mutant.text, mutant.mutation) == source.text
    if mutant.mutator in shown:
        continue
    shown.add(mutant.mutator)
    print(f"{mutant.mutator}: {mutant.local.site.params}")
    for line in mutant.diff().splitlines()[2:]:  # without the two lines of its head
        if line[0] in "-+":
            print(f"  {line[0]} {line[1:].strip()}")
print("every mutant inverted exactly")
