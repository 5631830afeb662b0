"""The verbs of `equimorph codescore`: each module has one."""
