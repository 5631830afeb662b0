"""Control flow of a member.

* `completion`: which statements complete normally, are reachable, and where jumps go (JLS 14.14 to 14.17, 14.20 to 14.22).
* `assignment`: whether a variable is definitely assigned or unassigned (JLS 16).
* `throwing`: which local variables can still be read after an exception (JLS 11.3, 14.20).
* `analysis`: `Flow`, which answers both.

A statement "completes" unless the opposite is proven; a variable is "assigned" or "unassigned" only if that is proven.
"""
