"""The byte ranges of libcst's nodes, and the text that they print: both in one pass over the tree.

`ByteSpanPositionProvider` gives the same ranges, but takes a pass of its own, after another one that only looks for providers.
"""

from __future__ import annotations

import libcst as cst
from libcst._nodes.internal import CodegenState

__all__ = ["Spans", "printed"]

Spans = dict[cst.CSTNode, tuple[int, int]]
"""The first byte of each node, and the byte after it; inner nodes first."""
MOST = 280
"""The maximum depth of a tree, which whoever walks it by recursion can reach."""


class _Recording(CodegenState):
    """The state of printing a tree, which records where each node begins and ends.

    Attributes:
        spans: Ranges of the nodes that are printed.
        position: Number of bytes that are printed.
    """

    def __init__(self, module: cst.Module) -> None:
        super().__init__(module.default_indent, module.default_newline)
        self.spans: Spans = {}
        self.position = 0
        self._starts: list[int] = []

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.add_token(token)

    def add_token(self, value: str) -> None:
        self.tokens.append(value)
        self.position += len(value) if value.isascii() else len(value.encode())

    def before_codegen(self, node: cst.CSTNode) -> None:
        if len(self._starts) > MOST:
            raise RecursionError
        self._starts.append(self.position)

    def after_codegen(self, node: cst.CSTNode) -> None:
        start = self._starts.pop()
        if node not in self.spans:
            self.spans[node] = (start, self.position)

    def record_syntactic_position(  # type: ignore[override]  # libcst only enters and leaves it
        self,
        node: cst.CSTNode,
        *,
        start_node: cst.CSTNode | None = None,
        end_node: cst.CSTNode | None = None,
    ) -> _Range:
        return _Range(self, node, start_node, end_node)


class _Range:
    """The part of a node's printing in which it is without what surrounds it, such as its parentheses.

    It begins with the start of a node within it, and ends with the end of one, if they are given.
    """

    __slots__ = ("_end_node", "_node", "_start", "_start_node", "_state")

    def __init__(
        self,
        state: _Recording,
        node: cst.CSTNode,
        start_node: cst.CSTNode | None,
        end_node: cst.CSTNode | None,
    ) -> None:
        self._state, self._node, self._start_node, self._end_node = state, node, start_node, end_node

    def __enter__(self) -> None:
        self._start = self._state.position

    def __exit__(self, error: type[BaseException] | None, *more: object) -> None:
        if error is not None:
            return  # a tree that is too deep is printed in part
        state, first, last = self._state, self._start_node, self._end_node
        start = self._start if first is None else state.spans[first][0]
        state.spans[self._node] = (start, state.position if last is None else state.spans[last][1])


def printed(module: cst.Module) -> tuple[str, Spans]:
    """Return the text that a tree prints, and the byte ranges of its nodes, which leave out their own parentheses.

    Raises:
        RecursionError: The tree is too deep.
    """
    state = _Recording(module)
    module._codegen(state)
    return "".join(state.tokens), state.spans
