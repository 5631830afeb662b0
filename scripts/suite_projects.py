"""The Debian source packages whose own tests project_tests.py runs: what each needs, and how its build runs it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["PROJECTS", "Project"]

# JUnit's platform with the Jupiter engine, which our runner needs in any case.
PLATFORM_JARS = (
    "junit-jupiter-api",
    "junit-jupiter-engine",
    "junit-jupiter-params",
    "junit-platform-commons",
    "junit-platform-engine",
    "junit-platform-launcher",
    "opentest4j",
    "apiguardian-api",
    "univocity-parsers",
    "junit4",
    "hamcrest",
)
PLATFORM_PACKAGES = ("junit5", "junit4", "libhamcrest-java")
# Fixed on top of what a project's build asks for: locale, time zone, charset.
JAVA = (
    "-Xmx512m",
    "-Duser.language=en",
    "-Duser.country=US",
    "-Duser.timezone=UTC",
    "-Dfile.encoding=UTF-8",
    "-Djava.awt.headless=true",
)


@dataclass(frozen=True, slots=True)
class Project:
    """A project in Maven's layout.

    Attributes:
        packages: Debian packages of the libraries of its tests, beside JUnit's.
        jars: names in /usr/share/java, beside JUnit's.
        test_classes: pattern of the qualified class names that the project's build runs as tests.
        left_out: pattern in a test's source, and why such a test is not compiled.
        javac: options, as its build gives them.
        java: options, as its build gives them, after ours.
    """

    test_classes: str
    packages: tuple[str, ...] = ()
    jars: tuple[str, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    javac: tuple[str, ...] = ("-source", "8", "-target", "8", "-nowarn", "-Xlint:none", "-proc:none")
    java: tuple[str, ...] = ()


PROJECTS: Mapping[str, Project] = {
    "libcommons-lang3-java": Project(
        test_classes=r"[^$]*Test",
        packages=("libeasymock-java", "libjsr305-java"),
        jars=("easymock", "objenesis", "byte-buddy", "jsr305"),
        left_out={r"^import (static )?org\.openjdk\.jmh\.": "needs JMH, which Debian does not package"},
        java=(
            # The access that its tests of reflection need.
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            # Not in the build of this version, made for JDK 8 to 16: without it one test of ArrayList's fields
            # fails, and leaves a registry behind that makes the tests after it fail or pass by chance.
            "--add-opens=java.base/java.util=ALL-UNNAMED",
        ),
    ),
    "jackson-core": Project(
        # Surefire's default names; JUnit 3 and 4 tests beside those of JUnit 5.
        test_classes=r"([^$]*\.)?(Test[^.$]*|[^.$]*(Test|Tests|TestCase))",
        jars=("junit-vintage-engine",),
        left_out={
            r"^package com\.fasterxml\.jackson\.failing\b": "a known bug; the project's build leaves it out too"
        },
    ),
}
