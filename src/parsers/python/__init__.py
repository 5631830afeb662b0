"""Python: the syntax tree of libcst, and the facts that mutators build on.

`function.Function` is a member with its facts. They build on one another in this order: `syntax`, `names`, `types`, `effects`,
`flow`. `interpreter` is the oracle: what a Python of this machine compiles and runs.
"""
