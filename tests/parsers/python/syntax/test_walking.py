"""Children and byte ranges of libcst's nodes are those that libcst gives, only sooner."""

from __future__ import annotations

import libcst as cst
import pytest
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper

from parsers.python.syntax.children import children_of, visible_children_of
from parsers.python.syntax.kinds import concrete
from parsers.python.syntax.spans import printed

TEXT = '''# größe
from __future__ import annotations
import os.path as p, sys; from . import (a, b as c,)
from x import *

@p.d(1)
class C(B, *m, k=1):
    """Doc."""
    x: int = 3; y = z = 0
    async def f(self, a, /, b=1, *c, d: int = 2, **e) -> int:  # why
        global g

        async with self as s, s: pass
        async for i in s:
            await i
        else: return
        while not (a and b) or ~c[1:2, ::3, ...]:
            a **= - b if a is not b else {**e, 1: {2, *c}}
            break
        try:
            del a, (b)
        except (A, B) as e: raise e from None
        except C: continue
        else: ...
        finally:
            assert a < b <= 1.5j, "x" 'y'
        # end
        return [i async for i in s if i], (j for j in s), {k: v for k, v in e}, lambda q, *r, t=1: (yield q)

    def g(self, *, a): return f"{a!r:>{a}} {a=} {{" + b"", (x := 1), f(*a, **b)(k = 1,)
def m(v):
    nonlocal_ = None
    match v:
        case {"a": [x, *rest], **kw} if x: pass
        case C(1, k=l) | (None as n) | -1: x @= 2
        case str() as s: yield from s
        case _: return
    try: pass
    except* E: pass
    with (a as b, c): print(a , b)
if a: pass
elif b: pass
else: pass
'''


def _nodes() -> list[cst.CSTNode]:
    found: list[cst.CSTNode] = [cst.parse_module(TEXT)]
    for node in found:
        found += node.children
    return found


def test_the_children_are_those_of_libcst_in_its_order() -> None:
    nodes = _nodes()
    assert len({type(node) for node in nodes}) > 120
    for node in nodes:
        assert [*map(id, children_of(node))] == [*map(id, node.children)], type(node)


def test_visible_children_are_all_but_blanks_and_comments() -> None:
    blanks = concrete(cst.BaseParenthesizableWhitespace, cst.TrailingWhitespace, cst.EmptyLine)
    inner = concrete(cst.Comment, cst.Newline)
    for node in _nodes():
        if type(node) not in blanks:
            expected = [id(child) for child in node.children if type(child) not in blanks | inner]
            assert [*map(id, visible_children_of(node))] == expected, type(node)


def test_a_format_that_the_first_replacement_field_lacks_is_a_child() -> None:
    [plain, formatted] = [
        node for node in _nodes_of('f"{a}{b:c}"') if isinstance(node, cst.FormattedStringExpression)
    ]
    assert len(children_of(plain)) + 1 == len(children_of(formatted))


def _nodes_of(text: str) -> list[cst.CSTNode]:
    found: list[cst.CSTNode] = [cst.parse_expression(text)]
    for node in found:
        found += children_of(node)
    return found


def test_text_and_ranges_are_those_of_libcst_inner_nodes_first() -> None:
    module = cst.parse_module(TEXT)
    text, spans = printed(module)
    theirs = MetadataWrapper(module, unsafe_skip_copy=True).resolve(ByteSpanPositionProvider)
    assert text == TEXT
    assert list(spans.items()) == [
        (node, (span.start, span.start + span.length)) for node, span in theirs.items()
    ]


def test_a_tree_that_is_too_deep_is_not_read() -> None:
    module = cst.parse_module("a = " + " + ".join(["a"] * 290) + "\n")
    with pytest.raises(RecursionError):
        printed(module)
