"""Methods that are called by their name from outside of Java source: each kind of caller, and what is close to one and is none."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.sketch.own_name import own_name
from parsers.java.method import methods_of
from parsers.java.names.outside_calls import (
    ACCESSOR,
    ANNOTATED,
    BY_NATIVE_CODE,
    OF_EVERY_OBJECT,
    SEARCHED,
    STARTED,
)

CALLED = [
    ("void main() { }", STARTED),  # Java 25 launches it
    ("static void main(String[] a) { }", STARTED),
    ("public static void premain(String a, Instrumentation i) { }", STARTED),
    ("public static void agentmain(String a) { }", STARTED),
    ("private void readObject(ObjectInputStream in) { }", STARTED),
    ("private void writeObject(ObjectOutputStream out) { }", STARTED),
    ("private void readObjectNoData() { }", STARTED),
    ("Object readResolve() { return a; }", STARTED),
    ("protected Object writeReplace() { return a; }", STARTED),
    ("public void readExternal(ObjectInput in) { }", STARTED),
    ("public String toString() { return a; }", OF_EVERY_OBJECT),
    ("public int hashCode() { return 1; }", OF_EVERY_OBJECT),
    ("public boolean equals(Object o) { return true; }", OF_EVERY_OBJECT),
    ("protected Object clone() { return a; }", OF_EVERY_OBJECT),
    ("protected void finalize() { }", OF_EVERY_OBJECT),
    ("public void testSum() { }", SEARCHED),
    ("public static Test suite() { return a; }", SEARCHED),
    ("protected void setUp() { }", SEARCHED),
    ("protected void tearDown() { }", SEARCHED),
    ("public static A provider() { return a; }", SEARCHED),
    ("public static A valueOf(String s) { return a; }", SEARCHED),
    ("public static A of(String s) { return a; }", SEARCHED),
    ("private void afterUnmarshal(Unmarshaller u, Object parent) { }", SEARCHED),
    ("private void initialize() { }", SEARCHED),
    ("public int getSize() { return 1; }", ACCESSOR),
    ("public int getSize(int at) { return 1; }", ACCESSOR),
    ("public boolean isEmpty() { return true; }", ACCESSOR),
    ("public void setSize(int n) { }", ACCESSOR),
    ("private void setSize(int n) { }", ACCESSOR),
    ("public void addFooListener(FooListener l) { }", ACCESSOR),
    ("@Test void sum() { }", ANNOTATED),
    ("@org.junit.jupiter.api.Test void sum() { }", ANNOTATED),
    ("@MethodSource @ParameterizedTest void sum(int n) { }", ANNOTATED),
    ("void sum() { System.loadLibrary(a); }", BY_NATIVE_CODE),
]


def stays(text: str) -> str | None:
    [method] = methods_of(em.parse(text))
    found = own_name(method)
    assert found is not None
    return found.stays


@pytest.mark.parametrize(("text", "reason"), CALLED)
def test_called_from_outside(text: str, reason: str) -> None:
    assert stays(text) == reason
    [method] = methods_of(em.parse(text))
    for mutant in em.mutate(text, ["sketch"]):
        assert mutant.text.count(f" {method.name}(") == 1


@pytest.mark.parametrize(
    "text",
    [
        "static void main(String[] a, int n) { }",
        "private Object readResolve(int n) { return a; }",
        "public boolean equals(A a, A b) { return a == b; }",
        "public void test(int n) { }",
        "static int getSize() { return 1; }",
        "private int getSize() { return 1; }",
        "public int get() { return 1; }",
        "public void set(int n) { }",
        "private static A valueOf(String s) { return a; }",
        "@Deprecated void sum() { }",
        "@SuppressWarnings(a) @java.lang.SafeVarargs final void sum(T... t) { }",
        'void sum() { log("native"); }',
    ],
)
def test_not_called_from_outside(text: str) -> None:
    assert stays(text) is None


def test_native_methods_of_a_class() -> None:
    """JNI finds a method by its name."""
    first, *_ = methods_of(em.parse("class A { int sum(int n) { return n; } native void go(); }"))
    found = own_name(first)
    assert found is not None
    assert found.stays == BY_NATIVE_CODE
