"""Patches of the facts of values: constants, arithmetic, effects."""

from __future__ import annotations

from tests.sabotage.patch import Patch

REORDER = "tests/mutators/test_reorder_condition.py"
CONSTANTS = "tests/parsers/java/test_constants.py"
ARITHMETIC = "tests/parsers/java/test_arithmetic.py"
EFFECTS = "tests/parsers/java/test_effects.py"

PATCHES = (
    Patch(
        "parsers/java/effects/model.py",
        "if a.writes & (b.reads | b.writes) or (",
        "if (",
        f"{REORDER}::test_refused",
    ),
    Patch(
        "parsers/java/effects/model.py",
        "(a.writes_heap and (b.reads_fields or b.writes_heap))",
        "False",
        f"{REORDER}::test_volatile_reads_keep_their_order",
    ),
    Patch(
        "parsers/java/effects/model.py",
        "if one.throws and other.throws:",
        "if one.throws and not other:",
        f"{REORDER}::test_refused",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "if reason is None and ordered_reads(one, other):",
        "if reason and ordered_reads(one, other):",
        f"{REORDER}::test_volatile_reads_keep_their_order",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "return arithmetic.cast(value, type_) or NOT_CONSTANT",
        "return value",
        f"{CONSTANTS}::test_values",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "return arithmetic.conditional(*values)",
        "return arithmetic.conditional(values[0], values[2], values[1])",
        f"{CONSTANTS}::test_values",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "if len(values) < len(parts): return _UNDECIDED",
        "if len(values) < len(parts): return NOT_CONSTANT",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "if reference.uncertain or not reference.declaration.proven: return _UNDECIDED",
        "if False: return _UNDECIDED",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "if variable is not None or not certain: return None",
        "if not certain: return None",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "if variable is not None or not certain: return None",
        "if variable is not None: return None",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "if name in owner.locals_around: return None, False",
        "pass",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "if names is None or name in names: return None, False",
        "if names is None: return None, False",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "if names is None or name in names: return None, False",
        "if names and name in names: return None, False",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "_UNDECIDED if type_.is_unknown or (",
        "_UNDECIDED if (",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "return name if package is not None and self._file.means(name, package) and not hidden else None",
        "return name if package is not None and not hidden else None",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/constants.py",
        'case "ternary_expression", 3:',
        'case "ternary_expression", 4:',
        f"{CONSTANTS}::test_constants_whose_value_is_not_computed",
    ),
    Patch(
        "parsers/java/values/constants.py",
        "class_ is not None else None return Constant(*found) if found is not None else _UNDECIDED",
        "class_ is not None else None\n        return Constant(*found) if found is not None else NOT_CONSTANT",
        f"{CONSTANTS}::test_names_that_nobody_sees",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        "value - (1 << bits) if value >> (bits - 1) else value",
        "value - (1 << bits) if value >> bits else value",
        f"{ARITHMETIC}::test_literals",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        "return value & 0xFFFF",
        "return value & 0x7FFF",
        f"{ARITHMETIC}::test_casts",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        'end - at < (3 if char in "0123" else 2)',
        "end - at < 3",
        f"{ARITHMETIC}::test_literals",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        'wide = "long" if type_ == "long" else "int"',
        'wide = "long"',
        f"{ARITHMETIC}::test_casts",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        "0 if math.isnan(value) else high",
        "high if math.isnan(value) else high",
        f"{ARITHMETIC}::test_casts",
    ),
    Patch(
        "parsers/java/values/arithmetic.py", "b &= bits - 1", "pass", f"{ARITHMETIC}::test_binary_operators"
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        "near = math.nextafter(near, math.inf if exact > near else -math.inf)",
        "pass",
        f"{ARITHMETIC}::test_literals",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        'str(value).lower() if operand.type == "boolean" else str(value)',
        "str(value)",
        f"{ARITHMETIC}::test_binary_operators",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        "_wrap(-value, type_) if isinstance(value, int) else -value",
        "-value",
        f"{ARITHMETIC}::test_unary_operators",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        'if operand.type in ("float", "double") or value is None:',
        "if value is None:",
        f"{ARITHMETIC}::test_binary_operators",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        'bool(a and b) if operator in ("&&", "&") else bool(a or b)',
        'bool(a and b) if operator == "&&" else bool(a or b)',
        f"{ARITHMETIC}::test_binary_operators",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        "return _promote(yes.type, no.type)",
        "return yes.type",
        f"{ARITHMETIC}::test_conditional_expressions",
    ),
    Patch(
        "parsers/java/values/arithmetic.py",
        'return None if operator in ("/", "%") and type_ in _INTEGRAL else Constant(type_, None)',
        "return Constant(type_, None)",
        f"{ARITHMETIC}::test_binary_operators",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        'return PLAIN_READ if declaration.kind == "component" else FIELD_READ',
        "return PLAIN_READ",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "return FIELD_READ if info.volatile else PLAIN_READ",
        "return PLAIN_READ",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "return PURE if info.constant or info.owner is self._view.enclosing[0] else PLAIN_READ",
        "return PURE",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/effects/model.py",
        "return self.reads_heap or self.reads_final",
        "return self.reads_heap",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "return PURE if info.owner.is_plain_record else FINAL_READ",
        "return PURE",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "local | FINAL_READ if reference.captured and self._is_kept_in_object(node, declaration) else local",
        "local",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/names/classes.py",
        "if name in table.SERIALIZABLE:",
        "if False:",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/names/written.py",
        'member.type == "compact_constructor_declaration" or',
        "",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        'return read if object_.type in ("this", "super") else read | MAY_NPE',
        "return read",
        f"{EFFECTS}::test_what_may_be_thrown",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        'return local if proven and reference.declaration.kind not in ("field", "component") else local | STORE',
        "return local if proven else local | STORE",
        f"{EFFECTS}::test_operands_in_their_file",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "return parts | MAY_NPE if self.unboxing(left, right) or self.unboxing(right, left) else parts",
        "return parts | MAY_NPE if self.unboxing(left, right) else parts",
        f"{EFFECTS}::test_operands_of_a_method_alone",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "if not isinstance(divisor, Constant) or not divisor.value:",
        "if not isinstance(divisor, Constant):",
        f"{EFFECTS}::test_what_may_be_thrown",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        'not any(type_.unboxed.name in ("float", "double") for type_ in types)',
        'not any(type_.unboxed.name == "double" for type_ in types)',
        f"{EFFECTS}::test_operands_of_a_method_alone",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "MAY_NPE if from_.is_boxed else MAY_THROW",
        "MAY_NPE",
        f"{EFFECTS}::test_what_may_be_thrown",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "and from_.name == to.name and from_.dims == to.dims",
        "and from_.name == to.name",
        f"{EFFECTS}::test_what_may_be_thrown",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        'to.name == "Object" and not to.dims',
        'to.name == "Object"',
        f"{EFFECTS}::test_what_may_be_thrown",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "if fact is None or not fact.pure or not fits(fact, map(self._types.of, arguments)):",
        "if fact is None or not fact.pure:",
        f"{EFFECTS}::test_what_may_be_thrown",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "if fact is None or not fact.pure or",
        "if fact is None or",
        f"{EFFECTS}::test_conventional_purity",
    ),
    Patch(
        "parsers/java/effects/analysis.py",
        "if not found.writes_heap or self._types.arguments(node) or parts.writes_heap or not is_getter(text):",
        "if not found.writes_heap or parts.writes_heap or not is_getter(text):",
        f"{EFFECTS}::test_conventional_purity",
    ),
    Patch(
        "parsers/java/effects/calls.py",
        "and not _NO_GETTER.fullmatch(name)",
        "",
        f"{EFFECTS}::test_conventional_purity",
    ),
    Patch(
        "parsers/java/effects/calls.py",
        "reads_heap=fact.reads, throws=_THROW_LEVEL[fact.throws]",
        "throws=_THROW_LEVEL[fact.throws]",
        f"{EFFECTS}::test_operands_of_a_method_alone",
    ),
)
