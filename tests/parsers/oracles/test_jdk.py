"""The JDK oracle: compilations, comparisons of class bytes, and runs of well and badly behaved programs."""

from __future__ import annotations

import _thread
import os
import signal
import subprocess
import sys
import textwrap
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from parsers.oracles.jdk import Jdk, JdkError, JdkNotFound, Run, compare, find_jdk
from parsers.oracles.jdk.home import worker_classes
from parsers.oracles.jdk.wire import Reader, Writer


def main_class(body: str, more: str = "") -> dict[str, str]:
    return {
        "Main.java": f"import java.util.*; public class Main {{ {more}\n"
        f"public static void main(String[] args) throws Throwable {{ {body} }} }}"
    }


def run(jdk: Jdk, body: str, more: str = "", **options: Any) -> Run:  # noqa: ANN401
    return jdk.run(main_class(body, more), "Main", **options)


def assert_alive(jdk: Jdk) -> None:
    after = run(jdk, 'System.out.println("alive");')
    assert (after.status, after.exit, after.text) == ("ok", 0, "alive\n")


# Compilation


def test_classes_of_all_units_are_hashed_and_kept_on_request(jdk: Jdk) -> None:
    units = {
        "a/A.java": "package a; public class A { class I {} }",
        "b/B.java": b"package b; class B extends a.A {}",
    }
    hashed = jdk.compile(units)
    assert hashed.ok
    assert list(hashed.classes) == ["a.A", "a.A$I", "b.B"]
    assert hashed.classes["b.B"].data is None
    kept = jdk.compile(units, bytes_=True)
    assert kept.classes["b.B"].data[:4] == b"\xca\xfe\xba\xbe"
    assert compare(hashed, kept)


def test_errors_have_path_line_column_and_code(jdk: Jdk) -> None:
    done = jdk.compile(
        {"B.java": "class B {}", "A.java": 'class A {\r\n\tString s = "é𝄞" + nowhere;\r\n int f() { }\r\n}'}
    )
    assert not done.ok
    assert not done.crashed
    assert [(d.path, d.line, d.column, d.code) for d in done.diagnostics] == [
        ("A.java", 2, 20, "compiler.err.cant.resolve.location"),
        ("A.java", 3, 12, "compiler.err.missing.ret.stmt"),
    ]
    assert "nowhere" in done.diagnostics[0].message


def test_flow_errors_are_reported_beside_unresolved_names(jdk: Jdk) -> None:
    done = jdk.compile({"A.java": "import no.such.Thing;\nclass A { int f() {\n int x;\n return x; } }"})
    assert [(d.line, d.code) for d in done.diagnostics] == [
        (1, "compiler.err.doesnt.exist"),
        (4, "compiler.err.var.might.not.have.been.initialized"),
    ]


def test_warnings_are_no_errors(jdk: Jdk) -> None:
    done = jdk.compile(
        {"A.java": "class A { @Deprecated void f() {} java.util.List l = new java.util.ArrayList(); }"}
    )
    assert done.ok
    assert done.diagnostics == ()


def test_byte_order_mark_is_left_out(jdk: Jdk) -> None:
    assert jdk.compile({"A.java": "\ufeffclass A {}".encode()}).ok


def test_bytes_that_are_not_utf8_are_an_error(jdk: Jdk) -> None:
    with pytest.raises(UnicodeDecodeError):
        jdk.compile({"A.java": b"class A { /* \xff */ }"})


def test_release_limits_the_language() -> None:
    with Jdk(release="11") as old:
        assert old.compile({"A.java": "class A { int a = 1; }"}).ok
        done = old.compile({"A.java": "record A(int a) {}"})
        assert not done.ok
        assert not done.crashed


def test_refused_option_is_a_clear_error() -> None:
    with Jdk(options=["-no-such-option"]) as odd, pytest.raises(JdkError, match="no-such-option"):
        odd.compile({"A.java": "class A {}"})


def test_classpath_and_sourcepath(jdk: Jdk, tmp_path: Path) -> None:
    library = jdk.compile(
        {"lib/Lib.java": "package lib; public class Lib { public static int one() { return 1; } }"},
        bytes_=True,
    )
    jar = tmp_path / "lib.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("lib/Lib.class", library.classes["lib.Lib"].data)
    user = main_class("System.out.print(lib.Lib.one());")
    assert not jdk.compile(user).ok
    assert jdk.compile(user, classpath=[jar]).ok
    assert jdk.run(user, "Main", classpath=[jar]).text == "1"

    (tmp_path / "src/lib").mkdir(parents=True)
    (tmp_path / "src/lib/Lib.java").write_text(
        "package lib; public class Lib { public static int one() { return 2; } }"
    )
    done = jdk.compile(user, sourcepath=[tmp_path / "src"])
    assert done.ok
    assert list(done.classes) == ["Main"]


def test_unit_is_preferred_to_the_same_file_on_the_sourcepath(jdk: Jdk, tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text("class A { int old; }")
    (tmp_path / "B.java").write_text("class B { int x = new A().fresh; }")
    done = jdk.compile({"A.java": "class A { int fresh = new B().x; }"}, sourcepath=[tmp_path])
    assert done.ok
    assert list(done.classes) == ["A"]


def test_worker_classes_are_not_on_the_classpath(jdk: Jdk) -> None:
    assert not jdk.compile({"equimorph/A.java": "package equimorph; class A { Channel c; }"}).ok
    assert run(jdk, 'Class.forName("equimorph.Channel");').exception == "java.lang.ClassNotFoundException"


def test_patched_module_sees_its_internals(jdk: Jdk) -> None:
    unit = {
        "java/util/Probe.java": "package java.util; class Probe {\n"
        "Object s = ImmutableCollections.EMPTY_LIST; jdk.internal.misc.Unsafe u; }"
    }
    assert not jdk.compile(unit).ok
    done = jdk.compile(unit, patch_module="java.base")
    assert done.diagnostics == ()
    assert list(done.classes) == ["java.util.Probe"]
    assert not jdk.compile(unit).ok


def test_deep_nesting_compiles_or_crashes_and_the_next_compiles(jdk: Jdk) -> None:
    def returning(expression: str) -> dict[str, str]:
        return {"A.java": f"class A {{ boolean f(boolean a) {{ return {expression}; }} }}"}

    assert jdk.compile(returning("(" * 10_000 + "a" + ")" * 10_000)).ok
    hopeless = jdk.compile(returning("!" * 5_000_000 + "a"))
    assert not hopeless.ok
    assert hopeless.crashed
    assert hopeless.diagnostics[0].code == "crash"
    assert "StackOverflowError" in hopeless.diagnostics[0].message
    assert jdk.compile({"A.java": "class A {}"}).ok


def test_compiler_out_of_memory_is_a_crash_and_the_next_compiles() -> None:
    with Jdk(memory_mb=24) as small:
        statements = "x = x * 31 + y; " * 2000
        methods = "".join(f"void m{i}(int x, int y) {{ {statements} }}" for i in range(100))
        assert small.compile({"A.java": f"class A {{ {methods} }}"}).crashed
        assert small.compile({"A.java": "class A {}"}).ok


def test_compiler_timeout_is_a_crash_and_the_next_compiles(jdk: Jdk) -> None:
    assert jdk.compile({"A.java": "class A {}"}).ok
    statements = "x = x * 31 + y; " * 2000
    methods = "".join(f"void m{i}(int x, int y) {{ {statements} }}" for i in range(100))
    late = jdk.compile({"A.java": f"class A {{ {methods} }}"}, timeout=0.01)
    assert late.crashed
    assert "timeout" in late.diagnostics[0].message
    assert jdk.compile({"A.java": "class A {}"}).ok


# Members


@pytest.mark.parametrize(
    "text",
    [
        "int f(int a) { return a; }",
        "abstract int f();",
        "static { System.out.println(); }",
        "{ int x = 1; } // comment to the end",
        "@Deprecated /* Foo( */ public <T> Odd(T t, int... a) throws Exception { this(); }\n Odd() { }",
        "Über() { super(); }",
    ],
)
def test_member_compiles(jdk: Jdk, text: str) -> None:
    assert jdk.compile_member(text).diagnostics == ()


def test_member_errors_count_lines_of_the_member(jdk: Jdk) -> None:
    text = "void f() {\n  int a = 1;\r\n  a = nowhere;\n}"
    for header in ("", "package p;\nimport java.util.*;\n"):
        (only,) = jdk.compile_member(text, header=header).diagnostics
        assert (only.line, only.column, only.code) == (3, 7, "compiler.err.cant.resolve.location")


def test_constructor_errors_count_lines_of_the_member(jdk: Jdk) -> None:
    done = jdk.compile_member("Odd(int a) {\n  this.b = a;\n}")
    assert [(d.line, d.column) for d in done.diagnostics] == [(2, 7)]


def test_missing_brace_belongs_to_the_last_line(jdk: Jdk) -> None:
    done = jdk.compile_member("void f() {\n  int a = 1;")
    assert [(d.line, d.code) for d in done.diagnostics] == [(2, "compiler.err.premature.eof")]


def test_header_errors_have_line_zero(jdk: Jdk) -> None:
    done = jdk.compile_member("void f() { }", header="import no.such.Thing;")
    assert [(d.line, d.code) for d in done.diagnostics] == [(0, "compiler.err.doesnt.exist")]


def test_member_of_another_kind_of_type(jdk: Jdk) -> None:
    assert not jdk.compile_member("default int f() { return 1; }").ok
    assert jdk.compile_member("default int f() { return 1; }", declaration="interface {name}").ok
    compact = "Odd { if (a < 0) throw new IllegalArgumentException(); }"
    assert jdk.compile_member(compact, class_name="Odd", declaration="record {name}(int a)").ok


def test_method_without_a_return_type_inside_a_member_stays_an_error(jdk: Jdk) -> None:
    done = jdk.compile_member("void f() { class L { g() { } } }")
    assert [d.code for d in done.diagnostics] == ["compiler.err.invalid.meth.decl.ret.type.req"]


# Class bytes


def test_renamed_local_gives_the_same_class_and_an_operator_does_not(jdk: Jdk) -> None:
    before = {"A.java": "class A { int f(int a, int b) { int c = a + b; return c; } }"}
    renamed = {"A.java": "class A { int f(int x, int y) {\n int sum = x + y;\n return sum; } }"}
    changed = {"A.java": "class A { int f(int a, int b) { int c = a - b; return c; } }"}
    assert jdk.same_classes(before, renamed).equal
    comparison = jdk.same_classes(before, changed)
    assert not comparison
    assert comparison.differing == ("A",)


def test_comparison_names_added_and_missing_classes_and_the_side_that_does_not_compile(jdk: Jdk) -> None:
    whole = {"A.java": "class A { class B {} }"}
    other = {"A.java": "class A { class C {} }"}
    broken = {"A.java": "class A {"}
    assert jdk.same_classes(whole, other).differing == ("A", "A$B", "A$C")
    assert jdk.same_classes(whole, broken).not_compiled == ("after",)
    assert not jdk.same_classes(broken, broken)


CAPTURES = """class A {{
    Runnable anonymous(int {0}, String {1}) {{
        return new Runnable() {{ public void run() {{ System.out.println({0} + {1}); }} }};
    }}
    Runnable lambda(int {0}, String {1}) {{ return () -> System.out.println({0} + {1}); }}
    Object local(int {0}, String {1}) {{
        class L {{ class M {{ String f() {{ return {0} + {1}; }} }} String g() {{ return {1}; }} }}
        return new L().new M().f() + new L().g();
    }}
}}"""


def test_only_classes_that_capture_change_with_a_rename_and_not_under_ignore_captures(jdk: Jdk) -> None:
    before, after = ({"A.java": CAPTURES.format(*names)} for names in (("a", "b"), ("longer", "c")))
    assert jdk.same_classes(before, after).differing == ("A$1", "A$1L", "A$1L$M")
    assert jdk.same_classes(before, after, ignore_captures=True).equal


def test_swapped_captures_differ_even_under_ignore_captures(jdk: Jdk) -> None:
    text = (
        "class A {{ Object f(int a, int b) {{ return new Object() {{ int x = {0}; int y = {1} - a; }}; }} }}"
    )
    before, after = ({"A.java": text.format(*names)} for names in (("a", "b"), ("b", "a")))
    assert jdk.same_classes(before, after, ignore_captures=True).differing
    read = (
        "class A {{ Object f(int a, int b) {{ return new Object() {{ int g() {{ return a-b+{0}; }} }}; }} }}"
    )
    before, after = ({"A.java": read.format(name)} for name in "ab")
    assert jdk.same_classes(before, after, ignore_captures=True).differing


@pytest.mark.parametrize(
    "text",
    [
        'class A {{ Object f(int {0}) {{ return new Object() {{ String s = "val${0}"; int x = {0}; }}; }} }}',
        "class A {{ int val${0}; }}",
        "class A {{ Object f(int {0}) {{ return new Object() {{ int x = {0}; class val${0} {{}} }}; }} }}",
    ],
)
def test_names_that_are_no_captures_are_not_ignored(jdk: Jdk, text: str) -> None:
    before, after = ({"A.java": text.format(name)} for name in ("a", "b"))
    assert jdk.same_classes(before, after, ignore_captures=True).differing


def test_one_compilation_serves_many_comparisons(jdk: Jdk) -> None:
    original = jdk.compile({"A.java": "class A { long f(int a) { return a * 2L; } double d = 1e9; }"})
    equal = [
        compare(
            original,
            jdk.compile({"A.java": f"class A {{ long f(int {n}) {{ return {e}; }} double d = 1e9; }}"}),
        ).equal
        for n, e in [("x", "x * 2L"), ("y", "y * 3L"), ("z", "2L * z")]
    ]
    assert equal == [True, False, False]


# Runs


def test_arguments_input_and_both_outputs(jdk: Jdk) -> None:
    body = """System.out.println(args.length + args[0]); System.err.print("e");
              System.out.write(System.in.readAllBytes());"""
    done = run(jdk, body, args=["ä b"], stdin=b"\x00\xff")
    assert (done.status, done.exit, done.exception) == ("ok", 0, None)
    assert done.stdout == "1ä b\n".encode() + b"\x00\xff"
    assert done.stderr == b"e"


def test_output_is_utf8_and_settings_are_fixed(jdk: Jdk) -> None:
    body = """System.out.println("é𝄞"); System.out.printf("%.1f %s %s%n", 1.5, Locale.getDefault(),
              TimeZone.getDefault().getID()); assert args.length > 0 : "on";"""
    done = run(jdk, body)
    assert done.text == "é𝄞\n1.5 en_US UTC\n"
    assert done.exception == "java.lang.AssertionError"


def test_uncaught_exception(jdk: Jdk) -> None:
    done = run(
        jdk, 'System.out.print("before"); throw new Odd();', more="static class Odd extends Exception {}"
    )
    assert (done.status, done.exit, done.exception, done.text) == ("exception", 1, "Main$Odd", "before")
    assert_alive(jdk)


@pytest.mark.parametrize(
    ("body", "more", "exception"),
    [
        ("", 'static int x = 1 / Integer.parseInt("0");', "java.lang.ExceptionInInitializerError"),
        ("Main.main(args);", "", "java.lang.StackOverflowError"),
        ("Object o = null; o.hashCode();", "", "java.lang.NullPointerException"),
    ],
)
def test_errors_of_the_vm_are_exceptions(jdk: Jdk, body: str, more: str, exception: str) -> None:
    done = run(jdk, body, more)
    assert (done.status, done.exception) == ("exception", exception)
    assert_alive(jdk)


def test_handler_of_uncaught_exceptions_is_called(jdk: Jdk) -> None:
    done = run(
        jdk,
        "Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.print(t.getName() + e.getMessage()));"
        'throw new Exception("!");',
    )
    assert (done.status, done.text) == ("exception", "main!")
    assert run(jdk, 'throw new Exception("!");').text == ""


def test_main_class_need_not_be_public_and_may_inherit_main(jdk: Jdk) -> None:
    parent = 'class P { public static void main(String[] a) { System.out.print("P"); } }'
    units = {"M.java": parent + " class M extends P { }"}
    assert jdk.run(units, "M").text == "P"


@pytest.mark.parametrize(
    ("body", "status", "exit_status", "output"),
    [
        ('System.out.print("a"); System.exit(3);', "exit", 3, "a"),
        ('System.out.print("a"); System.exit(0);', "exit", 0, "a"),
        ("Runtime.getRuntime().halt(4);", "exit", 4, ""),
        ("new Thread(() -> System.exit(5)).start(); Thread.sleep(60_000);", "exit", 5, ""),
        ('System.out.print("a"); while (true) { }', "timeout", None, "a"),
        ("Thread.sleep(600_000);", "timeout", None, ""),
        ("new Thread(() -> { while (true) { } }).start();", "timeout", None, ""),
        ("while (true) System.out.println(1234567);", "output-limit", None, "1234567\n" * 125),
        ("while (true) System.err.println(1234567);", "output-limit", None, ""),
        ("var all = new ArrayList<int[]>(); for (;;) all.add(new int[99999]);", "out-of-memory", None, ""),
        ("var all = new LinkedList<Object>(); while (true) all.add(List.of(1));", "out-of-memory", None, ""),
        ("System.out.close(); System.err.close(); System.in.close();", "ok", 0, ""),
        ("System.setOut(null); System.setErr(null);", "ok", 0, ""),
        ("Thread.currentThread().interrupt();", "ok", 0, ""),
        ('System.out.print("a"); new Thread(() -> System.out.print("b")).start();', "ok", 0, "ab"),
        ("new Thread(Main::late).start();", "ok", 0, "late"),
    ],
)  # fmt: skip
def test_ends_of_programs(jdk: Jdk, body: str, status: str, exit_status: int | None, output: str) -> None:
    late = (
        'static void late() { try { Thread.sleep(50); } catch (Exception e) { } System.out.print("late"); }'
    )
    done = run(jdk, body, late, timeout=1.0 if status == "timeout" else 30.0, max_output=1000)
    assert (done.status, done.exit, done.text) == (status, exit_status, output)
    assert_alive(jdk)


def test_daemon_thread_ends_with_its_program(jdk: Jdk) -> None:
    body = """Thread t = new Thread(() -> { while (true) System.out.print("x"); });
              t.setDaemon(true); t.start(); Thread.sleep(20);"""
    assert run(jdk, body, max_output=1 << 24).status == "ok"
    assert_alive(jdk)


def test_bytes_written_to_the_file_descriptor_are_no_answer(jdk: Jdk) -> None:
    body = """var out = new java.io.FileOutputStream(java.io.FileDescriptor.out);
              out.write(new byte[100]); out.flush();"""
    done = run(jdk, body)
    assert done.status == "crashed"
    assert_alive(jdk)


def test_crash_of_the_jvm(jdk: Jdk) -> None:
    body = """var f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); f.setAccessible(true);
              ((sun.misc.Unsafe) f.get(null)).putAddress(0, 0);"""
    done = run(jdk, body)
    assert (done.status, done.stdout) == ("crashed", b"")
    assert_alive(jdk)


def test_programs_do_not_see_each_other(jdk: Jdk) -> None:
    program = jdk.compile(
        main_class(
            """System.out.println(++count + System.getProperty("left", "none") + Locale.getDefault());
               System.setProperty("left", "behind"); Locale.setDefault(Locale.GERMANY);""",
            more="static int count;",
        ),
        bytes_=True,
    )
    assert [jdk.run(program, "Main").text for _ in range(3)] == ["1noneen_US\n"] * 3


def test_caught_out_of_memory_is_the_programs_business(jdk: Jdk) -> None:
    body = """try { long[][] all = new long[100][]; for (int i = 0; ; i++) all[i] = new long[10_000_000]; }
              catch (OutOfMemoryError e) { System.out.print("caught"); }"""
    done = run(jdk, body)
    assert (done.status, done.text) == ("ok", "caught")


@pytest.mark.parametrize(
    ("units", "main", "message"),
    [
        ({"A.java": "class A {"}, "A", "does not compile"),
        ({"A.java": "class A {}"}, "A", "no main"),
        ({"A.java": "class A {}"}, "B", "no main"),
        ({"A.java": "class A { public void main(String[] a) {} }"}, "A", "not static"),
    ],
)
def test_nothing_to_run_is_an_error(jdk: Jdk, units: dict[str, str], main: str, message: str) -> None:
    with pytest.raises(JdkError, match=message):
        jdk.run(units, main)
    assert_alive(jdk)


def test_compilation_without_bytes_cannot_run(jdk: Jdk) -> None:
    with pytest.raises(JdkError, match="bytes_=True"):
        jdk.run(jdk.compile(main_class("")), "Main")


# The JDK and its processes


def test_no_jdk_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(JdkNotFound, match=r"openjdk-17-jdk-headless.*has no bin/javac"):
        Jdk(java_home=tmp_path / "nowhere")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter(()))
    with pytest.raises(JdkNotFound, match="openjdk-17-jdk-headless"):
        find_jdk()


@pytest.mark.parametrize(
    ("release", "problem"), [('JAVA_VERSION="1.8.0_402"', "is version 8"), ("", "has no release file")]
)
def test_old_or_unknown_jdk_is_refused(tmp_path: Path, release: str, problem: str) -> None:
    (tmp_path / "bin").mkdir()
    for tool in ("javac", "java"):
        (tmp_path / "bin" / tool).touch()
    if release:
        (tmp_path / "release").write_text(release + "\n")
    with pytest.raises(JdkNotFound, match=problem):
        Jdk(java_home=tmp_path)


def test_unfit_java_home_is_passed_over(jdk: Jdk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert (find_jdk() / "bin").is_dir()


def test_jvm_that_does_not_start_is_a_clear_error(jdk: Jdk) -> None:
    with Jdk(java_home=jdk.home, memory_mb=-1) as broken, pytest.raises(JdkError, match="does not start"):
        broken.compile({"A.java": "class A {}"})


def test_closed_jdk_refuses(jdk: Jdk) -> None:
    with Jdk(java_home=jdk.home) as closed:
        pass
    with pytest.raises(JdkError, match="closed"):
        closed.compile({"A.java": "class A {}"})
    with pytest.raises(JdkError, match="closed"):
        closed.run(jdk.compile(main_class(""), bytes_=True), "Main")


def test_worker_is_built_without_a_writable_cache(
    jdk: Jdk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    built = worker_classes.__wrapped__(jdk.home)
    assert (built / "equimorph" / "CompileWorker.class").is_file()


def test_worker_is_built_once_per_cache(jdk: Jdk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    built = worker_classes.__wrapped__(jdk.home)
    stamp = (built / "equimorph" / "Channel.class").stat().st_mtime_ns
    assert worker_classes.__wrapped__(jdk.home) == built
    assert (built / "equimorph" / "Channel.class").stat().st_mtime_ns == stamp
    assert [p.name for p in (tmp_path / "equimorph").iterdir()] == [built.name]


def test_worker_sources_have_no_warnings(jdk: Jdk, tmp_path: Path) -> None:
    folder = Path(str(resources.files("parsers.oracles.jdk"))) / "worker"
    command = [jdk.home / "bin" / "javac", "-Xlint:all", "-Werror", "--release", "17", "-d", tmp_path]
    done = subprocess.run([*command, *folder.glob("*.java")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_forked_process_gets_its_own_jvm(jdk: Jdk) -> None:
    assert jdk.compile({"A.java": "class A {}"}).ok
    child = os.fork()
    if child == 0:
        fine = False
        try:
            fine = jdk.compile({"A.java": "class A {}"}).ok
        finally:  # whatever happens, the child must not go on with the tests
            os._exit(0 if fine else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert jdk.compile({"A.java": "class A { }"}).ok


def test_threads_may_share_a_jdk(jdk: Jdk) -> None:
    def job(number: int) -> tuple[str, int | None, bool]:
        body = "System.exit(7);" if number % 4 == 0 else f"System.out.print({number});"
        done = run(jdk, body)
        return done.text, done.exit, jdk.compile({"A.java": "class A {" + "}" * (number % 2)}).ok

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(job, range(12)))
    assert answers == [("", 7, False) if n % 4 == 0 else (str(n), 0, n % 2 == 1) for n in range(12)]


def test_interrupted_request_leaves_no_answer_for_the_next(jdk: Jdk) -> None:
    slow = main_class('Thread.sleep(4000); System.out.print("slow");')
    program = jdk.compile(slow, bytes_=True)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    assert_alive(jdk)
    # What a shell runs in the background is started with SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            jdk.run(program, "Main")
    finally:
        signal.signal(signal.SIGINT, before)
    assert_alive(jdk)


def test_jvms_end_with_a_killed_process(jdk: Jdk) -> None:
    script = textwrap.dedent("""
        import os, signal
        from parsers.oracles.jdk import Jdk
        jdk = Jdk()
        jdk.run({"A.java": "class A { public static void main(String[] a) {} }"}, "A")
        print(jdk._compiler._jvm._child._process.pid, jdk._runner._jvm._child._process.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120
    )
    pids = [int(pid) for pid in done.stdout.split()]
    assert len(pids) == 2, done.stderr
    subprocess.run(
        ["timeout", "30", "tail", "-f", "/dev/null", *(f"--pid={pid}" for pid in pids)], check=True
    )


def test_reader_notices_a_truncated_answer() -> None:
    frame = Writer().number(-5).flag(True).text("é").texts(["a", "b"]).bytes()
    reader = Reader(frame)
    assert (reader.number(), reader.flag(), reader.text(), reader.number()) == (-5, True, "é", 2)
    assert [reader.text(), reader.text()] == ["a", "b"]
    with pytest.raises(ValueError, match="ends within a field"):
        reader.number()
