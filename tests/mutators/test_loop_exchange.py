"""Loops as other loops: what moves where, what is refused, and what undo makes of a patch inside the loop."""

from __future__ import annotations

import re

import pytest

import equimorph as em
from mutators.java.loop_exchange import LoopExchange
from parsers.oracles.jdk import Jdk


def judged(body: str, head: str = "void f(int n, int[] a, Foo foo)") -> list[tuple[str, str]]:
    """(direction, the reason or the new body) of each loop in a body."""
    source = em.parse(f"{head} {{ {body} }}")
    found = []
    for site, reason in LoopExchange().judged(source):
        text = reason or LoopExchange().apply(source, site).text[len(head) + 3 : -2]
        found.append((str(site.param("direction")), text))
    return found


def one(body: str, head: str = "void f(int n, int[] a, Foo foo)") -> str:
    """The reason or the new body for the first loop."""
    return judged(body, head)[0][1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # the update before every continue of this loop, and of no other
        (
            "for (; g(); n++) { while (h()) { if (n > 3) continue; } if (n > 4) continue; }",
            "while (g()) { while (h()) { if (n > 3) continue; } if (n > 4) { n++; continue; } n++; }",
        ),
        (
            "out: for (; g(); n++) { for (;;) { if (n > 3) continue out; break; } }",
            "out: while (g()) { for (;;) { if (n > 3) { n++; continue out; } break; } n++; }",
        ),
        (
            "for (; g(); n++) switch (n) { case 1: continue; default: h(); }",
            "while (g()) { switch (n) { case 1: n++; continue; default: h(); } n++; }",
        ),
        ("for (; g(); n++) continue;", "while (g()) { n++; continue; }"),
        (
            "for (; g(); n++) { if (n > 3) continue; return; }",
            "while (g()) { if (n > 3) { n++; continue; } return; }",
        ),
        ("for (; g(); n++) if (n > 3) continue;", "while (g()) { if (n > 3) { n++; continue; } n++; }"),
        # no update, no condition, no body
        ("for (;;) g();", "while (true) g();"),
        ("for (; ; ) { }", "while (true) { }"),
        ("for (; g(); );", "while (g());"),
        ("for (; g(); n++) ;", "while (g()) { n++; }"),
        ("for (; g(); n++);", "while (g()) { n++; }"),
        ("for (n = 3;; n--) if (g()) break;", "n = 3; while (true) { if (g()) break; n--; }"),
        ("for (int i = 0;;) if (g(i)) break;", "int i = 0; while (true) if (g(i)) break;"),
        ("for (n = 1, k = 2; g(); n++, k--) h();", "n = 1; k = 2; while (g()) { h(); n++; k--; }"),
        # a block of its own: where the names come again, and where one statement becomes two
        ("if (g()) for (int i = 0; i < n; i++) g();", "if (g()) { int i = 0; while (i < n) { g(); i++; } }"),
        ("if (g()) for (n = 0; n < 3; n++) g();", "if (g()) { n = 0; while (n < 3) { g(); n++; } }"),
        ("if (g()) for (; n < 3; n++) g(); else h();", "if (g()) while (n < 3) { g(); n++; } else h();"),
        (
            "for (int i = 0, j = 1; i < j; i++) g(); h(j);",
            "{ int i = 0, j = 1; while (i < j) { g(); i++; } } h(j);",
        ),
        (
            "switch (n) { case 1: for (int i = 0; i < n; i++) g(); case 2: h(i); }",
            "switch (n) { case 1: { int i = 0; while (i < n) { g(); i++; } } case 2: h(i); }",
        ),
        (
            "switch (n) { case 1: for (int i = 0; i < n; i++) g(); case 2: h(); } g(i);",
            "switch (n) { case 1: int i = 0; while (i < n) { g(); i++; } case 2: h(); } g(i);",
        ),
        ("{ for (int i = 0; i < n; i++) g(); } h(i);", "{ int i = 0; while (i < n) { g(); i++; } } h(i);"),
        ("for (int i = 0; i < n; i++) { g(i); } // i\n", "int i = 0; while (i < n) { g(i); i++; } // i\n"),
        # comments stay, but for those of the update
        (
            "for/*1*/(/*2*/int i = 0/*3*/;/*4*/i < 3/*5*/;/*6*/i++/*7*/)/*8*/{/*9*/}",
            "/*1*//*2*/int i = 0/*3*/; while (/*4*/i < 3/*5*//*6*//*7*/)/*8*/{/*9*/ i++; }",
        ),
        # names of the update that the body declares
        ("for (; g(); c++) { class c { } }", "while (g()) { { class c { } } c++; }"),
        (
            "for (; g(); c++) if (foo instanceof Bar c) h();",
            "while (g()) { { if (foo instanceof Bar c) h(); } c++; }",
        ),
        # a pattern variable that a statement introduces reaches to the end of its block (JLS 6.3.2.2)
        (
            "for (; g(); c++) if (!(foo instanceof Bar c)) return;",
            "while (g()) { { if (!(foo instanceof Bar c)) return; } c++; }",
        ),
        # while and do
        ("while ((g())) h();", "for (; (g()); ) h();"),
        ("while (/* ever */ true) h();", "for (/* ever */ ;;) h();"),
        ("do { int k = n; } while (k > h());", "while (true) { { int k = n; } if (!(k > h())) break; }"),
        ("do { g(); } while (n != 3);", "while (true) { g(); if (n == 3) break; }"),
        ("do { g(); } while (false);", "while (true) { g(); if (!false) break; }"),
        ("do { if (g()) continue; } while (1 < 2);", "while (true) { if (g()) continue; }"),
        ("do { return; } while (true);", "while (true) { return; }"),
        (
            "if (g()) do h(); while (n > 3 == true); else h();",
            "if (g()) while (true) { h(); if (n > 3 != true) break; } else h();",
        ),
    ],
)
def test_rewriting(before: str, after: str) -> None:
    assert one(before) == after


def test_a_call_that_is_known_not_to_be_generic_can_be_negated() -> None:
    source = em.parse("class X { boolean h() { return g; } void f() { out: do { g(); } while (h()); } }")
    (site,) = LoopExchange().sites(source)
    assert "{ out: while (true) { g(); if (!h()) break; } }" in LoopExchange().apply(source, site).text


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        ("for (; g(); n++) { try { if (h()) continue; } finally { } }", "a finally block or a resource"),
        ("for (; g(); n++) { try (R r = h()) { if (n > 1) continue; } }", "a finally block or a resource"),
        (
            "for (; g(); n++) { try { h(); } catch (E e) { continue; } finally { } }",
            "a finally block or a resource",
        ),
        ("for (; g(); a[n]++) { synchronized (foo) { continue; } }", "an exception or effect of the update"),
        ("for (; g(); n /= a) { try { continue; } catch (E e) { } }", "an exception or effect of the update"),
        ("for (; g(); n++) throw h();", "the update is never reached"),
        (
            "do if (!(foo instanceof Bar b)) return; else break; while (true);",
            "javac lets a pattern variable out",
        ),
        ("for (; g(); n++) { h(); while (DEBUG) { } }", "it is not known whether the body can complete"),
        ("for (; g(); c++) { int c = h(); if (c > 3) continue; }", "the body declares a name"),
        ("for (; g(); n++) { while (true) { if (h()) return; } }", "the update is never reached"),
        ("for (; g(); r = () -> new Foo() { }) h();", "the update declares a class"),
        ("for (; g(); r = () -> { q: g(); }) { q: { continue; } }", "the update declares a class or a label"),
        ("for (int i = 0; !(foo instanceof Bar b) && b.g(); ) h(); g(i);", "a pattern variable"),
        ("do { h(); } while (DEBUG || FLAG);", "it is not known whether the condition"),
        ("do { throw h(); } while (n > 3);", "the end of the body"),
        ("do { h(); } while (!(foo instanceof Bar b));", "a pattern variable"),
        ("do { h(); } while (!(foo instanceof Bar(var b)));", "a pattern variable"),
        ("do { h(); } while (next());", "the type of the call may be inferred"),
        ("do { h(); while (DEBUG) { } } while (n > 3);", "the end of the body"),
        ("do { out: while (g()) { continue out; } continue; } while (n > 3);", "a continue statement"),
    ],
)
def test_refusals(before: str, reason: str) -> None:
    assert one(before).startswith(reason), one(before)


def test_what_runs_between_jump_and_loop() -> None:
    """A continue of the finally block itself, or of a handler without a finally block, has nothing in between."""
    for body in (
        "for (; g(); n++) { try { h(); } finally { if (n > 3) continue; } }",
        "for (; g(); n = h()) { try { h(); } catch (E e) { continue; } }",
        "for (; g(); n = h()) { try (R r = h()) { h(); } catch (E e) { continue; } }",
        "for (; g(); n++) { try { continue; } catch (E e) { h(); } }",
        "for (; g(); n++) { synchronized (foo) { continue; } }",
    ):
        assert "continue; }" in one(body).replace("n++; ", "").replace("n = h(); ", "")
        assert one(body).startswith("while (g())")


@pytest.mark.parametrize(
    ("header", "opening"),
    [
        ("int x : a", "for (int I = 0; I < a.length; I++) { int x = a[I];"),
        ("long x : a", "for (int I = 0; I < a.length; I++) { long x = a[I];"),
        ("final @X var x : a", "for (int I = 0; I < a.length; I++) { final @X var x = a[I];"),
        ("int x[] : grid", "for (int I = 0; I < grid.length; I++) { int x[] = grid[I];"),
        ("int x : grid[1]", "{ int[] A = grid[1]; for (int I = 0; I < A.length; I++) { int x = A[I];"),
        ("var x : (rest)", "{ String[] A = (rest); for (int I = 0; I < A.length; I++) { var x = A[I];"),
        ("char c : text.toCharArray()", "{ char[] A = text.toCharArray(); for (int I = 0; I < A.length; I++) { char c = A[I];"),
        ("Object o : new String[3]", "{ String[] A = new String[3]; for (int I = 0; I < A.length; I++) { Object o = A[I];"),
        ("String s : list", "for (java.util.Iterator<String> T = list.iterator(); T.hasNext(); ) { String s = T.next();"),
        ("int x : boxes", "for (java.util.Iterator<? extends Integer> T = boxes.iterator(); T.hasNext(); ) { int x = T.next();"),
        ("Foo[] x : foo", "for (java.util.Iterator<? extends Foo[]> T = foo.iterator(); T.hasNext(); ) { Foo[] x = T.next();"),
        ("Object x : raw", "for (java.util.Iterator<?> T = raw.iterator(); T.hasNext(); ) { Object x = T.next();"),
        ("Foo x : this", "for (java.util.Iterator<? extends Foo> T = this.iterator(); T.hasNext(); ) { Foo x = T.next();"),
        (
            "Foo x : (Bar) foo",
            "for (java.util.Iterator<? extends Foo> T = ((Bar) foo).iterator(); T.hasNext(); ) { Foo x = T.next();",
        ),
        (
            "String k : map.keySet()",
            "for (java.util.Iterator<String> T = map.keySet().iterator(); T.hasNext(); ) { String k = T.next();",
        ),
        (
            "Map.Entry<String, List<int[]>> e : map.entrySet()",
            "for (java.util.Iterator<java.util.Map.Entry<String, List<int[]>>> T = map.entrySet().iterator(); T.hasNext(); )"
            " { Map.Entry<String, List<int[]>> e = T.next();",
        ),
        (
            "List<int[]> v : map.values()",
            "for (java.util.Iterator<List<int[]>> T = map.values().iterator(); T.hasNext(); )"
            " { List<int[]> v = T.next();",
        ),
        (
            "var e : wild.entrySet()",
            "for (java.util.Iterator<? extends java.util.Map.Entry<? extends K, V>> T = wild.entrySet().iterator(); T.hasNext(); )"
            " { var e = T.next();",
        ),
        ("int x : foo", "!the type of the elements is not known"),
        ("var x : foo", "!the type of the elements is not known"),
        ("List<K> x : foo", "!the type of the elements is not known"),
        ("var x : raw", "!the type of the elements is not known"),
        ("int x : g()", "!the type of what it iterates over is not known"),
        ("int x : field", "!the type of what it iterates over is not known"),
    ],
)  # fmt: skip
def test_enhanced_for(header: str, opening: str) -> None:
    head = (
        "void f(int[] a, int[][] grid, String text, List<String> list, Set<? extends Integer> boxes, Foo foo, List raw,"
        " Map<String, List<int[]>> map, HashMap<? extends K, V> wild, String... rest)"
    )
    found = one(f"for ({header}) g();", head)
    if opening.startswith("!"):
        assert found == opening[1:]
        return
    names = {
        "I": "i j k n index idx pos at",
        "A": "array arr items values elements all",
        "T": "it iter iterator itr elements",
    }
    end = "g(); } }" if opening.startswith("{") else "g(); }"
    wanted = {f"{opening} {end}"}
    for letter, words in names.items():
        wanted = {_named(text, letter, word) for text in wanted for word in words.split()}
    assert found in wanted


def _named(text: str, letter: str, word: str) -> str:
    return " ".join(_word(part, letter, word) for part in text.split(" "))


def _word(part: str, letter: str, word: str) -> str:
    return re.sub(rf"(?<![\w<]){letter}(?!\w)", word, part)


def test_new_names_are_free() -> None:
    taken = "int i, j, k, n, index, idx, pos, at, array, arr, items, values, elements, all;"
    source = em.parse(f"class A {{ int[] b; void f() {{ {taken} for (int x : this.b) h(x); }} }}")
    (site,) = LoopExchange().sites(source)
    found = LoopExchange().apply(source, site).text
    assert "int[] var1 = this.b; for (int var0 = 0; var0 < var1.length; var0++)" in found


def test_an_array_that_the_loop_sets_is_kept() -> None:
    for body in ("a = null;", "{ g(a = h()); }", "a /* */ = h();"):
        assert one(f"for (int x : a) {body}").startswith("{ int[] ")
    assert one("for (int x : a) a[0] = 3; a = null;").startswith("for (int ")


def test_the_types_of_another_object_s_fields_may_have_other_arguments() -> None:
    text = "class A<E> { List<E> own; E[] all; static List<Foo> foos; void f(A<String> o) { @ } }"
    for header, refused in (
        ("E e : own", False),
        ("E e : this.own", False),
        ("E e : this.all", False),
        ("Foo e : A.foos", False),
        ("var e : o.own", True),
        ("var e : o.all", True),
    ):
        source = em.parse(text.replace("@", f"for ({header}) g(e);"))
        ((_, reason),) = LoopExchange().judged(source)
        assert (reason is not None) is refused, (header, reason)
    source = em.parse(text.replace("@", "for (String e : o.own) g(e);"))
    (site,) = LoopExchange().sites(source)
    assert "java.util.Iterator<? extends String>" in LoopExchange().apply(source, site).text


def test_types_that_mean_something_else_at_the_loop_are_not_written() -> None:
    text = (
        "class A { Bar[] all; List<Bar> bars; class Bar { }"
        " void f() { class Bar { } for (var x : all) g(x); for (var x : bars) g(x); } }"
    )
    reasons = [reason for _, reason in LoopExchange().judged(em.parse(text))]
    assert reasons == ["the array's type cannot be written", "the type of the elements is not known"]


SOURCE = em.parse(
    "int f(int[] a, int n) {\n    int s = 0;\n    for (int i = 0; i < n; i++) {\n        if (a[i] < 0) {\n"
    "            continue;\n        }\n        s += a[i];\n    }\n    return s;\n}\n"
)


def test_undo_of_another_condition_keeps_its_place() -> None:
    undone = em.undo(mutant().text.replace("while (i < n)", "while (true)"), mutant())
    assert "for (int i = 0; true; i++) {" in undone


def mutant() -> em.Mutant:
    (found,) = em.mutate(SOURCE, ["loop-exchange"])
    return found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("i < n", "i <= n - 1"),
        ("a[i] < 0", "a[i] < 1"),
        ("s += a[i];", "s += a[i] + 1;\n        if (s > 9) {\n            break;\n        }"),
        ("int s = 0;", "int s = 1;\n    s++;"),
        ("return s;", "while (n > 0) n--;\n    return s;"),
    ],
)
def test_undo_of_patches_in_the_loop(old: str, new: str) -> None:
    assert SOURCE.text.count(old) == mutant().text.count(old) == 1
    assert em.undo(mutant().text.replace(old, new), mutant()) == SOURCE.text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        i++;\n    }", "        i += 2;\n    }"),
        ("            i++;\n", ""),
        ("s += a[i];", "if (s > 4) continue;"),
        ("return s;", "while (i < n) i++;\n    return s;"),
        ("    int i = 0;\n", "    int i = 0;\n    g(i);\n"),
        ("while (i < n)", "for (; i < n; )"),
    ],
)
def test_patches_that_the_mutation_cannot_have_made_are_conflicts(old: str, new: str) -> None:
    assert mutant().text.count(old) == 1
    with pytest.raises(em.UndoConflict):
        em.undo(mutant().text.replace(old, new), mutant())


FOREACH = "void f(Iterable<String> all) {\n    for (String s : all)\n        if (s.isEmpty())\n            break;\n}\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("break; }", "break;"),  # the brace that the mutation brought
        ("break; }\n}", "break; }\n"),  # that of the method: the same text but for a line
        ("break; }\n}", "break;\n"),
        ("break; }\n}", "break; } g(;\n"),
    ],
)
def test_of_two_braces_one_is_gone(old: str, new: str) -> None:
    (mutant,) = (m for m in em.mutate(FOREACH, ["loop-exchange"]) if "break; }" in m.text)
    assert old in mutant.text
    with pytest.raises(em.UndoConflict, match=r"deleted mutated text|changed the mutated text|surrounds"):
        em.undo(mutant.text.replace(old, new), mutant)


def test_a_brace_too_many_is_the_patch_s_own() -> None:
    (mutant,) = (m for m in em.mutate(FOREACH, ["loop-exchange"]) if "break; }" in m.text)
    undone = em.undo(mutant.text.replace("break; }", "break; } }"), mutant)
    assert (undone, undone.parses) == (FOREACH.replace("break;", "break; }"), False)


def test_one_statement_that_becomes_two_keeps_its_place(jdk: Jdk) -> None:
    """The own block is needed: without it, the field would be hidden behind the loop."""
    text = (
        "class A { static int i = 7; public static void main(String[] x) {"
        " for (int i = 0; i < 2; i++) System.out.print(i); System.out.print(i); } }"
    )
    (found,) = em.mutate(text, ["loop-exchange"])
    compiled = jdk.compile({"A.java": found.data}, bytes_=True)
    assert compiled.ok
    assert jdk.run(compiled, "A").stdout == b"017"


@pytest.mark.parametrize("update", ["n += count", "count = n", "count++"])
def test_what_another_thread_could_tell_stays_outside_of_a_lock(update: str) -> None:
    frame = "class A {{ int count; void f(int n) {{ for (; g(); {}) synchronized (this) {{ continue; }} }} }}"
    for text, reason in (
        (update, "an exception or effect of the update would come inside a try or synchronized statement"),
        (update.replace("count", "n"), None),
    ):
        assert [reason for _, reason in LoopExchange().judged(em.parse(frame.format(text)))] == [reason]


def test_statements_alone_keep_their_names_to_themselves() -> None:
    """What stands behind them is not in the text."""
    source = em.parse("int k = n; for (int i = 0; i < n; i++) g(i);")
    (site,) = LoopExchange().sites(source)
    assert "{ int i = 0; while (i < n) { g(i); i++; } }" in LoopExchange().apply(source, site).text


@pytest.mark.parametrize(
    "text",
    [
        "class A { int[] a; void f() { for (int x : a) g(x); } }",
        "class A { void m() { class B { int[] a; void f() { for (int x : a) g(x); } } } }",
        "record A(int[] a) { void f() { for (int x : a) g(x); } }",
        "class A { void m() { record B(int[] a) { void f() { for (int x : a) g(x); } } } }",
        "record A(int[] a) { A { for (int x : a) g(x); } }",
    ],
)
def test_only_a_local_array_is_certain_to_stay(text: str) -> None:
    source = em.parse(text)
    found = [LoopExchange().apply(source, site).text for site in LoopExchange().sites(source)]
    assert len(found) == 1
    assert re.search(r"\{ int\[\] (\w+) = a; for \(int (\w+) = 0; \2 < \1\.length; \2\+\+\)", found[0])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("for (int x : a) g(x);", "the parameters of the method around the statements are not in the text"),
        (
            "class java { void f(Foo foo) { for (Bar b : foo) g(b); } }",
            "the name java may mean something else",
        ),
        # without a header's type to fall back to
        (
            "class List<T> { } class A { void f(List<Foo> l) { for (var x : l) g(x); } }",
            "the type of the elem",
        ),
        ("void f(Map m) { for (var x : m.values()) g(x); }", "the type of the elements is not known"),
        (
            "import java.util.*; class A { class B { } void f(List<B> l) { class B { } for (var x : l) g(x); } }",
            "the type of the elements is not known",
        ),
        (
            "import java.util.*; class A<E> { List<E> own; void f(A<String> o) { for (var x : o.own) g(x); } }",
            "the type of the elements is not known",
        ),
        (
            "import java.util.*; class A<E> { class B { List<E> own; } class C { B b; void f() {"
            " for (var x : b.own) g(x); } } }",
            "the type of the elements is not known",
        ),
    ],
)
def test_enhanced_for_refusals(text: str, reason: str) -> None:
    ((_, found),) = LoopExchange().judged(em.parse(text))
    assert found is not None
    assert found.startswith(reason)


@pytest.mark.parametrize(
    ("header", "iterator"),
    [
        ("var x : own", "Iterator<E>"),
        ("var x : this.own", "Iterator<E>"),
        ("var x : A.foos", "Iterator<Foo>"),
        ("var x : o.foos", "Iterator<Foo>"),
        ("var x : nested.keySet()", "Iterator<Map<K, V>>"),
        ("var x : nested.values()", "Iterator<List<K>>"),
        ("var x : many[0].values()", "Iterator<List<K>>"),
        ("Object x : raw.values()", "Iterator<?>"),
    ],
)
def test_types_of_elements_in_a_file(header: str, iterator: str) -> None:
    source = em.parse(
        "import java.util.*; class A<E> { static List<Foo> foos; List<E> own;"
        " void f(A<String> o, Map<Map<K, V>, List<K>> nested, Map<Foo, List<K>>[] many, Map raw) {"
        f" for ({header}) g(x); }} }}"
    )
    (site,) = LoopExchange().sites(source)
    assert f"for (java.util.{iterator} " in LoopExchange().apply(source, site).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for (int x : a);", "for (int I = 0; I < a.length; I++) { int x = a[I]; }"),
        ("for (int x : a) ;", "for (int I = 0; I < a.length; I++) { int x = a[I]; }"),
        ("for (int x : a) { }", "for (int I = 0; I < a.length; I++) { int x = a[I]; }"),
        ("l: for (int x : h[0]) g();", "{ int[] A = h[0]; l: for (int I = 0; I < A.length; I++) { int x = A[I]; g(); } }"),
    ],
)  # fmt: skip
def test_bodies_of_an_enhanced_for(before: str, after: str) -> None:
    found = one(before, "void f(int[] a, int[][] h)")
    index, array = re.findall(r"for \(int (\w+) = 0; \w+ < (\w+)\.", found)[0]
    assert " ".join(found.split()) == _named(_named(after, "I", index), "A", array)
