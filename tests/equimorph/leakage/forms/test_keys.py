"""Keys of forms: the whole text, and the members in it."""

from __future__ import annotations

import pytest

from equimorph.leakage.forms import form
from equimorph.leakage.forms.keys import KEYED, keys
from equimorph.leakage.samples import FormName

METHOD = b"int add(int a, int b) { return a + b; }"
CLONE = b"int sum ( int x, int y ) { /* all */ return x + y; }"
FILE = b"package p; class A { void go() { add(1, 2); } " + CLONE + b" }"
FORMS: list[FormName] = ["renamed", "canonical"]


@pytest.mark.parametrize("name", FORMS)
def test_a_sample_is_looked_up_among_whole_texts_and_members(name: FormName) -> None:
    [(key, kind)] = keys(METHOD, name)
    assert kind == "exact"
    assert dict(keys(CLONE, name)) == {key: "exact"}
    found = dict(keys(FILE, name))
    assert found[key] == "inside"
    assert sorted(found.values()) == ["exact", "inside", "inside"]
    assert next(iter(found.values())) == "exact"


@pytest.mark.parametrize("name", FORMS)
def test_equal_members_have_one_key(name: FormName) -> None:
    assert [kind for _, kind in keys(b"class A { " + METHOD + CLONE + b" }", name)] == ["exact", "inside"]


@pytest.mark.parametrize("name", FORMS)
def test_a_text_without_tokens_has_no_key(name: FormName) -> None:
    assert keys(b"", name) == keys(b" // nothing\n", name) == []


@pytest.mark.parametrize("name", FORMS)
def test_hunks_that_do_not_parse_have_a_key_by_first_use(name: FormName) -> None:
    assert keys(b"if (count > limit) {", name) == keys(b"if ( n > m ) { // c", name)
    assert keys(b"if (count > limit) {", name) != keys(b"if (count > count) {", name)
    assert keys(b"if (\xff\xff) {", name) == keys(b"if (\xed\xa0\x80) {", name)
    assert keys(b"} else (1", name) != keys(b"} else (2", name)


@pytest.mark.parametrize("name", FORMS)
def test_members_of_a_text_with_an_error_elsewhere_are_found_where_the_form_sees_them(name: FormName) -> None:
    broken = b"class A { " + METHOD + b" int broken( { } }"
    found = [kind for _, kind in keys(broken, name)]
    assert found[0] == "exact"


def test_members_are_found_beside_an_error() -> None:
    [(key, _)] = keys(METHOD, "renamed")
    broken = b"class A { " + METHOD + b" void b() { if (a { } } }"
    assert dict(keys(broken, "renamed"))[key] == "inside"


def test_keys_of_two_forms_never_meet() -> None:
    for text in (FILE, b"class A { }"):
        assert not set(dict(keys(text, "renamed"))) & set(dict(keys(text, "canonical")))


def test_a_mutant_has_another_renamed_key_and_the_same_canonical_one() -> None:
    method, mutant = (
        b"int min(int a, int b) { return a < b ? a : b; }",
        b"int f(int x, int y) { return y > x ? x : y; }",
    )
    assert keys(method, "renamed") != keys(mutant, "renamed")
    assert keys(method, "canonical") == keys(mutant, "canonical")


@pytest.mark.parametrize("name", ["text", "near", "none"])
def test_forms_without_keys_are_an_error(name: FormName) -> None:
    with pytest.raises(ValueError, match="forms with keys are renamed, canonical"):
        keys(METHOD, name)
    assert set(KEYED) == set(FORMS)


def test_a_form_is_of_the_type_of_its_text() -> None:
    assert form('a ( "b c" ) /* d */;', "text") == 'a("bc");'
    assert form(b"a ( b ) /* d */;", "text") == b"a(b);"
    assert form("f(a > > b)", "near") == "f ( a >> b )"
    assert form(METHOD, "canonical") == form(CLONE, "canonical") is not None
    assert form("} else {", "canonical") is None
    with pytest.raises(ValueError, match="no form 'ast'; forms are text, renamed, canonical, near"):
        form("a", "ast")  # type: ignore[arg-type]
