"""The changes between two texts, line by line, as `git diff` finds and places them.

A shortest script of insertions and deletions is seldom the only one: an inserted line that is like its neighbours may have been
inserted at several places. Which lines a fix changes depends on that choice, so it is the choice of the tool that makes patches.
"""

from __future__ import annotations

from equimorph.patches.line_changes.aligning import Change, changes, text_changes

__all__ = ["Change", "changes", "text_changes"]
