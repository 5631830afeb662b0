"""Errors of the JDK oracle."""

__all__ = ["JdkError", "JdkNotFound"]


class JdkError(Exception):
    """The oracle cannot answer: an option javac refuses, no `main` to run, a JVM that does not start."""


class JdkNotFound(JdkError):
    """There is no JDK of version 17 or newer where one was looked for."""
