"""How does a method get several mutations at once, and how do I undo them, one by one or all together?"""

import equimorph as em

METHOD = """\
boolean sameLabel(Parcel one, Parcel other) {
    String left = one.address.trim();
    String right = other.address.trim();
    return left.length() == right.length() && left.equals(right);
}
"""
# One mutation a round; a file has several methods, and each of them gets one in each round.
stacked = em.stack(METHOD, seed=2, per_method=4)
print(stacked.text)

text = stacked.text
for record in reversed(stacked.mutations):
    text = em.invert(text, record)
    print(f"without {record.mutator}: {len(text.splitlines())} lines, {len(text)} characters")
print("one by one:", text == METHOD)

# What is kept of a mutant is its text and the records, in the order in which they were made.
print("all together:", em.invert(stacked.text, stacked.mutations) == METHOD)
