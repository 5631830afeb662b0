"""Values that are known before a program runs.

* `arithmetic`: Java's operators on constants, bit for bit (JLS 4.2, 5.1, 15.15 to 15.25).
* `constants`: constant expressions, proven, disproven, or perhaps constant (JLS 4.12.4, 15.29).
"""
