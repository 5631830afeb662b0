"""The meanings of names, proven within a member and the classes of its file (JLS 6, 8, 9).

* `scopes`: declarations with their regions and all references (JLS 6.3, 6.4, 6.5), as the values of `bindings`.
  A reference that a class body may inherit is `uncertain` (JLS 8.2).
* `patterns`: the flow scope of pattern variables (JLS 6.3.1, 6.3.2), with whether it is proven.
* `shadowing`: names that meet others (JLS 6.4), and names that must stay (JLS 8.10.4, 14.11.1).
* `written`: the contents of a type declaration (JLS 8, 9). `classes`: the meanings of type names in a file (JLS 6.5.5,
7.5).
* `insertion_points`: places at which a declaration may be inserted (JLS 14.4).
* `method_uses`: the places of a text that name methods (JLS 8.4, 15.12, 15.13).
"""
