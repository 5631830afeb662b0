"""All names of a tree that are variables, each with its scope and what happens to it (Python language reference, 4.2.1, 6.2.4)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import libcst as cst

from parsers.python.names.bindings import Access, Occurrence, ParameterKind, Role, Scope, ScopeKind
from parsers.python.syntax.children import visible_children_of
from parsers.python.syntax.kinds import concrete


def normalised(name: str) -> str:
    """Return a name as Python compares it (Python language reference, 2.3)."""
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


class Collected:
    """The scopes and occurrences below a node; of a function, the outermost scope is the one around it.

    Attributes:
        scopes: All scopes, outermost first.
        occurrences: Occurrences in the order in which they were found.
        parameters: Kind of each parameter, by its name's node.
        scope_at: Scope that a node opens, by the node.

    Args:
        root: A module or a function.
    """

    def __init__(self, root: cst.Module | cst.FunctionDef) -> None:
        self.scopes: list[Scope] = []
        self.occurrences: list[Occurrence] = []
        self.parameters: dict[cst.Name, ParameterKind] = {}
        self.scope_at: dict[cst.CSTNode, Scope] = {}
        self._role: Role = "name"
        outer = Scope("module", root, None)
        self.scopes.append(outer)
        if isinstance(root, cst.Module):
            self._all(root.body, outer)
        else:
            self._visit(root, outer)

    # -- walking -------------------------------------------------------------------------------------------------------------

    def _visit(self, node: cst.CSTNode, scope: Scope) -> None:
        visit = _VISITS.get(type(node))
        if visit is not None:
            getattr(self, visit)(node, scope)
        elif type(node) not in _LEAVES:
            self._all(visible_children_of(node), scope)

    def _all(self, nodes: Sequence[cst.CSTNode], scope: Scope) -> None:
        for node in nodes:
            self._visit(node, scope)

    def _maybe(self, node: cst.CSTNode | None, scope: Scope) -> None:
        if node is not None:
            self._visit(node, scope)

    def _opened(self, kind: ScopeKind, node: cst.CSTNode, parent: Scope) -> Scope:
        scope = Scope(kind, node, parent)
        self.scopes.append(scope)
        self.scope_at[node] = scope
        return scope

    def _occurs(
        self, node: cst.Name, access: Access, scope: Scope, role: Role = "name", *, updates: bool = False
    ) -> None:
        if role == "name":
            role = self._role
        self.occurrences.append(Occurrence(node, access, scope, role, updates))
        if access in ("write", "delete"):
            scope.bound.add(normalised(node.value))

    def _name(self, node: cst.Name, scope: Scope) -> None:
        if node.value not in _CONSTANTS:
            self._occurs(node, "read", scope)

    # -- binding -------------------------------------------------------------------------------------------------------------

    def _bind(self, target: cst.CSTNode, scope: Scope, access: Access = "write") -> None:
        if isinstance(target, cst.Name):
            self._occurs(target, access, scope)
        elif isinstance(target, cst.Tuple | cst.List):
            for element in target.elements:
                self._bind(element.value, scope, access)
        else:
            self._visit(target, scope)

    def _assign(self, node: cst.Assign, scope: Scope) -> None:
        self._visit(node.value, scope)
        for target in node.targets:
            self._bind(target.target, scope)

    def _ann_assign(self, node: cst.AnnAssign, scope: Scope) -> None:
        self._annotation(node.annotation, scope)
        self._maybe(node.value, scope)
        self._bind(node.target, scope)

    def _annotation(self, node: cst.Annotation | None, scope: Scope) -> None:
        if node is not None:
            before, self._role = self._role, "annotation"
            self._visit(node.annotation, scope)
            self._role = before

    def _aug_assign(self, node: cst.AugAssign, scope: Scope) -> None:
        if isinstance(node.target, cst.Name):
            self._occurs(node.target, "write", scope, updates=True)
        else:
            self._visit(node.target, scope)
        self._visit(node.value, scope)

    def _named(self, node: cst.NamedExpr, scope: Scope) -> None:
        self._visit(node.value, scope)
        assert isinstance(node.target, cst.Name)
        outer = scope
        while outer.kind == "comprehension" and outer.parent is not None:
            outer.nonlocal_.add(normalised(node.target.value))
            outer = outer.parent
        outer.bound.add(normalised(node.target.value))
        self._occurs(node.target, "write", scope)

    def _for(self, node: cst.For, scope: Scope) -> None:
        self._visit(node.iter, scope)
        self._bind(node.target, scope)
        self._visit(node.body, scope)
        self._maybe(node.orelse, scope)

    def _with_item(self, node: cst.WithItem, scope: Scope) -> None:
        self._visit(node.item, scope)
        if node.asname is not None:
            self._bind(node.asname.name, scope)

    def _handler(self, node: cst.ExceptHandler | cst.ExceptStarHandler, scope: Scope) -> None:
        self._maybe(node.type, scope)
        if node.name is not None and isinstance(node.name.name, cst.Name):
            self._occurs(node.name.name, "write", scope, "except")
        self._visit(node.body, scope)

    def _delete(self, node: cst.Del, scope: Scope) -> None:
        self._bind(node.target, scope, "delete")

    def _import(self, node: cst.Import, scope: Scope) -> None:
        for alias in node.names:
            self._alias(alias, scope)

    def _import_from(self, node: cst.ImportFrom, scope: Scope) -> None:
        if not isinstance(node.names, cst.ImportStar):
            for alias in node.names:
                self._alias(alias, scope)

    def _alias(self, alias: cst.ImportAlias, scope: Scope) -> None:
        bound: cst.CSTNode = alias.name if alias.asname is None else alias.asname.name
        while isinstance(bound, cst.Attribute):
            bound = bound.value
        if isinstance(bound, cst.Name):
            self._occurs(bound, "write", scope, "import")

    def _declared(self, node: cst.Global | cst.Nonlocal, scope: Scope) -> None:
        names = scope.global_ if isinstance(node, cst.Global) else scope.nonlocal_
        for item in node.names:
            names.add(normalised(item.name.value))
            self._occurs(item.name, "declare", scope)

    def _match_as(self, node: cst.MatchAs, scope: Scope) -> None:
        self._maybe(node.pattern, scope)
        if node.name is not None:
            self._occurs(node.name, "write", scope)

    def _match_star(self, node: cst.MatchStar, scope: Scope) -> None:
        if node.name is not None:
            self._occurs(node.name, "write", scope)

    def _match_mapping(self, node: cst.MatchMapping, scope: Scope) -> None:
        self._all(node.elements, scope)
        if node.rest is not None:
            self._occurs(node.rest, "write", scope)

    def _match_class(self, node: cst.MatchClass, scope: Scope) -> None:
        self._visit(node.cls, scope)
        self._all(node.patterns, scope)
        self._all([keyword.pattern for keyword in node.kwds], scope)

    # -- scopes --------------------------------------------------------------------------------------------------------------

    def _function(self, node: cst.FunctionDef, scope: Scope) -> None:
        self._all(node.decorators, scope)
        self._defaults(node.params, scope)
        outer = scope
        if node.type_parameters is not None:
            outer = self._opened("annotation", node.type_parameters, scope)
            self._visit(node.type_parameters, outer)
        for param in _params(node.params):
            self._annotation(param.annotation, outer)
        self._annotation(node.returns, outer)
        self._occurs(node.name, "write", scope, "function")
        inner = self._opened("function", node, outer)
        self._parameters(node.params, inner)
        self._visit(node.body, inner)

    def _lambda(self, node: cst.Lambda, scope: Scope) -> None:
        self._defaults(node.params, scope)
        inner = self._opened("lambda", node, scope)
        self._parameters(node.params, inner)
        self._visit(node.body, inner)

    def _defaults(self, params: cst.Parameters, scope: Scope) -> None:
        for param in _params(params):
            self._maybe(param.default, scope)

    def _parameters(self, params: cst.Parameters, scope: Scope) -> None:
        kinds: list[tuple[ParameterKind, Sequence[object]]] = [
            ("positional-only", params.posonly_params),
            ("positional", params.params),
            ("*", [params.star_arg]),
            ("keyword-only", params.kwonly_params),
            ("**", [params.star_kwarg]),
        ]
        for kind, group in kinds:
            for param in group:
                if isinstance(param, cst.Param):
                    self.parameters[param.name] = kind
                    self._occurs(param.name, "write", scope, "parameter")

    def _class(self, node: cst.ClassDef, scope: Scope) -> None:
        self._all(node.decorators, scope)
        outer = scope
        if node.type_parameters is not None:
            outer = self._opened("annotation", node.type_parameters, scope)
            self._visit(node.type_parameters, outer)
        for argument in (*node.bases, *node.keywords):
            self._visit(argument.value, outer)
        self._occurs(node.name, "write", scope, "class")
        self._visit(node.body, self._opened("class", node, outer))

    def _type_alias(self, node: cst.TypeAlias, scope: Scope) -> None:
        self._occurs(node.name, "write", scope, "class")
        inner = self._opened("annotation", node, scope)
        self._maybe(node.type_parameters, inner)
        self._visit(node.value, inner)

    def _type_variable(self, node: cst.TypeVar | cst.TypeVarTuple | cst.ParamSpec, scope: Scope) -> None:
        self._occurs(node.name, "write", scope, "type parameter")
        if isinstance(node, cst.TypeVar):
            self._maybe(node.bound, scope)

    def _comprehension(self, node: cst.BaseSimpleComp | cst.DictComp, scope: Scope) -> None:
        first = node.for_in
        self._visit(first.iter, scope)  # in the scope around (6.2.4)
        inner = self._opened("comprehension", node, scope)
        self._comp_for(first, inner)
        if isinstance(node, cst.DictComp):
            self._visit(node.key, inner)
            self._visit(node.value, inner)
        else:
            self._visit(node.elt, inner)

    def _comp_for(self, node: cst.CompFor, scope: Scope) -> None:
        self._bind(node.target, scope)
        self._all(node.ifs, scope)
        if node.inner_for_in is not None:
            self._visit(node.inner_for_in.iter, scope)
            self._comp_for(node.inner_for_in, scope)

    # -- what has names that are no variables ----------------------------------------------------------------------------------

    def _attribute(self, node: cst.Attribute, scope: Scope) -> None:
        self._visit(node.value, scope)

    def _argument(self, node: cst.Arg, scope: Scope) -> None:
        self._visit(node.value, scope)


class ModuleLevel(Collected):
    """The scopes and occurrences of a module, without the bodies of functions, lambdas and classes."""

    def _function(self, node: cst.FunctionDef, scope: Scope) -> None:
        self._occurs(node.name, "write", scope, "function")

    def _class(self, node: cst.ClassDef, scope: Scope) -> None:
        self._occurs(node.name, "write", scope, "class")

    def _lambda(self, node: cst.Lambda, scope: Scope) -> None:
        pass


def _params(params: cst.Parameters) -> list[cst.Param]:
    found = [
        *params.posonly_params,
        *params.params,
        params.star_arg,
        *params.kwonly_params,
        params.star_kwarg,
    ]
    return [param for param in found if isinstance(param, cst.Param)]


_CONSTANTS = frozenset({"None", "True", "False"})
"""Keywords that libcst has as names."""
_LEAVES = concrete(
    cst.BaseNumber,
    cst.SimpleString,
    cst.BaseAugOp,
    cst.BaseBinaryOp,
    cst.BaseCompOp,
    cst.LeftParen,
    cst.RightParen,
    cst.Comma,
)
_VISITS: dict[type[cst.CSTNode], str] = {
    cst.Name: "_name",
    cst.Assign: "_assign",
    cst.AnnAssign: "_ann_assign",
    cst.AugAssign: "_aug_assign",
    cst.NamedExpr: "_named",
    cst.For: "_for",
    cst.WithItem: "_with_item",
    cst.ExceptHandler: "_handler",
    cst.ExceptStarHandler: "_handler",
    cst.Del: "_delete",
    cst.Import: "_import",
    cst.ImportFrom: "_import_from",
    cst.Global: "_declared",
    cst.Nonlocal: "_declared",
    cst.MatchAs: "_match_as",
    cst.MatchStar: "_match_star",
    cst.MatchMapping: "_match_mapping",
    cst.MatchClass: "_match_class",
    cst.FunctionDef: "_function",
    cst.Lambda: "_lambda",
    cst.ClassDef: "_class",
    cst.TypeAlias: "_type_alias",
    cst.TypeVar: "_type_variable",
    cst.TypeVarTuple: "_type_variable",
    cst.ParamSpec: "_type_variable",
    cst.ListComp: "_comprehension",
    cst.SetComp: "_comprehension",
    cst.DictComp: "_comprehension",
    cst.GeneratorExp: "_comprehension",
    cst.Attribute: "_attribute",
    cst.Arg: "_argument",
}
