"""Judging a model's answers: against the fix, or by running the tests."""
