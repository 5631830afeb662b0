"""Repositories of benchmarks and of their bugs, known by name, first commit and Maven coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.etree import ElementTree

ROOTS: Mapping[str, str] = {
    "4e9545f3ac946a719d1e93b79d3666e92ab509ea": "Defects4J",
    "ed04129def413fe83afc82addf325ddd6a1a4d3a": "QuixBugs",
    # Cli, Csv, Gson, Lang.
    "4868ac5e7c2afd428de74a6dcbec07dc6541a1ea": "Defects4J",
    "e23e79e0ceacf38d3298e7f5207c4518ad2b5955": "Defects4J",
    "57d1f32de5bf3a7dd54613384cc7e979fba2660b": "Defects4J",
    "750a21e86441b247d85c95e59bf17e596a69d626": "Defects4J",
}
"""First commits, as far as the repositories could be read when this was written, and the benchmark of each."""
_NAMES = {
    "Defects4J": frozenset(
        {
            *("defects4j", "closure-compiler", "commons-cli", "commons-codec", "commons-collections"),
            *("commons-compress", "commons-csv", "commons-jxpath", "commons-lang", "commons-math", "gson"),
            *("jackson-core", "jackson-databind", "jackson-dataformat-xml", "jfreechart", "joda-time"),
            *("jsoup", "mockito"),
        }
    ),
    "Bugs.jar": frozenset(
        {
            *("bugs-dot-jar", "accumulo", "camel", "commons-math", "flink", "jackrabbit-oak"),
            *("logging-log4j2", "maven", "wicket"),
        }
    ),
    "QuixBugs": frozenset({"quixbugs"}),
    "IntroClassJava": frozenset({"introclassjava"}),
}
_MATH = (
    *("commons-math:commons-math", "org.apache.commons:commons-math", "org.apache.commons:commons-math3"),
    *("org.apache.commons:commons-math4", "org.apache.commons:commons-math-parent"),
    "org.apache.commons:commons-math4-parent",
)
_COORDINATES = {
    "Defects4J": frozenset(
        {
            *_MATH,
            *("com.google.javascript:closure-compiler", "com.google.javascript:closure-compiler-main"),
            *(
                "com.google.javascript:closure-compiler-parent",
                "com.google.javascript:closure-compiler-unshaded",
            ),
            *("commons-cli:commons-cli", "commons-codec:commons-codec", "commons-jxpath:commons-jxpath"),
            *("commons-collections:commons-collections", "org.apache.commons:commons-collections4"),
            *("org.apache.commons:commons-compress", "org.apache.commons:commons-csv"),
            *(
                "commons-lang:commons-lang",
                "org.apache.commons:commons-lang",
                "org.apache.commons:commons-lang3",
            ),
            *("com.google.code.gson:gson", "com.google.code.gson:gson-parent"),
            *("com.fasterxml.jackson.core:jackson-core", "com.fasterxml.jackson.core:jackson-databind"),
            "com.fasterxml.jackson.dataformat:jackson-dataformat-xml",
            *("jfree:jfreechart", "org.jfree:jfreechart", "joda-time:joda-time", "org.jsoup:jsoup"),
            *("org.mockito:mockito-core", "org.mockito:mockito-all"),
        }
    ),
    "Bugs.jar": frozenset(
        {
            *_MATH,
            *("org.apache.accumulo:accumulo", "org.apache.accumulo:accumulo-project"),
            *("org.apache.camel:camel", "org.apache.flink:flink-parent", "org.apache.jackrabbit:oak-parent"),
            *("org.apache.jackrabbit:jackrabbit-oak", "org.apache.logging.log4j:log4j"),
            *("org.apache.maven:maven", "org.apache.wicket:wicket", "org.apache.wicket:wicket-parent"),
        }
    ),
}
_END = re.compile(r"([^/:\\]+?)(?:\.git)?[/\\]*$")


def benchmarks_named(name: str) -> Iterable[str]:
    """Yield the benchmarks that a repository of this name is, or that took bugs of it."""
    return (benchmark for benchmark, names in _NAMES.items() if name.lower() in names)


def benchmarks_with(coordinates: str) -> Iterable[str]:
    """Yield the benchmarks that took bugs of a project with these Maven coordinates."""
    return (benchmark for benchmark, artifacts in _COORDINATES.items() if coordinates in artifacts)


def name_of_url(url: str) -> str:
    """Return the name of the repository in a URL or path, such as "gson" in ``git@github.com:google/gson.git``; "" for none."""
    match = _END.search(url.strip())
    return match[1] if match else ""


def coordinates(pom: bytes) -> str | None:
    """Return group and artifact of a POM, such as "com.google.code.gson:gson"; None if it has none, or a document type."""
    if b"<!DOCTYPE" in pom or b"\0" in pom:  # entities may be as long as they like; UTF-16 hides them
        return None
    try:
        root = ElementTree.fromstring(pom)
    except (ElementTree.ParseError, LookupError, ValueError):
        return None
    artifact = root.findtext("{*}artifactId")
    group = root.findtext("{*}groupId") or root.findtext("{*}parent/{*}groupId")
    return f"{group.strip()}:{artifact.strip()}" if group and artifact else None
