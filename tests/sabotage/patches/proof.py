"""Faults of the checker of byte code, which wrong pairs must show, and of what gives it rows and trees."""

from __future__ import annotations

from tests.sabotage.patch import Patch

_WORKER = "parsers/oracles/prover/worker"
_TESTS = "tests/parsers/oracles/prover"
_VERB = "tests/equimorph/proving/test_verb.py"
_PROVE = "tests/equimorph/proving/test_prove.py"
_KILL = "tests/equimorph/projects/test_kill.py"
_CHECKER = "tests/equimorph/proving/test_checker.py"


def _wrong(pair: str) -> str:
    return f"{_TESTS}/test_wrong_pairs.py::test_what_behaves_differently_is_not_proved[{pair}]"


def _right(pair: str) -> str:
    return f"{_TESTS}/test_right_pairs.py::test_what_does_the_same_is_proved[{pair}]"


def _outside(pair: str) -> str:
    return (
        f"{_TESTS}/test_outside_the_bodies.py::test_what_differs_outside_the_bodies_is_not_proved[asm-{pair}]"
    )


def _planted(row: str) -> str:
    return f"{_TESTS}/test_whole_class_files.py::test_a_change_of_what_is_compared_is_not_proved[asm-{row}]"


PATCHES = (
    # NaN
    Patch(
        f"{_WORKER}/Condition.java",
        "? new Condition(terms.ordered(Op.FLT, y, x), true)",
        "? new Condition(terms.ordered(Op.FLE, x, y), false)",
        _wrong("not more, of floats"),
    ),
    Patch(
        f"{_WORKER}/Condition.java",
        ": new Condition(terms.ordered(Op.FLT, x, y), true);",
        ": new Condition(terms.ordered(Op.FLE, y, x), false);",
        _wrong("not less, of doubles"),
    ),
    # Terms
    Patch(
        f"{_WORKER}/Terms.java",
        "case ISUB -> constant(x - y);",
        "case ISUB -> constant(y - x);",
        f"{_TESTS}/test_right_pairs.py::test_constants_are_folded_as_the_jvm_does",
    ),
    Patch(
        f"{_WORKER}/Terms.java",
        "case IMUL, IAND, IOR, IXOR,",
        "case IMUL, ISHL, IAND, IOR, IXOR,",
        f"{_TESTS}/test_prover.py::test_operands_of_a_shift_do_not_commute",
    ),
    Patch(
        f"{_WORKER}/Terms.java",
        "Float.floatToRawIntBits(number)",
        "Math.round(number)",
        f"{_TESTS}/test_prover.py::test_floats_are_told_apart_by_their_bits",
    ),
    # Merging
    Patch(
        f"{_WORKER}/Merge.java",
        "boolean reuse = own.contains(wanted) && wanted.bool == bool && taken.add(wanted);",
        "boolean reuse = own.contains(wanted) && wanted.bool == bool;",
        _wrong("continue that skips the update"),
    ),
    Patch(f"{_WORKER}/Merge.java", "to.offset() - from.offset(), type)", "0, type)", _wrong("fall through")),
    Patch(
        f"{_WORKER}/Merge.java",
        "Shift shift = new Shift(from.base(), to.base(), to.offset() - from.offset(), type);",
        "Shift shift = new Shift(from.base(), to.base(), to.offset() - from.offset(), null);",
        _wrong("int and long loops"),
    ),
    # Paths
    Patch(f"{_WORKER}/MethodProof.java", "proof.checkProgress();", "", _wrong("endless loop added")),
    Patch(
        f"{_WORKER}/MethodProof.java",
        "state.newHeap(terms); int opcode = before.insn().opcode();",
        "int opcode = before.insn().opcode();",
        _wrong("read behind an effect"),
    ),
    Patch(
        f"{_WORKER}/MethodProof.java",
        "default: state.checkReads(); thrown(state, true);",
        "default: state.checkReads();",
        _wrong("wider handler"),
    ),
    Patch(
        f"{_WORKER}/MethodProof.java",
        "if (node.ownHeap) { node.state.newHeap(terms); }",
        "",
        _wrong("hoisted from a spin loop"),
    ),
    Patch(
        f"{_WORKER}/State.java",
        "if (times > 1 || times == 1 && read.contains(key)) {",
        "if (times > 9) {",
        _wrong("more reads behind a join"),
    ),
    Patch(
        f"{_WORKER}/Stepper.java",
        "if (!Boolean.TRUE.equals(facts.decide(within))) {",
        "if (false) {",
        _wrong("null before bounds"),
    ),
    Patch(
        f"{_WORKER}/Stepper.java",
        "if (!frame.body.scope.isPlain(named)) {",
        "if (false) {",
        _wrong("read before a volatile one"),
    ),
    Patch(
        f"{_WORKER}/Facts.java",
        "return found == null ? null : found == condition.positive();",
        "return found;",
        _right("labelled continue"),
    ),
    # Names
    Patch(
        f"{_WORKER}/Pairing.java",
        "if (one[i] != other[extra >= 0 && i >= extra ? i + 1 : i]) {",
        "if (false) {",
        _wrong("arguments swapped"),
    ),
    Patch(
        f"{_WORKER}/Quiet.java",
        "return target != null && (!isStatic || isQuiet(call.owner())) && isQuietMethod(root, owner, target);",
        "return target != null;",
        _wrong("initialiser calls a nested class"),
    ),
    Patch(
        f"{_WORKER}/Text.java",
        "parts.add(new Value(type, term));",
        'parts.add(new Value("", term));',
        _wrong("char as a number"),
    ),
    # Outside the bodies
    Patch(
        f"{_WORKER}/Renaming.java",
        "(method.access() & (ClassModel.PRIVATE | ClassModel.NATIVE)) == ClassModel.PRIVATE",
        "(method.access() & ClassModel.PRIVATE) != 0",
        _outside("private native"),
    ),
    Patch(
        f"{_WORKER}/Renaming.java",
        "(method.access() & (ClassModel.PRIVATE | ClassModel.NATIVE)) == ClassModel.PRIVATE",
        "true",
        _outside("override lost"),
    ),
    Patch(
        f"{_WORKER}/Renaming.java",
        "each -> each.hasText(method.name())",
        "each -> false",
        _outside("private, named in an annotation"),
    ),
    Patch(f"{_WORKER}/Renaming.java", "&& !method.marked()", "", _outside("private and marked")),
    Patch(f"{_WORKER}/Renaming.java", "&& !MAGIC.contains(method.name())", "", _outside("writeReplace")),
    Patch(
        f"{_WORKER}/Renaming.java",
        "&& (madeUp || !hasHeirOfInterface(one))",
        "",
        _outside("private, below an heir with an interface"),
    ),
    Patch(
        f"{_WORKER}/Renaming.java",
        "library.heirs(parent)",
        "List.<ClassModel.Line>of()",
        f"{_TESTS}/test_prover.py::test_a_private_method_may_have_another_name_unless_the_class_path_has_an_heir",
    ),
    Patch(
        f"{_WORKER}/Declarations.java",
        "if (!sameNames && (",
        "if (false && (",
        _outside("serializable class with a captured variable"),
    ),
    Patch(
        f"{_WORKER}/Declarations.java",
        "if (!isEnclosedAlike(one.enclosing, other.enclosing)) {",
        "if (false) {",
        _planted("EnclosingMethod 1"),
    ),
    Patch(
        f"{_WORKER}/asm/ClassReading.java", "copy.module = node.module;", "", _planted("ModuleMainClass 1")
    ),
    Patch(
        f"{_WORKER}/asm/ClassReading.java",
        'return attributes == null ? "" :',
        'return true ? "" :',
        _planted("attributes that the JVM does not know 2"),
    ),
    Patch(
        f"{_WORKER}/asm/ClassReading.java",
        "each.itf ? 1 : 0",
        "0",
        _planted("constants that are used 2"),
    ),
    # Rows and trees
    Patch(
        "equimorph/proving/checker.py",
        "if row is None or error is not None:",
        "if row is None:",
        f"{_CHECKER}::test_a_row_that_was_changed_is_a_fault",
    ),
    Patch(
        "equimorph/proving/trees.py",
        "if missing := sorted(others.difference(names)):",
        "if missing := []:",
        f"{_CHECKER}::test_trees_have_the_same_files",
    ),
    Patch(
        "equimorph/cli/prove.py",
        "if (tree is None) is not (original is None):",
        "if tree is not None and original is None:",
        f"{_PROVE}::test_options_that_do_not_go_together",
    ),
    Patch(
        "equimorph/cli/verify_aliases.py",
        "return self.prove or self.tests is not None",
        "return self.prove",
        f"{_KILL}::test_rows_get_their_status_as_by_the_alias",
    ),
    Patch(
        "equimorph/cli/kill.py",
        "if run.data:",
        "if run.data and out:",
        f"{_KILL}::test_without_out_rows_go_to_standard_output",
    ),
    Patch(
        "equimorph/cli/declared.py",
        '"hidden": option.hidden,',
        '"hidden": False,',
        f"{_PROVE}::test_the_help_of_verify_shows_its_checks_alone",
    ),
    Patch(
        "equimorph/proving/writing.py",
        'row["proof_how"] or row["proof"]',
        'row["proof"]',
        f"{_VERB}::test_counts_and_rows",
    ),
    Patch(
        "equimorph/checking/class_bytes.py",
        "self._earlier.forget(mutant.digest)",
        "pass",
        "tests/equimorph/checking/test_class_bytes.py::test_what_is_proved_is_equivalent_each_time",
    ),
)
