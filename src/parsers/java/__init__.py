"""Java: the syntax tree, and the facts that mutators build on.

`method.Method` is a member with its facts. They build on one another in this order: `syntax`, `names` and `types`, `values`,
`flow`, `effects`. `javac` is behaviour of the compiler beyond the JLS; `validity` and `jdk` are oracles of other tools.
"""
