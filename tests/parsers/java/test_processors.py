"""Project Lombok, an annotation processor that changes bodies, types and fields: what is refused, and what is inferred."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import equimorph as em
from mutators import names
from mutators.base import Mutator
from mutators.registry import get
from parsers.java.method import methods_of
from parsers.java.parsed import JavaParsed

LOMBOK = Path("/usr/share/java/lombok.jar")


def mutants(text: str, mutator: str) -> list[str]:
    return [mutant.text for mutant in em.mutate(text, [mutator], seed=1)]


def reasons(text: str, mutator: str) -> set[str | None]:
    chosen: Mutator = get(mutator)
    return {why for _, why in chosen.judged(em.parse(text))}


@pytest.mark.parametrize(
    ("text", "inferred", "final"),
    [
        ("import lombok.val; class A { void f() { val a = 1; } }", True, True),
        ("import lombok.*; class A { void f() { val a = 1; } }", True, True),
        ("import lombok.experimental.*; class A { void f() { final val a = 1; } }", True, True),
        ("class A { void f() { val a = 1; } }", True, True),
        ("void f() { val a = 1; }", True, True),
        ("class A { void f() { lombok.val a = 1; } }", True, True),
        ("class A { void f() { lombok . val a = 1; } }", True, True),
        ("class A { void f() { lombok.var a = 1; } }", True, False),
        ("class A { void f() { lombok.experimental.var a = 1; } }", True, False),
        ("import lombok.var; class A { void f() { var a = 1; } }", True, False),
        ("import lombok.val; class A { void f(int[] l) { for (val a : l) g(a); } }", True, True),
        ("import p.val; class A { void f() { val a = g(); } }", False, False),
        ("class A { class val { } void f() { val a = g(); } }", False, False),
        ("class A<val> { void f() { val a = g(); } }", False, False),
        ("void f() { value a = g(); lombok.Foo b = g(); }", False, False),
    ],
)
def test_inferred_types(text: str, inferred: bool, final: bool) -> None:
    for method in methods_of(em.parse(text)):
        for variable in method.scopes.declarations:
            if variable.kind != "parameter":
                assert (variable.inferred, variable.final) == (inferred, final)


HEAD = "import lombok.val; class A { int f(int n, Foo foo, int[] l) { @ } }"


@pytest.mark.parametrize(
    ("mutator", "before", "after"),
    [
        ("useless-cast", "val y = 1; return y;", "val y = 1; return ((int) y);"),
        ("useless-cast", "val y = g(); return h(y);", None),
        ("new-variable", "lombok.val y = g(); return h(y);", "lombok.val y = g(); lombok.val R = y; return h(R);"),
        ("declaration-split", "val y = 1; return y;", None),
        ("ternary-to-if", "val y = foo.a ? 1 : 2; return y;", None),
        ("return-variable", "val y = 1; return y;", "val y = 1; int R = y; return R;"),
        ("infix-dividing", "val y = 1; return y * n + 1;", "val y = 1; int R = y * n; return R + 1;"),
        ("loop-exchange", "for (val x : foo) g(x); return n;", None),
        (
            "loop-exchange",
            "for (val x : l) g(x); return n;",
            "for (int R = 0; R < l.length; R++) { val x = l[R]; g(x); } return n;",
        ),
    ],
)  # fmt: skip
def test_each_mutator_that_writes_a_type(mutator: str, before: str, after: str | None) -> None:
    made = mutants(HEAD.replace("@", before), mutator)
    if after is None:
        assert made == []
        return
    # R is the new name.
    first, *_, last = HEAD.replace("@", after).split("R") if "R" in after else [HEAD.replace("@", after)] * 2
    assert any(mutant.startswith(first) and mutant.endswith(last) for mutant in made), made


def test_val_is_not_assigned() -> None:
    made = mutants(HEAD.replace("@", "val y = g(); h(y); return 1;"), "unused-statement")
    assert made
    assert not any("{ y" in mutant for mutant in made)


CLEANUP = "an annotation processor may change what follows @Cleanup"
CHECKS = "an annotation processor may look for null checks of parameters"
CALLS = "an annotation processor may let calls mean other methods"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import lombok.Cleanup; class A { void f() { @Cleanup R r = g(); } }", CLEANUP),
        ("void f() { @Cleanup(a) R r = g(); }", CLEANUP),
        ("class A { void f() { @lombok.Cleanup R r = g(); } }", CLEANUP),
        ("import p.Cleanup; class A { void f() { @Cleanup R r = g(); } }", None),
        ("class A { void f() { @Cleanup R r = g(); } }", None),
        ("import lombok.*; class A { void f(@NonNull T t) { if (t == null) throw g(); } }", CHECKS),
        ("void f(@NonNull T t) { Objects.requireNonNull(t); }", CHECKS),
        ("import lombok.*; class A { void f(@NonNull T t) { g(t); } }", None),
        ("import p.NonNull; class A { void f(@NonNull T t) { if (t == null) throw g(); } }", None),
        ("import lombok.NonNull; record A(@NonNull T t) { A { if (t == null) throw g(); } }", CHECKS),
        ("import lombok.experimental.*; @ExtensionMethod({B.class}) class A { void f(T t) { t.g(); } }", CALLS),
        ("import lombok.experimental.*; class A { void f() { @Helper class H { } } }",
         "an annotation processor may change what follows @Helper"),
        ("import lombok.*; class A { @SneakyThrows void f() { g(); } }", None),
    ],
)  # fmt: skip
def test_bodies_that_change(text: str, reason: str | None) -> None:
    [method] = methods_of(em.parse(text))
    assert method.untrusted == reason


@pytest.mark.parametrize(
    ("field", "settled"),
    [
        ("@Getter(lazy = true) private final Map m = g();", False),
        ("@Builder.Default final int m = 5;", False),
        ("@lombok.Builder.Default int m = 5;", False),
        ("@Getter private final int m = 5;", True),
        ("int m = 5;", True),
    ],
)
@pytest.mark.parametrize("around", ["", "@FieldDefaults(makeFinal = true) ", "@Value "])
def test_fields_that_change(field: str, settled: bool, around: str) -> None:
    text = f"import lombok.*; {around}class A {{ {field} int n; int k() {{ return m; }} }}"
    [owner] = JavaParsed.of(em.parse(text)).types.named("A")
    made_final = bool(around) and "final" not in field.replace("makeFinal", "")
    assert owner.fields["m"].settled == (settled and not made_final)
    assert owner.fields["n"].settled
    assert JavaParsed.of(em.parse(text.replace("lombok", "other"))).types.named("A")[0].fields["m"].settled


def test_a_constant_that_a_builder_sets() -> None:
    text = "import lombok.*; @Builder class A { @Builder.Default final int k = 5; int f(int x) { @ } }"
    chain = "if (x == k) { return 1; } else if (x == 6) { return 2; } return 3;"
    assert mutants(text.replace("@ }", f"{chain} }}"), "switch-to-if") == []
    assert (
        len(mutants(text.replace("@ }", f"{chain} }}").replace("@Builder.Default ", ""), "switch-to-if")) == 1
    )


def test_a_field_that_becomes_a_constant() -> None:
    text = "import lombok.*; @FieldDefaults(makeFinal = true) class A { int k = 5; int f() { final int z = k + 1; return z; } }"
    assert reasons(text, "declaration-split") == {"it may be a constant variable"}
    assert reasons(text.replace("@FieldDefaults(makeFinal = true) ", ""), "declaration-split") == {None}


def test_names_that_lombok_knows() -> None:
    text = "import lombok.*; @Data class A { private int total(int k) { return k; } int g() { return total(1); } }"
    made = "an annotation processor may make methods, or use one by its name"
    for mutator in ("method-renaming", "parameter-adding"):
        assert reasons(text, mutator) == {made}
    assert all(" total(int " in mutant for mutant in mutants(text, "sketch"))
    text = "import lombok.*; class A { @Builder A(int size) { g(size); } }"
    assert reasons(text, "variable-renaming") == {
        "an annotation processor may make a builder with a method of its name"
    }


@pytest.mark.skipif(not LOMBOK.exists(), reason="Lombok (liblombok-java) is not installed")
def test_mutants_compile_with_lombok(tmp_path: Path) -> None:
    text = """import lombok.val;
    class A { int f(int n) { val y = n + 2; val s = "ab"; int z = y; z += s.length(); for (val c : s.toCharArray()) z += c;
        return z * y + 1; } }"""
    texts = [
        text,
        *(mutant for name in names() for mutant in mutants(text, name) if get(name).relation == "preserving"),
    ]
    files = []
    for number, mutant in enumerate(texts):
        file = tmp_path / f"m{number}" / "A.java"
        file.parent.mkdir()
        file.write_text(f"package m{number};\n{mutant}")
        files.append(str(file))
    path = ["-cp", str(LOMBOK), "-processorpath", str(LOMBOK), "-d", str(tmp_path / "out")]
    done = subprocess.run(["javac", "-nowarn", *path, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(texts) > 30
