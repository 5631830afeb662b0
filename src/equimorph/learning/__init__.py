"""Shared parts of trainings: rates and steps, batches, checkpoints to continue a training, and vocabularies."""
