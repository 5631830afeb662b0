"""What `defects4j.rebuild` changes in a revision as the hooks of Defects4J's projects do, and the tests that it takes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimorph import defects4j
from equimorph.patches.diffs import unified_diff
from parsers import ParseError
from tests.equimorph.defects4j.made_up import Project, made_up

A, TEST = "src/main/java/a/A.java", "src/test/java/a/ATest.java"
FIXED = {A: b"class A {\n    int a = 1;\n}\n"}
BUILT = {
    "build.xml": b'<property name="source.home" value="src/main/java"/>\n<property name="test.home" value="src/test/java"/>\n',
    "maven-build.properties": b"",
}
"""Files that Defects4J needs for some projects."""
BUGGY = {A: b"class A {\n    int a = 2;\n}\n"}


def rebuilt(project: Project, version: str = "1f") -> Path:
    out = project.defects4j.parent / version
    return defects4j.rebuild(
        f"{project.name}-{version}", out, defects4j=project.defects4j, repository=project.repository
    ).folder


def changed(path: str, before: bytes, after: bytes) -> bytes:
    return unified_diff(path, before, after)


def test_patches_against_errors_of_the_compiler(tmp_path: Path) -> None:
    files = {**FIXED, "src/x": b"one\n", "src/y": b"one\n", "src/z": b"one\n", "src/o": b"one\n"}
    tables = {
        "compile-errors/x-1-1.diff": changed("src/x", b"one\n", b"two\n"),
        "compile-errors/y-0-9.diff": changed("src/y", b"one\n", b"two\n"),
        "compile-errors/z-2-9.diff": changed("src/z", b"one\n", b"two\n"),
        "compile-errors/z-0-0.diff": changed("src/z", b"one\n", b"two\n"),
        "compile-errors/o-1-1.optional.diff": changed("src/o", b"other\n", b"two\n"),
        "compile-errors/README": b"no patch\n",
    }
    out = rebuilt(made_up(tmp_path, files, BUGGY, name="Lang", tables=tables), "1b")
    assert [(out / "src" / name).read_bytes() for name in "xyzo"] == [b"two\n", b"two\n", b"one\n", b"one\n"]
    assert (out / A).read_bytes() == BUGGY[A]


def test_a_patch_against_errors_of_the_compiler_that_does_not_apply(tmp_path: Path) -> None:
    tables = {"compile-errors/x-1-1.diff": changed("src/x", b"one\n", b"two\n")}
    project = made_up(tmp_path, FIXED, BUGGY, tables=tables)
    with pytest.raises(ParseError, match=r"compile-errors/x-1-1\.diff: the patch does not apply"):
        rebuilt(project)
    assert not (tmp_path / "1f").exists()


def test_those_of_gson_are_below_its_folder(tmp_path: Path) -> None:
    files = {f"gson/{path}": data for path, data in FIXED.items()}
    tables = {"compile-errors/x-1-1.diff": changed(A, FIXED[A], b"//\n" + FIXED[A])}
    layout = ("gson/src/main/java", "gson/src/test/java")
    buggy = {"gson/b": b"buggy\n"}
    project = made_up(
        tmp_path, {**files, "gson/b": b"fixed\n"}, buggy, name="Gson", tables=tables, layout=layout
    )
    out = rebuilt(project)
    assert (out / "gson" / A).read_bytes() == b"//\n" + FIXED[A]


LATIN_1 = "// Größe\r\n".encode("iso-8859-1")


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Lang", "src/main/java/org/apache/commons/lang3/text/translate/EntityArrays.java"),
        ("Lang", "src/main/java/org/apache/commons/lang/Entities.java"),
        ("Cli", "src/test/java/org/apache/commons/cli2/bug/BugLoopingOptionLookAlikeTest.java"),
        ("Math", "src/main/java/org/apache/commons/math3/stat/correlation/StorelessCovariance.java"),
        ("Codec", "src/test/java/org/apache/commons/codec/language/SoundexTest.java"),
        ("Collections", "src/main/java/org/apache/commons/collections/functors/ComparatorPredicate.java"),
    ],
)
def test_files_that_become_utf_8(tmp_path: Path, name: str, path: str) -> None:
    other = path.replace("src/", "source/")
    out = rebuilt(made_up(tmp_path, {**FIXED, **BUILT, path: LATIN_1, other: LATIN_1}, BUGGY, name=name))
    assert (out / path).read_bytes() == "// Größe\r\n".encode()
    assert (out / other).read_bytes() == LATIN_1


def test_the_package_of_lang_that_became_a_keyword(tmp_path: Path) -> None:
    package = "src/main/java/org/apache/commons/lang"
    tests = package.replace("main", "test")
    line = b"import org.apache.commons.lang.enum.Enum; import org.apache.commons.lang.enum;\n"
    files = {
        **FIXED,
        f"{package}/enum/Enum.java": b"package org.apache.commons.lang.enum;\n"
        + line
        + b"\xff a.enum; b.enum;",
        f"{package}/enum/sub/Other.java": b"package org.apache.commons.lang.enum;\r\n",
        f"{package}/User.java": line,
        f"{tests}/enum/EnumTest.java": b"package org.apache.commons.lang.enum;\n",
    }
    out = rebuilt(made_up(tmp_path, files, BUGGY, name="Lang"))
    assert not (out / package / "enum").exists()
    assert (out / package / "oldenum/Enum.java").read_bytes() == (
        b"package org.apache.commons.lang.oldenum;\n"
        b"import org.apache.commons.lang.enum.Enum; import org.apache.commons.lang.oldenum;\n"
        b"\xff a.oldenum; b.enum;"
    )
    assert (
        out / package / "oldenum/sub/Other.java"
    ).read_bytes() == b"package org.apache.commons.lang.oldenum;\r\n"
    assert (out / package / "User.java").read_bytes() == line
    assert (
        out / tests / "oldenum/EnumTest.java"
    ).read_bytes() == b"package org.apache.commons.lang.oldenum;\n"


def test_names_of_jackson_that_java_9_made_ambiguous(tmp_path: Path) -> None:
    text = b"class B extends Module\nModule m; Module n; Module o;\n<Module>(Module)new Module()\nModules extends Module {\n"
    out = rebuilt(made_up(tmp_path, {**FIXED, **BUILT, "B.txt": text}, BUGGY, name="JacksonDatabind"))
    name = b"com.fasterxml.jackson.databind.Module"
    assert (out / "B.txt").read_bytes() == (
        b"class B extends %b\nModule m; %b n; Module o;\n<%b>(%b)new %b()\nModules extends %b {\n"
        % ((name,) * 6)
    )


GENERATED = b"class PackageVersion { }\n"


@pytest.mark.parametrize(
    ("name", "package", "built", "is_there"),
    [
        ("JacksonCore", "core/json", b"maven.build.finalName=jackson-core-2.3.0-SNAPSHOT\n", True),
        ("JacksonCore", "core/json", b"#\nmaven.build.finalName=jackson-core-2.3.0-rc1-SNAPSHOT\n", True),
        ("JacksonCore", "core/json", b"maven.build.finalName=jackson-core-2.3.0\n", False),
        ("JacksonCore", "core/json", b"maven.build.finalName=jackson-core-2.3.1-SNAPSHOT\n", False),
        ("JacksonCore", "core/json", b"", False),
        ("JacksonDatabind", "databind/cfg", b"maven.build.finalName=jackson-databind-2.3.0-SNAPSHOT\n", True),
        (
            "JacksonXml",
            "dataformat/xml",
            b"maven.build.finalName=jackson-dataformat-xml-2.3.0-SNAPSHOT\n",
            True,
        ),
        ("JacksonXml", "dataformat/xml", b"maven.build.finalName=jackson-dataformat-xml-2.3.0\n", True),
        ("Csv", "core/json", b"maven.build.finalName=jackson-core-2.3.0-SNAPSHOT\n", False),
    ],
)
def test_the_generated_source_of_jackson(
    tmp_path: Path, name: str, package: str, built: bytes, is_there: bool
) -> None:
    folder = f"src/main/java/com/fasterxml/jackson/{package}"
    files = {**FIXED, f"{folder}/Other.java": b"", "build.xml": b"", "maven-build.properties": built}
    tables = {"generated_sources/2.3.0/PackageVersion.java": GENERATED}
    out = rebuilt(made_up(tmp_path, files, BUGGY, name=name, tables=tables))
    assert (out / folder / "PackageVersion.java").exists() == is_there
    if is_there:
        assert (out / folder / "PackageVersion.java").read_bytes() == GENERATED


def test_its_version_is_that_of_defects4js_own_build_file(tmp_path: Path) -> None:
    folder = "src/main/java/com/fasterxml/jackson/core/json"
    tables = {"generated_sources/2.3.0/PackageVersion.java": GENERATED}
    project = made_up(
        tmp_path, {**FIXED, f"{folder}/Other.java": b""}, BUGGY, name="JacksonCore", tables=tables
    )
    place = project.tables / "build_files" / project.fixed / "maven-build.properties"
    place.parent.mkdir(parents=True)
    place.write_text("maven.build.finalName=jackson-core-2.3.0-SNAPSHOT\n")
    assert (rebuilt(project) / folder / "PackageVersion.java").read_bytes() == GENERATED


def test_the_folder_of_joda_time_moves_up(tmp_path: Path) -> None:
    files = {
        f"JodaTime/{path}": data for path, data in {**FIXED, **BUILT, "there/a": b"", ".hidden": b""}.items()
    }
    buggy = {f"JodaTime/{path}": data for path, data in BUGGY.items()}
    project = made_up(tmp_path, {**files, "there/b": b""}, buggy, name="Time")
    patch = project.tables / "patches/1.src.patch"
    patch.write_bytes(patch.read_bytes().replace(b"JodaTime/", b""))
    out = rebuilt(project, "1b")
    assert (out / A).read_bytes() == BUGGY[A]
    assert (out / "JodaTime/there/a").exists()
    assert (out / "JodaTime/.hidden").exists()


@pytest.mark.parametrize(
    ("rows", "is_patched"), [((1, 16), True), ((1, 15), False), ((1, 38), True), ((1, 39), False)]
)
def test_the_test_runners_of_mockito(tmp_path: Path, rows: tuple[int, int], is_patched: bool) -> None:
    tables = {"mockito_test_runners.patch": changed("src/x", b"one\n", b"two\n")}
    project = made_up(tmp_path, {**FIXED, "src/x": b"one\n"}, BUGGY, name="Mockito", tables=tables)
    for path in project.tables.rglob("*1*"):
        if path.is_file() and path.name in {"1.src", "1", "1.src.patch"}:
            path.rename(path.with_name(path.name.replace(str(rows[0]), str(rows[1]), 1)))
    table = project.tables / "active-bugs.csv"
    table.write_text(table.read_text().replace(f"\n{rows[0]},", f"\n{rows[1]},"))
    assert (rebuilt(project, f"{rows[1]}f") / "src/x").read_bytes() == (b"two\n" if is_patched else b"one\n")


JUNIT_4 = b"""\
package a;

import org.junit.Test;

public class ATest extends Base {
    @Test
    public void one() {
        String brace = "}" + '{' + "\\"}" + "\\\\" + "{"; // }
        run(new Runnable() { public void run() { } });
    }

    @Test
    public void two() { }
}
"""
REMOVED = b"""\
package a;

import org.junit.Test;

public class ATest extends Base {
    @Test
    public void one() {}
// Defects4J: flaky method
//     @Test
//     public void one() {
//         String brace = "}" + '{' + "\\"}" + "\\\\" + "{"; // }
//         run(new Runnable() { public void run() { } });
//     }

    @Test
    public void two() { }

    @Test
    public void inherited() {} // Fails in super class
}
"""


def freed(tmp_path: Path, files: dict[str, bytes], **tables: bytes) -> Path:
    return rebuilt(made_up(tmp_path, {**FIXED, **files}, BUGGY, tables=tables))


def test_tests_that_are_taken_out(tmp_path: Path) -> None:
    listed = b"--- a.ATest::one\njava.lang.Error: --- none\n\tat x\n--- a.ATest::inherited\n--- a.Gone::one\n"
    out = freed(tmp_path, {TEST: JUNIT_4}, random_tests=listed)
    assert (out / TEST).read_bytes() == REMOVED


def test_lists_of_a_revision_and_of_a_project(tmp_path: Path) -> None:
    methods = b"".join(b"    public void %b() {\n    }\n" % name for name in (b"a", b"b", b"c", b"d"))
    lists = {
        "dependent_tests": b"--- a.ATest::b\n",
        "random_tests": b"--- a.ATest::c\n",
        "broken_tests": b"--- a.ATest::d\n",
    }
    for name, count in (("Shop", 3), ("Math", 4)):
        (tmp_path / name).mkdir()
        project = made_up(
            tmp_path / name,
            {**FIXED, **BUILT, TEST: b"class ATest {\n" + methods + b"}\n"},
            BUGGY,
            name=name,
            tables=lists,
        )
        (project.tables / "failing_tests").mkdir()
        (project.tables / "failing_tests" / project.fixed).write_text("--- a.ATest::a\n")
        (project.tables / "failing_tests" / project.buggy).write_text("--- a.ATest::z\n")
        text = (rebuilt(project, "1b") / TEST).read_bytes()
        assert text.count(b"flaky method") == count
        assert b"super class" not in text


def test_whole_classes_stay_and_are_properties(tmp_path: Path) -> None:
    lists = {"dependent_tests": b"--- a.ATest\n--- a.b.Other\n", "random_tests": b"--- a.ATest::none.\n"}
    out = freed(tmp_path, {TEST: JUNIT_4}, dependent_tests=lists["dependent_tests"])
    assert (out / TEST).read_bytes() == JUNIT_4
    assert b"\nd4j.tests.exclude=a/ATest.*,a/b/Other.*\n" in (out / "defects4j.build.properties").read_bytes()


def test_a_method_of_a_superclass_without_junit_4(tmp_path: Path) -> None:
    for number, (end, made) in enumerate(
        (
            (b"}\n", b"\n    public void one() {} // Fails in super class\n}\n"),
            (b"}\r\n", b"\n    public void one() {} // Fails in super class\n}\r\n"),
            (b"}", b"}"),
            (b"} // end\n", b"} // end\n"),
        )
    ):
        (tmp_path / str(number)).mkdir()
        out = freed(
            tmp_path / str(number), {TEST: b"class ATest {\n" + end}, random_tests=b"--- a.ATest::one\n"
        )
        assert (out / TEST).read_bytes() == b"class ATest {\n" + made


def test_a_test_without_an_end(tmp_path: Path) -> None:
    for number, text in enumerate(
        (b"    public void one() {\n", b"    public void one() { /* don't */ }\n}\n")
    ):
        (tmp_path / str(number)).mkdir()
        with pytest.raises(
            ParseError, match=r"random_tests: a/ATest\.java: one: the end of the method cannot be found"
        ):
            freed(
                tmp_path / str(number), {TEST: b"class ATest {\n" + text}, random_tests=b"--- a.ATest::one\n"
            )


def test_lists_of_triggering_tests(tmp_path: Path) -> None:
    # An entry behind a trace that has lines of JUnit only is passed over, as in Defects4J.
    listed = (
        b"--- a.ATest::one\njunit.framework.AssertionFailedError\n\tat junit.framework.Assert\n\tat a.ATest.one(ATest.java:3)\n"
        b"--- a.ATest::two\njunit.framework.AssertionFailedError\n\tat junit.framework.Assert\n"
        b"--- a.ATest::three\n"
        b"--- a.BTest\n--- a.ATest::four\njava.lang.Error\n--- a.ATest::five"
    )
    out = rebuilt(made_up(tmp_path, FIXED, BUGGY, tables={"trigger_tests/1": listed}))
    assert defects4j.read(out).trigger_tests == (
        "a.BTest",
        "a.ATest::one",
        "a.ATest::two",
        "a.ATest::four",
        "a.ATest::five",
    )
