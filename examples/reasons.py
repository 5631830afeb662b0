"""Which comparisons are refused, and why?"""

from collections import Counter

import equimorph as em
from mutators.java.reorder_condition import ReorderCondition

METHOD = """\
boolean f(Node a, Node b, int[] xs, int i) {
    if (i++ < i) return true;
    if (xs[i] < xs[0]) return true;
    if (a.next() == b.next()) return true;
    if (a.getSize() < b.getSize()) return true;
    return a != b && i < a.next().size();
}
"""
for purity in ("proven", "conventional"):
    print(f"purity {purity}:")
    for found in em.sites(METHOD, [ReorderCondition(purity)], why=True):
        text = found.method.source.slice(found.site.start, found.site.end)
        print(f"  {text}: {found.reason or 'a site'}")
    for mutant in em.mutate(METHOD, [ReorderCondition(purity)]):
        for assumption in mutant.local.assumptions:
            print(f"  assumed: {assumption}")
count = Counter(found.accepted for found in em.sites(METHOD, why=True))
print(f"of all mutators: {count[True]} sites and {count[False]} refused candidates")
