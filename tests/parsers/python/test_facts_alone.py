"""Facts built from a view and the facts that they name, without a `Function`; what they name may be a stub."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import NoReturn

import libcst as cst
import pytest

from parsers.member import Change, Replacement
from parsers.python.effects.analysis import Effects
from parsers.python.flow.analysis import Flow
from parsers.python.function import Function, functions_of
from parsers.python.names.scopes import Scopes
from parsers.python.types.analysis import Types
from parsers.python.types.inference import Inference
from parsers.python.types.operators import Kinds
from parsers.python.view import PythonView
from parsers.source import SourceFile


class Bare(PythonView):
    """A view that has no facts."""

    untrusted = None

    def fault_of(self, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]) -> NoReturn:
        raise NotImplementedError

    @classmethod
    def of(cls, function: Function) -> Bare:
        return cls(*[getattr(function, field.name) for field in fields(function)])


def bare(text: str) -> Bare:
    [function] = functions_of(SourceFile.from_text(text, language="python"))
    return Bare.of(function)


def returned(view: PythonView) -> cst.BaseExpression:
    value = view.all(cst.Return)[-1].value
    assert value is not None
    return value


@pytest.mark.parametrize(("kinds", "runs"), [(None, True), (frozenset({"int"}), False)])
def test_a_sum_runs_code_unless_types_know_the_operands(kinds: Kinds, runs: bool) -> None:
    class Known(Types):
        def kinds(self, node: cst.BaseExpression) -> Kinds:
            return kinds

    view = bare("def f(a, b):\n    return a + b\n")
    scopes = Scopes(view)
    flow = Flow(view, scopes)
    assert Effects(scopes, flow, Known(view, scopes, flow)).of(returned(view)).runs is runs


def test_names_are_bound_as_flow_says() -> None:
    class Unbound(Flow):
        def bound_at(self, variable: object, node: cst.CSTNode) -> bool:
            return False

    view = bare("def f(a):\n    return a\n")
    scopes = Scopes(view)
    found = [flow_class(view, scopes) for flow_class in (Flow, Unbound)]
    raises = [Effects(scopes, flow, Types(view, scopes, flow)).of(returned(view)).raises for flow in found]
    assert raises == [False, True]


@pytest.mark.parametrize(
    ("known", "kinds"),
    [({"x": {"int"}}, {"int"}), ({"x": {"int", "float"}}, {"int", "float"}), ({}, None)],
)
def test_a_name_is_of_the_classes_of_its_bindings(
    known: Mapping[str, set[str]], kinds: set[str] | None
) -> None:
    view = bare("def f():\n    x = g()\n    return x\n")
    scopes = Scopes(view)
    [target] = [name for name in view.all(cst.Name) if name is view.all(cst.AssignTarget)[0].target]
    bindings = {target: frozenset(known["x"])} if known else {}
    assert Inference(scopes, Flow(view, scopes), bindings).kinds(returned(view)) == kinds


def test_facts_ask_for_nothing_that_they_do_not_name() -> None:
    compared = 0
    source = SourceFile(
        Path(cst.__file__).with_name("_nodes").joinpath("op.py").read_bytes(), language="python"
    )
    for function in functions_of(source):
        if function.untrusted:
            continue
        view = Bare.of(function)
        scopes = Scopes(view)
        flow = Flow(view, scopes)
        types = Types(view, scopes, flow)
        effects = Effects(scopes, flow, types)
        for node in view.nodes:
            if isinstance(node, cst.BaseExpression):
                assert types.kinds(node) == function.types.kinds(node)
                assert effects.of(node).runs == function.effects.of(node).runs
                compared += 1
    assert compared > 100
