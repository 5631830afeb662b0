package equimorph.proof;

import static equimorph.proof.Opcodes.*;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Finds classes whose initialisation nobody can see: it fills fields of its own with constants and new objects of its own,
 * as an enum does. Initialisation of the JDK's classes is taken for such.
 */
final class Quiet {
    /** Constructors that do nothing others can see. */
    private static final Set<String> PLAIN = Set.of(
            "java/lang/Object.<init>()V", "java/lang/Enum.<init>(Ljava/lang/String;I)V", "java/util/ArrayList.<init>()V",
            "java/util/HashMap.<init>()V", "java/util/HashSet.<init>()V", "java/util/LinkedHashMap.<init>()V");
    private static final Set<Integer> LOUD = Set.of(INVOKEVIRTUAL, INVOKEINTERFACE, INVOKEDYNAMIC, MONITORENTER, MONITOREXIT, ATHROW,
            IDIV, LDIV, IREM, LREM, CHECKCAST, GETFIELD, ARRAYLENGTH, MULTIANEWARRAY, TABLESWITCH, LOOKUPSWITCH);

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
            found = keep(type, isQuietClass(type));
        }
        return found;
    }

    /** What was found quiet beside something loud may have counted on it. */
    private boolean keep(Object key, boolean quiet) {
        if (!quiet) {
            known.values().removeIf(found -> found);
        }
        known.put(key, quiet);
        return quiet;
    }

    static boolean isOfJdk(String type) {
        return type.startsWith("java/") || type.startsWith("[");
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
        return initialiser == null || isQuietMethod(type, model, initialiser);
    }

    /** Whether a method does nothing others can see while {@code root} is initialised. */
    private boolean isQuietMethod(String root, ClassModel model, ClassModel.Method method) {
        Object key = List.of(root, new Code.MethodRef(model.name, method.name(), method.type()));
        Boolean found = known.get(key);
        if (found == null) {
            known.put(key, true);
            found = keep(key, method.code() != null && IntStream.range(0, method.code().insns.size())
                    .allMatch(at -> isQuiet(root, model, method, at)));
        }
        return found;
    }

    private boolean isQuiet(String root, ClassModel model, ClassModel.Method method, int at) {
        List<Code.Insn> insns = method.code().insns;
        Code.Insn insn = insns.get(at);
        int opcode = insn.opcode();
        if (opcode == GETSTATIC || opcode == PUTSTATIC || opcode == PUTFIELD) {
            // A constructor fills the object that it makes.
            boolean own = opcode != PUTFIELD || method.name().equals("<init>") && at >= 2
                    && insns.get(at - 2).equals(new Code.Insn(ALOAD, 0, null)) && isPush(insns.get(at - 1));
            return own && ((Code.FieldRef) insn.data()).owner().equals(opcode == PUTFIELD ? model.name : root);
        }
        if (opcode == INVOKESPECIAL || opcode == INVOKESTATIC) {
            return isQuietCall(root, model, (Code.MethodRef) insn.data(), opcode == INVOKESTATIC);
        }
        if (opcode == NEW) {
            return isQuiet((String) insn.data());
        }
        if (opcode == NEWARRAY || opcode == ANEWARRAY) {
            return at > 0 && insns.get(at - 1).opcode() == LDC && insns.get(at - 1).data() instanceof Integer size && size >= 0;
        }
        boolean array = opcode >= IALOAD && opcode <= SALOAD || opcode >= IASTORE && opcode <= SASTORE;
        // javac fills the array of an enum's constants in a method of its own.
        boolean constants = method.name().equals("$values") && (method.access() & ClassModel.SYNTHETIC) != 0;
        return !LOUD.contains(opcode) && !Code.isJump(opcode) && (!array || constants);
    }

    private static boolean isPush(Code.Insn insn) {
        return insn.opcode() == LDC || insn.opcode() >= ILOAD && insn.opcode() <= ALOAD;
    }

    private boolean isQuietCall(String root, ClassModel model, Code.MethodRef call, boolean isStatic) {
        if (PLAIN.contains(call.owner() + "." + call.name() + call.type())) {
            return true;
        }
        boolean near = (call.owner() + "$").startsWith(model.name + "$") || call.owner().equals(model.parent);
        ClassModel owner = near ? classes.apply(call.owner()) : null;
        ClassModel.Method target = owner == null ? null : owner.methods.get(call.name() + call.type());
        return target != null && (!isStatic || isQuiet(call.owner())) && isQuietMethod(root, owner, target);
    }
}
