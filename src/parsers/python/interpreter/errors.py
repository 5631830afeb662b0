"""Errors of the interpreter oracle."""

__all__ = ["InterpreterError"]


class InterpreterError(Exception):
    """There is no answer: the command is no Python of a version that is known here, or it does not start."""
