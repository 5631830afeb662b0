"""What other files see of a class: compared with what javac itself says of dependents."""

from __future__ import annotations

import pytest

from equimorph.projects.class_files import outline, source_name
from parsers.oracles.jdk import Jdk

A = """\
package p;
public class A<T extends Comparable<T>> extends Object implements Runnable {
    public static final int SIZE = 4;
    private int hidden;
    protected String name = "n";
    static class Inside { int x; }
    enum Kind { ONE, TWO }
    public void run() { Runnable r = () -> {}; new Object() { int x; }; }
    protected T first(java.util.List<? super T> list) throws java.io.IOException { return null; }
    int plain(int n) { return n + 1; }
}
class Beside { }
"""

SAME = [
    ("return n + 1", "return n - 1"),
    ("return n + 1", "int m = n; assert m > 0; Runnable r = () -> System.out.println(m); return m"),
    ("return n + 1", "class Local { int y; } return new Local().y + new Object() { int z; }.z"),
    ("return n + 1", "switch (Kind.ONE) { case ONE: return 1; } return 2"),
    ("private int hidden;", "private long hidden; private void more() { }"),
    ("int plain(int n)", "int plain(final int n)"),
]
OTHER = [
    ("int plain(int n)", "long plain(int n)"),
    ("int plain(int n)", "public int plain(int n)"),
    ("int plain(int n)", "int plain(int n, int m)"),
    ("int plain(int n)", "int plane(int n)"),
    ("int plain(int n)", "static int plain(int n)"),
    ("int plain(int n)", "private int plain(int n)"),
    ("int plain(int n)", "int plain(int n) throws Exception"),
    ("int plain(int n)", "int more() { return 1; }\n int plain(int n)"),
    ("int plain(int n)", "int field;\n int plain(int n)"),
    ("int plain(int n)", "@Deprecated int plain(int n)"),
    ("SIZE = 4", "SIZE = 5"),
    ('String name = "n"', 'Object name = "n"'),
    ("List<? super T>", "List<T>"),
    ("throws java.io.IOException", "throws java.io.FileNotFoundException"),
    ("extends Comparable<T>", "extends Number"),
    ("implements Runnable", "implements Runnable, java.io.Serializable"),
    ("public class A", "public abstract class A"),
    ("static class Inside", "class Inside"),
    ("static class Inside", "private static class Inside"),
    ("int x; }\n", "long x; }\n"),
    ("ONE, TWO", "ONE, TWO, THREE"),
    ("class Beside { }", ""),
    ("class Beside { }", "interface Beside { }"),
]


def compiled(jdk: Jdk, text: str) -> list[bytes]:
    made = jdk.compile({"p/A.java": text}, bytes_=True)
    assert made.ok, made.diagnostics
    return [found.data or b"" for found in made.classes.values()]


@pytest.mark.parametrize(("old", "new"), SAME)
def test_a_method_body_and_private_members_are_not_seen(jdk: Jdk, old: str, new: str) -> None:
    assert old in A
    assert outline(compiled(jdk, A.replace(old, new))) == outline(compiled(jdk, A))


@pytest.mark.parametrize(("old", "new"), OTHER)
def test_whatever_else_changes_is_seen(jdk: Jdk, old: str, new: str) -> None:
    assert old in A
    assert outline(compiled(jdk, A.replace(old, new, 1))) != outline(compiled(jdk, A))


def test_of_annotations_nothing_is_known(jdk: Jdk) -> None:
    assert outline(compiled(jdk, "package p; @interface A { int n() default 1; }")) is None


def test_the_order_of_components_of_a_record_is_seen(jdk: Jdk) -> None:
    text = "package p; record A(@Deprecated int one, @Deprecated int two) { int sum() { return 1; } }"
    other = text.replace("one, @Deprecated int two", "two, @Deprecated int one")
    assert outline(compiled(jdk, text)) == outline(
        compiled(jdk, text.replace("return 1", "return one + two"))
    )
    assert outline(compiled(jdk, text)) != outline(compiled(jdk, other))


def test_class_files_name_their_source() -> None:
    with Jdk(options=("-g:source",)) as named, Jdk() as bare:
        assert {source_name(data) for data in compiled(named, A)} == {"A.java"}
        assert {source_name(data) for data in compiled(bare, A)} == {None}


def test_constants_of_every_kind_are_read(jdk: Jdk) -> None:
    text = (
        "package p; class A { static final long L = 1L << 40; static final double D = 1.5; static final float F = 2f;"
        ' static final String S = "\\uD83D"; Runnable r = System.out::println; Object o = "a" + L + new int[0]; }'
    )
    assert outline(compiled(jdk, text)) != outline(compiled(jdk, text.replace("1.5", "1.25")))
    assert outline(compiled(jdk, text)) != outline(compiled(jdk, text.replace("D83D", "D83E")))
    assert outline(compiled(jdk, text)) == outline(compiled(jdk, text.replace('"a"', '"b"')))
