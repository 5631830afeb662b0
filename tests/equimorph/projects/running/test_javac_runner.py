"""The runner "javac": real javac, a real JVM, and every class of behaviour."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from equimorph.projects.options import RunnerOptions
from equimorph.robustness.judging.runner import CheckoutRunner, opened_runner
from mutators import MutationError
from parsers.oracles.jdk import Compilation, Diagnostic, Jdk
from tests.equimorph.projects.running.conftest import (
    METHOD,
    NAMES,
    PATH,
    PRICE,
    TESTS,
    bug_of,
    make_checkout,
    patched,
    with_return,
)

ASSERTED = (
    "assertion"
    + ' [["shop.PriceTest::testHalf", "assertion", "java.lang.AssertionError: expected:<2> but was:<3>"], '
)
LAST = '["shop.PriceTest::testLast", "assertion", "java.lang.AssertionError: expected:<3> but was:<4>"]]'


LIMITS = RunnerOptions(timeout=20, memory=64)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The classes of the checkout, and what runs showed, for all runners of these tests."""
    return str(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def runner(jdk: Jdk, cache: str) -> Iterator[CheckoutRunner]:
    with opened_runner(replace(LIMITS, cache=cache)) as opened:
        yield opened


def shown(runner: CheckoutRunner, checkout: Path, text: str | None) -> str:
    return runner.run(bug_of(checkout), None if text is None else text.encode()).behaviour


def test_the_checkout_as_it_is_fails_its_tests_and_is_not_written(
    runner: CheckoutRunner, checkout: Path
) -> None:
    files = {path: path.read_bytes() for path in checkout.rglob("*") if path.is_file()}
    assert shown(runner, checkout, None) == ASSERTED + LAST
    assert {path: path.read_bytes() for path in checkout.rglob("*") if path.is_file()} == files


@pytest.mark.parametrize(
    ("code", "behaviour"),
    [
        ("return price / 2;", "pass"),
        ("return price / two;", "compile_failure"),
        ("return price / 2", "compile_failure"),
        ("return prices[at + 9];", "exception"),
        ("throw new IllegalStateException();", "exception"),
        ("assert price < 0; return 1;", "assertion"),
        ("System.exit(0); return 1;", "crash"),
        ("Runtime.getRuntime().halt(3); return 1;", "crash"),
        ("return half(prices, at);", "exception"),
        ("byte[][] all = new byte[999][]; for (int i = 0; ; i++) all[i] = new byte[9999999];", "exception"),
    ],
)
def test_every_class_but_one_occurs(
    runner: CheckoutRunner, checkout: Path, code: str, behaviour: str
) -> None:
    assert shown(runner, checkout, patched(with_return(code))).partition(" ")[0] == behaviour


def test_what_does_not_end_is_stopped(runner: CheckoutRunner, checkout: Path, cache: str) -> None:
    loop = patched(with_return("while (at >= 0) { System.out.println(at); } return 1;"))
    shown(runner, checkout, None)
    with opened_runner(replace(LIMITS, timeout=5, cache=cache)) as hasty:
        outcome = hasty.run(bug_of(checkout), loop.encode())
    assert (outcome.behaviour, set(outcome.output.splitlines()) <= {"0", "1"}) == ("timeout", True)


def test_a_thread_that_is_left_behind_keeps_nobody_waiting(runner: CheckoutRunner, checkout: Path) -> None:
    code = "new Thread(() -> { while (true) { } }).start(); return price / 2;"
    assert shown(runner, checkout, patched(with_return(code))) == "pass"


def test_type_place_and_value_tell_behaviours_apart(runner: CheckoutRunner, checkout: Path) -> None:
    codes = (
        "return price / 2 + 2;",
        "return prices[at + 9];",
        "throw new IllegalStateException();",
        'return Integer.parseInt("x");',
        "return new java.util.ArrayList<Integer>().iterator().next();",
    )
    found = {code: shown(runner, checkout, patched(with_return(code))) for code in codes}
    assert len(set(found.values())) == len(codes)
    assert '"java.lang.NumberFormatException at shop.Price.half"' in found[codes[3]]
    assert '"java.util.NoSuchElementException at shop.Price.half"' in found[codes[4]]


def test_an_unused_variable_above_a_fault_makes_no_difference(runner: CheckoutRunner, checkout: Path) -> None:
    thrown = with_return("return prices[at + 9];")
    mutant = thrown.replace("int price =", "int unused = 0;\n        int price =")
    assert shown(runner, checkout, patched(thrown)) == shown(runner, checkout, patched(mutant))


def test_by_line_it_makes_one_unless_lines_are_mapped_back(
    runner: CheckoutRunner, checkout: Path, cache: str
) -> None:
    thrown = with_return("return prices[at + 9];")
    mutant = thrown.replace("int price =", "int unused = 0;\n        int price =")
    for text in (thrown, mutant):
        shown(runner, checkout, patched(text))
    with opened_runner(replace(LIMITS, place="line", cache=cache)) as by_line:
        one, raw = (
            by_line.run(bug_of(checkout), patched(text).encode()).behaviour for text in (thrown, mutant)
        )
        mapped = by_line.run(bug_of(checkout), patched(mutant).encode(), lambda line: str(line - 1)).behaviour
        assert by_line.runs == 0
    assert "shop.Price.half:11" in one
    assert raw == one.replace("half:11", "half:12")
    assert mapped == one


def test_what_others_see_is_compiled_with_the_others(runner: CheckoutRunner, checkout: Path) -> None:
    fixed = with_return("return price / 2;")
    inlined = patched(fixed).replace("LEAST = 2", "LEAST = 3")
    assert '"java.lang.AssertionError: expected:<price2> but was:<price3>"' in shown(
        runner, checkout, inlined
    )
    assert shown(runner, checkout, patched(fixed.replace("static int half", "static long half"))) != "pass"
    unseen = patched(fixed.replace("static int half", "private static int half"))
    assert shown(runner, checkout, unseen) == "compile_failure"
    gone = patched("")
    assert shown(runner, checkout, gone) == "compile_failure"
    renamed = patched(fixed).replace("class Price", "class Cost")
    assert shown(runner, checkout, renamed) == "compile_failure"


def test_equal_runs_are_made_once_and_another_turn_is_another_run(
    runner: CheckoutRunner, checkout: Path, cache: str
) -> None:
    runner.run(bug_of(checkout), None)
    known = runner.runs
    other = patched(with_return("return price / 2 + 0;")).encode()
    with opened_runner(replace(LIMITS, cache=cache)) as another:
        for one, runs in ((runner, (0, 1, 2)), (another, (0, 0, 0))):
            made = []
            for file, turn in ((PRICE.encode(), 1), (other, 1), (None, 2)):
                one.run(bug_of(checkout), file, turn=turn)
                made.append(one.runs - (known if one is runner else 0))
            assert tuple(made) == runs


def test_another_checkout_option_or_file_is_another_run(
    runner: CheckoutRunner, tmp_path: Path, cache: str
) -> None:
    root = make_checkout(tmp_path / "co")
    assert shown(runner, root, None) == ASSERTED + LAST
    (root / "src/test/java/shop/PriceTest.java").write_text(TESTS.replace("equal(2", "equal(3"))
    with opened_runner(replace(LIMITS, cache=cache)) as later:
        assert shown(later, root, None) == "assertion [" + LAST
    with opened_runner(replace(LIMITS, cache=cache, java_options=("-da",))) as other:
        shown(other, root, None)
        assert other.runs == 1


def test_only_the_tests_that_the_bug_names_count_where_they_are_asked_for(
    runner: CheckoutRunner, checkout: Path, cache: str
) -> None:
    shown(runner, checkout, None)
    with opened_runner(replace(LIMITS, tests="trigger", cache=cache)) as trigger:
        one = trigger.run(bug_of(checkout, tests=("shop.PriceTest::testLast",)), None)
        assert one.behaviour == "assertion [" + LAST
        with pytest.raises(MutationError, match="no tests are known"):
            trigger.run(bug_of(checkout), None)
        for gone in ("shop.NoTest::testLast", "shop.PriceTest::testGone"):
            bug = bug_of(checkout, tests=("shop.PriceTest::testLast", gone))
            with pytest.raises(MutationError, match=f"no such test was found: {gone}"):
                trigger.run(bug, patched(with_return("return price / 2;")).encode())


def test_no_tests_are_no_success(runner: CheckoutRunner, tmp_path: Path) -> None:
    root = make_checkout(tmp_path / "co", tests=TESTS.replace("void test", "void check"))
    with pytest.raises(MutationError, match="no test was found"):
        shown(runner, root, patched(with_return("return price / 2;")))


THROWN = """\
    static class Mismatch extends AssertionError {
        Mismatch(String text) { super(text); }
    }

    static class Silent extends AssertionError {
        public String toString() { return "other than it was"; }
    }

    static class TheError extends RuntimeException { }

"""


def test_an_assertion_is_known_by_its_class_and_not_by_its_name(
    runner: CheckoutRunner, tmp_path: Path
) -> None:
    tests = TESTS.replace("    private static void equal", THROWN + "    private static void equal")
    tests = tests.replace('equal("price2", name);', "throw new TheError();")
    tests = tests.replace("equal(2, Price.half(new int[] {4}, 0));", 'throw new Mismatch("2");')
    tests = tests.replace("equal(3, Price.half(new int[] {0, 6}, 1));", "throw new Silent();")
    root = make_checkout(tmp_path / "co", tests=tests.replace("TheError", "TheAssertionError"))
    found = {one.test: (one.kind, one.detail) for one in runner.run(bug_of(root), None).failing}
    assert found == {
        "shop.PriceTest::testHalf": ("assertion", "shop.PriceTest$Mismatch: 2"),
        "shop.PriceTest::testLast": ("assertion", "shop.PriceTest$Silent: other than it was"),
        "shop.PriceTest::testName": (
            "exception",
            "shop.PriceTest$TheAssertionError at shop.PriceTest.testName",
        ),
    }


def test_a_compiler_that_takes_too_long_or_breaks_down_says_nothing_of_the_sources(
    runner: CheckoutRunner, checkout: Path, cache: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(runner, checkout, None)
    with opened_runner(replace(LIMITS, timeout=0.001, cache=cache)) as hasty:
        outcome = hasty.run(bug_of(checkout), patched(with_return("return price / two;")).encode())
    assert (outcome.status, "JVM: timeout" in outcome.output) == ("timeout", True)
    broken = Compilation(False, (Diagnostic("", 0, 0, "crash", "StackOverflowError"),), {})
    monkeypatch.setattr(Jdk, "compile", lambda *_, **__: broken)
    assert shown(runner, checkout, patched(with_return("return price / three;"))) == "crash"


def test_tests_that_fail_with_the_fix_too_are_left_aside_where_that_is_asked_for(
    runner: CheckoutRunner, tmp_path: Path, cache: str
) -> None:
    root = make_checkout(
        tmp_path / "co", tests=TESTS.replace('equal("price2", name)', 'equal("price8", name)')
    )
    bug = bug_of(root)
    fixed = patched(with_return("return price / 2;")).encode()
    assert [one.test for one in runner.run(bug, fixed).failing] == ["shop.PriceTest::testName"]
    with opened_runner(replace(LIMITS, ignore_failing_fixed=True, cache=cache)) as lenient:
        assert lenient.run(bug, fixed).behaviour == "pass"
        assert lenient.run(bug, None).behaviour == ASSERTED + LAST
        assert lenient.run(replace(bug, tests=("shop.PriceTest::testName",)), fixed).status == "assertion"
        with pytest.raises(MutationError, match="whatever fails without the fix fails with it, too"):
            lenient.run(replace(bug, fixed=bug.buggy), fixed)
        with pytest.raises(MutationError, match="no fix is known"):
            lenient.run(replace(bug, fixed=None), fixed)


def test_a_constant_that_comes_back_by_another_file_is_the_new_one(
    runner: CheckoutRunner, checkout: Path
) -> None:
    """Alone, the file would have two equal labels: the class file of the other one has the old constant."""
    code = 'switch ("price3") { case NAME: return price / 2; case "price2": return 0; default: return 1; }'
    text = patched(with_return(code)).replace("LEAST = 2", "LEAST = 3")
    assert [one.split('"')[1] for one in shown(runner, checkout, text).split("[[")[1:]] == [
        "shop.PriceTest::testName"
    ]


def test_what_a_test_writes_is_gone_in_the_next_run(runner: CheckoutRunner, tmp_path: Path) -> None:
    method = "    public void testFresh() throws Exception {\n        java.io.File file = new java.io.File(NAME);\n"
    method += "        equal(false, file.exists());\n        new java.io.FileWriter(file).close();\n"
    method += '        equal(true, java.io.File.createTempFile("abc", "d").exists());\n    }\n'
    both = method.replace("NAME", '"src/left"') + method.replace(
        "NAME", '"defects4j.build.properties.new"'
    ).replace("testFresh", "testFresher")
    root = make_checkout(
        tmp_path / "co", tests=TESTS.replace("    public void testHalf", both + "    public void testHalf")
    )
    for turn in (1, 2):
        outcome = runner.run(bug_of(root), patched(with_return("return price / 2;")).encode(), turn=turn)
        assert outcome.behaviour == "pass"
    assert not (root / "src/left").exists()


def test_sources_are_read_in_their_encoding(runner: CheckoutRunner, tmp_path: Path) -> None:
    price = PRICE.replace("\u20ac", "\u00e9").replace(
        "return NAME", 'return "\u00e9".length() == 1 ? NAME : ""'
    )
    root = make_checkout(tmp_path / "co", price=price, encoding="iso-8859-1")
    data = price.replace(" + 1;", ";").encode("iso-8859-1")
    assert runner.run(bug_of(root, "iso-8859-1"), data).behaviour == "pass"
    with pytest.raises(MutationError, match="not UTF-8"):
        runner.run(bug_of(root), None)


def test_a_checkout_that_cannot_be_run_is_named(runner: CheckoutRunner, tmp_path: Path) -> None:
    broken = make_checkout(tmp_path / "broken", price=PRICE.replace("int price", "String price"))
    bare = make_checkout(tmp_path / "bare")
    (bare / "src/test/java/shop/PriceTest.java").unlink()
    for root, reason in (
        (broken, "does not compile as it is"),
        (bare, "no Java file in a test folder"),
        (tmp_path / "none", "none"),
    ):
        with pytest.raises(MutationError, match=reason):
            runner.run(bug_of(root), None)
    with (
        opened_runner(replace(LIMITS, javac_options=("-Xnone",))) as other,
        pytest.raises(MutationError, match="invalid flag: -Xnone"),
    ):
        other.run(bug_of(make_checkout(tmp_path / "co")), None)


def test_nothing_is_left_of_a_runner(
    jdk: Jdk, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with opened_runner(RunnerOptions()) as runner:
        shown(runner, checkout, None)
        assert list(tmp_path.iterdir())
    assert list(tmp_path.iterdir()) == []


JUNIT = [Path("/usr/share/java", name) for name in ("junit4.jar", "hamcrest.jar", "hamcrest-core.jar")]
JUNIT_4 = """\
package shop;

import static org.junit.Assert.assertEquals;
import org.junit.*;

public class PriceTest {
    private int two;

    @Before public void before() { two = 2; }

    @Test public void half() { assertEquals(two, Price.half(new int[] {4}, 0)); }

    @Test(expected = ArrayIndexOutOfBoundsException.class) public void outside() { Price.half(new int[0], 0); }

    @Ignore @Test public void ignored() { throw new Error(); }

    @Test public void throwing() { Price.half(null, 0); }

    public void testNothing() { throw new Error(); }
}
"""
JUNIT_3 = """\
package shop;

public class OldTest extends junit.framework.TestCase {
    public static junit.framework.Test suite() { return new junit.framework.TestSuite(OldTest.class); }

    public void testLast() { assertEquals("last", 3, Price.half(new int[] {0, 6}, 1)); }
}
"""
JUNIT_EACH = """\
package shop;

import org.junit.runners.Parameterized;

@org.junit.runner.RunWith(Parameterized.class)
public class EachTest {
    @Parameterized.Parameters public static Object[] data() { return new Object[] {2, 4}; }

    @Parameterized.Parameter public int price;

    @org.junit.Test public void each() { org.junit.Assert.assertEquals(price / 2, Price.half(new int[] {price}, 0)); }
}
"""
SUITE = """\
package shop;

@org.junit.runner.RunWith(org.junit.runners.Suite.class)
@org.junit.runners.Suite.SuiteClasses(PriceTest.class)
public class AllTests { }
"""


def needs(jars: list[Path]) -> tuple[str, ...]:
    if missing := [str(jar) for jar in jars if not jar.exists()]:
        pytest.skip(f"no {', '.join(missing)} (Debian: apt-get install junit4 junit5)")
    return tuple(map(str, jars))


def test_junit_3_and_4_run_as_they_are_meant_to(jdk: Jdk, tmp_path: Path) -> None:
    root = make_checkout(tmp_path / "co", tests=JUNIT_4)
    for name, text in (("OldTest", JUNIT_3), ("EachTest", JUNIT_EACH), ("AllTests", SUITE)):
        (root / f"src/test/java/shop/{name}.java").write_text(text)
    with opened_runner(RunnerOptions(class_path=needs(JUNIT))) as runner:
        found = sorted(runner.run(bug_of(root), None).failing)
    assert [(one.test, one.detail) for one in found] == [
        ("shop.EachTest::each", "java.lang.AssertionError: expected:<1> but was:<2>"),
        ("shop.EachTest::each", "java.lang.AssertionError: expected:<2> but was:<3>"),
        ("shop.OldTest::testLast", "junit.framework.AssertionFailedError: last expected:<3> but was:<4>"),
        ("shop.PriceTest::half", "java.lang.AssertionError: expected:<2> but was:<3>"),
        ("shop.PriceTest::throwing", "java.lang.NullPointerException at shop.Price.half"),
    ]


IN_CIRCLES = """\
package shop;

import org.junit.Test;

public class CircleTest {
    enum Size { SMALL, LARGE }

    static class Longer extends CircleTest { }

    @Test public void half() { org.junit.Assert.assertEquals(2, Price.half(new int[] {4}, Size.SMALL.ordinal())); }
}
"""


def test_a_test_with_an_enum_and_a_class_that_extends_it_runs(jdk: Jdk, tmp_path: Path) -> None:
    root = make_checkout(tmp_path / "co", tests=JUNIT_4)
    (root / "src/test/java/shop/CircleTest.java").write_text(IN_CIRCLES)
    with opened_runner(RunnerOptions(class_path=needs(JUNIT))) as runner:
        found = {one.test: one.detail for one in runner.run(bug_of(root), None).failing}
    assert found["shop.CircleTest::half"] == "java.lang.AssertionError: expected:<2> but was:<3>"
    assert "shop.CircleTest" not in found


JUPITER = [
    Path("/usr/share/java", f"{name}.jar")
    for name in (
        *(
            "junit-jupiter-api",
            "junit-jupiter-engine",
            "junit-jupiter-params",
            "opentest4j",
            "apiguardian-api",
        ),
        *("junit-platform-commons", "junit-platform-engine", "junit-platform-launcher"),
    )
]
JUNIT_5 = """\
package shop;

import org.junit.jupiter.api.*;

class PriceTest {
    @Test void half() { Assertions.assertEquals(2, Price.half(new int[] {4}, 0)); }

    @Nested class Inside {
        @Test void throwing() { Price.half(null, 0); }
    }

    @Disabled @Test void disabled() { throw new Error(); }
}
"""


def test_junit_5_runs_by_its_platform(jdk: Jdk, tmp_path: Path) -> None:
    root = make_checkout(tmp_path / "co", tests=JUNIT_5)
    with opened_runner(RunnerOptions(class_path=needs(JUPITER))) as runner:
        found = sorted(runner.run(bug_of(root), None).failing)
    assert [(one.test, one.detail) for one in found] == [
        ("shop.PriceTest$Inside::throwing", "java.lang.NullPointerException at shop.Price.half"),
        ("shop.PriceTest::half", "org.opentest4j.AssertionFailedError: expected: <2> but was: <3>"),
    ]


def test_the_bare_jdk_agrees(jdk: Jdk, runner: CheckoutRunner, checkout: Path, tmp_path: Path) -> None:
    """javac and java by hand, with a main of our own, say the same of a patch that does and of one that does not pass."""
    (tmp_path / "Main.java").write_text(
        "public class Main { public static void main(String[] a) { new shop.PriceTest().testHalf(); } }"
    )
    for code, passes in (("return price / 2;", True), ("return price;", False)):
        text = patched(with_return(code))
        (tmp_path / "Price.java").write_text(text)
        (tmp_path / "Names.java").write_text(NAMES)
        (tmp_path / "PriceTest.java").write_text(TESTS)
        bin = jdk.home / "bin"
        files = [str(path) for path in sorted(tmp_path.glob("*.java"))]
        subprocess.run([bin / "javac", "-encoding", "UTF-8", "-d", tmp_path, *files], check=True)
        done = subprocess.run([bin / "java", "-cp", tmp_path, "Main"], capture_output=True, check=False)
        assert (done.returncode == 0) is passes is (shown(runner, checkout, text) == "pass")


def test_the_method_is_in_the_file() -> None:
    assert METHOD in PRICE
    assert PATH.endswith("shop/Price.java")
