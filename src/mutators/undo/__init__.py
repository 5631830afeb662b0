"""Undo of a mutation in a patch of the mutant, by the tokens of the source's language.

The tools that a mutator's `restore` needs depend on what a patch may leave between its edits:

- `transport.transport` moves the inverse edits as they are, by aligned tokens: for a mutation in one piece, whose text says all.
- `remake.remake`, the default, moves each inverse edit separately, and asks the mutator to make the patched text again: for edits
  at several places, such as a swap. Its answer is always a text that the mutator accepts.
- `patch.Patch` is the edited mutant, token by token: for a mutation that the patch may have copied, or to which new code of the
  patch may refer, such as a new name. A language adds to it what its syntax shows, as `mutators.java.tools.patch.JavaPatch` does.

`alignment.Alignment` maps the tokens of one text to another's; all three depend on it. `matching` has the search below
it.
"""
