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
    static final int SYNTHETIC = 0x1000;

    /** A field; {@code head} is everything about it but its name. */
    record Field(int access, String name, String type, String head) {}

    /**
     * A method; {@code code} is null without a body, {@code signature} its generic type, null for none, and {@code head} is
     * everything else about it but its name and type.
     */
    record Method(int access, String name, String type, String signature, String head, Code code) {
        String key() {
            return name + type;
        }

        boolean isStatic() {
            return (access & STATIC) != 0;
        }
    }

    final String name;
    final String parent;
    final List<String> interfaces;
    final List<Field> fields = new ArrayList<>();
    final Map<String, Method> methods = new LinkedHashMap<>();
    /** What the class says of itself, a line each; names of classes stand between single quotes. */
    final List<String> head = new ArrayList<>();

    ClassModel(String name, String parent, List<String> interfaces) {
        this.name = name;
        this.parent = parent;
        this.interfaces = interfaces;
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
