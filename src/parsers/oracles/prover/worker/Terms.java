package equimorph.proof;

import static equimorph.proof.Opcodes.*;

import equimorph.proof.Term.Op;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes terms, in a normal form: constants folded, arguments of commutative operations in one order. */
final class Terms {
    private record Key(Op op, Object payload, List<Term> args) {}

    /** Constants of different types differ, and so do floats with different bits. */
    private record Constant(Class<?> type, Object bits) {}

    private static final Term[] NONE = {};

    private final Map<Key, Term> interned = new HashMap<>();
    private int next;

    /** Fills the second slot of a long or double, as JVMS 17, 2.6.1 and 2.6.2 have it. */
    final Term second = symbol(false, false);
    /** The null reference. */
    final Term nil = make(Op.CONST, "null", false, false);
    final Term zero = constant(0);
    final Term one = constant(1);

    /** A new value, unlike any other. */
    Term symbol(boolean bool, boolean nonNull) {
        return new Term(next++, Op.SYMBOL, null, NONE, bool, nonNull);
    }

    /** The null reference is the only constant whose payload is a bare string. */
    Term constant(Object value) {
        boolean bool = value instanceof Integer number && (number == 0 || number == 1);
        if (value instanceof Float number) {
            return make(Op.CONST, new Constant(Float.class, Float.floatToRawIntBits(number)), false, false);
        }
        if (value instanceof Double number) {
            return make(Op.CONST, new Constant(Double.class, Double.doubleToRawLongBits(number)), false, false);
        }
        boolean reference = !(value instanceof Integer || value instanceof Long);
        return make(Op.CONST, reference ? new Constant(value.getClass(), value) : value, bool, reference);
    }

    /** The string that a term is, or null. */
    static String string(Term term) {
        return term.payload instanceof Constant constant && constant.bits instanceof String text ? text : null;
    }

    private Term make(Op op, Object payload, boolean bool, boolean nonNull, Term... args) {
        return interned.computeIfAbsent(
                new Key(op, payload, List.of(args)), key -> new Term(next++, op, payload, args, bool, nonNull));
    }

    /** The same operation on other arguments. */
    Term with(Term term, Term[] args) {
        return switch (term.op) {
            case PURE -> args.length == 1 ? unary((Integer) term.payload, args[0])
                    : binary((Integer) term.payload, args[0], args[1]);
            case EQ -> equal(args[0], args[1]);
            case LT -> args[0] == args[1] ? zero : less(args[0], args[1]);
            case FEQ -> sorted(Op.FEQ, null, true, args[0], args[1]);
            case STRING_EQUALS -> stringEquals(args[0], args[1]);
            case COMPARE -> compare((Integer) term.payload, args[0], args[1]);
            case STRING_HASH -> stringHash(args[0]);
            case INSTANCE -> instance((String) term.payload, args[0]);
            default -> make(term.op, term.payload, term.bool, term.nonNull, args);
        };
    }

    Term of(Op op, Object payload, Term... args) {
        return make(op, payload, false, false, args);
    }

    /** A call without effects; its result is what the descriptor says. */
    Term call(String method, boolean bool, boolean nonNull, Term... args) {
        return make(Op.CALL, method, bool, nonNull, args);
    }

    /** A read of the heap. */
    Term read(Op op, Object payload, boolean bool, Term... args) {
        return make(op, payload, bool, false, args);
    }

    private Term sorted(Op op, Object payload, boolean bool, Term a, Term b) {
        return precedes(a, b) ? make(op, payload, bool, false, a, b) : make(op, payload, bool, false, b, a);
    }

    /** Constants come last. */
    private static boolean precedes(Term a, Term b) {
        return a.isConst() == b.isConst() ? a.id <= b.id : b.isConst();
    }

    /** A condition that is a constant is the term 0 or 1. */
    Term equal(Term a, Term b) {
        if (a == b) {
            return one;
        }
        if (a.isConst() && b.isConst()) {
            return zero;
        }
        Term value = a.isConst() ? b : a;
        Term constant = a.isConst() ? a : b;
        if (constant == nil && value.nonNull) {
            return zero;
        }
        if (value.bool && constant.isConst() && !constant.bool) {
            return zero;
        }
        if (value.op == Op.COMPARE && constant == zero) {
            return (Integer) value.payload == LCMP ? equal(value.args[0], value.args[1])
                    : sorted(Op.FEQ, null, true, value.args[0], value.args[1]);
        }
        return sorted(Op.EQ, null, true, a, b);
    }

    Term less(Term a, Term b) {
        if (a == b) {
            return zero;
        }
        if (a.payload instanceof Integer x && b.payload instanceof Integer y && a.isConst() && b.isConst()) {
            return x < y ? one : zero;
        }
        if (a.payload instanceof Long x && b.payload instanceof Long y && a.isConst() && b.isConst()) {
            return x < y ? one : zero;
        }
        return make(Op.LT, null, true, false, a, b);
    }

    /** FLT or FLE. */
    Term ordered(Op op, Term a, Term b) {
        return make(op, null, true, false, a, b);
    }

    Term compare(int opcode, Term a, Term b) {
        return make(Op.COMPARE, opcode, false, false, a, b);
    }

    Term instance(String type, Term value) {
        return value == nil ? zero : make(Op.INSTANCE, type, true, false, value);
    }

    Term stringEquals(Term a, Term b) {
        String x = string(a);
        String y = string(b);
        if (a == nil || b == nil) {
            return zero;
        }
        if (x != null && y != null) {
            return x.equals(y) ? one : zero;
        }
        return sorted(Op.STRING_EQUALS, null, true, a, b);
    }

    Term stringHash(Term text) {
        String known = string(text);
        return known != null ? constant(known.hashCode()) : make(Op.STRING_HASH, null, false, false, text);
    }

    Term unary(int opcode, Term a) {
        Object value = a.isConst() ? a.payload : null;
        if (value instanceof Integer x) {
            switch (opcode) {
                case INEG: return constant(-x);
                case I2B: return constant((int) (byte) (int) x);
                case I2C: return constant((int) (char) (int) x);
                case I2S: return constant((int) (short) (int) x);
                case I2L: return constant((long) x);
                default:
            }
        }
        if (value instanceof Long x) {
            switch (opcode) {
                case LNEG: return constant(-x);
                case L2I: return constant((int) (long) x);
                default:
            }
        }
        boolean narrow = opcode == I2B || opcode == I2C || opcode == I2S;
        if (narrow && (a.bool || a.op == Op.PURE && (Integer) a.payload == opcode)) {
            return a;
        }
        return make(Op.PURE, opcode, false, false, a);
    }

    Term binary(int opcode, Term a, Term b) {
        Term folded = folded(opcode, a, b);
        if (folded != null) {
            return folded;
        }
        switch (opcode) {
            case ISUB:
                if (b.isConst()) {
                    return binary(IADD, a, constant(-(Integer) b.payload));
                }
                break;
            case LSUB:
                if (b.isConst()) {
                    return binary(LADD, a, constant(-(Long) b.payload));
                }
                break;
            case IADD, LADD:
                return sum(opcode, a, b);
            case IMUL, IAND, IOR, IXOR, LMUL, LAND, LOR, LXOR:
                boolean bool = a.bool && b.bool && (opcode == IAND || opcode == IOR || opcode == IXOR);
                return sorted(Op.PURE, opcode, bool, a, b);
            default:
        }
        return make(Op.PURE, opcode, false, false, a, b);
    }

    /** Sums wrap around, so constants may be added first: JLS 17, 15.18.2. */
    private Term sum(int opcode, Term a, Term b) {
        Term value = a.isConst() ? b : a;
        Term constant = a.isConst() ? a : b;
        if (constant.isConst()) {
            if (((Number) constant.payload).longValue() == 0) {
                return value;
            }
            if (value.op == Op.PURE && (Integer) value.payload == opcode && value.args[1].isConst()) {
                return sum(opcode, value.args[0], folded(opcode, value.args[1], constant));
            }
        }
        return sorted(Op.PURE, opcode, false, a, b);
    }

    private Term folded(int opcode, Term a, Term b) {
        if (!a.isConst() || !b.isConst()) {
            return null;
        }
        if (a.payload instanceof Integer x && b.payload instanceof Integer y) {
            return switch (opcode) {
                case IADD -> constant(x + y);
                case ISUB -> constant(x - y);
                case IMUL -> constant(x * y);
                case IAND -> constant(x & y);
                case IOR -> constant(x | y);
                case IXOR -> constant(x ^ y);
                case ISHL -> constant(x << y);
                case ISHR -> constant(x >> y);
                case IUSHR -> constant(x >>> y);
                default -> null;
            };
        }
        if (a.payload instanceof Long x && b.payload instanceof Long y) {
            return switch (opcode) {
                case LADD -> constant(x + y);
                case LSUB -> constant(x - y);
                case LMUL -> constant(x * y);
                case LAND -> constant(x & y);
                case LOR -> constant(x | y);
                case LXOR -> constant(x ^ y);
                default -> null;
            };
        }
        return null;
    }

    /** Replaces symbols and other terms by others, wherever they stand. */
    Term replaced(Term term, Map<Term, Term> by, Map<Term, Term> done) {
        Term known = by.get(term);
        if (known != null) {
            return known;
        }
        if (term.args.length == 0) {
            return term;
        }
        known = done.get(term);
        if (known != null) {
            return known;
        }
        Term[] args = Arrays.copyOf(term.args, term.args.length);
        boolean same = true;
        for (int i = 0; i < args.length; i++) {
            args[i] = replaced(args[i], by, done);
            same &= args[i] == term.args[i];
        }
        Term result = same ? term : with(term, args);
        Term again = by.get(result);
        done.put(term, again != null ? again : result);
        return again != null ? again : result;
    }
}
