package equimorph.proof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A class file: its members, and everything that is not code as text. */
final class ClassModel {
    static final int PRIVATE = 0x0002;
    static final int STATIC = 0x0008;
    static final int VOLATILE = 0x0040;
    static final int NATIVE = 0x0100;
    static final int SYNTHETIC = 0x1000;

    /** A field; {@code head} is everything about it but its name. */
    record Field(int access, String name, String type, String head) {}

    /**
     * A method; {@code code} is null without a body, {@code signature} its generic type, null for none, {@code marked} whether it
     * has annotations that programs can find, and {@code head} is everything else about it but its name and type.
     */
    record Method(int access, String name, String type, String signature, boolean marked, String head, Code code) {
        String key() {
            return name + type;
        }

        boolean isStatic() {
            return (access & STATIC) != 0;
        }
    }

    /** The names of a class, of its superclass, null for none, and of its interfaces. */
    record Line(String name, String parent, List<String> interfaces) {}

    final int access;
    final String name;
    final String parent;
    final List<String> interfaces;
    /** The method in which a local or anonymous class is declared, or its class with no name; null for other classes. */
    final Code.MethodRef enclosing;
    final List<Field> fields = new ArrayList<>();
    final Map<String, Method> methods = new LinkedHashMap<>();
    /** What the class says of itself, a line each; names of classes stand between single quotes. */
    final List<String> head = new ArrayList<>();

    ClassModel(int access, Line line, Code.MethodRef enclosing) {
        this.access = access;
        this.name = line.name;
        this.parent = line.parent;
        this.interfaces = line.interfaces;
        this.enclosing = enclosing;
    }

    /** Whether a text is a constant of the code, or of what the class and its members say of themselves. */
    boolean hasText(String text) {
        String quoted = '"' + text + '"';
        return head.stream().anyMatch(each -> each.contains(quoted)) || fields.stream().anyMatch(each -> each.head.contains(quoted))
                || methods.values().stream().anyMatch(each -> each.head.contains(quoted) || each.code != null && each.code.insns.stream()
                        .anyMatch(insn -> insn.opcode() == Opcodes.LDC && text.equals(insn.data())));
    }

    /** The flags of a field that this class declares; null if it does not. */
    Integer fieldAccess(String field, String type) {
        for (Field each : fields) {
            if (each.name.equals(field) && each.type.equals(type)) {
                return each.access;
            }
        }
        return null;
    }
}
