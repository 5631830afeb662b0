"""Python: the syntax tree of libcst, and the facts that mutators build on.

`view.View` is a function as text, tree and nodes; `function.Function` is one with its facts. Each fact is made of the view and of
the facts that it names, in this order: `syntax`, `names`, `flow`, `types`, `effects`.
"""
