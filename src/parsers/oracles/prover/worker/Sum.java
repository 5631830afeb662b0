package equimorph.proof;

import static equimorph.proof.Opcodes.IADD;
import static equimorph.proof.Opcodes.LADD;

import equimorph.proof.Term.Op;

/**
 * An int or long as a term and an offset.
 *
 * @param base the term; null for a constant
 * @param type of the value, Integer or Long; null if it is not known
 */
record Sum(Term base, long offset, Class<?> type) {
    static Sum of(Term term) {
        if (term.isConst()) {
            return term.payload instanceof Integer || term.payload instanceof Long
                    ? new Sum(null, ((Number) term.payload).longValue(), term.payload.getClass()) : new Sum(term, 0, null);
        }
        if (term.op == Op.PURE && term.payload.equals(IADD) && term.args[1].isConst()) {
            return new Sum(term.args[0], (Integer) term.args[1].payload, Integer.class);
        }
        if (term.op == Op.PURE && term.payload.equals(LADD) && term.args[1].isConst()) {
            return new Sum(term.args[0], (Long) term.args[1].payload, Long.class);
        }
        return new Sum(term, 0, null);
    }

    static Term shifted(Terms terms, Term base, long offset, Class<?> type) {
        return type == Integer.class ? terms.binary(IADD, base, terms.constant((int) offset))
                : terms.binary(LADD, base, terms.constant(offset));
    }
}
