package equimorph.proof;

import java.util.Map;
import java.util.Set;

/** Methods of the JDK that depend on their arguments alone, change nothing, and throw nothing but for a null receiver. */
final class Pure {
    /** Static methods on primitives, by class; those of Character and Modifier that ask a question are not listed. */
    private static final Map<String, Set<String>> STATIC = Map.of(
            "java/lang/Math", Set.of("abs", "min", "max", "floor", "ceil", "sqrt", "signum", "rint", "round"),
            "java/lang/Character", Set.of("toLowerCase", "toUpperCase", "getNumericValue", "digit", "charCount"),
            "java/lang/Double", Set.of("doubleToLongBits", "doubleToRawLongBits", "longBitsToDouble", "isNaN", "isInfinite", "compare"),
            "java/lang/Float", Set.of("floatToIntBits", "floatToRawIntBits", "intBitsToFloat", "isNaN", "isInfinite", "compare"),
            "java/lang/Integer", Set.of("bitCount", "compare", "signum", "numberOfLeadingZeros", "numberOfTrailingZeros"),
            "java/lang/Long", Set.of("bitCount", "compare", "signum", "numberOfLeadingZeros", "numberOfTrailingZeros"));

    private Pure() {}

    static boolean isPure(int opcode, Code.MethodRef method) {
        if (opcode == Opcodes.INVOKESTATIC) {
            boolean question = method.name().startsWith("is") && Types.result(method.type()).equals("Z")
                    && (method.owner().equals("java/lang/Character") || method.owner().equals("java/lang/reflect/Modifier"));
            return Types.parameters(method.type()).stream().allMatch(type -> type.length() == 1)
                    && Types.result(method.type()).length() == 1
                    && (question || STATIC.getOrDefault(method.owner(), Set.of()).contains(method.name()));
        }
        if (opcode != Opcodes.INVOKEVIRTUAL) {
            return false;
        }
        String signature = method.name() + method.type();
        // Object.getClass is final, so no class named here can have another one.
        return signature.equals("getClass()Ljava/lang/Class;")
                || method.owner().equals("java/lang/String") && (signature.equals("length()I") || signature.equals("isEmpty()Z"));
    }
}
