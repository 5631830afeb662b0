"""The verbs of `equimorph search`: each module has one."""
