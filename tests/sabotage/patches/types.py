"""Patches of the facts of types: names, expressions, spellings, the classes of a file."""

from __future__ import annotations

from tests.sabotage.patch import Patch

SPELLING = "tests/parsers/java/test_spelling.py"
SKETCH = "tests/mutators/test_sketch.py"
INFERENCE = "tests/parsers/java/test_inference.py"
TYPES = "tests/parsers/java/test_types.py"
CLASSES = "tests/parsers/java/test_classes.py"

PATCHES = (
    Patch(
        "parsers/java/types/spelling.py",
        "is_inferred(self._view.node_text(node), self._file)",
        "False",
        "tests/mutators/test_base.py::test_example",
    ),
    Patch(
        "mutators/java/ternary_to_if/target.py",
        "if value is None or variable is None:",
        "if value is None:",
        "tests/laws/test_newer_java.py::test_no_mutator_breaks_down",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "names.update(other.name for other in more)",
        "pass",
        f"{SKETCH}::test_a_method_keeps_its_name",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        'text + "[]" * declaration.dims',
        "text",
        f"{SPELLING}::test_declared_types",
    ),
    Patch("parsers/java/types/spelling.py", ' + "[]" * info.dims', "", f"{SPELLING}::test_fields"),
    Patch(
        "parsers/java/types/spelling.py",
        "if name in info.nested or name in info.type_parameters:",
        "if name in info.nested:",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "if brought is None or name in brought:",
        "if brought and name in brought:",
        f"{SPELLING}::test_in_a_file_that_inherits_from_elsewhere_nothing_is_certain_but_primitives",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "if brought is None or name in brought:",
        "if brought is None:",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "if names & self._names_inside(type_.place):",
        "if False:",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "return inside if within else own | inside",
        "return inside",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "return inside if within else own | inside",
        "return own | inside",
        f"{SPELLING}::test_where_a_type_means_the_same",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "self._view.start <= place < self._view.end",
        "self._view.start <= place",
        f"{SPELLING}::test_the_type_of_a_field_of_another_class",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "return all(self._binder(name, here) is self._binder(name, there) for name in names)",
        "return all(self._binder(name, here) in (None, *there) for name in names)",
        f"{SPELLING}::test_the_type_of_a_field_of_another_class",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "if info.is_local and info.start < self._view.start and name in self._file.local_types:",
        "if False:",
        f"{SPELLING}::test_the_type_of_a_field_of_another_class",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        'if info.kind == "enum" and name in table.MEMBER_TYPES_OF_ENUM:',
        "if False:",
        f"{SPELLING}::test_the_type_of_a_field_of_another_class",
    ),
    Patch(
        "parsers/java/types/spelling.py",
        "if info.constant:",
        "if False:",
        f"{SPELLING}::test_the_type_of_a_field_of_another_class",
    ),
    Patch(
        "parsers/java/names/written.py",
        "return type_text(parts[0], data) if len(parts) == 1 else None",
        "return type_text(parts[0], data)",
        f"{SPELLING}::test_types_of_statements",
    ),
    Patch(
        "parsers/java/names/written.py",
        "(_WORD.match(token) and _WORD.match(text[-1:]))",
        "_WORD.match(token)",
        f"{SPELLING}::test_declared_types",
    ),
    Patch(
        "parsers/java/types/inference.py",
        'if inner.type not in ("ternary_expression", "switch_expression"):',
        "if False:",
        f"{INFERENCE}::test_certain",
    ),
    Patch(
        "parsers/java/types/inference.py",
        "if file.certain else ()",
        "",
        f"{INFERENCE}::test_calls_in_their_file",
    ),
    Patch(
        "parsers/java/types/inference.py",
        "return called.name in table.INFERRED",
        "return False",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/types/inference.py",
        "return not around or called.may_be_imported",
        "return not around",
        f"{INFERENCE}::test_a_method_that_is_not_inherited_leaves_the_imported_one",
    ),
    Patch(
        "parsers/java/types/inference.py",
        "return overloads is None or",
        "return overloads is not None and",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/types/inference.py",
        "return self._bare and any(",
        "return any(",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/types/inference.py",
        'if negated and any(result.type == "null_literal" for result in results):',
        "if False:",
        f"{INFERENCE}::test_hinges",
    ),
    Patch(
        "parsers/java/table.py",
        "Stack TransferQueue",
        "Stack Optional TransferQueue",
        f"{TYPES}::test_table_of_what_can_be_iterated_over",
    ),
    Patch(
        "parsers/java/table.py",
        'MAPS = frozenset({"Map",',
        'MAPS = frozenset({"Map", "List",',
        f"{TYPES}::test_table_of_what_can_be_iterated_over",
    ),
    Patch(
        "parsers/java/types/types.py",
        'LONG if self._text(node)[-1] in "lL" else INT',
        'LONG if self._text(node)[-1] in "L" else INT',
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/types.py",
        'FLOAT if self._text(node)[-1] in "fF" else DOUBLE',
        'FLOAT if self._text(node)[-1] in "fFdD" else DOUBLE',
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/types.py",
        'if reference.uncertain or reference.access == "label"',
        'if reference.access == "label"',
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/types.py",
        "self.names.of_type(element).array(dims) if element",
        "self.names.of_type(element).array(1) if element",
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/types.py",
        "return found if found.is_boxed else replace(found, proper=True)",
        "return found",
        f"{TYPES}::test_what_may_unbox",
    ),
    Patch(
        "parsers/java/types/types.py",
        'return promoted(self._child(node, "operand"))',
        'return self._child(node, "operand")',
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/types.py",
        "if sign in SHIFTS: return promoted(left)",
        "if sign in SHIFTS: return promoted(left, right)",
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/types.py",
        'return Type("short")',
        'return Type("byte")',
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/types.py",
        '& {"long", "float", "double"}:',
        '& {"int", "long", "float", "double"}:',
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/types.py",
        'if fact.result == "same" and types[0].unboxed == CHAR',
        "if types[0].unboxed == CHAR",
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/types.py",
        "_ANYWHERE.get(method) if count == 0 else None",
        "_ANYWHERE.get(method)",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/types.py",
        'and receiver.declared.kind == "enum"',
        "",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/types.py",
        "if receiver.dims == 0 and receiver.package:",
        "if receiver.package:",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "return self.dims == 0 and self.name in _PRIMITIVE",
        "return self.name in _PRIMITIVE",
        f"{TYPES}::test_predicates",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        'return self.dims == 0 and self.package == "java.lang" and self.name in',
        'return self.package == "java.lang" and self.name in',
        f"{TYPES}::test_predicates",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        'if self.is_primitive or self.dims or self.name == "null":',
        'if self.is_primitive or self.name == "null":',
        f"{TYPES}::test_what_may_unbox",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "return not self.proper or self.is_boxed",
        "return self.is_boxed",
        f"{TYPES}::test_what_may_unbox",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "replace(self, dims=self.dims + dims) if dims",
        "replace(self, dims=dims) if dims",
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "if not names <= set(_NUMERIC):",
        "if names.isdisjoint(_NUMERIC):",
        f"{TYPES}::test_promotion_of_what_is_not_known",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        'FLOAT if "float" in names else LONG if "long" in names else INT',
        'LONG if "long" in names else FLOAT if "float" in names else INT',
        f"{TYPES}::test_expressions",
    ),
    Patch(
        "parsers/java/types/type_names.py", 'dims += text.count("[")', "pass", f"{TYPES}::test_expressions"
    ),
    Patch(
        "parsers/java/types/type_names.py",
        'known = qualifier == package and "java" not in self._file.declared',
        "known = qualifier == package",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "if not self._file.certain or name in self._file.type_variables or name",
        "if not self._file.certain or name",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "if found.parent is not None and name not in found.parent.nested:",
        "if False:",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "if any(self._file.member_types(above, beyond) is None for",
        "if any(False for",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "return found if found.parent is None else None",
        "return found",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        'and not self._variable(head) and "java" not in self._file.declared',
        "and not self._variable(head)",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "if self._scopes.may_inherit(name, offset) or self._perhaps_variable(name, offset):",
        "if self._scopes.may_inherit(name, offset):",
        f"{TYPES}::test_names_in_their_file",
    ),
    Patch(
        "parsers/java/types/type_names.py",
        "variable = name in self._file.type_variables or",
        "variable =",
        f"{TYPES}::test_what_may_unbox",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "if info.start <= offset < info.end and not (found and found[-1].start < info.body_start):",
        "if info.start <= offset < info.end:",
        f"{CLASSES}::test_a_class_among_the_arguments_of_an_anonymous_class",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "if info.start <= offset < info.end and",
        "if info.start <= offset <= info.end and",
        f"{CLASSES}::test_around_nothing",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "if name in self.declared: return False",
        "pass",
        f"{CLASSES}::test_means",
    ),
    Patch(
        "parsers/java/names/classes.py",
        'return package == "java.lang" or not self.whole or package in',
        "return not self.whole or package in",
        f"{CLASSES}::test_means",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "if more is None: return None",
        "if more is None: continue",
        f"{CLASSES}::test_field_names",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "found |= info.nested pending",
        "pending",
        f"{CLASSES}::test_member_types_of_a_supertype_are_those_of_all_above",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "pending += [(above, self.around(info.start)[1:]) for above in info.supertypes]",
        "pass",
        f"{CLASSES}::test_member_types_that_a_supertype_may_bring",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "package is not None and super_name not in table.MEMBER_TYPES and",
        "package is not None and",
        f"{CLASSES}::test_member_types_that_a_supertype_may_bring",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "if len(candidates) != 1 or name in self.type_variables or name",
        "if len(candidates) != 1 or name",
        f"{CLASSES}::test_a_name_that_may_mean_another_type",
    ),
)
