"""A repair model answers with one line of a mutant: what is the repair of the original?"""

import equimorph as em
from mutators.java.new_variable import NewVariable

BUGGY = """\
static int index(String str) {
    int index = 0;
    for (int i = 0; i < str.length(); i++) {
        char c = str.charAt(i++);
        if (c < '0' || c > '9') return -1;
        index = index * 10 + (c - '0');
    }
    return index;
}
"""
FAULTY = 4  # the index goes on by two
source = em.parse(BUGGY)


def show(title: str, mutant: em.Mutant, hunk: str) -> None:
    """Print what becomes of the faulty line in a mutant, in the model's answer, and in the repair of the original."""
    [line] = mutant.lines.to_mutant(FAULTY)
    print(f"{title}, line {line}")
    print(f"  mutant:  {mutant.text.splitlines()[line - 1].strip()}")
    print(f"  answer:  {hunk.strip()}")
    try:
        repair = em.undo_hunk(hunk, mutant, line)
    except em.UndoConflict as conflict:
        print(f"  conflict: {conflict.reason}")
        return
    print(f"  repair:  {repair.splitlines()[FAULTY - 1].strip()}")


touching = em.Selection(lines=frozenset({FAULTY}))
[cast] = em.mutate(source, ["useless-cast"], select=touching)
show("useless-cast", cast, "        char c = ((String) str).charAt(i);\n")
show("useless-cast, tokenised", cast, "char c = ( ( String ) str ) . charAt ( i ) ;")
show("useless-cast, without the cast", cast, "        char c = str.charAt(i);\n")
show("useless-cast, something else is cast", cast, "        char c = ((String) str.trim()).charAt(i);\n")

[alias] = em.mutate(source, [NewVariable(["type-name"])], select=touching)
show("new-variable", alias, "        char c = string.charAt(i);\n")

above = next(em.mutate(source, ["unused-variable"]))
name = above.text.splitlines()[1].split()[1]
show("unused-variable", above, "        char c = str.charAt(i);\n")
show("unused-variable, which is used now", above, f"        char c = str.charAt(i + {name});\n")
