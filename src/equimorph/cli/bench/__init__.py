"""The verbs of `equimorph bench`: each module has one."""
