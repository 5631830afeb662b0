"""Facts built from a view and the facts that they name, without a `Method`; what they name may be a stub."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import NoReturn

import pytest

from parsers.java.effects.analysis import EffectAnalysis
from parsers.java.effects.model import Effects
from parsers.java.flow.analysis import Flow
from parsers.java.flow.completion import Completion
from parsers.java.method import Method, methods_of
from parsers.java.names.scopes import Scopes
from parsers.java.syntax.tree import Node
from parsers.java.types.spelling import Spelling
from parsers.java.types.types import INT, STRING, UNKNOWN, Type, Types
from parsers.java.values.constants import NOT_CONSTANT, Condition, Constant, Constants, NotConstant
from parsers.java.values.nullness import Nullness
from parsers.java.view import JavaView
from parsers.member import Change, Replacement
from parsers.source import SourceFile
from tests.laws.corpus import SUBJECTS


class Bare(JavaView):
    """A view that has no facts."""

    untrusted = None

    def fault_of(self, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]) -> NoReturn:
        raise NotImplementedError

    @classmethod
    def of(cls, method: Method) -> Bare:
        return cls(*[getattr(method, field.name) for field in fields(method)])


def bare(text: str) -> Bare:
    [method] = methods_of(SourceFile.from_text(text))
    return Bare.of(method)


def last(view: JavaView, kind: str) -> Node:
    return [node for node in view.nodes if node.type == kind][-1]


class TypesByName(Types):
    """Types of variables that a test sets."""

    def __init__(self, view: JavaView, types: Mapping[str, Type]) -> None:
        super().__init__(view, Scopes(view))
        self._by_name = types

    def of(self, node: Node) -> Type:
        return self._by_name[self._text(node)]


class ConstantsByName(Constants):
    """Constants and conditions that a test sets."""

    def __init__(
        self, view: JavaView, values: Mapping[str, Constant], condition: Condition = Condition.UNKNOWN
    ) -> None:
        self._text = view.node_text
        self._values = values
        self._condition = condition

    def value(self, node: Node) -> Constant | NotConstant:
        return self._values.get(self._text(node), NOT_CONSTANT)

    def condition(self, node: Node) -> Condition:
        return self._condition


def effects(expression: str, types: Mapping[str, Type], values: Mapping[str, Constant]) -> Effects:
    view = bare(f"void f(T a, T b) {{ x = {expression}; }}")
    analysis = EffectAnalysis(view, Scopes(view), TypesByName(view, types), ConstantsByName(view, values))
    value = last(view, "assignment_expression").child("right")
    assert value is not None
    return analysis.of(value)


@pytest.mark.parametrize(
    ("divisor", "throws"), [(None, True), (Constant("int", 0), True), (Constant("int", 2), False)]
)
def test_a_division_throws_unless_constants_know_the_divisor(divisor: Constant | None, throws: bool) -> None:
    values = {"b": divisor} if divisor is not None else {}
    assert bool(effects("a / b", {"a": INT, "b": INT}, values).throws) is throws


@pytest.mark.parametrize(("type_", "calls"), [(UNKNOWN, True), (STRING, False), (INT, False)])
def test_a_sum_calls_nothing_if_the_types_print_quietly(type_: Type, calls: bool) -> None:
    assert effects("a + b", {"a": STRING, "b": type_}, {}).writes_heap is calls


@pytest.mark.parametrize(
    ("condition", "completes", "certain"),
    [
        (Condition.TRUE, False, True),
        (Condition.FALSE, True, True),
        (Condition.VARIES, True, True),
        (Condition.UNKNOWN, True, False),
    ],
)
def test_a_loop_completes_as_its_condition_says(condition: Condition, completes: bool, certain: bool) -> None:
    view = bare("void f() { while (c) { } }")
    flow = Completion(view, ConstantsByName(view, {}, condition))
    loop = last(view, "while_statement")
    assert (flow.completes(loop), flow.certain(loop)) == (completes, certain)


@pytest.mark.parametrize("completes", [True, False])
def test_a_test_shows_something_behind_it_if_its_branch_does_not_complete(completes: bool) -> None:
    class Known(Completion):
        def completes(self, node: Node) -> bool:
            return completes

    view = bare("void f(Object o) { if (o == null) stop(); use(o); }")
    scopes = Scopes(view)
    types, constants = Types(view, scopes), ConstantsByName(view, {})
    nullness = Nullness(view, scopes, types, constants, Known(view, constants))
    [argument] = types.arguments(last(view, "method_invocation"))
    assert nullness.is_not_null(argument) is not completes


@pytest.mark.parametrize("path", sorted(SUBJECTS.glob("*.java"))[:6], ids=lambda path: path.stem)
def test_facts_ask_for_nothing_that_they_do_not_name(path: Path) -> None:
    compared = 0
    for method in methods_of(SourceFile(path.read_bytes())):
        if method.untrusted:
            continue
        view = Bare.of(method)
        scopes = Scopes(view)
        types = Types(view, scopes)
        constants = Constants(view, scopes, types)
        flow = Flow(view, scopes, constants)
        nullness = Nullness(view, scopes, types, constants, flow)
        spelling = Spelling(view, scopes, types)
        analysis = EffectAnalysis(view, scopes, types, constants)
        for mine, node in zip(view.nodes, method.nodes, strict=True):
            assert types.of(mine) == method.types.of(node)
            assert constants.value(mine) == method.constants.value(node)
            assert flow.completes(mine) == method.flow.completes(node)
            assert analysis.of(mine).throws == method.effects.of(node).throws
            assert nullness.is_not_null(mine) == method.nullness.is_not_null(node)
            compared += 1
        assert [spelling.of(one) for one in scopes.declarations] == [
            method.spelling.of(one) for one in method.scopes.declarations
        ]
    assert compared > 100
