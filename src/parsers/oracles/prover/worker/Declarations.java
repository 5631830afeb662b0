package equimorph.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Compares what two classes say of themselves beside their methods, once all members are paired. */
final class Declarations {
    private final Map<String, ClassModel> before;
    private final Map<String, ClassModel> after;
    private final Pairing pairing;
    private final Function<String, ClassModel> library;

    Declarations(Map<String, ClassModel> before, Map<String, ClassModel> after, Pairing pairing, Library library) {
        this.before = before;
        this.after = after;
        this.pairing = pairing;
        this.library = library::find;
    }

    /** Throws if two classes that are counterparts are not declared in the same way. */
    void check(ClassModel one, ClassModel other) {
        if (!fields(one).equals(counterparts(other))) {
            throw new Unsupported("the class " + one.name + " has other fields");
        }
        if (!heads(one.head, false).equals(heads(other.head, true))) {
            throw new Unsupported("the class " + one.name + " is declared in another way");
        }
        if (!isEnclosedAlike(one.enclosing, other.enclosing)) {
            throw new Unsupported("the class " + one.name + " is declared in another method");
        }
        boolean sameNames = one.name.equals(other.name) && names(one).equals(names(other));
        if (!sameNames && (isSerializable(before, one) || isSerializable(after, other))) {
            throw new Unsupported("the class " + one.name + " or a copy of a captured variable has another name, and may be serialized");
        }
    }

    private static List<String> names(ClassModel model) {
        return model.fields.stream().map(ClassModel.Field::name).toList();
    }

    private static List<String> fields(ClassModel model) {
        List<String> found = new ArrayList<>();
        for (ClassModel.Field field : model.fields) {
            found.add(field.name() + " " + field.access() + " " + field.type() + " " + field.head());
        }
        return found;
    }

    private List<String> counterparts(ClassModel model) {
        List<String> found = new ArrayList<>();
        for (ClassModel.Field field : model.fields) {
            Code.FieldRef reference = pairing.field(new Code.FieldRef(model.name, field.name(), field.type()));
            found.add(reference.name() + " " + field.access() + " " + reference.type() + " " + pairing.renamed(field.head()));
        }
        return found;
    }

    private List<String> heads(List<String> lines, boolean ofMutant) {
        return lines.stream().map(line -> ofMutant ? pairing.renamed(line) : line).sorted().toList();
    }

    private boolean isEnclosedAlike(Code.MethodRef one, Code.MethodRef other) {
        if (one == null || other == null) {
            return one == other;
        }
        return Objects.isNull(one.name()) && Objects.isNull(other.name())
                ? one.owner().equals(pairing.original(other.owner()))
                : one.name() != null && other.name() != null && pairing.areCounterparts(one, other);
    }

    /** Whether names of a class and of its fields get into streams: constants of enums have only their own. */
    private boolean isSerializable(Map<String, ClassModel> models, ClassModel model) {
        if (model.name.equals("java/io/Serializable")) {
            return true;
        }
        List<String> parents = new ArrayList<>(model.interfaces);
        if (model.parent != null && !model.parent.equals("java/lang/Enum")) {
            parents.add(model.parent);
        }
        for (String each : parents) {
            ClassModel parent = models.containsKey(each) ? models.get(each) : library.apply(each);
            if (parent == null || isSerializable(models, parent)) {
                return true; // of a class that is not found it is not known
            }
        }
        return false;
    }
}
