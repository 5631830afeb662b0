"""Errors of the oracles. They are imported where an error is reported, which needs no oracle."""

__all__ = ["InterpreterError", "JdkError", "JdkNotFound"]


class JdkError(Exception):
    """The oracle cannot answer: an option javac refuses, no `main` to run, a JVM that does not start."""


class JdkNotFound(JdkError):
    """There is no JDK of version 17 or newer where one was looked for."""


class InterpreterError(Exception):
    """There is no answer: the command is no Python of a version that is known here, or it does not start."""
