package equimorph.proof;

import java.util.List;

/** The body of a method: its instructions, and where control comes from. */
final class Code {
    /**
     * An instruction: {@code operand} is a slot, the index of a target, a count, or whether a called method is of an interface;
     * {@code data} what it names.
     */
    record Insn(int opcode, int operand, Object data) {}

    /** Handles exceptions of {@code type}, null for all, that are thrown from {@code start} to before {@code end}. */
    record Handler(int start, int end, int target, String type) {}

    record FieldRef(String owner, String name, String type) {}

    record MethodRef(String owner, String name, String type) {}

    /** A constant that is a class, or the type of a method. */
    record TypeRef(String type) {}

    record HandleRef(int kind, MethodRef method, boolean isInterface) {}

    /** An {@code invokedynamic}, or a constant made in the same way. */
    record DynamicRef(String name, String type, HandleRef bootstrap, List<Object> arguments) {}

    /** Targets by key; keys of the default target are left out. */
    record Switch(List<Integer> keys, List<Integer> targets, int otherwise) {}

    final List<Insn> insns;
    final List<Handler> handlers;
    final int locals;
    /** Whether several ways lead to an instruction. */
    final boolean[] join;
    /** Whether a jump leads back to an instruction. */
    final boolean[] loop;

    Code(List<Insn> insns, List<Handler> handlers, int locals) {
        this.insns = insns;
        this.handlers = handlers;
        this.locals = locals;
        join = new boolean[insns.size() + 1];
        loop = new boolean[insns.size() + 1];
        int[] ways = new int[insns.size() + 1];
        ways[0] = 1;
        for (int at = 0; at < insns.size(); at++) {
            Insn insn = insns.get(at);
            if (insn.data instanceof Switch targets) {
                for (int target : targets.targets) {
                    arrive(ways, at, target);
                }
                arrive(ways, at, targets.otherwise);
            } else if (isJump(insn.opcode)) {
                arrive(ways, at, insn.operand);
            }
            if (!endsPath(insn.opcode)) {
                ways[at + 1]++;
            }
        }
        for (int at = 0; at < ways.length; at++) {
            join[at] = ways[at] > 1;
        }
        handlers.forEach(handler -> join[handler.target] = true);
    }

    private void arrive(int[] ways, int from, int to) {
        ways[to]++;
        loop[to] |= to <= from;
    }

    boolean hasSameText(Code other) {
        return insns.equals(other.insns) && handlers.equals(other.handlers);
    }

    static boolean isJump(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.GOTO || opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
    }

    private static boolean endsPath(int opcode) {
        return opcode == Opcodes.GOTO || opcode >= Opcodes.TABLESWITCH && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
    }
}
