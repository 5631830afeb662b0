"""Java: the syntax tree, and the facts that mutators build on.

`view.View` is a member as text, tree and nodes; `method.Method` is one with its facts. Each fact is made of the view and of the
facts that it names, in this order: `syntax`, `names`, `types`, `values`, `flow`, `effects`. `javac` is behaviour of the compiler
beyond the JLS; `validity` holds opinions of other tools.
"""
