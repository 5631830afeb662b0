package equimorph.proof;

import static equimorph.proof.Opcodes.*;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds classes whose initialisation nobody can see: it fills fields of its own with constants and new objects of its own,
 * as an enum does. Initialisation of the JDK's classes is taken for such.
 */
final class Quiet {
    private static final Set<String> PLAIN = Set.of("java/lang/Object", "java/lang/Enum", "java/lang/String", "java/lang/StringBuilder",
            "java/util/ArrayList", "java/util/HashMap", "java/util/HashSet", "java/util/LinkedHashMap", "java/util/TreeMap");
    private static final Set<Integer> LOUD = Set.of(INVOKEVIRTUAL, INVOKEINTERFACE, INVOKEDYNAMIC, MONITORENTER, MONITOREXIT, ATHROW,
            IDIV, LDIV, IREM, LREM, CHECKCAST, PUTFIELD);

    private final Function<String, ClassModel> classes;
    /** What is known; a class that is being looked at counts as quiet, so that a cycle is as quiet as its other parts. */
    private final Map<Object, Boolean> known = new HashMap<>();

    Quiet(Function<String, ClassModel> classes) {
        this.classes = classes;
    }

    boolean isQuiet(String type) {
        Boolean found = known.get(type);
        if (found == null) {
            known.put(type, true);
            found = isQuietClass(type);
            known.put(type, found);
        }
        return found;
    }

    static boolean isOfJdk(String type) {
        return type.startsWith("java/") || type.startsWith("javax/") || type.startsWith("[");
    }

    private boolean isQuietClass(String type) {
        if (isOfJdk(type)) {
            return true;
        }
        ClassModel model = classes.apply(type);
        if (model == null || model.parent != null && !isQuiet(model.parent)) {
            return false;
        }
        for (String each : model.interfaces) {
            if (!isQuiet(each)) {
                return false;
            }
        }
        ClassModel.Method initialiser = model.methods.get("<clinit>()V");
        return initialiser == null || isQuietMethod(model, initialiser);
    }

    private boolean isQuietMethod(ClassModel model, ClassModel.Method method) {
        Object key = new Code.MethodRef(model.name, method.name(), method.type());
        Boolean found = known.get(key);
        if (found == null) {
            known.put(key, true);
            found = method.code() != null && method.code().insns.stream().allMatch(insn -> isQuiet(model, method, insn));
            known.put(key, found);
        }
        return found;
    }

    private boolean isQuiet(ClassModel model, ClassModel.Method method, Code.Insn insn) {
        int opcode = insn.opcode();
        if (insn.data() instanceof Code.FieldRef field) {
            // A constructor fills the object that it makes: it gets no other from outside.
            return opcode != GETFIELD && opcode != PUTFIELD ? field.owner().equals(model.name)
                    : method.name().equals("<init>") && field.owner().equals(model.name);
        }
        if (opcode == INVOKESPECIAL || opcode == INVOKESTATIC) {
            return isQuietCall(model, (Code.MethodRef) insn.data());
        }
        if (opcode == NEW) {
            return isQuiet((String) insn.data());
        }
        boolean backwards = Code.isJump(opcode) && insn.operand() <= method.code().insns.indexOf(insn);
        return !LOUD.contains(opcode) && !backwards;
    }

    private boolean isQuietCall(ClassModel model, Code.MethodRef call) {
        if (call.name().equals("<init>") && PLAIN.contains(call.owner())) {
            return true;
        }
        ClassModel owner = call.owner().startsWith(model.name) ? classes.apply(call.owner()) : null;
        ClassModel.Method target = owner == null ? null : owner.methods.get(call.name() + call.type());
        return target != null && isQuietMethod(owner, target);
    }
}
