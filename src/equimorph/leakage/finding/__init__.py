"""Finding leaks: levels, kinds, forms; chunk by chunk, with counts; their summary."""
