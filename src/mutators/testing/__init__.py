"""The laws that every mutator obeys, for the tests of its author.

    def test_my_mutator():
        check(MyMutator, sorted(Path("samples").glob("*.java")), at_least=20)

`check` requires only what the engine promises to users. The class declares what it does, and its examples are true. The same input
has the same mutants, in other processes, too (L1). A mutant is inverted exactly (L2), by a record that survives JSON and suffices
alone (L3). It has no syntax error (L4). Nothing outside its edits changes (L5). Undo gives the original with somebody's patch, or a
conflict, never another text (L6). An oracle adds what only a compiler or a run shows (L7).
"""

from mutators.testing.broken import LawBroken
from mutators.testing.suite import Oracle, Report, check

__all__ = ["LawBroken", "Oracle", "Report", "check"]
