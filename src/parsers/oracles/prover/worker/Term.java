package equimorph.proof;

import java.util.Arrays;

/**
 * A value: a symbol, a constant, or an operation on values. Terms are interned by {@link Terms}: equal terms are one object.
 *
 * <p>A symbol stands for one value that both methods have, such as what a call returns. It carries what is known of it.
 */
final class Term {
    /** What a term is. Those after {@code SYMBOL} have arguments, or a payload, or both. */
    enum Op {
        CONST, SYMBOL,
        // Arithmetic: the payload is the opcode.
        PURE,
        // Pure, and used as conditions: EQ of ints, longs and references, LT of ints and longs; the others of floats and doubles.
        EQ, LT, FEQ, FLT, FLE,
        // Results 0 or 1: of instanceof (payload: the type), and of String.equals on two strings.
        INSTANCE, STRING_EQUALS,
        // Three-way comparisons; the payload is the opcode.
        COMPARE,
        ARRAY_LENGTH, STRING_HASH, STRING_LENGTH,
        // Pure calls of java.lang; the payload is the method.
        CALL,
        // Reads of the heap: payload (field), arguments object and heap; the last one says which of several equal reads it is.
        FIELD, ELEMENT,
        // What may be known of values, beside the conditions: an index within an array, a cast that succeeds, a class that is initialised.
        IN_BOUNDS, CAST, INITIALISED
    }

    final int id;
    final Op op;
    final Object payload;
    final Term[] args;
    /** Of a value that is 0 or 1. */
    final boolean bool;
    /** Of a reference that is not null. */
    final boolean nonNull;

    Term(int id, Op op, Object payload, Term[] args, boolean bool, boolean nonNull) {
        this.id = id;
        this.op = op;
        this.payload = payload;
        this.args = args;
        this.bool = bool;
        this.nonNull = nonNull;
    }

    boolean isConst() {
        return op == Op.CONST;
    }

    @Override
    public String toString() {
        return switch (op) {
            case CONST -> String.valueOf(payload);
            case SYMBOL -> "v" + id;
            default -> op + (payload == null ? "" : "[" + payload + "]") + Arrays.toString(args);
        };
    }
}
