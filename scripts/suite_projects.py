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
        packages: Debian packages of its libraries and those of its tests, beside JUnit's.
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


# Surefire's default names.
TEST_NAMES = r"([^$]*\.)?(Test[^.$]*|[^.$]*(Test|Tests|TestCase))"
JMH = {r"^import (static )?org\.openjdk\.jmh\.": "needs JMH, which Debian does not package"}
PROJECTS: Mapping[str, Project] = {
    "libcommons-lang3-java": Project(
        test_classes=r"[^$]*Test",
        packages=("libeasymock-java", "libjsr305-java"),
        jars=("easymock", "objenesis", "byte-buddy", "jsr305"),
        left_out=JMH,
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
        # JUnit 3 and 4 tests beside those of JUnit 5.
        test_classes=TEST_NAMES,
        jars=("junit-vintage-engine",),
        left_out={
            r"^package com\.fasterxml\.jackson\.failing\b": "a known bug; the project's build leaves it out too"
        },
    ),
    "jackson-databind": Project(
        test_classes=TEST_NAMES,
        packages=("libjackson2-core-java", "libjackson2-annotations-java", "libguava-testlib-java"),
        jars=("junit-vintage-engine", "jackson-core", "jackson-annotations", "guava", "guava-testlib"),
        left_out={
            r"^package com\.fasterxml\.jackson\.failing\b": "a known bug; the project's build leaves it out too",
            r"^import org\.powermock\.": "needs PowerMock, which Debian does not package",
            r"\bjavax\.measure\b": "needs JSR 275, which Debian does not package",
            r"^public class ObjectMapperTest\b": "does not compile with Debian's security patch",
        },
    ),
    "libcommons-collections4-java": Project(
        # Its tests hold for the API of Java 8: later Collection.toArray(null) is ambiguous.
        javac=("--release", "8", "-nowarn", "-Xlint:none", "-proc:none"),
        test_classes=r"(?!.*\.(Abstract[^.]*|BulkTest)$)[^$]*Test",
        packages=("libeasymock-java", "libcommons-lang3-java"),
        jars=("junit-vintage-engine", "easymock", "objenesis", "byte-buddy", "commons-lang3"),
    ),
    "libcommons-jexl3-java": Project(
        test_classes=r"[^$]*Test",
        packages=("libcommons-logging-java",),
        jars=("junit-vintage-engine", "commons-logging"),
    ),
    "plexus-utils2": Project(
        # Its build leaves out these two names.
        test_classes=r"([^$]*\.)?(?!Test|FileBasedTestCase)[^.$]*(Test|Tests|TestCase)",
        jars=("junit-vintage-engine",),
        left_out={**JMH, r"^import org\.apache\.maven\.": "needs Maven"},
    ),
}
