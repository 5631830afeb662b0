"""Control flow of a member.

* `completion`: which statements complete normally, are reachable, and where jumps go (JLS 14.14 to 14.17, 14.20 to 14.22).
* `assignment`: whether a variable is definitely assigned or unassigned (JLS 16).
* `analysis`: `Flow`, which answers both.

"Completes" is said unless the opposite is proven; "assigned" and "unassigned" are said only where they are proven.
"""
