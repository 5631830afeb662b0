"""Lines and offsets of an original and its mutant, against a computing of its own by markers."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutators.lines import LineMapping, map_offset
from mutators.model import Edit, apply_edits, checked, invert_edits
from parsers.source import LineMap
from tests.mutators.test_model import CASES, edited


def mapping(original: str, *edits: Edit) -> LineMapping:
    return LineMapping(original.encode(), apply_edits(original.encode(), edits), checked(edits))


@settings(max_examples=CASES // 4)
@given(edited())
def test_offsets_outside_edits_map_to_the_same_byte_and_back(case: tuple[str, tuple[Edit, ...], str]) -> None:
    original, edits, mutant = case
    one, two, ordered = original.encode(), mutant.encode(), checked(edits)
    inverse = invert_edits(ordered)
    for offset in range(len(one)):
        if any(edit.start <= offset < edit.end for edit in ordered):
            continue
        there = map_offset(ordered, offset)
        assert two[there] == one[offset]
        assert map_offset(inverse, there) == offset
    assert map_offset(ordered, len(one)) == len(two)


@settings(max_examples=CASES // 4)
@given(edited())
def test_offsets_never_change_order(case: tuple[str, tuple[Edit, ...], str]) -> None:
    original, edits, _ = case
    ordered = checked(edits)
    for after in (True, False):
        mapped = [map_offset(ordered, offset, after=after) for offset in range(len(original.encode()) + 1)]
        assert mapped == sorted(mapped)


def test_an_insertion_stays_behind_or_before() -> None:
    edits = [Edit(2, "", "xyz")]
    assert map_offset(edits, 2) == 5
    assert map_offset(edits, 2, after=False) == 2


def test_inside_a_replaced_text_as_far_as_it_goes() -> None:
    edits = [Edit(2, "abcd", "xy"), Edit(8, "q", "")]
    assert [map_offset(edits, offset) for offset in range(10)] == [0, 1, 2, 3, 4, 4, 4, 5, 6, 6]


TEXT = "one();\n  two(a, b);\nthree();\n\nfour();\n"


def test_a_changed_line_is_touched_and_the_others_are_kept() -> None:
    lines = mapping(TEXT, Edit(TEXT.index("a,"), "a", "bbb"))
    assert [lines.status(n) for n in range(1, 7)] == ["kept", "touched", "kept", "kept", "kept", "kept"]
    assert [lines.to_mutant(n) for n in range(1, 7)] == [(n,) for n in range(1, 7)]
    assert [lines.to_original(n) for n in range(1, 7)] == [(n,) for n in range(1, 7)]
    assert lines.touched([2])
    assert lines.touched([1, 2])
    assert not lines.touched([1, 3, 4, 5, 6])
    assert not lines.touched([])


def test_lines_after_an_insertion_move() -> None:
    at = TEXT.index("  two")
    lines = mapping(TEXT, Edit(at, "", "int x = 0;\n"))
    assert [lines.status(n) for n in range(1, 6)] == ["kept", "moved", "moved", "moved", "moved"]
    assert [lines.to_mutant(n) for n in range(1, 6)] == [(1,), (3,), (4,), (5,), (6,)]
    assert [lines.to_original(n) for n in (1, 3, 4, 6)] == [(1,), (2,), (3,), (5,)]


def test_a_deleted_line_is_nowhere() -> None:
    start, end = TEXT.index("  two"), TEXT.index("three")
    lines = mapping(TEXT, Edit(start, TEXT[start:end], ""))
    assert [lines.status(n) for n in range(1, 6)] == ["kept", "deleted", "moved", "moved", "moved"]
    assert lines.to_mutant(2) == ()
    assert lines.to_mutant(3) == (2,)
    assert lines.touched([2])
    back = mapping(TEXT[:start] + TEXT[end:], Edit(start, "", TEXT[start:end]))
    assert back.to_original(2) == ()


def test_a_line_that_is_split_has_several_lines() -> None:
    at = TEXT.index(" b)")
    lines = mapping(TEXT, Edit(at, " ", "\n    "))
    assert lines.status(2) == "touched"
    assert lines.to_mutant(2) == (2, 3)
    assert lines.to_original(3) == (2,)
    assert lines.status(3) == "moved"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_line_ends_count(end: str) -> None:
    text = TEXT.replace("\n", end)
    lines = mapping(text, Edit(text.index("three"), "three", f"x();{end}y"))
    assert [lines.status(n) for n in (1, 2, 3, 5)] == ["kept", "kept", "touched", "moved"]
    assert lines.to_mutant(3) == (3, 4)


@settings(max_examples=CASES // 6)
@given(st.text(alphabet="ab\n\r é𝒙\t", max_size=30))
def test_the_line_map_agrees_with_python(text: str) -> None:
    lines = LineMap(text.encode())
    parts = re.split(r"\r\n|\n|\r", text)
    assert len(lines) == len(parts)
    for offset in range(len(text.encode())):
        before = text.encode()[:offset].decode(errors="ignore")
        inside = text.encode()[offset - 1 : offset + 1] == b"\r\n"
        assert lines.line(offset) == len(re.split(r"\r\n|\n|\r", before)) - inside
    assert (
        "".join(text.encode()[lines.start(n) : lines.end(n)].decode() for n in range(1, len(lines) + 1))
        == text
    )
    for wrong in (0, len(lines) + 1):
        with pytest.raises(ValueError, match="no line"):
            lines.start(wrong)


# Inserted lines


@dataclass(frozen=True)
class Inserted:
    """A text with an `@` where an old text goes that becomes a new one, and what is to come of its lines.

    `lines` has, for each line of the original, its status and its lines in the mutant; `new` are the mutant's all-new lines.
    """

    name: str
    text: str
    edits: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    new: tuple[int, ...] = ()

    @property
    def mapping(self) -> LineMapping:
        original, edits = "", []
        for piece, (old, new) in zip(self.text.split("@"), (*self.edits, ("", "")), strict=True):
            original += piece
            edits.append(Edit(len(original.encode()), old, new))
            original += old
        return mapping(original, *edits)


def kept(*lines: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple(("kept", (line,)) for line in lines)


def moved(*lines: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple(("moved", (line,)) for line in lines)


def touched(*lines: int) -> tuple[str, tuple[int, ...]]:
    return ("touched", lines)


U = "    int u = 0;\n"
INSERTED = (
    Inserted("before", "f {\n@    g(x);\n}\n", (("", U),), (*kept(1), *moved(3, 4, 5)), (2,)),
    Inserted("after", "f {\n    g(x);\n@}\n", (("", U),), (*kept(1, 2), *moved(4, 5)), (3,)),
    Inserted(
        "far before", "f {\n@    a();\n\n    g(x);\n}", (("", U),), (*kept(1), *moved(3, 4, 5, 6)), (2,)
    ),
    Inserted("before a blank line", "f {\n@\n}", (("", U),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("after a blank line", "f {\n  \n@}", (("", U),), (*kept(1, 2), *moved(4)), (3,)),
    Inserted("inside a blank line", "f {\n    @\n}", (("", "int u;\n    "),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("two, the second blank", "f {\n@    g(x);\n}", (("", U + "\n"),), (*kept(1), *moved(4, 5)), (2, 3)),
    Inserted("blank, between blanks", "f {\n\n@\n}", (("", "\n"),), (*kept(1, 2), *moved(4, 5)), (3,)),
    Inserted("at the statement", "f {\n    @g(x);\n}", (("", "int u;\n    "),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("at the end of a line", "f {@\n}", (("", "\n    int u;"),), (*kept(1), *moved(3)), (2,)),
    Inserted(
        "at the end of a line, with a blank line", "f {@\n}", (("", "\n    int u;\n"),), (*kept(1), *moved(4)), (2, 3)
    ),
    Inserted("inline, before", "f {\n    @g(x);\n}", (("", "int u; "),), (*kept(1), touched(2), *kept(3))),
    Inserted("inline, inside", "f {\n    a(); @g(x);\n}", (("", "int u; "),), (*kept(1), touched(2), *kept(3))),
    Inserted("inline, behind", "f {\n    g(x);@\n}", (("", " int u;"),), (*kept(1), touched(2), *kept(3))),
    Inserted("an empty block", "f {\n    if (x) {@}\n}", (("", " int u; "),), (*kept(1), touched(2), *kept(3))),
    Inserted("a block on one line that is opened", "f { @g(x); }", (("", "\n" + U + "    "),), (touched(1, 3),), (2,)),
    Inserted("very first", "@g(x);\n", (("", U),), moved(2, 3), (1,)),
    Inserted("very last", "g(x);\n@", (("", U),), (*kept(1), *moved(3)), (2,)),
    Inserted("very last, of a text without final line end", "g(x);@", (("", "\n" + U),), kept(1), (2, 3)),
    Inserted("before the last, without final line end", "g(x);\n@}", (("", U),), (*kept(1), *moved(3)), (2,)),
    Inserted("CRLF", "f {\r\n@\tg(x);\r\n}", (("", "\tint u;\r\n"),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("CRLF, before a blank line", "f {\r\n@\r\n}", (("", "\tint u;\r\n"),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("CRLF, blank", "f {\r\n@\tg(x);\r\n}", (("", "\r\n"),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("CR", "f {\r@\tg(x);\r}", (("", "\tint u;\r"),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("tabs", "f {\n@\t\tg(x);\n}", (("", "\t\tint u;\n"),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("other characters", "/*é𝒙*/ {\n@ g(é);\n}", (("", " int ü;\n"),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted(
        "and names on the line after it",
        "f {\n@    g(@, @);\n}",
        (("", U), ("x", "y1"), ("x", "y1")),
        (*kept(1), touched(3), *moved(4)),
        (2,),
    ),
    Inserted(
        "and names on the line before it",
        "f {\n    int @ = 1;\n@    g(@);\n    h();\n}",
        (("x", "é"), ("", U), ("x", "é")),
        (*kept(1), touched(2), touched(4), *moved(5, 6)),
        (3,),
    ),
    Inserted("one edit with the first token", "@ = 1;\n}", (("x", "int u;\ny"),), (touched(1, 2), *moved(3))),
    Inserted("one edit with a cast", "@ = 1;\n}", (("x", "int u;\n((T) x)"),), (touched(1, 2), *moved(3))),
    Inserted("one edit, the token is left", "@ = 1;\n}", (("x", "int u;\nx"),), moved(2, 3), (1,)),
    Inserted("one edit, the line is left", "f {\n@\n}", (("  g();", "  int u;\n  g();"),), (*kept(1), *moved(3, 4)), (2,)),
    Inserted("one edit, its beginning is left", "g(x)@\n}", ((";", ";\n  int u;"),), (*kept(1), *moved(3)), (2,)),
    Inserted("a line that is split after its own text", "p@q\n}", (("", "q\n"),), (touched(1, 2), *moved(3))),
    Inserted(
        "and lines replaced as one",
        "@a();\n@",
        (("", U), ("b();\n\nc();", "d();\n\ne();")),
        (*moved(2), touched(3), *moved(4), touched(5)),
        (1,),
    ),
    Inserted("no line, but a line end of another kind", "a\r\n@\n", (("\r", ""),), kept(1, 2, 3)),
    Inserted("twice", "f {\n@    g(x);\n@}", (("", U), ("", U)), (*kept(1), *moved(3, 5)), (2, 4)),
    Inserted(
        "and one deleted", "@a();\n@}", (("", U), ("b();\n", "")), (*moved(2), ("deleted", ()), *kept(3)), (1,)
    ),
    Inserted("a blank line that gets code", "f {\n@\n}", (("", "int u;"),), (*kept(1), ("deleted", ()), *kept(3)), (2,)),
)  # fmt: skip


@pytest.mark.parametrize("case", INSERTED, ids=lambda case: case.name)
def test_inserted_lines(case: Inserted) -> None:
    lines = case.mapping
    numbers = range(1, len(LineMap(lines.original)) + 1)
    assert tuple((lines.status(n), lines.to_mutant(n)) for n in numbers) == case.lines
    found = {n: lines.to_original(n) for n in range(1, len(LineMap(lines.mutant)) + 1)}
    assert tuple(n for n, old in found.items() if not old) == case.new
    assert {n: tuple(old for old in numbers if n in lines.to_mutant(old)) for n in found} == found
    for n in numbers:
        assert lines.touched([n]) == (lines.status(n) in ("touched", "deleted"))


@st.composite
def with_lines(draw: st.DrawFn) -> tuple[str, list[Edit], dict[int, int | None]]:
    """A text, insertions of whole lines, and for each line of the mutant the original's, by drawing the mutant line by line."""
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    line = st.text(alphabet="ab\t é𝒙;", max_size=4)
    original, edits = "", []
    origin: dict[int, int | None] = {}
    old = new = 0
    for text in draw(st.lists(line, max_size=6)):
        added = draw(st.lists(line, max_size=2))
        if added:
            edits.append(Edit(len(original.encode()), "", "".join(one + end for one in added)))
        origin.update(dict.fromkeys(range(new + 1, new + len(added) + 1)))
        old, new = old + 1, new + len(added) + 1
        origin[new] = old
        original += text + end
    tail = draw(line)  # the last line has no line end
    origin[new + 1] = old + 1
    return original + tail, edits, origin


@settings(max_examples=CASES // 2)
@given(with_lines())
def test_every_line_is_found_again_among_inserted_ones(
    case: tuple[str, list[Edit], dict[int, int | None]],
) -> None:
    original, edits, origin = case
    lines = mapping(original, *edits)
    assert len(LineMap(lines.mutant)) == len(origin)
    assert {n: lines.to_original(n) for n in origin} == {n: (o,) if o else () for n, o in origin.items()}
    for there, here in origin.items():
        if here is not None:
            assert lines.to_mutant(here) == (there,)
            assert lines.status(here) == ("kept" if here == there else "moved")
    assert not lines.touched([n for n in origin.values() if n])


@settings(max_examples=CASES // 4)
@given(edited())
def test_whatever_the_edits_lines_have_their_content_and_their_order(
    case: tuple[str, tuple[Edit, ...], str],
) -> None:
    original, edits, mutant = case
    lines, back = mapping(original, *edits), mapping(mutant, *invert_edits(edits))
    one, other = (re.split(r"\r\n|\n|\r", text) for text in (original, mutant))
    assert lines.mutant == mutant.encode()
    for here, text in enumerate(one, 1):
        found = lines.to_mutant(here)
        assert found == tuple(sorted(set(found)))
        assert all(1 <= there <= len(other) for there in found)
        assert found == back.to_original(here)
        if lines.status(here) in ("kept", "moved"):
            assert other[found[0] - 1].encode().strip() == text.encode().strip()
            assert lines.status(here) == ("kept" if found == (here,) else "moved")
        else:
            assert lines.touched([here])


# Moved text


def swapped(
    name: str,
    text: str,
    one: str,
    other: str,
    lines: tuple[tuple[str, tuple[int, ...]], ...],
    wrap: str = "@",
) -> Inserted:
    """An `if (@) @ else @` whose branches change places; the second one is put into `wrap`."""
    return Inserted(name, text, (("c", "!c"), (one, wrap.replace("@", other)), (other, one)), lines)


BLOCK = "{\n    a(p);\n    b(p);\n  }"
LONGER = "{\n    d(q);\n\n    e(q);\n    g(q);\n  }"
IF = "f {\n  if (@) @ else @\n}"
BELOW = "if (@)\n  @\nelse\n  @\ng();"

MOVED = (
    swapped(
        "blocks of different lengths", IF, BLOCK, LONGER,
        (*kept(1), touched(2), *moved(8, 9, 7, 3, 4, 5, 6), *kept(10, 11)),
    ),
    swapped(
        "blocks of the same length", IF, BLOCK, BLOCK.replace("p", "q"),
        (*kept(1), touched(2), *moved(6, 7), *kept(5), *moved(3, 4), *kept(8, 9)),
    ),
    swapped(
        "CRLF", IF.replace("\n", "\r\n"), BLOCK.replace("\n", "\r\n"), LONGER.replace("\n", "\r\n"),
        (*kept(1), touched(2), *moved(8, 9, 7, 3, 4, 5, 6), *kept(10, 11)),
    ),
    swapped("lines of their own", BELOW, "a(p);", "b(q);", (touched(1), *moved(4), *kept(3), *moved(2), *kept(5))),
    swapped("one is in the other", BELOW, "a(p);", "h(a(p));", (touched(1), *moved(4), *kept(3), *moved(2), *kept(5))),
    swapped(
        "one is in the other, a block", "if (@) @\nelse\n  @", "{\n  x();\n  y();\n}", "x();",
        (touched(1), *moved(4, 5), ("deleted", ()), *moved(2), touched(1)),
    ),
    swapped("one line", IF, "a(p);", "b(q);", (*kept(1), touched(2), *kept(3))),
    swapped(
        "a block and a statement", "if (@) @\n  else @\n", "{\n  a(p);\n  b(p); }", "d(q);",
        (touched(1), *moved(3, 4), touched(1, 2), *kept(5)),
    ),
    swapped(
        "lines that stay where they are", "if (@) @ else @\n", "{\n  a(p);\n  b(p);\n}", "d(q);",
        (touched(1), *kept(2, 3), touched(1), *kept(5)),
    ),
    swapped(
        "else-if, wrapped", "if (@) @\nelse @\n", "{\n  a(p);\n}", "if (d) {\n  b(p);\n} else {\n  e(p);\n}",
        (touched(1), *moved(7), touched(5), touched(1, 6), *moved(2, 3, 4), touched(5), *kept(9)), "{ @ }",
    ),
    Inserted("operands", "x =@\n? @\n: @;", (("c", "!c"), ("a.b", "d"), ("d", "a.b")), (touched(1), touched(2, 3), touched(3))),
    Inserted(
        "an update", "for (;;@) {\n  a();\n@}", (("; i++", ""), ("", "  i++;\n")), (touched(1, 3), *kept(2), *moved(4))
    ),
    Inserted(
        "an update, copied", "for (;;@) {\n  a();\n@  b();\n@}", (("; i++", ""), ("", "  i++;\n"), ("", "  i++;\n")),
        (touched(1, 3), *kept(2), *moved(4, 6)), (5,),
    ),
    Inserted("within one edit", "@\nb();", (("a(p);", "{\n  a(p);\n}"),), (touched(1, 2, 3), *moved(4))),
    Inserted(
        "the same in two edits stays in each", "@\n@", (("(T) a.b", "f((T) a.b)"), ("(T) a.b", "g((T) a.b)")),
        (touched(1), touched(2)),
    ),
    Inserted("part of a word", "@\n@\n", (("a(p)", "c"), ("c", "aa(p)")), (touched(1), touched(2), *kept(3))),
    Inserted("other blanks", "@\n@\n", (("a(p);", "c"), ("c", "a( p );")), (touched(1), touched(2), *kept(3))),
    Inserted("one token", "@\n@\n", (("a", "b"), ("b", "a")), (touched(1), touched(2), *kept(3))),
)  # fmt: skip


@pytest.mark.parametrize("case", MOVED, ids=lambda case: case.name)
def test_moved_text(case: Inserted) -> None:
    lines = case.mapping
    numbers = range(1, len(LineMap(lines.original)) + 1)
    assert tuple((lines.status(n), lines.to_mutant(n)) for n in numbers) == case.lines
    back = LineMapping(lines.mutant, lines.original, invert_edits(lines.edits))
    for n in range(1, len(LineMap(lines.mutant)) + 1):
        assert lines.to_original(n) == back.to_mutant(n)
    for n in numbers:
        assert lines.to_mutant(n) == back.to_original(n)
        if lines.status(n) in ("kept", "moved"):
            assert n in lines.to_original(*lines.to_mutant(n))


def test_lines_of_the_mutant_know_where_their_text_came_from() -> None:
    lines = next(case for case in MOVED if case.name == "else-if, wrapped").mapping
    found = [lines.to_original(n) for n in range(1, 10)]
    assert found == [(1, 4), (5,), (6,), (7,), (3, 8), (4,), (2,), (), (9,)]


def test_texts_that_come_to_one_line_in_another_order() -> None:
    lines = mapping(
        "a(p);\nb(q);\nw();\n", Edit(0, "a(p);", "x"), Edit(6, "b(q);", "y"), Edit(12, "w();", "b(q); a(p);")
    )
    assert [lines.to_mutant(n) for n in (1, 2, 3)] == [(3,), (3,), ()]
    assert [lines.to_original(n) for n in (1, 2, 3)] == [(), (), (1, 2)]


@st.composite
def exchanged(draw: st.DrawFn) -> tuple[str, tuple[Edit, ...], dict[int, int]]:
    """An if whose branches, lines of calls, are exchanged; and which inner line of the original becomes which."""
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    call = st.from_regex(r"[ \t]*[a-c]{1,2}\([é0-9]?\);|[ \t]*", fullmatch=True)
    branches = []
    for first in ("y(1);", "z(2);"):  # not equal, and not blank
        inner = [first, *draw(st.lists(call, max_size=4))]
        branches.append("{" + end + "".join(line + end for line in inner) + "}")
    one, other = branches
    if draw(st.booleans()):
        other = "if (d) " + other
    wrapped = "{ " + other + " }" if other.startswith("if") else other
    head = end * draw(st.integers(0, 3)) + "if ("
    start = len(head.encode()) + len("c) ")
    text = head + "c) " + one + " else " + other + end
    behind = start + len((one + " else ").encode())
    edits = (Edit(len(head.encode()), "c", "!c"), Edit(start, one, wrapped), Edit(behind, other, one))
    before, (a, b) = head.count(end) + 1, (branch.count(end) for branch in branches)
    places = {before + k: before + b + k for k in range(1, a)}
    return text, edits, places | {before + a + k: before + k for k in range(1, b)}


@settings(max_examples=CASES // 4)
@given(exchanged())
def test_every_line_of_an_exchanged_branch_is_found_again(
    case: tuple[str, tuple[Edit, ...], dict[int, int]],
) -> None:
    text, edits, places = case
    lines = mapping(text, *edits)
    for here, there in places.items():
        assert lines.to_mutant(here) == (there,)
        assert lines.to_original(there) == (here,)
        assert lines.status(here) == ("kept" if here == there else "moved")
    assert not lines.touched(places)
