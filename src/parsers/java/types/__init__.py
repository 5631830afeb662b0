"""Static types of expressions, proven or UNKNOWN (JLS 4, 15).

* `types`: the type of an expression before conversion, and assignment without a cast (JLS 5.2, 15).
* `type_names`: types as written, and whether a name is certainly a type (JLS 6.5).
* `spelling`: a type as text that certainly means the same at another place (JLS 4.11, 6.4.1).
* `inference`: which expressions may be poly expressions (JLS 15.2, 18.5.2).
"""
