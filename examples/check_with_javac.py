"""Do all these mutants compile, and do the breaking ones have other class bytes? (This needs a JDK.)"""

from collections import Counter
from pathlib import Path

import equimorph as em
from parsers.oracles.jdk import Jdk

source = em.read(Path(__file__).parent / "Parcel.java")
wanted = em.Selection(method="sameLabel", limit_per_method=8)
preserving = list(em.mutate(source, seed=7, select=wanted))
breaking = list(em.mutate(source, ["operator-mutation"], seed=7, select=wanted))

with Jdk() as jdk:
    rows = [em.row(mutant, full=True) for mutant in preserving + breaking]
    checked = list(em.verify(rows, jdk=jdk))
    for check in checked[0].outcomes:
        print(f"{check}: {dict(Counter(found.outcomes[check] for found in checked))}")

    # If javac makes the same class of a breaking mutant and of the original, the mutant breaks nothing.
    classes = em.ClassBytes(jdk)
    print(f"breaking: {dict(Counter(classes.verdict(mutant).verdict for mutant in breaking))}")
