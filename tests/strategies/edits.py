"""Edits that a third party may make to a mutant without touching a mutated token, or the declaration of the variable concerned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, takewhile
from random import Random

from parsers.java.syntax.tokens import Token
from parsers.java.syntax.trust import RESERVED
from tests.strategies.paired import Pair
from tests.strategies.pieces import Copy, Op, joins, line_end

__all__ = [
    "UNRELATED",
    "Change",
    "Make",
    "copy_behind",
    "delete",
    "move_line",
    "move_statement",
    "on_line",
    "on_statement",
    "wrap",
]

Make = Callable[[Pair, Random], "list[Op] | None"]
"""Makes an edit, or None where the kind does not apply."""

Change = Callable[[Pair, Random, int, int], "list[Op] | None"]
"""Makes an edit of a statement or line, given by its byte range in the mutated member."""

_STATEMENTS = (
    b"patch0(1);",
    b"int patch0 = 2;",
    b"if (patch0) { return; }",
    b"patch0++;",
    b'patch0("patch", (Patch) patch1);',
    b"Runnable patch0 = () -> patch1(2);",
    b"for (int patch0 = 0; patch0 < 3; patch0++) { patch1(patch0); }",
    b"/* patch */ patch0 = new Patch() { int patch1; int get() { return patch1; } };",
)
_TOKENS = (
    b"42",
    b"patch0",
    b"==",
    b"null",
    b"patch0()",
    b";",
    b"(",
    b"}",
    b'"patch"',
    b"this",
    b"- 1",
    b"int",
    b"+",
)
_STEPS = (b"++", b"--")
_COMPARED = (b"==", b"!=", b"<=", b">=")
_SPACES = (b"", b"", b" ", b" ", b"  ", b"\t", b"\n", b" \r\n  ")


def insert_statement(pair: Pair, rng: Random) -> list[Op] | None:
    if not pair.statements:
        return None
    start, end = rng.choice(pair.statements)
    text = rng.choice(_STATEMENTS)
    line = pair.mutated.rfind(b"\n", 0, start) + 1
    lead = pair.mutated[line:start]
    at, new = rng.choice(
        [(start, text + b" "), (end, b" " + text), (line, lead + text + line_end(pair.mutated, line))]
    )
    if at == line and (lead.strip() or line == 0):
        return [Op(start, start, (text + b" ",))]
    return [Op(at, at, (new,))]


def delete_token(pair: Pair, rng: Random) -> list[Op] | None:
    at = rng.choice([i for i, t in enumerate(pair.tokens) if not pair.is_mutated(t)])
    token = pair.tokens[at]
    run = [*_equal(pair.tokens[at::-1]), *_equal(pair.tokens[at:])]
    if pair.touches(min(t.start for t in run), max(t.end for t in run)):
        return None  # nobody can tell which of them was deleted
    return [pair.replaced(token.start, token.end, b"")]


def _equal(tokens: list[Token]) -> Iterator[Token]:
    """Those that are like the first one, up to one that is not."""
    return takewhile(lambda token: token.text == tokens[0].text, tokens)


def replace_token(pair: Pair, rng: Random) -> list[Op] | None:
    names = {pair.new_name, pair.old_name, *(t.text for t in pair.changed)}
    texts = [t.text for t in pair.free if t.text not in names and b"\n" not in t.text]
    token = rng.choice(pair.free)
    return [_replaced_token(pair, token, rng.choice([*_TOKENS, *rng.choices(texts, k=8)]))]


def _replaced_token(pair: Pair, token: Token, new: bytes) -> Op:
    """An edit of a token. What is set becomes a variable: the grammar takes ``null++`` for a program, but it is none."""
    at = pair.tokens.index(token)
    before, behind = (b"".join(t.text for t in pair.tokens[i : i + 1]) for i in (at - 1, at + 1))
    is_set = before in _STEPS or behind in _STEPS or (behind.endswith(b"=") and behind not in _COMPARED)
    return pair.replaced(token.start, token.end, b"patch0" if is_set and not _is_name(new) else new)


def _is_name(text: bytes) -> bool:
    return text.decode().isidentifier() and text.decode() not in RESERVED


def duplicate_token(pair: Pair, rng: Random) -> list[Op] | None:
    token = rng.choice(pair.free)
    return [pair.replaced(token.end, token.end, b" " + token.text)]


def _pick(pair: Pair, rng: Random, ranges: list[tuple[int, int]], *, mutated: bool) -> tuple[int, int] | None:
    found = [r for r in ranges if pair.touches(*r) == mutated]
    return rng.choice(found) if found else None


def on_statement(change: Change, *, mutated: bool) -> Make:
    def make(pair: Pair, rng: Random) -> list[Op] | None:
        found = _pick(pair, rng, pair.statements, mutated=mutated)
        return change(pair, rng, *found) if found else None

    return make


def on_line(change: Change, *, mutated: bool) -> Make:
    def make(pair: Pair, rng: Random) -> list[Op] | None:
        found = _pick(pair, rng, pair.lines, mutated=mutated)
        return change(pair, rng, *found) if found else None

    return make


def delete(pair: Pair, rng: Random, start: int, end: int) -> list[Op] | None:
    return [Op(start, end)]


def _replace_statement(pair: Pair, rng: Random, start: int, end: int) -> list[Op] | None:
    return [Op(start, end, (rng.choice([*_STATEMENTS, b";"]),))]


def copy_behind(pair: Pair, rng: Random, start: int, end: int) -> list[Op] | None:
    blank = b"" if pair.mutated[end - 1 : end] == b"\n" else b" "
    return [Op(end, end, (blank, Copy(start, end)))]


def wrap(pair: Pair, rng: Random, start: int, end: int) -> list[Op] | None:
    head, tail = rng.choice(
        [
            (b"if (patch0) { ", b" }"),
            (b"{ ", b"; }"),
            (b"try { ", b" } finally { patch0(); }"),
            (b"while (patch0(1)) {\n", b"\n}"),
        ]
    )
    return [Op(start, end, (head, Copy(start, end), tail))]


def move_statement(pair: Pair, rng: Random, start: int, end: int) -> list[Op] | None:
    places = [s for s in pair.statements if s[1] < start or end < s[0]]
    if not places:
        return None
    to = rng.choice(places)[0]
    return [Op(start, end), Op(to, to, (Copy(start, end), b" "))]


def move_line(pair: Pair, rng: Random, start: int, end: int) -> list[Op] | None:
    places = [line[0] for line in pair.lines if line[1] < start or end < line[0]]
    if not places:
        return None
    to = rng.choice(places)
    return [Op(start, end), Op(to, to, (Copy(start, end),))]


def _line_as_comment(pair: Pair, rng: Random, start: int, end: int) -> list[Op] | None:
    return [Op(start, start, (b"// ",))]


def truncate(pair: Pair, rng: Random) -> list[Op] | None:
    """The member ends too early, as what a model says may do."""
    last = pair.region[1]
    ends = [t.end for t in pair.tokens if t.end >= last]
    return [Op(rng.choice([ends[0], *ends]), len(pair.mutated))]


def behead(pair: Pair, rng: Random) -> list[Op] | None:
    """The member begins too late, such as behind the line of its name; now and then without indentation."""
    first = pair.region[0]
    starts = [t.start for t in pair.tokens if t.start <= first] + [a for a, _ in pair.lines if a <= first]
    at = rng.choice([starts[-1], first, *starts])
    ops = [Op(0, at)]
    if rng.random() < 0.5:
        for start, end in pair.lines:
            text = pair.mutated[start:end]
            if at < start and text.strip():
                ops.append(Op(start, start + len(text) - len(text.lstrip(b" \t"))))
    return ops


def insert_comment(pair: Pair, rng: Random) -> list[Op] | None:
    if not pair.lines:
        return [Op(pair.tokens[0].start, pair.tokens[0].start, (b"/* patch */ ",))]
    start, _ = rng.choice(pair.lines)
    text = rng.choice([b"// patch", b"\t/* patch */", b"    // patch0(1); {", b""])
    return [Op(start, start, (text + line_end(pair.mutated, start),))]


def delete_comment(pair: Pair, rng: Random) -> list[Op] | None:
    if not pair.comments:
        return None
    match = rng.choice(pair.comments)
    return [pair.replaced(match.start(), match.end(), b"")]


def reindent(pair: Pair, rng: Random) -> list[Op] | None:
    if not pair.lines:
        return None
    few = rng.random() < 0.5
    new = rng.choice([b"", b"\t", b"  ", b"            "])
    ops = []
    for start, end in [rng.choice(pair.lines)] if few else pair.lines:
        text = pair.mutated[start:end]
        lead = len(text) - len(text.lstrip(b" \t"))
        if text.strip() and start and text[:lead] != new:
            ops.append(Op(start, start + lead, (new if few else new + text[:lead],)))
    return ops


def switch_line_ends(pair: Pair, rng: Random) -> list[Op] | None:
    if not pair.lines:
        return None
    ops = []
    for start, end in [rng.choice(pair.lines)] if rng.random() < 0.5 else pair.lines:
        old = b"\r\n" if pair.mutated[start:end].endswith(b"\r\n") else b"\n"
        ops.append(Op(end - len(old), end, (b"\n" if old == b"\r\n" else b"\r\n",)))
    return ops


def _spaced(pair: Pair, rng: Random, start: int, end: int, spaces: tuple[bytes, ...]) -> list[Op]:
    """Blanks and comments between the tokens of a range made anew."""
    tokens = [t for t in pair.tokens if start <= t.start and t.end <= end]
    ops = []
    for one, other in pairwise(tokens):
        if one.end == other.start and one.text == b">" and other.text[:1] in (b">", b"="):
            continue  # a shift, not two closing brackets
        space = rng.choice(spaces)
        if not space and (
            joins(one.text[-1:], other.text[:1]) or pair.is_mutated(one) or pair.is_mutated(other)
        ):
            space = b" "
        ops.append(Op(one.end, other.start, (space,)))
    return ops


def tokenise(pair: Pair, rng: Random) -> list[Op] | None:
    return _spaced(pair, rng, 0, len(pair.mutated), (b" ",))


def space_oddly(pair: Pair, rng: Random) -> list[Op] | None:
    return _spaced(pair, rng, 0, len(pair.mutated), _SPACES)


def rewrite_line(pair: Pair, rng: Random) -> list[Op] | None:
    """A line changed as a model gives it back: for a hunk."""
    if not pair.lines:
        return None
    start, end = rng.choice(pair.lines)
    free = [t for t in pair.free if start <= t.start and t.end <= end]
    what = rng.choice(["token", "token", "tokenise", "tokenise", "insert", "behind"])
    eol = line_end(pair.mutated, start)
    if what == "insert":
        return [Op(start, start, (b"    patch0(1);", eol))]
    if what == "behind":
        return [Op(end, end, (b"\tpatch0(1);", eol))]
    if what == "tokenise":
        return _spaced(pair, rng, start, end, (b" ", b"", b"  "))
    if not free:
        return None
    token = rng.choice(free)
    return [_replaced_token(pair, token, rng.choice(_TOKENS))]


_SIMPLE: Mapping[str, Make] = {
    "insert-statement": insert_statement,
    "delete-token": delete_token,
    "replace-token": replace_token,
    "duplicate-token": duplicate_token,
    "delete-statement": on_statement(delete, mutated=False),
    "replace-statement": on_statement(_replace_statement, mutated=False),
    "duplicate-statement": on_statement(copy_behind, mutated=False),
    "move-statement": on_statement(move_statement, mutated=False),
    "wrap-statement": on_statement(wrap, mutated=False),
    "delete-line": on_line(delete, mutated=False),
    "duplicate-line": on_line(copy_behind, mutated=False),
    "move-line": on_line(move_line, mutated=False),
    "comment-line-out": on_line(_line_as_comment, mutated=False),
    "insert-comment": insert_comment,
    "delete-comment": delete_comment,
}


def several(pair: Pair, rng: Random) -> list[Op] | None:
    # A line that becomes a comment might swallow what is moved to it.
    makers = [make for kind, make in _SIMPLE.items() if kind != "comment-line-out"]
    made = [rng.choice(makers)(pair, rng) or [] for _ in range(rng.randint(2, 4))]
    return [op for ops in made for op in ops]


def between(pair: Pair, rng: Random) -> list[Op] | None:
    """An edit of what stands between the edits of the mutation, such as a loop's body or an exchanged branch."""
    start, end = pair.region
    for make in rng.choices(list(_SIMPLE.values()), k=20):
        ops = make(pair, rng)
        if ops and all(start < op.start and op.end < end for op in ops):
            return ops
    return None


def any_edit(pair: Pair, rng: Random) -> list[Op] | None:
    return rng.choice(list(_SIMPLE.values()))(pair, rng)


UNRELATED: Mapping[str, Make] = {
    **_SIMPLE,
    "truncate": truncate,
    "behead": behead,
    "reindent": reindent,
    "switch-line-ends": switch_line_ends,
    "tokenise": tokenise,
    "space-oddly": space_oddly,
    "several": several,
    "between": between,
    "hunk-of-a-line": rewrite_line,
    "hunk-of-any-edit": any_edit,
}
