package equimorph.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Proves that two sets of classes, such as javac makes of a file and of its mutant, do the same. */
final class Prover {
    private final Map<String, byte[]> files;
    private final Map<String, ClassModel> before;
    private final Library library;
    private final Scope originals;

    /** The original is read once for many mutants. */
    Prover(Map<String, byte[]> before, Library library) {
        this.files = before;
        this.before = models(before);
        this.library = library;
        this.originals = new Originals();
    }

    /** Whether this has read the same files. */
    boolean isOf(Map<String, byte[]> classes) {
        return files.keySet().equals(classes.keySet())
                && files.entrySet().stream().allMatch(each -> Arrays.equals(each.getValue(), classes.get(each.getKey())));
    }

    private static Map<String, ClassModel> models(Map<String, byte[]> classes) {
        Map<String, ClassModel> models = new HashMap<>();
        for (byte[] each : classes.values()) {
            ClassModel model = read(each);
            models.put(model.name, model);
        }
        return models;
    }

    private static ClassModel read(byte[] data) {
        try {
            return ClassReading.read(data);
        } catch (RuntimeException unreadable) { // the readers have no exception of their own
            throw new Unsupported("a class file cannot be read: " + unreadable.getMessage());
        }
    }

    /**
     * Returns what could not be matched: nothing if each method of the mutant does what its counterpart does, and the classes say
     * the same of themselves.
     */
    List<String> obstacles(Map<String, byte[]> mutant) {
        Map<String, ClassModel> after = models(mutant);
        Pairing pairing = new Pairing(before, after, library);
        Scope mutants = new Mutants(pairing, after);
        List<String> found = new ArrayList<>();
        try {
            pairing.start();
            do {
                for (Pairing.Methods each = pairing.next(); each != null; each = pairing.next()) {
                    try {
                        prove(each, pairing, mutants);
                    } catch (Unsupported reason) {
                        found.add(each.before().name.replace('/', '.') + "." + each.one().name() + each.one().type() + ": "
                                + reason.getMessage());
                    }
                }
            } while (pairing.pairRest());
            pairing.checkComplete();
        } catch (Unsupported reason) {
            found.add(reason.getMessage());
        }
        return found;
    }

    private void prove(Pairing.Methods methods, Pairing pairing, Scope mutants) {
        if (methods.one().code() == null || methods.other().code() == null) {
            if (methods.one().code() != methods.other().code()) {
                throw new Unsupported("only one has a body");
            }
            return;
        }
        if (methods.extra() < 0 && pairing.sameCode(methods.one().code(), methods.other().code())) {
            return;
        }
        Terms terms = new Terms();
        Body one = new Body(terms, methods.before(), methods.one(), originals);
        Body other = new Body(terms, methods.after(), methods.other(), mutants);
        MethodProof.prove(terms, one, other, methods.extra(), pairing);
    }

    private boolean isPlain(Map<String, ClassModel> models, Code.FieldRef field) {
        Integer access = access(models, field.owner(), field);
        return access != null && (access & ClassModel.VOLATILE) == 0;
    }

    /** The flags of a field where its class or a superclass declares it, JVMS 17, 5.4.3.2; null if it is not found. */
    private Integer access(Map<String, ClassModel> models, String owner, Code.FieldRef field) {
        for (String type = owner; type != null; ) {
            ClassModel model = find(models, type);
            if (model == null) {
                return null;
            }
            Integer found = model.fieldAccess(field.name(), field.type());
            if (found != null) {
                return found;
            }
            for (String each : model.interfaces) {
                found = access(models, each, field);
                if (found != null) {
                    return found;
                }
            }
            type = model.parent;
        }
        return null;
    }

    private static boolean declares(ClassModel owner, Code.FieldRef field) {
        return owner.name.equals(field.owner()) && owner.fieldAccess(field.name(), field.type()) != null;
    }

    private ClassModel find(Map<String, ClassModel> models, String name) {
        return models.containsKey(name) ? models.get(name) : library.find(name);
    }

    private final class Originals implements Scope {
        private final Quiet quiet = new Quiet(name -> find(before, name));

        @Override
        public String type(String name) {
            return name;
        }

        @Override
        public boolean isPaired(String descriptor) {
            return true; // the mutant asks
        }

        @Override
        public Code.FieldRef field(Code.FieldRef field) {
            return field;
        }

        @Override
        public boolean isPlain(Code.FieldRef field) {
            return Prover.this.isPlain(before, field);
        }

        @Override
        public boolean isQuiet(String type) {
            return quiet.isQuiet(type);
        }

        @Override
        public boolean declares(ClassModel owner, Code.FieldRef field) {
            return Prover.declares(owner, field);
        }
    }

    private final class Mutants implements Scope {
        private final Pairing pairing;
        private final Map<String, ClassModel> after;
        private final Quiet quiet;

        Mutants(Pairing pairing, Map<String, ClassModel> after) {
            this.pairing = pairing;
            this.after = after;
            this.quiet = new Quiet(name -> find(after, name));
        }

        @Override
        public String type(String name) {
            return pairing.original(name);
        }

        @Override
        public boolean isPaired(String descriptor) {
            return pairing.isPaired(descriptor);
        }

        @Override
        public Code.FieldRef field(Code.FieldRef field) {
            return pairing.field(field);
        }

        @Override
        public boolean isPlain(Code.FieldRef field) {
            return Prover.this.isPlain(after, field);
        }

        @Override
        public boolean isQuiet(String type) {
            return quiet.isQuiet(type);
        }

        @Override
        public boolean declares(ClassModel owner, Code.FieldRef field) {
            return Prover.declares(owner, field);
        }
    }
}
