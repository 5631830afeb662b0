"""Leakage: which bugs of a benchmark stand in a model's training data, word for word or as a clone."""
