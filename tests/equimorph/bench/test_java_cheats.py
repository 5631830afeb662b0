"""Candidates in Java that are wrong, or hostile: none of them passes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from equimorph.bench import ProblemError, Runner
from tests.equimorph.bench.conftest import TWICE

RIGHT = TWICE.solution
WRONG = RIGHT.replace("x, x", "x, x + 1")
HEAD = "import java.util.*;\n"


def member(body: str) -> str:
    return f"    public static List<Integer> twice(int x) {{\n{body}\n    }}\n"


FAIL = {
    "is wrong": WRONG,
    "ends the JVM": member("System.exit(0); return null;"),
    "halts the JVM": member("Runtime.getRuntime().halt(0); return null;"),
    "ends while it is loaded": "    static { System.exit(0); }\n" + WRONG,
    "prints that it passes": member('System.out.println("PASS"); return null;'),
    "writes where the verdict goes": member(
        "try (var out = new java.io.FileOutputStream(java.io.FileDescriptor.out)) {"
        ' out.write("PASS 00000000000000000000000000000000".getBytes()); } catch (Exception e) { } return null;'
    ),
    "reads the nonce": member(
        "try { var in = new java.io.FileInputStream(java.io.FileDescriptor.in); byte[] read = in.readAllBytes();"
        " new java.io.FileOutputStream(java.io.FileDescriptor.out).write(read); } catch (Exception e) { }"
        " System.exit(0); return null;"
    ),
    "reads the memory": member(
        'try { var in = new java.io.RandomAccessFile("/proc/self/mem", "r"); return List.of(x, x); }'
        " catch (Exception e) { return null; }"
    ),
    "uses Unsafe": member(
        'try { Class.forName("sun.misc.Unsafe"); return List.of(x, x); } catch (Throwable e) { return null; }'
    ),
    "is equal to everything": member(
        "return new AbstractList<Integer>() { public Integer get(int i) { return 3; } public int size() { return 2; }"
        " public boolean equals(Object o) { return true; } };"
    ),
    "changes what is expected": member(
        'try { var field = Class.forName("Main").getDeclaredField("expected"); field.setAccessible(true);'
        " field.setInt(null, 3); } catch (Exception e) { } return List.of(3, 3);"
    ),
    "has a Main of its own": HEAD
    + "class Main { public static void main(String[] args) { } }\npublic class Solution {\n"
    + WRONG
    + "}\n",
    "has a harness of its own": HEAD
    + "class Harness { public static void main(String[] args) { System.out.println(args[1]); } }\npublic class Solution {\n"
    + WRONG
    + "}\n",
    "has an error of its own": HEAD
    + "class AssertionError extends Error { AssertionError() { System.exit(0); } }\npublic class Solution {\n"
    + WRONG
    + "}\n",
    "has Objects of its own": "class Objects { static boolean equals(Object a, Object b) { return true; } }\n"
    + "public class Solution {\n"
    + WRONG.replace("List", "java.util.List")
    + "}\n",
    "turns assertions off": "    static { ClassLoader.getSystemClassLoader().setDefaultAssertionStatus(false); }\n"
    + member("return x == 7 ? List.of(7, 7) : List.of(x, 3);"),
    "calls itself": member("return twice(x);"),
    "takes all memory": member(
        "List<int[]> kept = new ArrayList<>(); while (true) kept.add(new int[1 << 20]);"
    ),
    "starts a program": member(
        'try { new ProcessBuilder("/bin/ls").start().waitFor(); return List.of(x, x); }'
        " catch (Exception e) { return null; }"
    ),
    "reaches the network": member(
        'try { new java.net.Socket("127.0.0.1", 22).close(); return List.of(x, x); }'
        " catch (Exception e) { return null; }"
    ),
    "writes outside": member(
        'try { java.nio.file.Files.writeString(java.nio.file.Path.of("/usr/x"), "x"); return List.of(x, x); }'
        " catch (Exception e) { return null; }"
    ),
    "ends its thread": member("Thread.currentThread().stop(); return null;"),
    "has another class": "public class Other { }\n",
}
NO_COMPILE = {
    "has a syntax error": member("return List.of(x, x)"),
    "has another type": member('return "x";'),
    "is empty but for a brace": "}",
    "has half a character": member('String text = "\ud800"; return List.of(x, x);'),
    "has no such variable": member("return List.of(y, y);"),
}
PASS = {
    "is right": RIGHT,
    "names its class in a comment": "    // as class Solution wants it\n" + RIGHT,
    "is a whole file": TWICE.prefix + RIGHT + TWICE.suffix,
    "is a file without public": (TWICE.prefix + RIGHT + TWICE.suffix).replace("public class", "class"),
    "has a byte order mark": "\ufeff" + TWICE.prefix + RIGHT + TWICE.suffix,
    "prints a lot": member(
        'for (int i = 0; i < 9999; i++) { System.out.println("x".repeat(999)); } return List.of(x, x);'
    ),
    "leaves a thread": member(
        "new Thread(() -> { while (true) { try { Thread.sleep(99); } catch (InterruptedException e) { } } }).start();"
        " return List.of(x, x);"
    ),
    "has a class of its own": "    record Pair(int a, int b) { }\n"
    + member("var p = new Pair(x, x); return List.of(p.a(), p.b());"),
}


@pytest.mark.parametrize("text", FAIL.values(), ids=FAIL)
def test_it_does_not_pass(java_runner: Runner, text: str) -> None:
    assert java_runner.run(TWICE, text).outcome in ("fail", "timeout")


@pytest.mark.parametrize("text", NO_COMPILE.values(), ids=NO_COMPILE)
def test_it_does_not_compile(java_runner: Runner, text: str) -> None:
    assert java_runner.run(TWICE, text).outcome == "no-compile"


@pytest.mark.parametrize("text", PASS.values(), ids=PASS)
def test_it_passes(java_runner: Runner, text: str) -> None:
    verdict = java_runner.run(TWICE, text)
    assert (verdict.outcome, verdict.reason) == ("pass", "")


NESTED = replace(
    TWICE,
    tests="""import java.util.*;

public class Main {
    static class Checks {
        static void run() {
            assert List.of(2, 2).equals(Solution.twice(2));
        }
    }

    public static void main(String[] args) {
        Solution.twice(1);
        Checks.run();
    }
}
""",
)
EMPTY_CHECKS = """
        try {
            var text = new java.io.ByteArrayOutputStream();
            var out = new java.io.DataOutputStream(text);
            out.writeInt(0xCAFEBABE); out.writeInt(52); out.writeShort(9);
            out.writeByte(7); out.writeShort(2); out.writeByte(1); out.writeUTF("Main$Checks");
            out.writeByte(7); out.writeShort(4); out.writeByte(1); out.writeUTF("java/lang/Object");
            out.writeByte(1); out.writeUTF("run"); out.writeByte(1); out.writeUTF("()V"); out.writeByte(1); out.writeUTF("Code");
            out.writeByte(1); out.writeUTF("unused");
            out.writeShort(0x21); out.writeShort(1); out.writeShort(3); out.writeShort(0); out.writeShort(0); out.writeShort(1);
            out.writeShort(9); out.writeShort(5); out.writeShort(6); out.writeShort(1);
            out.writeShort(7); out.writeInt(13); out.writeShort(0); out.writeShort(0); out.writeInt(1); out.writeByte(0xB1);
            out.writeShort(0); out.writeShort(0); out.writeShort(0);
            java.lang.invoke.MethodHandles.lookup().defineClass(text.toByteArray());
        } catch (Throwable e) { }
        return List.of(x, x + 1);"""
OFF = {
    "for all": "Solution.class.getClassLoader().setDefaultAssertionStatus(false);",
    "for all of Java": "ClassLoader.getSystemClassLoader().setDefaultAssertionStatus(false);",
    "for a class": 'Solution.class.getClassLoader().setClassAssertionStatus("Main$Checks", false);',
    "for a package": "Solution.class.getClassLoader().setPackageAssertionStatus(null, false);",
    "for none": "Solution.class.getClassLoader().clearAssertionStatus();",
}


@pytest.mark.parametrize("text", OFF.values(), ids=OFF)
def test_no_candidate_turns_assertions_off(java_runner: Runner, text: str) -> None:
    assert java_runner.run(NESTED, RIGHT).passed
    assert java_runner.run(NESTED, f"    static {{ {text} }}\n" + WRONG).outcome == "fail"


def test_no_candidate_defines_a_class_of_the_tests(java_runner: Runner) -> None:
    assert java_runner.run(NESTED, member(EMPTY_CHECKS)).reason == "java.lang.AssertionError"


def test_the_reason_is_what_javac_says(java_runner: Runner) -> None:
    reason = java_runner.run(TWICE, NO_COMPILE["has no such variable"]).reason
    assert reason.startswith("line 5: cannot find symbol")


def test_its_time_is_up(java_runner: Runner) -> None:
    assert java_runner.run(TWICE, member("while (true) { }")).outcome == "timeout"


def test_the_reason_is_the_error_of_the_tests(java_runner: Runner) -> None:
    assert java_runner.run(TWICE, WRONG).reason == "java.lang.AssertionError"


def test_tests_that_do_not_compile_are_an_error_of_the_problem(java_runner: Runner) -> None:
    with pytest.raises(ProblemError, match="does not compile"):
        java_runner.run(replace(TWICE, tests="class Main { int x = y; }"), RIGHT)
