"""The verbs of `equimorph cote`: each module has one."""
