"""Lists of tests that fail: how Defects4J writes them, and what of them is behaviour."""

from __future__ import annotations

import pytest

from equimorph.projects.failing_tests import Frame, Places, failing_tests, read_entries

PLACES = Places(lambda path: path in ("a/b/Parser.java", "Top.java"))


def details(text: str | bytes, places: Places = PLACES) -> list[tuple[str, str, str]]:
    data = text if isinstance(text, bytes) else text.encode()
    return [(one.test, one.kind, one.detail) for one in sorted(failing_tests(read_entries(data), places))]


def thrown(trace: str, places: Places = PLACES) -> str:
    [(_, kind, detail)] = details(f"--- T::t\n{trace}", places)
    assert kind == "exception"
    return detail


def asserted(message: str, places: Places = PLACES) -> str:
    [(_, kind, detail)] = details(
        f"--- T::t\njava.lang.AssertionError: {message}\n\tat T.t(T.java:1)\n", places
    )
    assert kind == "assertion"
    return detail


LISTED = """\
--- a.b.ParserTest::testReads
java.lang.NumberFormatException: For input string: "8"
\tat java.base/java.lang.Integer.parseInt(Integer.java:652)
\tat a.b.Parser.read(Parser.java:12)
\tat a.b.ParserTest.testReads(ParserTest.java:9)
\tat java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)
Caused by: java.lang.IllegalStateException
\tat a.b.Lexer.next(Lexer.java:1)
\t... 4 more

--- a.b.BrokenTest
java.lang.ExceptionInInitializerError
\tat java.base/java.lang.Class.forName0(Native Method)
--- a.b.ParserTest::testEmpty
junit.framework.AssertionFailedError
\tat junit.framework.Assert.fail(Assert.java:48)
"""


def test_each_entry_is_a_test_or_a_whole_class_with_what_was_thrown() -> None:
    first, second, third = read_entries(LISTED.encode())
    assert (first.test, first.type, first.message) == (
        "a.b.ParserTest::testReads",
        "java.lang.NumberFormatException",
        'For input string: "8"',
    )
    assert first.frames[:2] == (
        Frame("java.lang.Integer", "parseInt", "Integer.java", 652),
        Frame("a.b.Parser", "read", "Parser.java", 12),
    )
    assert first.frames[3] == Frame("jdk.internal.reflect.NativeMethodAccessorImpl", "invoke0", None, None)
    assert (second.test, second.type, second.message) == (
        "a.b.BrokenTest",
        "java.lang.ExceptionInInitializerError",
        None,
    )
    assert (third.test, third.message, third.is_assertion) == ("a.b.ParserTest::testEmpty", None, True)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_make_no_difference(end: str) -> None:
    assert details(LISTED.replace("\n", end)) == details(LISTED)
    assert len(details(LISTED)) == 3


def test_the_place_of_an_exception_is_the_topmost_method_of_the_sources() -> None:
    assert details(LISTED)[2][2] == "java.lang.NumberFormatException at a.b.Parser.read"


def test_without_a_frame_of_the_sources_the_topmost_one_is_the_place() -> None:
    assert thrown("java.lang.Error\n\tat T.t(T.java:1)\n\tat T.u(T.java:2)\n") == "java.lang.Error at T.t"
    assert thrown("java.lang.Error: no trace\n") == "java.lang.Error"


def test_a_frame_of_the_cause_is_a_place_only_where_none_is_above_it() -> None:
    trace = (
        "a.E: x\n\tat T.t(T.java:1)\nCaused by: b.F: y\n\tat a.b.Parser.read(Parser.java:3)\n\t... 1 more\n"
    )
    assert thrown(trace) == "a.E at a.b.Parser.read"


def test_the_message_of_an_exception_does_not_count() -> None:
    one, other = (f"a.E: {message}\n\tat a.b.Parser.read(Parser.java:3)\n" for message in ("1", "2\nand 3"))
    assert thrown(one) == thrown(other) == "a.E at a.b.Parser.read"


def test_type_and_method_of_an_exception_do_count() -> None:
    frames = ("a.b.Parser.read(Parser.java:3)", "a.b.Parser.skip(Parser.java:3)")
    found = {thrown(f"{type}\n\tat {frame}\n") for type in ("a.E", "a.F") for frame in frames}
    assert len(found) == 4


@pytest.mark.parametrize(
    ("frame", "place"),
    [
        ("a.b.Parser.lambda$read$0(Parser.java:3)", "a.b.Parser.read"),
        ("a.b.Parser.lambda$read$17(Parser.java:3)", "a.b.Parser.read"),
        ("a.b.Parser.lambda$new$0(Parser.java:3)", "a.b.Parser.<init>"),
        ("a.b.Parser.lambda$static$0(Parser.java:3)", "a.b.Parser.<clinit>"),
        ("a.b.Parser.access$000(Parser.java:3)", "a.b.Parser.access$*"),
        ("a.b.Parser$1.run(Parser.java:3)", "a.b.Parser$*.run"),
        ("a.b.Parser$12$3.run(Parser.java:3)", "a.b.Parser$*$*.run"),
        ("a.b.Parser$1Local.run(Parser.java:3)", "a.b.Parser$Local.run"),
        ("a.b.Parser$Inner.run(Parser.java:3)", "a.b.Parser$Inner.run"),
        ("app//a.b.Parser.read(Parser.java:3)", "a.b.Parser.read"),
        ("a.b.Beside.read(Parser.java:3)", "a.b.Beside.read"),
        ("Top.read(Top.java:3)", "Top.read"),
        ("a.b.Parser.read(Unknown Source)", "a.b.Parser.read"),
    ],
)
def test_names_that_javac_makes_up_do_not_count(frame: str, place: str) -> None:
    trace = f"a.E\n\tat other.Library.call(Library.java:1)\n\tat {frame}\n"
    assert thrown(trace) == f"a.E at {place}"


def test_lines_count_only_if_they_are_asked_for_and_only_in_the_sources() -> None:
    places = Places(PLACES.is_source, line=lambda path, line: f"{path}#{line - 1}")
    assert (
        thrown("a.E\n\tat a.b.Parser.read(Parser.java:3)\n", places)
        == "a.E at a.b.Parser.read:a/b/Parser.java#2"
    )
    assert thrown("a.E\n\tat T.t(T.java:3)\n", places) == "a.E at T.t"


def test_where_a_recursion_overflows_does_not_count() -> None:
    one, other = "\tat a.b.Parser.zig(Parser.java:3)\n", "\tat a.b.Parser.zag(Parser.java:4)\n"
    leaf = "\tat a.b.Parser.aLeaf(Parser.java:9)\n"
    head = "java.lang.StackOverflowError\n"
    found = {
        thrown(head + trace) for trace in ((one + other) * 9, (other + one) * 9, leaf + (one + other) * 9)
    }
    assert found == {"java.lang.StackOverflowError at a.b.Parser.zag"}


def test_a_test_that_takes_too_long_is_stopped_at_any_place() -> None:
    head = "org.junit.runners.model.TestTimedOutException: test timed out after 10 milliseconds\n"
    assert thrown(head + "\tat a.b.Parser.read(Parser.java:3)\n") == head.partition(":")[0]


@pytest.mark.parametrize(
    "type",
    [
        "java.lang.AssertionError",
        "junit.framework.AssertionFailedError",
        "junit.framework.ComparisonFailure",
        "org.junit.ComparisonFailure",
        "org.junit.internal.ArrayComparisonFailure",
        "org.opentest4j.AssertionFailedError",
        "org.opentest4j.MultipleFailuresError",
    ],
)
def test_assertions_are_known_by_their_type_and_count_with_their_value(type: str) -> None:
    found = [
        details(f"--- T::t\n{type}: expected:<{value}>\n\tat a.b.Parser.read(Parser.java:3)\n")
        for value in "12"
    ]
    assert found == [[("T::t", "assertion", f"{type}: expected:<{value}>")] for value in "12"]


def test_a_value_may_have_several_lines_one_of_which_looks_like_an_entry() -> None:
    message = "differs\n--- expected\n+++ actual\n@@ 1 @@\n\n-a\n+b"
    assert asserted(message) == f"java.lang.AssertionError: {message}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("was a.B@1b2c3d", "was a.B@4e5f6a7"),
        ("was [I@1b2c3d4e", "was [I@2"),
        ("at 0x00007f3a12345678", "at 0x00007f3a12345679"),
        ("no /tmp/junit123/a.txt", "no /tmp/junit987/a.txt"),
        ("in '/var/folders/x/1' there", "in '/var/folders/y/2' there"),
        ("was p.A$$Lambda$14/0x0000000800c03000@5e91993f", "was p.A$$Lambda$15/0x0000000800c04400@1c4af82c"),
        ("no /work/one/file", "no /work/two/file"),
    ],
)
def test_what_differs_from_run_to_run_is_masked(one: str, other: str) -> None:
    places = Places(PLACES.is_source, ("/work/one", "/work/two"))
    assert asserted(one, places) == asserted(other, places)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("expected:<1> but was:<2>", "expected:<1> but was:<3>"),
        ("expected:<0x1f>", "expected:<0x2f>"),
        ("user@host", "user@most"),
        ("12 ms", "13 ms"),
        ("A", "a"),
        ("", " "),
    ],
)
def test_values_are_not_masked(one: str, other: str) -> None:
    assert asserted(one) != asserted(other)


def test_bytes_that_are_no_utf_8_still_count() -> None:
    texts = (b"--- T::t\njava.lang.AssertionError: \xff%d\n\tat T.t(T.java:1)\n" % n for n in (1, 2))
    one, other = (details(text) for text in texts)
    assert one != other
    assert one[0][2] == "java.lang.AssertionError: \\xff1"


def test_an_empty_list_has_no_tests() -> None:
    assert read_entries(b"") == []
    assert read_entries(b"\n\nBUILD SUCCESSFUL\n") == []


def test_the_order_of_the_list_and_doubles_do_not_count() -> None:
    entries = read_entries(LISTED.encode())
    assert failing_tests([*reversed(entries), *entries], PLACES) == failing_tests(entries, PLACES)


def test_an_entry_that_defects4j_cannot_name_is_not_lost() -> None:
    text = "--- broken test input oddjava.lang.Error: x\n\tat T.t(T.java:1)\n--- T::t\njava.lang.Error\n"
    assert [entry.test for entry in read_entries(text.encode())] == [
        "broken test input oddjava.lang.Error: x",
        "T::t",
    ]


def test_a_list_that_says_what_was_thrown_is_not_misled_by_messages() -> None:
    """The message has a whole entry, and the class says nothing by its name."""
    entry = "--- T::t\n+++ assertion a.T$2\na.T$2: no\n--- T::other\njava.lang.Error: y\n\tat T.t(T.java:1)\n"
    [(test, kind, detail)] = details(entry)
    assert (test, kind) == ("T::t", "assertion")
    assert detail == "a.T$*: no\n--- T::other\njava.lang.Error: y"
    [(_, kind, detail)] = details("--- T::t\n+++ exception a.T$1\nits own text\n\tat T.t(T.java:1)\n")
    assert (kind, detail) == ("exception", "a.T$* at T.t")
