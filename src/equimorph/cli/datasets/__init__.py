"""The verbs of `equimorph datasets`: each module has one."""
