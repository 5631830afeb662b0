"""Which mutators have no rule of the canonical form."""

WITHOUT = {
    *("declaration-split", "infix-dividing", "method-renaming", "parameter-adding", "permute-statement"),
    *("return-variable", "switch-to-if", "ternary-to-if"),
}
"""The preserving mutators that have no rule of the canonical form; the page on clones names them."""
