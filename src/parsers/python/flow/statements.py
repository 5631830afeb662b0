"""The points of statements, and of the body of a function as a whole (LR 7, 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import libcst as cst

from parsers.python.flow.expressions import truth_of
from parsers.python.flow.graph import Access
from parsers.python.flow.patterns import Patterns


class Statements(Patterns):
    """Puts the points of statements into a graph."""

    @classmethod
    def of(cls, frame: cst.FunctionDef | cst.Lambda | cst.GeneratorExp) -> Statements:
        """Return the builder of the graph of a body that runs at a time of its own."""
        made = cls()
        if isinstance(frame, cst.GeneratorExp):
            made.comprehension(frame.for_in, lambda: made.evaluate(frame.elt))
        else:
            made.parameters(frame.params)
            made.run(frame.body) if isinstance(frame, cst.FunctionDef) else made.evaluate(frame.body)
        return made

    def run(self, node: cst.CSTNode) -> None:
        """Add the points of a statement, or of a body."""
        start = self.point()
        special = _STATEMENTS.get(type(node))
        if special is not None:
            special(self, node)
        elif isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite | cst.IndentedBlock):
            for statement in node.body:
                self.run(statement)
        else:
            self._children(node)
        self.graph.spans.setdefault(node, []).append((start, len(self.graph.after)))
        self.graph.ends.setdefault(node, []).append(self.at)

    # -- simple statements (LR 7) --------------------------------------------------------------------------------------------

    def _assign(self, node: cst.Assign) -> None:
        self.evaluate(node.value)
        for target in node.targets:
            self.assign(target.target)

    def _annotated(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            self.evaluate(node.value)
        if node.value is not None or not isinstance(node.target, cst.Name):
            self.assign(node.target)
        self._annotation(node.annotation)

    def _annotation(self, node: cst.Annotation | None) -> None:
        """Add the points of an annotation, which are passed by in a function, and by ``from __future__ import annotations``."""
        if node is not None:
            before = self.at
            self.evaluate(node.annotation)
            self.join([before, self.at])

    def _augmented(self, node: cst.AugAssign) -> None:
        self.evaluate(node.target)
        self.evaluate(node.value)
        self.assign(node.target)

    def _delete(self, node: cst.Del) -> None:
        self.delete(node.target)

    def _return(self, node: cst.Return) -> None:
        self._children(node)
        self.jump("return")

    def _raise(self, node: cst.Raise) -> None:
        self._children(node)
        self.at = None

    def _break(self, node: cst.Break) -> None:
        self.jump("break")

    def _continue(self, node: cst.Continue) -> None:
        self.jump("continue")

    def _assert(self, node: cst.Assert) -> None:
        before = self.at  # ``python -O`` evaluates nothing of it
        self.evaluate(node.test)
        passed = self.at
        if node.msg is not None:
            self.evaluate(node.msg)
        self.join([before, passed])

    def _import(self, node: cst.Import | cst.ImportFrom) -> None:
        if isinstance(node.names, cst.ImportStar):
            return
        for alias in node.names:
            name: cst.BaseExpression = alias.name if alias.asname is None else alias.asname.name
            while isinstance(name, cst.Attribute):
                name = name.value
            assert isinstance(name, cst.Name)
            self.access(Access.WRITE, name)

    def _declaration(self, node: cst.Global | cst.Nonlocal) -> None:
        """Add nothing: names are only declared."""

    def _alias(self, node: cst.TypeAlias) -> None:
        self.access(Access.WRITE, node.name)

    # -- compound statements (LR 8) ------------------------------------------------------------------------------------------

    def _if(self, node: cst.If) -> None:
        self.evaluate(node.test)
        test = self.at
        self.run(node.body)
        ends = [self.at]
        self.at = test
        self._otherwise(node.orelse)
        self.join([*ends, self.at])

    def _otherwise(self, node: cst.If | cst.Else | None) -> None:
        if isinstance(node, cst.Else):
            self.run(node.body)
        elif node is not None:
            self.run(node)

    def _while(self, node: cst.While) -> None:
        head = self.point()
        self.evaluate(node.test)
        test, truth = self.at, truth_of(node.test)
        if truth is False:
            self.at = None
        breaks = self.loop(head, lambda: self.run(node.body))
        self.at = None if truth else test
        self._otherwise(node.orelse)
        self.join([self.at, *breaks])

    def _for(self, node: cst.For) -> None:
        self.evaluate(node.iter)
        head = self.point()

        def body() -> None:
            self.assign(node.target)
            self.run(node.body)

        breaks = self.loop(head, body)
        self.at = head
        self._otherwise(node.orelse)
        self.join([self.at, *breaks])

    def _try(self, node: cst.Try | cst.TryStar) -> None:
        if node.finalbody is None:
            self._handled(node)
        else:
            last = node.finalbody.body
            self.protected(lambda: self._handled(node), lambda: self.run(last))

    def _handled(self, node: cst.Try | cst.TryStar) -> None:
        if not node.handlers:  # there is a finally
            self.run(node.body)
            return
        raises = self.guarded(lambda: self.run(node.body))
        self._otherwise(node.orelse)
        end = self.at
        self.join(raises)
        handle = self._groups if isinstance(node, cst.TryStar) else self._handlers
        self.join([end, *handle(node.handlers)])

    def _handlers(self, handlers: Sequence[cst.ExceptHandler | cst.ExceptStarHandler]) -> list[int | None]:
        """Add the points of ``except`` clauses; return where they end."""
        ends: list[int | None] = []
        for handler in handlers:
            if handler.type is not None:
                self.evaluate(handler.type)
            test = self.at
            self._handler(handler)
            ends.append(self.at)
            self.at = test
        return ends

    def _groups(self, handlers: Sequence[cst.ExceptHandler | cst.ExceptStarHandler]) -> list[int | None]:
        """Add the points of ``except*`` clauses, of which several may run, whatever the others raise (LR 8.4.2)."""
        head = self.point()
        for handler in handlers:
            self.at = head
            if handler.type is not None:
                self.evaluate(handler.type)
            raises = self.guarded(lambda handler=handler: self._handler(handler))  # type: ignore[misc]
            for point in (self.at, *raises):
                self.edge(point, head)
        return [head]

    def _handler(self, handler: cst.ExceptHandler | cst.ExceptStarHandler) -> None:
        start = self.point()
        name = handler.name.name if handler.name is not None else None
        if isinstance(name, cst.Name):
            bound = name
            self.access(Access.WRITE, bound)
            self.protected(lambda: self.run(handler.body), lambda: self.access(Access.UNBIND, bound))
        else:
            self.run(handler.body)
        self.graph.spans.setdefault(handler, []).append((start, len(self.graph.after)))

    def _with(self, node: cst.With) -> None:
        self._entered(node, 0)

    def _entered(self, node: cst.With, index: int) -> None:
        """Add the points of the items from an index on, and of the body; what is entered may swallow exceptions (LR 8.5)."""
        if index == len(node.items):
            self.run(node.body)
            return
        item = node.items[index]
        self.evaluate(item.item)

        def body() -> None:
            self.point()
            if item.asname is not None:
                self.assign(item.asname.name)
            self._entered(node, index + 1)

        raises = self.guarded(body)
        self.join([self.at, *raises])

    def _match(self, node: cst.Match) -> None:
        self.evaluate(node.subject)
        misses: list[int | None] = [self.at]
        ends: list[int | None] = []
        for case in node.cases:
            self.join(misses)
            start = self.point()
            misses = self.match(case.pattern)
            if case.guard is not None:
                self.evaluate(case.guard)
                misses.append(self.at)
            self.run(case.body)
            ends.append(self.at)
            self.graph.spans.setdefault(case, []).append((start, len(self.graph.after)))
        self.join([*misses, *ends])

    def _function(self, node: cst.FunctionDef) -> None:
        for decorator in node.decorators:
            self.evaluate(decorator.decorator)
        self.defaults(node.params)
        given = node.params
        named = (*given.posonly_params, *given.params, given.star_arg, *given.kwonly_params, given.star_kwarg)
        notes = [one.annotation for one in named if isinstance(one, cst.Param)]
        for note in (*notes, node.returns):
            self._annotation(note)
        self.later.append(node)
        self.access(Access.WRITE, node.name)

    def _class(self, node: cst.ClassDef) -> None:
        for decorator in node.decorators:
            self.evaluate(decorator.decorator)
        for arg in (*node.bases, *node.keywords):
            self.evaluate(arg)
        self.run(node.body)
        self.access(Access.WRITE, node.name)


_STATEMENTS: dict[type[cst.CSTNode], Callable[[Statements, cst.CSTNode], None]] = {  # each takes its own kind
    cst.Assign: Statements._assign,  # type: ignore[dict-item]
    cst.AnnAssign: Statements._annotated,  # type: ignore[dict-item]
    cst.AugAssign: Statements._augmented,  # type: ignore[dict-item]
    cst.Del: Statements._delete,  # type: ignore[dict-item]
    cst.Return: Statements._return,  # type: ignore[dict-item]
    cst.Raise: Statements._raise,  # type: ignore[dict-item]
    cst.Break: Statements._break,  # type: ignore[dict-item]
    cst.Continue: Statements._continue,  # type: ignore[dict-item]
    cst.Assert: Statements._assert,  # type: ignore[dict-item]
    cst.Import: Statements._import,  # type: ignore[dict-item]
    cst.ImportFrom: Statements._import,  # type: ignore[dict-item]
    cst.Global: Statements._declaration,  # type: ignore[dict-item]
    cst.Nonlocal: Statements._declaration,  # type: ignore[dict-item]
    cst.TypeAlias: Statements._alias,  # type: ignore[dict-item]
    cst.If: Statements._if,  # type: ignore[dict-item]
    cst.While: Statements._while,  # type: ignore[dict-item]
    cst.For: Statements._for,  # type: ignore[dict-item]
    cst.Try: Statements._try,  # type: ignore[dict-item]
    cst.TryStar: Statements._try,  # type: ignore[dict-item]
    cst.With: Statements._with,  # type: ignore[dict-item]
    cst.FunctionDef: Statements._function,  # type: ignore[dict-item]
    cst.ClassDef: Statements._class,  # type: ignore[dict-item]
    cst.Match: Statements._match,  # type: ignore[dict-item]
}
