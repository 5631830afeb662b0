package equimorph;

import equimorph.proof.Proofs;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares compiled classes, request after request. */
final class ProofWorker {
    private static final long STACK_BYTES = 128L << 20; // terms are as deep as expressions

    private final Proofs proofs = new Proofs();

    public static void main(String[] args) throws IOException {
        Channel.open().serve("prover", STACK_BYTES, new ProofWorker()::answer);
    }

    private byte[] answer(DataInputStream request) throws IOException {
        List<String> classpath = Channel.readTexts(request);
        Map<String, byte[]> before = classes(request);
        Map<String, byte[]> after = classes(request);
        String status;
        List<String> obstacles;
        try {
            obstacles = proofs.obstacles(classpath, before, after);
            status = obstacles.isEmpty() ? "proved" : "unproved";
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            status = "crash";
            obstacles = List.of(fault.toString());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        Channel.writeText(out, status);
        out.writeInt(obstacles.size());
        for (String each : obstacles) {
            Channel.writeText(out, each);
        }
        return bytes.toByteArray();
    }

    private static Map<String, byte[]> classes(DataInputStream request) throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        for (int left = request.readInt(); left > 0; left--) {
            found.put(Channel.readText(request), Channel.readBytes(request));
        }
        return found;
    }
}
