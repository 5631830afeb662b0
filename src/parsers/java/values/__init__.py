"""Values that are known before a program runs: constant expressions and their arithmetic (JLS 4.2, 15.29)."""
