"""The words that models read: names by their parts, and no trace of the name that is the label."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install 'equimorph[models]'")

from equimorph.search.tasks import TaskText, methods_in, task_of
from equimorph.search.tasks.vocabulary import UNKNOWN, Vocabulary
from equimorph.search.tasks.words import HIDDEN, declared_name, method_words, subtokens
from equimorph.texts.javadoc import first_sentence


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("getURLOf2", ("get", "url", "of", "2")),
        ("toString", ("to", "string")),
        ("XMLHttpRequest", ("xml", "http", "request")),
        ("MAX_VALUE", ("max", "value")),
        ("übergröße", ("ü", "bergr", "öß", "e")),
        ("$", ("$",)),
        ("_", ("_",)),
    ],
)
def test_a_name_has_parts(name: str, parts: tuple[str, ...]) -> None:
    assert subtokens(name) == parts


RECURSIVE = """\
/* indexOf */ int indexOf(String text, int indexOfStart) {
    // indexOf
    Finder f = this::indexOf;
    if (text == null) throw new Error("indexOf: no text for indexOf");
    return other.indexOf(text) + indexOf(text, 1);
}"""


def test_the_name_is_hidden_wherever_it_occurs() -> None:
    words = task_of("method-names").words(TaskText("a", "a", RECURSIVE, "indexOf"))
    assert words.count(HIDDEN) == 6
    # The parts of another name stay, though they are the same.
    assert [at for at, word in enumerate(words) if word == "index"] == [words.index("start") - 2]


def test_a_mutant_shows_neither_its_own_name_nor_that_of_the_original() -> None:
    mutant = RECURSIVE.replace("int indexOf(String", "int position(String").replace(
        "this::indexOf", "this::position"
    )
    words = task_of("method-names").words(TaskText("b", "a", mutant, "indexOf"))
    assert "position" not in words
    assert words.count(HIDDEN) == 6


def test_a_model_of_names_hides_the_declared_name_of_what_it_is_asked() -> None:
    assert declared_name(RECURSIVE) == "indexOf"
    assert declared_name("int x = 1;") is None
    assert method_words("void f() { f(); }", ("f",)) == (
        "void",
        HIDDEN,
        "(",
        ")",
        "{",
        HIDDEN,
        "(",
        ")",
        ";",
        "}",
    )


def test_literals_are_read_by_what_they_say() -> None:
    words = method_words("x = 17 + 1 + 'c' + \"aB c d e f g h\";")
    assert words == ("x", "=", "<number>", "+", "1", "+", "'c'", "+", '"', "a", "b", "c", "d", "e", "f", ";")


def test_no_text_is_longer_than_the_models_read() -> None:
    assert len(method_words("x; " * 200)) == 150


def test_search_by_javadoc_keeps_the_name() -> None:
    assert "index" in task_of("javadoc").words(TaskText("a", "a", "int indexOf() { return 1; }", "indexOf"))


def test_a_word_is_known_if_two_roots_have_it_however_many_mutants_there_are() -> None:
    found = Vocabulary.of([("a", ["x", "y"]), ("a", ["y"]), ("b", ["x", "<end>"]), ("c", ["<end>"])], 100)
    assert found.words == ("<pad>", "<unknown>", "<start>", "<end>", "x")
    assert found.numbers(["x", "y"]) == [4, UNKNOWN]
    assert len(Vocabulary.of([("a", "bca"), ("b", "abc"), ("c", "c")], 6)) == 6
    assert Vocabulary.of([("a", "bca"), ("b", "abc"), ("c", "c")], 6).words[4:] == ("c", "a")


@pytest.mark.parametrize(
    ("javadoc", "sentence"),
    [
        ("/** Adds. */", "Adds"),
        (
            "/**\n * Adds <b>two</b> {@code int}s\n * and more. Really.\n * @param a x\n */\n  ",
            "Adds two ints and more",
        ),
        ("/** Version 1.2 of it! No. */", "Version 1.2 of it"),
        ("/**\n * @return it\n */", ""),
        ("/** {@inheritDoc} */", ""),
        ("/* Adds. */", ""),
        ("/** Adds. */ int a;", ""),
        ("", ""),
    ],
)
def test_the_first_sentence_of_a_javadoc(javadoc: str, sentence: str) -> None:
    assert first_sentence(javadoc) == sentence


def test_methods_with_a_body_have_their_comment_and_place(tmp_path: Path) -> None:
    text = "interface A {\n  int f();\n  /** Gives one. */\n  default int g() { return 1; }\n}\n"
    (tmp_path / "A.java").write_text(text)
    (tmp_path / "B.java").write_bytes(b"\xff")
    failed = list[Exception]()
    [found] = methods_in([tmp_path], failed.append)
    assert (found.name, found.comment, found.text) == ("g", "Gives one", "default int g() { return 1; }")
    assert found.id == f"A.java:{text.index('default')}"
    assert len(failed) == 1
