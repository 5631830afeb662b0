package equimorph.proof;

import java.util.Arrays;

/**
 * Where a method stops: it chooses a way, or it does what others can see.
 *
 * @param kind what it does
 * @param insn the instruction; null where an exception leaves the method, or looks for its handler
 * @param args the values that it takes
 * @param condition of a branch, or what holds after a check
 * @param slots how many slots of the stack the values take
 * @param result type of the value that it pushes; null for none
 * @param heap whether the heap may be another one afterwards
 */
record Event(Kind kind, Code.Insn insn, Term[] args, int slots, Condition condition, String result, boolean heap) {
    enum Kind { BRANCH, SWITCH, RETURN, THROW, CHECK, EFFECT }

    static Event branch(Code.Insn insn, Condition condition) {
        return new Event(Kind.BRANCH, insn, new Term[0], 0, condition, null, false);
    }

    static Event choice(Code.Insn insn, Term value) {
        return new Event(Kind.SWITCH, insn, new Term[] {value}, 0, null, null, false);
    }

    /** Throws where the condition does not hold. */
    static Event check(Code.Insn insn, Condition condition, boolean heap) {
        return new Event(Kind.CHECK, insn, new Term[0], 0, condition, null, heap);
    }

    static Event effect(Code.Insn insn, String result, int slots, Term... args) {
        return new Event(Kind.EFFECT, insn, args, slots, null, result, true);
    }

    static Event end(Kind kind, Code.Insn insn, Term... args) {
        return new Event(kind, insn, args, 0, null, null, false);
    }

    boolean isChoice() {
        return kind == Kind.BRANCH || kind == Kind.SWITCH;
    }

    /** For people. */
    String text() {
        if (insn == null) {
            return kind == Kind.THROW ? "an exception leaves the method" : "the choice of a handler";
        }
        String name = Names.of(insn);
        return switch (kind) {
            case CHECK -> name + " may throw" + (condition.term().args.length == 0 ? "" : ", on " + values(condition.term().args));
            case BRANCH -> name + " on " + condition.term();
            default -> args.length == 0 ? name : name + " on " + values(args);
        };
    }

    private static String values(Term[] terms) {
        return String.join(", ", Arrays.stream(terms).map(Term::toString).toList());
    }
}
