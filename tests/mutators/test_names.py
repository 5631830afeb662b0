"""Names: what is legal, how names split, what each scheme proposes, and that a fresh name is always found."""

from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mutators.java.tools.names import NAMES as JAVA
from mutators.java.tools.names import is_legal_name
from mutators.naming import SCHEMES, NameRequest, Naming, camel_parts, synonym_groups
from mutators.python.tools.names import NAMES as PYTHON

# Letters of several scripts and cases (one with a small form of two characters), a mark, digits, separators,
# currency, format characters, and what no name has.
LETTERS = "abestyABEST\u00f6\u00df\u0130\u01c5\u65e5\u0301\U0001d400"
ALPHABET = LETTERS + "_$0129\u0660\u20ac\u203f\u200b\u00ad \u2028.-<>[]"
NAMES = st.one_of(
    st.text(ALPHABET, max_size=12),
    st.text(max_size=8),
    st.sampled_from(
        ["", "_", "maxCount", "ITEM_LISTS", "parseURLs", "newValue", "new", "_Node", "DataObject", "Null"]
    ),
    st.lists(st.sampled_from([w for g in synonym_groups() for w in g]), max_size=3).map("_".join),
)
TYPES = st.one_of(
    st.none(), NAMES, st.sampled_from(["int", "String", "SimpleName", "URLConnection", "Class", "_Node", "D"])
)
LANGUAGES = st.sampled_from([JAVA, PYTHON])
REQUESTS = st.builds(NameRequest, NAMES, TYPES, st.integers(0, 3))


def first(request: NameRequest, scheme: str, count: int = 3) -> list[str]:
    return list(islice(JAVA.proposals(request, scheme, Random(1)), count))


@pytest.mark.parametrize(
    "name",
    [
        "x",
        "camelCase",
        "$",
        "__",
        "_1",
        "a$b",
        "größe",
        "日本",
        "€uro",
        "e\u0301a",
        "Int",
        "value",
        "\U0001d400",
    ],
)
def test_legal(name: str) -> None:
    assert is_legal_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *[
            "",
            "1x",
            "a b",
            "a-b",
            "a.b",
            "\u0301a",
            "x\u200b",
            "\u200bx",
            "x\u00ad",
            "x\x00",
            "\\u0041",
            "List<T>",
            "\ud800",
        ],
        *[
            "_",
            "do",
            "if",
            "int",
            "goto",
            "const",
            "strictfp",
            "assert",
            "enum",
            "default",
            "class",
            "package",
        ],
        *["true", "false", "null"],
        *["exports", "module", "open", "opens", "permits", "provides", "record", "requires", "sealed", "to"],
        *["transitive", "uses", "var", "when", "with", "yield"],
    ],
)
def test_illegal(name: str) -> None:
    assert not is_legal_name(name)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("", []),
        ("x", ["x"]),
        ("maxCount", ["max", "Count"]),
        ("parseHTTPHeader2", ["parse", "HTTP", "Header", "2"]),
        ("MAX_VALUE", ["MAX", "_", "VALUE"]),
        ("_foo", ["_", "foo"]),
        ("m_list", ["m", "_", "list"]),
        ("parseURLs", ["parse", "URLs"]),
        ("URLset", ["UR", "Lset"]),
        ("isAs", ["is", "As"]),
        ("Point2D", ["Point", "2", "D"]),
        ("a$b__C", ["a", "$", "b", "__", "C"]),
        ("größeÄndern", ["größe", "Ändern"]),
        ("E\u0301Cole", ["E\u0301", "Cole"]),
        ("日本List", ["日本", "List"]),
        ("x\u01c5ab", ["x", "\u01c5ab"]),
    ],
)
def test_camel_parts(name: str, parts: list[str]) -> None:
    assert camel_parts(name) == parts


@pytest.mark.parametrize(
    ("type_name", "dims", "letter", "initials", "whole"),
    [
        ("String", 0, "s", "s", "string"),
        ("SimpleName", 0, "s", "sn", "simpleName"),
        ("int", 0, "i", "i", "intValue"),
        ("long", 0, "l", "l", "longValue"),
        ("boolean", 0, "b", "b", "booleanValue"),
        ("T", 0, "t", "t", "t"),
        ("URL", 0, "u", "u", "url"),
        ("URLConnection", 0, "u", "uc", "urlConnection"),
        ("IOException", 0, "i", "ie", "ioException"),
        ("Point2D", 0, "p", "pd", "point2D"),
        ("FOO_BAR", 0, "f", "fb", "fooBar"),
        ("Foo_bar", 0, "f", "fb", "fooBar"),
        ("Größe", 0, "g", "g", "größe"),
        ("日本", 0, "日", "日", "日本"),
        ("\u0130stanbul", 0, "i", "i", "i\u0307stanbul"),
        ("String", 1, "s", "s", "strings"),
        ("int", 2, "i", "i", "ints"),
        ("Entry", 1, "e", "e", "entries"),
        ("Box", 1, "b", "b", "boxes"),
        ("Class", 1, "c", "c", "classes"),
        ("Key", 1, "k", "k", "keys"),
        ("TreeVertex", 1, "t", "tv", "treeVertices"),
        ("URL", 1, "u", "u", "urls"),
        ("Data", 1, "d", "d", "dataArray"),
        # Hazard 14: what a plain derivation makes is no name.
        ("_Node", 0, "n", "n", "node"),
        ("$Node", 0, "n", "n", "node"),
        ("_1Node", 0, "n", "n", "node"),
        ("DataObject", 0, "d", "do1", "dataObject"),
        ("InputFile", 0, "i", "if1", "inputFile"),
        ("Default", 0, "d", "d", "defaultValue"),
        ("Class", 0, "c", "c", "classValue"),
        ("Package", 0, "p", "p", "packageValue"),
        ("Double", 0, "d", "d", "doubleValue"),
        ("Null", 0, "n", "n", "nullValue"),
        ("True", 0, "t", "t", "trueValue"),
        ("Goto", 0, "g", "g", "gotoValue"),
        ("Enum", 0, "e", "e", "enumValue"),
        ("Record", 0, "r", "r", "recordValue"),
    ],
)
def test_names_from_the_type(type_name: str, dims: int, letter: str, initials: str, whole: str) -> None:
    request = NameRequest("old", type_name, dims)
    schemes = ("first-letter", "initials", "type-name")
    assert [first(request, s, 1) for s in schemes] == [[letter], [initials], [whole]]


@pytest.mark.parametrize("scheme", ["first-letter", "initials", "type-name"])
@pytest.mark.parametrize("type_name", [None, "", "_", "$$", "_1"])
def test_no_type_no_name(scheme: str, type_name: str | None) -> None:
    assert first(NameRequest("old", type_name), scheme) == []


def test_forms_of_one_scheme_in_order() -> None:
    node = NameRequest("node", "SimpleName")
    assert first(node, "first-letter", 99) == ["s", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"]
    assert first(node, "initials") == ["sn", "sn1", "sn2"]
    assert first(node, "type-name") == ["simpleName", "simpleName1", "simpleName2"]
    assert first(NameRequest("v", "Vec3"), "type-name") == ["vec3", "vec3_1", "vec3_2"]
    assert first(NameRequest("x", "int", 1), "type-name") == ["ints", "intArray", "intArray1"]
    assert first(node, "generic") == ["var0", "var1", "var2"]


def test_the_old_name_is_not_proposed() -> None:
    assert first(NameRequest("s", "String"), "first-letter", 2) == ["s1", "s2"]
    assert first(NameRequest("string", "String"), "type-name", 1) == ["string1"]
    assert first(NameRequest("var1"), "generic") == ["var0", "var2", "var3"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("list", ["array"]),
        ("lists", ["arrays"]),
        ("m_list2", ["m_array2"]),
        ("itemList", None),
        ("LIST", ["ARRAY"]),
        ("VERTICES", ["NODES"]),
        ("children", ["descendants"]),
        ("nodes", ["vertices"]),
        ("attempts", ["tries"]),
        ("userIDs", ["usrIdents", "usrIdentifiers", "userIdents", "userIdentifiers", "usrIDs"]),
        ("IDList", None),
        ("attempt", []),  # its only synonym, `try`, is a keyword
        ("maxAttempt", ["maximumTry", "maximumAttempt", "maxTry"]),
        ("fallbackMode", ["defaultMode"]),
        ("information", ["data", "info"]),
        ("datas", []),
        ("i", []),
        ("x1", []),
        ("größe", []),
        ("playlist", []),
    ],
)
def test_synonyms(name: str, expected: list[str] | None) -> None:
    got = first(NameRequest(name, "int"), "synonym", 99)
    if expected is None:
        assert {"itemList": {"entryArray", "itemArray"}, "IDList": {"IdentArray", "IDArray"}}[name] <= set(
            got
        )
    else:
        assert sorted(got) == sorted(expected)


def test_synonyms_replace_every_part_first_and_vary_with_the_generator() -> None:
    request = NameRequest("maxErrorCount")
    firsts = {next(JAVA.proposals(request, "synonym", Random(seed))) for seed in range(40)}
    assert firsts == {"maximumErrTotal", "maximumErrTally", "maximumFaultTotal", "maximumFaultTally"}
    assert first(request, "synonym", 99)[2:] != first(request, "synonym", 99)[:-2]
    assert set(first(request, "synonym", 99)[2:]) == {
        *["maximumErrorCount", "maxErrCount", "maxFaultCount", "maxErrorTotal", "maxErrorTally"]
    }


def test_a_clash_tries_the_next_form_then_the_next_scheme_and_generic_last() -> None:
    request = NameRequest("list", "SimpleName")
    order = [
        *["sn", *(f"sn{n}" for n in range(1, 10))],
        *["simpleName", *(f"simpleName{n}" for n in range(1, 10))],
        "array",
        *["s", *(f"s{n}" for n in range(1, 10))],
        *["var0", "var1"],
    ]
    for at, expected in enumerate(order):
        assert JAVA.fresh_name(request, "initials", set(order[:at]), Random(1)) == expected


def test_a_scheme_without_a_proposal_gives_way() -> None:
    assert JAVA.fresh_name(NameRequest("x", "Foo"), "synonym", (), Random(1)) == "f"
    assert JAVA.fresh_name(NameRequest("x"), "first-letter", ("var0",), Random(1)) == "var1"
    assert JAVA.fresh_name(NameRequest("list", "Foo"), "generic", ("var0",), Random(1)) == "var1"


def test_unknown_scheme() -> None:
    with pytest.raises(
        ValueError, match="unknown naming scheme 'initial'; there are first-letter, initials, type-name"
    ):
        JAVA.proposals(NameRequest("x"), "initial", Random(1))
    with pytest.raises(ValueError, match="unknown naming scheme"):
        JAVA.fresh_name(NameRequest("x"), "", (), Random(1))


def test_schemes() -> None:
    assert SCHEMES == ("first-letter", "initials", "type-name", "generic", "synonym")


def test_synonym_table() -> None:
    groups = synonym_groups()
    words = [w for g in groups for w in g]
    assert len(groups) >= 170
    assert all(len(g) >= 2 for g in groups)
    assert sorted(set(words)) == sorted(words)
    assert [w for w in words if not (w.isascii() and w.isalpha() and w.islower() and len(w) > 1)] == []
    assert [w for w in words if not is_legal_name("x" + w)] == []
    for wanted in (
        "list array",
        "insert add",
        "find search",
        "remove delete",
        "count total",
        "idx index",
        "msg message",
    ):
        a, b = wanted.split()
        assert any(a in g and b in g for g in groups), wanted


def test_no_plural_is_also_a_word_of_the_table() -> None:
    """Else a group's plurals would take the word from its own group."""
    for group in synonym_groups():
        for word in group:
            got = set(first(NameRequest(f"x_{word}"), "synonym", 99))
            assert got == {f"x_{other}" for other in group if other != word}


@given(st.one_of(NAMES, st.text()))
def test_camel_parts_round_trip(name: str) -> None:
    parts = camel_parts(name)
    assert "".join(parts) == name
    assert all(parts)


@given(st.lists(st.sampled_from(["max", "count", "http", "list", "x"]), min_size=1, max_size=5))
def test_camel_parts_find_the_words(words: list[str]) -> None:
    camel = words[0] + "".join(w.capitalize() for w in words[1:])
    if all(len(w) > 1 for w in words):  # a capital alone belongs to the next capital: isXMax
        assert [p.lower() for p in camel_parts(camel)] == words
    assert [p.lower() for p in camel_parts("_".join(words).upper()) if p != "_"] == words


@given(LANGUAGES, REQUESTS, st.sampled_from(SCHEMES), st.integers())
@example(JAVA, NameRequest("do", "DataObject"), "initials", 0)
@example(JAVA, NameRequest("attempt", "_"), "synonym", 0)
@example(PYTHON, NameRequest("x", "IntSet"), "initials", 0)
@example(PYTHON, NameRequest("x", "\ufb01le"), "type-name", 0)
def test_proposals_are_legal_new_distinct_and_end(
    naming: Naming, request: NameRequest, scheme: str, seed: int
) -> None:
    names = list(islice(naming.proposals(request, scheme, Random(seed)), 500))
    assert all(map(naming.is_legal, names))
    assert request.name not in names
    assert len(set(names)) == len(names)
    assert (len(names) == 500) == (scheme == "generic")
    assert names == list(islice(naming.proposals(request, scheme, Random(seed)), 500))


@given(LANGUAGES, REQUESTS, st.sampled_from(SCHEMES), st.integers(0, 60))
def test_fresh_names_never_clash(naming: Naming, request: NameRequest, scheme: str, rounds: int) -> None:
    taken: set[str] = set()
    for _ in range(rounds):
        name = naming.fresh_name(request, scheme, frozenset(taken), Random(3))
        assert naming.is_legal(name)
        assert name not in taken | {request.name}
        taken.add(name)


@given(st.text("bxzBXZ", min_size=2, max_size=6), st.sampled_from([w for g in synonym_groups() for w in g]))
def test_synonyms_keep_the_other_parts_and_the_style(prefix: str, word: str) -> None:
    shouted = f"{prefix.upper()}_{word.upper()}"
    for name in JAVA.proposals(NameRequest(shouted), "synonym", Random(5)):
        assert name == name.upper()
        assert name.startswith(prefix.upper() + "_")
    camel = f"q{prefix.lower().capitalize()}{word.capitalize()}"
    for name in JAVA.proposals(NameRequest(camel), "synonym", Random(5)):
        assert name.startswith("q" + prefix.lower().capitalize())
        assert all(a.islower() or b.islower() for a, b in pairwise(name))


@pytest.mark.parametrize(
    ("type_name", "expected"),
    [
        ("int", {"unusedInt", "i", "intValue", "var0"}),
        ("char", {"unusedChar", "c", "charValue", "var0"}),
        ("String", {"unusedString", "s", "string", "var0"}),
        ("SimpleName", {"unusedSimpleName", "s", "simpleName", "var0"}),
    ],
)
def test_unused_names_of_every_style(type_name: str, expected: set[str]) -> None:
    fillers = {"temp", "tmp", "dummy", "unused", "spare", "placeholder"}
    found = {JAVA.unused_name(type_name, (), Random(seed)) for seed in range(300)}
    assert found == expected | fillers


def test_unused_names_are_numbered_and_then_generic() -> None:
    taken = {"unusedInt", "i", "intValue", "var0"}
    found = {JAVA.unused_name("int", taken, Random(seed)) for seed in range(300)}
    assert found >= {"unusedInt1", "i1", "intValue1", "var1", "temp"}
    assert not found & taken
    taken |= {f"{base}{n}" for base in ("unusedInt", "i", "intValue") for n in range(1, 10)}
    found = {JAVA.unused_name("int", taken, Random(seed)) for seed in range(300)}
    assert {name for name in found if name[:3] in ("unu", "i", "int", "var")} == {"unused", "var1"}


@given(
    LANGUAGES,
    st.sampled_from(["int", "boolean", "char", "float", "double", "long", "byte", "short", "String"]),
    st.integers(0, 10),
    st.integers(1, 30),
)
def test_unused_names_never_clash(naming: Naming, type_name: str, seed: int, rounds: int) -> None:
    taken: set[str] = set()
    rng = Random(seed)
    for _ in range(rounds):
        name = naming.unused_name(type_name, taken, rng)
        assert naming.is_legal(name)
        assert name not in taken
        taken.add(name)
    first, again = (naming.unused_name(type_name, taken, Random(seed)) for _ in range(2))
    assert first == again


def test_helper_names_are_wishes_first_and_then_numbered() -> None:
    wishes = ("i", "j", "k")
    assert {JAVA.helper_name(wishes, (), Random(seed)) for seed in range(50)} == set(wishes)
    assert {JAVA.helper_name(wishes, {"i", "k"}, Random(seed)) for seed in range(50)} == {"j"}
    assert JAVA.helper_name(wishes, {*wishes}, Random(1)) == "var0"
    assert JAVA.helper_name(wishes, {*wishes, "var0", "var1"}, Random(1)) == "var2"
    assert JAVA.helper_name(wishes, (), Random(7)) == JAVA.helper_name(wishes, (), Random(7))
