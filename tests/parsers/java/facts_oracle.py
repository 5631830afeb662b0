"""What javac and the JVM say about small programs, for the tests of the facts."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from parsers.java.method import Method
from parsers.java.syntax.tree import Node
from parsers.oracles.jdk import Jdk, JdkNotFound
from parsers.source import SourceFile


def oracle() -> Iterator[Jdk]:
    """The body of a fixture: a JDK; without one the tests are skipped, in CI they fail."""
    try:
        jdk = Jdk(options=["-nowarn"])
    except JdkNotFound as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    with jdk:
        yield jdk


def output(jdk: Jdk, source: str, main: str = "Main") -> list[str]:
    """The lines that a program prints; it must compile and end well."""
    compiled = jdk.compile({f"{main}.java": source}, bytes_=True)
    assert compiled.ok, compiled.diagnostics[:5]
    ran = jdk.run(compiled, main, timeout=60.0, max_output=1 << 25)
    assert (ran.status, ran.exception) == ("ok", None), ran
    return ran.text.splitlines()


def method_of(text: str, name: str | None = None) -> Method:
    """The method of that name, or the first, of a trusted text."""
    method = next(m for m in SourceFile.from_text(text).methods if name is None or m.name == name)
    assert method.untrusted is None
    return method


def initialiser(method: Method, variable: str) -> Node:
    """The initialiser of a local variable, without the parentheses around it."""
    value = next(d.value for d in method.scopes.declarations if d.name == variable)
    assert value is not None
    while value.type == "parenthesized_expression":
        value = value.named_children()[0]
    return value
