"""The kit of trainings: rates and steps, batches, checkpoints that a stopped training goes on from, and vocabularies."""
