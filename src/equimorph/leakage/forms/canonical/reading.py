"""A member's tree as terms: what means the same in all texts is left out, and bound names become bindings.

Parentheses go, since a term knows its operands, and so do braces: branches and bodies of loops are blocks, and a block in a list of
statements is its statements. A declaration of two variables becomes two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from equimorph.leakage.forms.canonical.names import Names
from mutators.java.condition_exchange import canonical as condition_exchange
from mutators.java.dead_branch import canonical as dead_branch
from mutators.java.expression_exchange import canonical as expression_exchange
from mutators.java.loop_exchange import canonical as loop_exchange
from mutators.java.permute_exchange import canonical as permute_exchange
from mutators.java.reorder_condition import canonical as reorder_condition
from mutators.java.string_equality import canonical as string_equality
from mutators.java.tools.canonical.terms import Binding, Refused, Term
from mutators.java.try_catch import canonical as try_catch
from mutators.java.useless_cast import canonical as useless_cast
from parsers.java.method import Method
from parsers.java.syntax.expressions import is_value_unused
from parsers.java.syntax.loops import ForHeader
from parsers.java.syntax.operators import COMPARISONS, JUNCTIONS
from parsers.java.syntax.statements import statements_of
from parsers.java.syntax.tree import Node
from parsers.java.syntax.trust import RESERVED

_RESERVED = frozenset(word.encode() for word in RESERVED - {"_", "this"})
_TARGETS = frozenset({"name", "var", "field_access", "array_access"})
_LITERALS = frozenset({"string_literal", "character_literal"})
_KEPT_PAIRS = frozenset({"switch_expression", "synchronized_statement"})
_LISTS = frozenset({"block", "list"})

SIMPLIFY: dict[str, Callable[[Term], None]] = {
    "cast_expression": useless_cast.without_cast,
    "junction": condition_exchange.joined,
    "comparison": reorder_condition.ordered,
    "assign": expression_exchange.contracted,
    "method_invocation": string_equality.ordered,
    "if": permute_exchange.permuted,
    "ternary_expression": permute_exchange.permuted,
}
"""The rules for a term whose parts are simplified already, by its kind."""


def read(method: Method) -> Term:
    """Return a member as a term.

    Raises:
        Refused: it is no program, or a loop's update would be repeated too often.
    """
    reader = _Reader(method)
    for node in reversed(method.nodes):
        reader.made[id(node)] = reader.term(node)
    return reader.made[id(method.root)]


class _Reader:
    """The terms of the nodes of a member, kept by the node's id; later parts of the text are read first."""

    def __init__(self, method: Method) -> None:
        self.made: dict[int, Term] = {}
        self._method = method
        self._data = method.source.data
        self._names = Names(method)

    def term(self, node: Node) -> Term:
        """Return the term of a node whose children have theirs."""
        if not node.children or node.type in _LITERALS:
            return self._leaf(node)
        make = _MAKE.get(node.type)
        term = make(self, node) if make is not None else Term(node.type, kids=self._all(node.children))
        simplify = SIMPLIFY.get(term.kind)
        if simplify is not None:
            simplify(term)
        return term

    def _all(self, nodes: Iterable[Node]) -> list[Term]:
        return [self.made[id(node)] for node in nodes]

    def _text(self, node: Node) -> bytes:
        return self._data[node.start : node.end]

    def _leaf(self, node: Node) -> Term:
        text = self._text(node)
        if node.type in ("identifier", "type_identifier"):
            if text in _RESERVED:
                raise Refused("a reserved word is read as a name")
            entry = self._names.at(node)
            if entry is not None:
                declares, binding = entry
                return Term("declared" if declares else "var", binding=binding)
            return Term("name" if node.type == "identifier" else "token", text)
        return Term(node.type if node.named else "token", text)

    # -- expressions ------------------------------------------------------------------

    def _parenthesized(self, node: Node) -> Term:
        kids = self._all(node.children)
        if node.parent is not None and node.parent.type in _KEPT_PAIRS:
            return Term(node.type, kids=kids)
        return kids[1]

    def _binary(self, node: Node) -> Term:
        left, right = self.made[id(node.children[0])], self.made[id(node.children[2])]
        sign = node.children[1].type
        kind = "junction" if sign in JUNCTIONS else "comparison" if sign in COMPARISONS else "binary"
        return Term(kind, sign.encode(), [left, right])

    def _unary(self, node: Node) -> Term:
        sign, operand = node.children[0].type, self.made[id(node.children[1])]
        if sign == "!":
            condition_exchange.negate(operand)
            return operand
        return Term(node.type, sign.encode(), [operand])

    def _update(self, node: Node) -> Term:
        first, second = node.children
        target, sign = (first, second) if first.named else (second, first)
        if self.made[id(target)].kind in _TARGETS and is_value_unused(node):
            return expression_exchange.incremented(self.made[id(target)], sign.type.encode())
        return Term("postfix" if first.named else "prefix", sign.type.encode(), [self.made[id(target)]])

    def _assignment(self, node: Node) -> Term:
        target, sign, value = node.children
        return Term("assign", sign.type.encode(), [self.made[id(target)], self.made[id(value)]])

    def _ternary(self, node: Node) -> Term:
        return Term(node.type, kids=self._all(node.children[::2]))

    def _cast(self, node: Node) -> Term:
        types = node.all("type")
        text = self._names.type_text(types[0]) if len(types) == 1 else b""
        return Term(node.type, text, self._all(node.children))

    # -- statements -------------------------------------------------------------------

    def _expression(self, node: Node) -> Term:
        return Term("expr", kids=[self.made[id(node.children[0])]])

    def _listed(self, node: Node) -> list[Term]:
        terms: list[Term] = []
        for statement in statements_of(node):
            _splice(terms, self.made[id(statement)])
        return terms

    def _block(self, node: Node) -> Term:
        bare = node.children[:1] and node.children[0].type == "{"
        return Term("block" if bare else "list", kids=self._listed(node))

    def _group(self, node: Node) -> Term:
        labels = [child for child in node.children if child.type in ("switch_label", ":")]
        return Term(node.type, kids=[*self._all(labels), Term("list", kids=self._listed(node))])

    def _body(self, node: Node | None) -> Term:
        terms: list[Term] = []
        if node is not None:
            _splice(terms, self.made[id(node)])
        return Term("block", kids=terms)

    def _if(self, node: Node) -> Term:
        condition, no = node.child("condition"), node.child("alternative")
        assert condition is not None
        branches = [self._body(node.child("consequence"))]
        if no is not None:
            branches.append(self._body(no))
        always = dead_branch.taken(self.made[id(condition)], branches)
        return Term("if", kids=[self.made[id(condition)], *branches]) if always is None else always

    def _try(self, node: Node) -> Term:
        statement = Term(node.type, kids=self._all(node.children))
        return try_catch.guarded(statement) or statement

    def _while(self, node: Node) -> Term:
        condition = node.child("condition")
        assert condition is not None
        return Term("while", kids=[self.made[id(condition)], self._body(node.child("body"))])

    def _do(self, node: Node) -> Term:
        condition = node.child("condition")
        assert condition is not None
        body = self._body(node.child("body"))
        return loop_exchange.do_as_while(body, self.made[id(condition)], self._labels(node))

    def _for(self, node: Node) -> Term:
        header = ForHeader.of(node)
        init: list[Term] = []
        for part in header.init:
            _splice(init, self._as_statement(part))
        update = [self._as_statement(part) for part in header.update]
        condition = self.made[id(header.condition)] if header.condition is not None else None
        body = self._body(node.child("body"))
        return Term("seq", kids=loop_exchange.for_as_while(init, condition, update, body, self._labels(node)))

    def _as_statement(self, node: Node) -> Term:
        term = self.made[id(node)]
        return term if term.kind == "seq" else Term("expr", kids=[term])

    def _labels(self, loop: Node) -> list[Binding]:
        bindings: list[Binding] = []
        above = loop.parent
        while above is not None and above.type == "labeled_statement":
            label = self._names.at(above.children[0])
            if label is not None:
                bindings.append(label[1])
            above = above.parent
        return bindings

    def _foreach(self, node: Node) -> Term:
        value = node.child("value")
        assert value is not None
        declared = self._declared(node, node)
        return Term("foreach", kids=[*declared, self.made[id(value)], self._body(node.child("body"))])

    def _declared(self, holder: Node, declarator: Node) -> list[Term]:
        """Return modifiers and type, name, and brackets behind it, of a declared variable."""
        head = [child for child in holder.children if child.type == "modifiers" or child.field == "type"]
        name, dims = declarator.child("name"), declarator.child("dimensions")
        assert name is not None
        behind = self._all(dims.children) if dims is not None else []
        return [Term("head", kids=self._all(head)), self.made[id(name)], Term("dims", kids=behind)]

    def _locals(self, node: Node) -> Term:
        terms: list[Term] = []
        for declarator in node.all("declarator"):
            value = declarator.child("value")
            kids = self._declared(node, declarator)
            if terms:  # each declaration has a type of its own
                kids[0] = Term("head", kids=[_copy(kid) for kid in kids[0].kids])
            if value is not None:
                kids.append(self.made[id(value)])
            terms.append(Term("local", kids=kids))
        return Term("seq", kids=terms)

    def _labeled(self, node: Node) -> Term:
        statement = self.made[id(node.children[-1])]
        label = self.made[id(node.children[0])]
        if statement.kind == "seq":
            *before, last = statement.kids
            return Term("seq", kids=[*before, Term("labeled", kids=[label, last])])
        if statement.kind == ";":
            statement = Term("block")
        return Term("labeled", kids=[label, statement])


def _copy(term: Term) -> Term:
    return Term(term.kind, term.text, [_copy(kid) for kid in term.kids], term.binding)


def _splice(terms: list[Term], term: Term) -> None:
    """Append a statement to a list; the statements of one that is only a list of them."""
    if term.kind == "seq" or term.kind in _LISTS:
        terms += term.kids
    elif term.text != b";":
        terms.append(term)


_MAKE: dict[str, Callable[[_Reader, Node], Term]] = {
    "parenthesized_expression": _Reader._parenthesized,
    "binary_expression": _Reader._binary,
    "unary_expression": _Reader._unary,
    "update_expression": _Reader._update,
    "assignment_expression": _Reader._assignment,
    "ternary_expression": _Reader._ternary,
    "cast_expression": _Reader._cast,
    "expression_statement": _Reader._expression,
    "block": _Reader._block,
    "constructor_body": _Reader._block,
    "switch_block_statement_group": _Reader._group,
    "if_statement": _Reader._if,
    "while_statement": _Reader._while,
    "try_statement": _Reader._try,
    "do_statement": _Reader._do,
    "for_statement": _Reader._for,
    "enhanced_for_statement": _Reader._foreach,
    "local_variable_declaration": _Reader._locals,
    "labeled_statement": _Reader._labeled,
}
