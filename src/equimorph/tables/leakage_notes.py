"""Notes on cells of the study of leakage that are wrong, or easily misread."""

from __future__ import annotations

_TEXT = "section 4.2.2 gives the {} of the clean bugs under renaming, as that of the leaked ones"
_POOL = "sums over the four cells, so a bug counts once for each transformation"
_BOTH = "the denominator is the leaked bugs of v1.2.0 and v2.0.0 together"

NOTES = {
    (
        "3",
        "CURE",
        "Defects4J v1.2.0 leaked",
    ): "table 3 lists 10 bugs, table 4 says 11, and its PV fits 11 only",
    (
        "3",
        "RewardRepair",
        "Bugs.jar leaked",
    ): "table 3 lists 25 different bugs, the last one twice, table 4 says 27; "
    "its share of 25.77 fits 25 of 97, and no number of repaired bugs fits 27",
    ("4", "AlphaRepair", "Defects4J v1.2.0 PV"): "its leaked share of 13.51 is right, and leaves 86.49; "
    "the two as printed add up to 100.42",
    ("5", "CoCoNuT", "PDM clean RC"): "16/165 is 9.70",
    ("5", "SequenceR", "PDM leaked VR"): "16/17 is 94.12",
    ("5", "RewardRepair", "PDA clean RC"): "16/56 is 28.57",
    ("5", "RewardRepair", "PDM leaked VR"): _TEXT.format("46.00"),
    ("5", "RewardRepair", "PDA leaked VR"): f"{_TEXT.format('46.43')}; {_BOTH}, 24 + 10",
    ("5", "CURE", "PDA leaked VR"): f"{_BOTH}, 11 + 2",
    ("5", "Recoder", "PDA leaked VR"): "the denominator is the leaked bugs of v1.2.0 only; v2.0.0 has 9 more",
    (
        "5",
        "CURE",
        "PDA VR&RC",
    ): f"{_POOL}; by the definition of PDA it is 24/76 = 31.58, as section 1.3.3 has it",
    ("text 1.3.3", "CURE", "PDA"): "each bug once, as PDA is defined; table 5 prints 18.42",
}
"""By table, row and column."""
