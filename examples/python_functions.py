"""How do I mutate a Python function, and prove that a renaming changes nothing?"""

import equimorph as em
from parsers.oracles.interpreter import Interpreter

SOURCE = '''\
def longest(words, least):
    """Return the longest word that has at least so many letters, None if there is none."""
    found = None
    for word in words:
        size = len(word)
        if size >= least and (found is None or size > len(found)):
            found = word
    return found
'''

source = em.parse(SOURCE, language="python")
print("each mutator's first mutant:")
seen = set()
for mutant in em.mutate(source, seed=7):
    if mutant.mutator not in seen:
        seen.add(mutant.mutator)
        print(f"\n{mutant.mutator}")
        print("\n".join(line for line in mutant.diff().splitlines()[2:] if line[0] in "+-"))
    assert em.invert(mutant.text, mutant.mutation) == SOURCE

print("\nrefused:")
for candidate in em.sites(source, why=True):
    if not candidate.accepted:
        print(f"{candidate.site.mutator}: {candidate.reason}")

with Interpreter() as python:
    renamed = list(em.mutate(source, ["variable-renaming"], seed=7))
    equal = [python.same_code(SOURCE, mutant.text) for mutant in renamed]
print(f"\n{sum(equal)} of {len(equal)} renamings have the code object of the original")
