import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Copies class files with a call of Lines.pass at each entry of their line tables. A probe is passed when its line begins, so that
 * a line which ends with an exception counts; tools that put probes at branches miss those.
 */
final class LineProbes {
    private final Map<String, Integer> probes = new LinkedHashMap<>();

    private LineProbes() {}

    /** Arguments: folder of class files, folder for the copies, file for the lines in order of their probes. */
    public static void main(String[] args) throws IOException {
        Path from = Path.of(args[0]);
        Path to = Path.of(args[1]);
        LineProbes instance = new LineProbes();
        for (Path file : classFiles(from)) {
            Path copy = to.resolve(from.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.write(copy, instance.withProbes(Files.readAllBytes(file)));
        }
        Files.write(Path.of(args[2]), instance.probes.keySet(), StandardCharsets.UTF_8);
    }

    private static List<Path> classFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class")).sorted().collect(Collectors.toList());
        }
    }

    private byte[] withProbes(byte[] original) {
        ClassNode type = new ClassNode();
        new ClassReader(original).accept(type, 0);
        String folder = type.name.substring(0, type.name.lastIndexOf('/') + 1);
        for (MethodNode method : type.methods) {
            for (AbstractInsnNode each : method.instructions.toArray()) {
                AbstractInsnNode first = each instanceof LineNumberNode ? firstInstruction(each) : null;
                if (first != null) {
                    String line = folder + type.sourceFile + ":" + ((LineNumberNode) each).line;
                    InsnList call = new InsnList();
                    call.add(new LdcInsnNode(probes.computeIfAbsent(line, unused -> probes.size())));
                    call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "Lines", "pass", "(I)V", false));
                    if (first.getOpcode() == Opcodes.NEW) {
                        // The stack's frames name an object that is not initialised yet by the place of its NEW.
                        method.instructions.insert(first, call);
                    } else {
                        method.instructions.insertBefore(first, call);
                    }
                }
            }
        }
        // The calls neither jump nor leave anything behind, so the stack's frames stay as they are.
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }

    /** After the labels and frames: a frame belongs to the place before the first instruction. */
    private static AbstractInsnNode firstInstruction(AbstractInsnNode line) {
        AbstractInsnNode node = line;
        while (node != null && node.getOpcode() < 0) {
            node = node.getNext();
        }
        return node;
    }
}
