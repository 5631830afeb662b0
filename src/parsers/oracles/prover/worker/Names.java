package equimorph.proof;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The names of instructions, for people. */
final class Names {
    private static final Map<Integer, String> BY_OPCODE = new HashMap<>();

    static {
        for (Field each : Opcodes.class.getDeclaredFields()) {
            if (Modifier.isStatic(each.getModifiers()) && each.getType() == int.class) {
                try {
                    BY_OPCODE.put(each.getInt(null), each.getName().toLowerCase(Locale.ROOT));
                } catch (IllegalAccessException impossible) {
                    throw new AssertionError(impossible);
                }
            }
        }
    }

    private Names() {}

    static String of(Code.Insn insn) {
        String name = BY_OPCODE.getOrDefault(insn.opcode(), "instruction " + insn.opcode());
        Object data = insn.data();
        if (data instanceof Code.FieldRef each) {
            return name + " " + each.owner() + "." + each.name();
        } else if (data instanceof Code.MethodRef each) {
            return name + " " + each.owner() + "." + each.name() + each.type();
        } else if (data instanceof Code.DynamicRef each) {
            return name + " " + each.name() + each.type();
        } else if (data instanceof String type) {
            return name + " " + type;
        }
        return name;
    }
}
