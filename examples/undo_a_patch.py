"""A repair model patched a mutant: what is its patch of the original?"""

import equimorph as em
from mutators.java.variable_renaming import VariableRenaming

BUGGY = """\
int last(List<String> names, String wanted) {
    int found = 0;
    for (int i = 0; i < names.size(); i++) {
        if (names.get(i).equals(wanted)) found = i;
    }
    return found;
}
"""
source = em.parse(BUGGY)
[mutant] = [m for m in em.mutate(source, [VariableRenaming(["generic"])]) if "found" in m.local.edits[0].old]
print(mutant.mutant)

# What the model made of it: the fix, and another use of the variable.
patched = mutant.text.replace("int var0 = 0;", "int var0 = -1;").replace(
    "    return", "    log(var0);\n    return"
)
undone = em.undo(patched, mutant)
print(undone)
print("parses:", undone.parses)

# A patch that takes the variable apart cannot be undone without guessing.
try:
    em.undo(mutant.text.replace("int var0 = 0;", ""), mutant)
except em.UndoConflict as conflict:
    print("conflict:", conflict.reason)
