package equimorph.proof;

import static equimorph.proof.Opcodes.*;

import equimorph.proof.Term.Op;

/** A term that is 0 or 1, or its opposite. Terms are chosen so that opposite and mirrored comparisons have the same one. */
record Condition(Term term, boolean positive) {
    /** The condition that a term is not 0. */
    static Condition nonZero(Terms terms, Term value) {
        return of(terms, IFNE, value, terms.zero);
    }

    /** The condition of a jump: a comparison of two values, the second one 0 or null where the jump has one operand. */
    static Condition of(Terms terms, int jump, Term a, Term b) {
        return switch (jump) {
            case IFEQ, IF_ICMPEQ, IF_ACMPEQ, IFNULL -> equal(terms, a, b);
            case IFNE, IF_ICMPNE, IF_ACMPNE, IFNONNULL -> equal(terms, a, b).not();
            case IFLT, IF_ICMPLT -> less(terms, a, b, true);
            case IFGE, IF_ICMPGE -> less(terms, a, b, true).not();
            case IFGT, IF_ICMPGT -> less(terms, b, a, false);
            case IFLE, IF_ICMPLE -> less(terms, b, a, false).not();
            default -> throw new Unsupported("jump " + jump);
        };
    }

    Condition not() {
        return new Condition(term, !positive);
    }

    /** Values that are 0 or 1 are compared with 0 only. */
    private static Condition equal(Terms terms, Term a, Term b) {
        Term found = terms.equal(a, b);
        if (found.op == Op.EQ && found.args[0].bool && found.args[1] == terms.one) {
            return equal(terms, found.args[0], terms.zero).not();
        }
        if (found.op == Op.EQ && found.args[1] == terms.zero && isCondition(found.args[0])) {
            return new Condition(found.args[0], false);
        }
        return new Condition(found, true);
    }

    private static boolean isCondition(Term term) {
        return switch (term.op) {
            case EQ, LT, FEQ, FLT, FLE, INSTANCE, STRING_EQUALS -> true;
            default -> false;
        };
    }

    /**
     * Three-way comparisons are taken apart: {@code forward} where the comparison was the left operand of the jump.
     *
     * <p>With NaN, fcmpl is -1 and fcmpg is 1 (JVMS 17, 6.5), and neither FLT nor FLE holds.
     */
    private static Condition less(Terms terms, Term a, Term b, boolean forward) {
        Term compared = forward ? a : b;
        if (compared.op != Op.COMPARE || (forward ? b : a) != terms.zero) {
            return new Condition(terms.less(a, b), true);
        }
        Term x = compared.args[0];
        Term y = compared.args[1];
        int opcode = (Integer) compared.payload;
        if (opcode == LCMP) {
            return new Condition(forward ? terms.less(x, y) : terms.less(y, x), true);
        }
        boolean lessIfUnordered = opcode == FCMPL || opcode == DCMPL;
        if (forward) { // x compared with y is below 0
            return lessIfUnordered
                    ? new Condition(terms.ordered(Op.FLE, y, x), false)
                    : new Condition(terms.ordered(Op.FLT, x, y), true);
        }
        return lessIfUnordered
                ? new Condition(terms.ordered(Op.FLT, y, x), true)
                : new Condition(terms.ordered(Op.FLE, x, y), false);
    }
}
