package equimorph.proof;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Proofs for many mutants: originals and class paths are kept for a while, since mutants of one file follow each other. */
public final class Proofs {
    private static final int KEPT = 4;

    private final Map<List<String>, ClassPath> libraries = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<List<Object>, Prover> provers = new LinkedHashMap<>(16, 0.75f, true);

    /** Returns what could not be matched, as {@link Prover#obstacles} does. */
    public List<String> obstacles(List<String> classpath, Map<String, byte[]> before, Map<String, byte[]> after)
            throws IOException {
        try {
            return prover(classpath, before).obstacles(after);
        } catch (Unsupported unreadable) {
            return List.of(unreadable.getMessage());
        }
    }

    private Prover prover(List<String> classpath, Map<String, byte[]> before) throws IOException {
        List<Object> key = List.of(classpath, before.keySet(), before.values().stream().map(Arrays::hashCode).toList());
        Prover prover = provers.get(key);
        if (prover == null || !prover.isOf(before)) { // others may have the same hash
            prover = new Prover(before, library(classpath));
            provers.put(key, prover);
            if (provers.size() > KEPT) {
                provers.remove(provers.keySet().iterator().next());
            }
        }
        return prover;
    }

    private ClassPath library(List<String> classpath) throws IOException {
        ClassPath known = libraries.get(classpath);
        if (known == null) {
            known = new ClassPath(classpath);
            libraries.put(classpath, known);
            if (libraries.size() > KEPT) {
                libraries.remove(libraries.keySet().iterator().next()).close();
            }
        }
        return known;
    }
}
