"""The points of expressions, in the order in which Python evaluates them (LR 6.16).

The bodies of a lambda and of a generator expression run later, so they have graphs of their own; only the first
iterable of a
generator expression is evaluated at once (LR 6.2.8). Other comprehensions run at once, and are part of the graph around them.
"""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from parsers.python.flow.graph import Access, Builder
from parsers.python.syntax.children import visible_children_of
from parsers.python.syntax.kinds import concrete

_EVALUATED = concrete(
    cst.BaseExpression,
    cst.Arg,
    cst.BaseElement,
    cst.BaseDictElement,
    cst.SubscriptElement,
    cst.BaseSlice,
    cst.BaseFormattedStringContent,
    cst.From,
)


def truth_of(test: cst.BaseExpression) -> bool | None:
    """Return the truth of a literal ``True``, ``False`` or integer, or of ``not`` before one; None for others."""
    if isinstance(test, cst.Name) and test.value in ("True", "False"):
        return test.value == "True"
    if isinstance(test, cst.Integer):
        return (
            int(test.value.replace("_", ""), 0 if test.value[:1] == "0" and test.value.strip("0_") else 10)
            != 0
        )
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        inner = truth_of(test.expression)
        return None if inner is None else not inner
    return None


class Expressions(Builder):
    """Puts the points of expressions into a graph.

    Attributes:
        later: the lambdas, generator expressions and functions that were met; their bodies run at other times.
    """

    def __init__(self) -> None:
        super().__init__()
        self.later: list[cst.Lambda | cst.GeneratorExp | cst.FunctionDef] = []

    def evaluate(self, node: cst.CSTNode) -> None:
        """Add the points of an expression, or of a part of one."""
        if isinstance(node, cst.Name):
            self.access(Access.READ, node)
            return
        start = self.point()
        special = _SPECIAL.get(type(node))
        if special is None:
            self._children(node)
        else:
            special(self, node)
        self.graph.spans.setdefault(node, []).append((start, len(self.graph.after)))

    def _children(self, node: cst.CSTNode) -> None:
        for child in visible_children_of(node):
            if type(child) in _EVALUATED:
                self.evaluate(child)

    def assign(self, target: cst.CSTNode) -> None:
        """Add the points of a target that a value is assigned to (LR 7.2)."""
        self._reach(target, Access.WRITE)

    def delete(self, target: cst.CSTNode) -> None:
        """Add the points of a target of ``del`` (LR 7.5)."""
        self._reach(target, Access.DELETE)

    def _reach(self, target: cst.CSTNode, access: Access) -> None:
        if isinstance(target, cst.Name):
            self.access(access, target)
            return
        start = self.point()
        if isinstance(target, cst.Tuple | cst.List):
            for element in target.elements:
                self._reach(element.value, access)
        elif isinstance(target, cst.StarredElement):
            self._reach(target.value, access)
        elif isinstance(target, cst.Attribute):
            self.evaluate(target.value)
        else:
            self._children(target)
        self.graph.spans.setdefault(target, []).append((start, len(self.graph.after)))

    def defaults(self, parameters: cst.Parameters) -> None:
        """Add the points of the default values of parameters (LR 8.7)."""
        positional = (*parameters.posonly_params, *parameters.params)
        for parameter in (*positional, *parameters.kwonly_params):
            if parameter.default is not None:
                self.evaluate(parameter.default)

    def parameters(self, parameters: cst.Parameters) -> None:
        """Add the points at which a call binds parameters."""
        positional = (*parameters.posonly_params, *parameters.params)
        for parameter in (*positional, parameters.star_arg, *parameters.kwonly_params, parameters.star_kwarg):
            if isinstance(parameter, cst.Param):
                self.access(Access.WRITE, parameter.name)

    def comprehension(self, clause: cst.CompFor, element: Callable[[], None]) -> None:
        """Add the points of a comprehension behind its first iterable (LR 6.2.4)."""
        head = self.point()
        self.assign(clause.target)
        for condition in clause.ifs:
            self.evaluate(condition.test)
            self.edge(self.at, head)
        if clause.inner_for_in is None:
            element()
        else:
            self.evaluate(clause.inner_for_in.iter)
            self.comprehension(clause.inner_for_in, element)
        self.edge(self.at, head)
        self.at = head

    def _attribute(self, node: cst.Attribute) -> None:
        self.evaluate(node.value)

    def _arg(self, node: cst.Arg) -> None:
        self.evaluate(node.value)

    def _call(self, node: cst.Call) -> None:
        self.evaluate(node.func)
        # ``f(k=a(), *b())`` calls b first (LR 6.3.4).
        named = [arg for arg in node.args if arg.keyword is not None or arg.star == "**"]
        for arg in (*(arg for arg in node.args if arg not in named), *named):
            self.evaluate(arg)

    def _boolean(self, node: cst.BooleanOperation) -> None:
        self.evaluate(node.left)
        left = self.at
        self.evaluate(node.right)
        self.join([left, self.at])

    def _comparison(self, node: cst.Comparison) -> None:
        self.evaluate(node.left)
        skips: list[int | None] = []
        for target in node.comparisons:
            self.evaluate(target.comparator)
            skips.append(self.at)
        self.join(skips)

    def _conditional(self, node: cst.IfExp) -> None:
        self.evaluate(node.test)
        test = self.at
        self.evaluate(node.body)
        body, self.at = self.at, test
        self.evaluate(node.orelse)
        self.join([body, self.at])

    def _named(self, node: cst.NamedExpr) -> None:
        self.evaluate(node.value)
        self.assign(node.target)

    def _lambda(self, node: cst.Lambda) -> None:
        self.defaults(node.params)
        self.later.append(node)

    def _generator(self, node: cst.GeneratorExp) -> None:
        self.evaluate(node.for_in.iter)
        self.later.append(node)

    def _list(self, node: cst.ListComp | cst.SetComp) -> None:
        self.evaluate(node.for_in.iter)
        self.comprehension(node.for_in, lambda: self.evaluate(node.elt))

    def _dict(self, node: cst.DictComp) -> None:
        def element() -> None:
            self.evaluate(node.key)
            self.evaluate(node.value)

        self.evaluate(node.for_in.iter)
        self.comprehension(node.for_in, element)

    def _formatted(self, node: cst.FormattedStringExpression) -> None:
        self.evaluate(node.expression)
        for part in node.format_spec or ():
            self.evaluate(part)


_SPECIAL: dict[
    type[cst.CSTNode], Callable[[Expressions, cst.CSTNode], None]
] = {  # each takes its own kind of node
    cst.Attribute: Expressions._attribute,  # type: ignore[dict-item]
    cst.Arg: Expressions._arg,  # type: ignore[dict-item]
    cst.Call: Expressions._call,  # type: ignore[dict-item]
    cst.BooleanOperation: Expressions._boolean,  # type: ignore[dict-item]
    cst.Comparison: Expressions._comparison,  # type: ignore[dict-item]
    cst.IfExp: Expressions._conditional,  # type: ignore[dict-item]
    cst.NamedExpr: Expressions._named,  # type: ignore[dict-item]
    cst.Lambda: Expressions._lambda,  # type: ignore[dict-item]
    cst.GeneratorExp: Expressions._generator,  # type: ignore[dict-item]
    cst.ListComp: Expressions._list,  # type: ignore[dict-item]
    cst.SetComp: Expressions._list,  # type: ignore[dict-item]
    cst.DictComp: Expressions._dict,  # type: ignore[dict-item]
    cst.FormattedStringExpression: Expressions._formatted,  # type: ignore[dict-item]
}
