"""The verbs of `equimorph metrics`: each module has one."""
