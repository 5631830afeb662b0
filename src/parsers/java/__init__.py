"""Java: the syntax tree, and the facts that mutators build on.

`method.Method` is a member with its facts. They build on one another in this order: `syntax`, `names` and `types`, `values`,
`flow`, `effects`. `javac` is what the compiler does that the JLS does not say; `validity` and `jdk` are oracles of other tools.
"""
