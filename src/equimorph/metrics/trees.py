"""Syntax trees for metrics: tree-sitter's trees of any text, right or wrong, deep or flat, as lists of numbers.

Nothing here calls itself, so the depth of a tree has no limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Self

from equimorph.metrics.errors import MetricError
from equimorph.metrics.extra import needed

if TYPE_CHECKING:
    import tree_sitter

_COMMENTS = frozenset({"comment", "line_comment", "block_comment"})
_ATOMS = frozenset({"string_literal", "string", "character_literal"})
_TEXTS = frozenset({"string", "concatenated_string"})
_STATEMENTS = {"java": frozenset[str](), "python": frozenset({"expression_statement"})}
_ERROR = 0xFFFF
"""The number of the type of what tree-sitter cannot read, in any grammar."""
_MODULES = {"java": "tree_sitter_java", "python": "tree_sitter_python"}
_LONG = 50_000
"""Trees of longer texts, in characters, are not kept."""


class Grammar:
    """A tree-sitter grammar.

    Attributes:
        lang: "java" or "python".
        language: The language of tree-sitter.
        names: Name of each type of node, by its number.
        named: Numbers of the types that are more than words or signs.
        atoms: Numbers of the types that are one token although they have children, such as strings.
        comments: Numbers of the types that are comments.
        doubtful: Numbers of the types that may be left out.
    """

    def __init__(self, lang: str, language: tree_sitter.Language) -> None:
        kinds = range(language.node_kind_count)
        self.lang = lang
        self.language = language
        self.names = {kind: language.node_kind_for_id(kind) or "" for kind in kinds} | {_ERROR: "ERROR"}
        self.named = frozenset({kind for kind in kinds if language.node_kind_is_named(kind)} | {_ERROR})
        self.atoms = self.kinds_of(_ATOMS)
        self.comments = self.kinds_of(_COMMENTS)
        self.doubtful = self.kinds_of(_COMMENTS | _STATEMENTS[lang])

    def kinds_of(self, names: frozenset[str]) -> frozenset[int]:
        """Return the numbers of types."""
        return frozenset(kind for kind, name in self.names.items() if name in names)

    def field(self, name: str) -> int:
        """Return the number of a field; -1 if there is none of this name."""
        return self.language.field_id_for_name(name) or -1


@dataclass(eq=False)
class Tree:
    """The tree of a text without comments and docstrings; nodes are numbers, parents before their children, siblings in order.

    Attributes:
        grammar: The grammar that it was read with.
        data: The text, as UTF-8.
        kinds: Type of each node, as a number of the grammar.
        fields: Field of its parent that each node fills; 0 for none.
        parents: Parent of each node; -1 for the root.
        spans: Start and end of each node's tokens, as byte offsets.
        odd: Tokens that tree-sitter made up ("MISSING"), or the first character that it could not read, by node.
    """

    grammar: Grammar
    data: bytes = field(repr=False)
    kinds: list[int] = field(default_factory=list, repr=False)
    fields: list[int] = field(default_factory=list, repr=False)
    parents: list[int] = field(default_factory=list, repr=False)
    spans: dict[int, tuple[int, int]] = field(default_factory=dict, repr=False)
    odd: dict[int, str] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, text: str, lang: str) -> Self:
        """Return the tree of a text.

        Raises:
            MetricError: the language is unknown.
            ModuleNotFoundError: its grammar is not installed.
        """
        import tree_sitter

        tree = cls(grammar_of(lang), text.encode("utf-8", "surrogatepass"))
        tree._fill(tree_sitter.Parser(tree.grammar.language).parse(tree.data))
        return tree

    def text(self, start: int, end: int) -> str:
        """Return the text between two byte offsets."""
        if self._ascii is not None:
            return self._ascii[start:end]
        return self.data[start:end].decode("utf-8", "surrogateescape")

    @cached_property
    def _ascii(self) -> str | None:
        """The whole text, if a byte is a character."""
        return self.data.decode() if self.data.isascii() else None

    def skips(self, node: tree_sitter.Node) -> bool:
        """Return whether a comment or a statement is left out: a statement is if it is a string, as docstrings are."""
        return node.type in _COMMENTS or (node.child_count == 1 and node.children[0].type in _TEXTS)

    @property
    def is_empty(self) -> bool:
        """Whether the text has no token."""
        return len(self.kinds) == 1

    @cached_property
    def after(self) -> list[int]:
        """For each node the first one behind it that is not below it."""
        after = list(range(1, len(self.kinds) + 1))
        parents = self.parents
        for node in range(len(after) - 1, 0, -1):
            parent = parents[node]
            if after[node] > after[parent]:
                after[parent] = after[node]
        return after

    def children(self, node: int) -> list[int]:
        """Return the children of a node, words and signs included."""
        nodes, after = [], self.after
        child, end = node + 1, after[node]
        while child < end:
            nodes.append(child)
            child = after[child]
        return nodes

    def parts(self, node: int) -> list[int]:
        """Return the children of a node that an assignment may bind; a string has none."""
        return [] if self.kinds[node] in self.grammar.atoms else self.children(node)

    def child(self, node: int, name: str) -> int | None:
        """Return the first child of a node that fills a field."""
        number = self.grammar.field(name)
        return next((child for child in self.children(node) if self.fields[child] == number), None)

    def name(self, node: int) -> str:
        """Return the type of a node."""
        return self.grammar.names[self.kinds[node]]

    @cached_property
    def tokens(self) -> list[int]:
        """The nodes that are tokens: what has no children, and whole strings and characters."""
        atoms, comments, after = self.grammar.atoms, self.grammar.comments, self.after
        leaves, end = [], 0
        for node in self.spans:
            kind = self.kinds[node]
            if node < end or kind in comments:
                continue
            leaves.append(node)
            if kind in atoms:
                end = after[node]
        return leaves

    def _fill(self, parsed: tree_sitter.Tree) -> None:
        cursor, broken = parsed.walk(), parsed.root_node.has_error
        kinds, fields, parents, spans = self.kinds, self.fields, self.parents, self.spans
        atoms, doubtful, wrong = self.grammar.atoms, self.grammar.doubtful, list[int]()
        parent = -1
        while True:
            node = cursor.node
            assert node is not None
            kind = node.kind_id
            if kind not in doubtful or not self.skips(node):
                number = len(kinds)
                kinds.append(kind)
                fields.append(cursor.field_id or 0)
                parents.append(parent)
                if broken and node.has_error:
                    wrong.append(number)
                    self._note(number, node)
                if kind in atoms:
                    spans[number] = node.start_byte, node.end_byte
                if cursor.goto_first_child():
                    parent = number
                    continue
                spans[number] = node.start_byte, node.end_byte
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    self._note_hidden(wrong)
                    return
                parent = parents[parent]

    def _note(self, number: int, node: tree_sitter.Node) -> None:
        """Note what was made up, or not read."""
        if node.is_missing:
            self.odd[number] = "MISSING"
        elif node.is_error and not node.child_count and node.end_byte > node.start_byte:
            self.odd[number] = (node.text or b"").decode("utf-8", "replace")[:1]

    def _note_hidden(self, wrong: list[int]) -> None:
        """Note the nodes with an error that no node shows: there tree-sitter made up a token such as a line end."""
        explained = {self.parents[number] for number in wrong}
        for number in wrong:
            if number not in explained and number not in self.odd and self.kinds[number] != _ERROR:
                self.odd[number] = "MISSING below"


def tree_of(text: str, lang: str) -> Tree:
    """Return the tree of a text; trees of short texts are kept for a while.

    Line ends are made equal first: a comment of Java's grammar does not end at a carriage return, which does end it (JLS 17, 3.7).

    Raises:
        MetricError: the language is unknown.
        ModuleNotFoundError: its grammar is not installed.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _kept(text, lang) if len(text) <= _LONG else Tree.read(text, lang)


@lru_cache(128)
def _kept(text: str, lang: str) -> Tree:
    return Tree.read(text, lang)


@lru_cache
def grammar_of(lang: str) -> Grammar:
    """Return the grammar of a language.

    Raises:
        MetricError: there is none.
        ModuleNotFoundError: it is not installed.
    """
    import tree_sitter

    if lang not in _MODULES:
        raise MetricError(f"no trees of {lang!r}; there are: {', '.join(_MODULES)}")
    module = needed(_MODULES[lang], f"the syntax of {lang}")
    return Grammar(lang, tree_sitter.Language(module.language()))
