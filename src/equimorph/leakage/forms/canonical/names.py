"""The names that a member binds: its variables, labels and type parameters, and its own name where the text is one method."""

from __future__ import annotations

from mutators.java.tools.canonical.terms import Binding
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node

_FREE = frozenset({"field", "component"})
"""Variables that are visible outside of the member."""


class Names:
    """The meaning of a member's identifiers."""

    def __init__(self, method: Method) -> None:
        self._method = method
        self._data = method.source.data
        self._at: dict[int, tuple[bool, Binding]] = {}
        for declaration in method.scopes.declarations:
            if declaration.kind not in _FREE:
                self._bind(declaration)
        for label in method.scopes.labels:
            binding = Binding(label.node.start)
            self._at[label.node.start] = True, binding
            for jump in label.jumps:
                self._at[jump.named_children()[0].start] = False, binding
        self._parameters = self._type_parameters()
        self._own()

    def at(self, node: Node) -> tuple[bool, Binding] | None:
        """Return the binding of an identifier, and whether it is the declaration; None for a free name."""
        if node.type == "type_identifier":
            binding = self._parameters.get(self._data[node.start : node.end])
            return None if binding is None else (False, binding)
        return self._at.get(node.start)

    def type_text(self, node: Node) -> bytes:
        """Return the spelling of a type, without blanks and annotations before it."""
        while node.type == "annotated_type":
            node = node.children[-1]
        text = self._data[node.start : node.end]
        return text if text.isalnum() else b"".join(token.text for token in tokenize(text))

    def _bind(self, declaration: Declaration) -> None:
        node = declaration.type_node
        type_ = (
            None if declaration.inferred or node is None else self.type_text(node) + b"[]" * declaration.dims
        )
        binding = Binding(declaration.node.start, type_)
        self._at[declaration.node.start] = True, binding
        for reference in declaration.references:
            self._at[reference.node.start] = False, binding

    def _type_parameters(self) -> dict[bytes, Binding]:
        listed = self._method.root.child("type_parameters")
        bindings: dict[bytes, Binding] = {}
        for parameter in listed.named_children() if listed is not None else ():
            name = parameter.first("type_identifier")
            if name is not None:
                bindings[self._data[name.start : name.end]] = Binding(name.start)
        return bindings

    def _own(self) -> None:
        """Bind the name of the method, and where it calls itself without a receiver or on ``this``."""
        root = self._method.root
        name, parameters = root.child("name"), root.child("parameters")
        if root.type != "method_declaration" or name is None or parameters is None:
            return
        binding = Binding(name.start)
        self._at[name.start] = True, binding
        text = self._data[name.start : name.end]
        declared = [child.type for child in parameters.named_children()]
        declared = [kind for kind in declared if kind != "receiver_parameter"]
        for node in self._method.nodes:
            if node.type == "method_invocation":
                called, receiver = node.child("name"), node.child("object")
                arguments = node.child("arguments")
                if called is None or arguments is None or self._data[called.start : called.end] != text:
                    continue
                if (receiver is None and node.first("super") is None) or (
                    receiver is not None and receiver.type == "this"
                ):
                    argument_count = len(arguments.named_children())
                    varied = "spread_parameter" in declared
                    if argument_count == len(declared) or (varied and argument_count >= len(declared) - 1):
                        self._at[called.start] = False, binding
