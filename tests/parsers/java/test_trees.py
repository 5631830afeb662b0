"""Our trees beside those of javac's parser: what tree-sitter gets wrong without an error node is put right, or not trusted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile

ROOT = Path(__file__).resolve().parents[3]

HOSTILE = """
class Hostile<T extends Comparable<T>> {
    int[] a; int x, y; long b; Object o; Hostile<T> next; static int s;
    void signs() {
        x = -x++ + ++y; x = - -x; x = - --x; x = ~(int) x++; x = (int) -x--; b = (long) +x++ - -y;
        x = a[x++]-- - (y)++; x = (next.x) - y++; x = (next.x)++ + y++; x = (next.x)-- - y--; x = (x) + y; x = (x) - -y;
        boolean p = !(x < y) == x > y | x << 2 > y >>> 1; p &= x < y && y > (x); p = x + y * x % y - x / y == x;
        x += y -= x <<= 1; x = p ? y : p ? x : (y = 3); a[x = y] >>>= 2; a = new int[] {1, -x, x--}; x = new int[3][2][1].length;
    }
    Object values(Object o) {
        Runnable r = () -> {}; java.util.function.Function<T, T> f = t -> t, g = (T t) -> { return t; };
        o = (Runnable & java.io.Serializable) () -> signs(); o = (T[]) o; o = (java.util.List<? super T>) o; o = Hostile::new;
        o = int[]::new; o = this.<T>pick(null); o = o instanceof final String t && t.isEmpty() ? t : "" + o; o = "a" + 1 + 'c' + 1L;
        synchronized (this) { label: for (int i = 0, j = 1; i < j; i++, j--) { if (i > 1) continue label; else break; } }
        do x++; while (x < 3); for (;;) { if (x > 0) break; x++; } for (T t : new java.util.ArrayList<T>()) o = t;
        try (java.io.Reader in = null; in) { throw new Error(); } catch (RuntimeException | Error e) { o = e; } finally { x = 1; }
        x = switch (x) { case 1, 2 -> 3; case -4 -> { yield -x; } default -> throw new Error(); };
        switch (x) { case 1: x = 2; case 2: { break; } default: int z; z = 1; }
        return new Object() { int k = -x++; { k = (k)--; } };
    }
    <U> U pick(U u) { record R(int x) { R { x = -x; } } enum E { A { } } interface I { default int i() { return +1; } } return u; }
}
"""


def differences(*paths: Path) -> str:
    script = ROOT / "scripts" / "compare_trees.py"
    done = subprocess.run(
        [sys.executable, str(script), *map(str, paths)],
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_the_trees_of_the_subjects_are_javacs(jdk: Jdk, tmp_path: Path) -> None:
    assert [method.untrusted for method in SourceFile(HOSTILE.encode()).methods] == [None] * 3
    hostile = tmp_path / "Hostile.java"
    hostile.write_text(HOSTILE, encoding="utf-8")
    assert differences(ROOT / "tests" / "subjects", hostile) == ""


def test_a_difference_is_seen(jdk: Jdk, tmp_path: Path) -> None:
    # No legal Java: javac's parser assigns to the whole conditional expression, tree-sitter to its last operand.
    (tmp_path / "Assigned.java").write_text("class A { void f() { x = p ? y : z = 3; } }", encoding="utf-8")
    assert "ours assign =, conditional | javac assign =, conditional" in differences(tmp_path)
