package equimorph;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles sources in memory, request after request. */
final class CompileWorker {
    private static final long STACK_BYTES = 128L << 20; // javac recurses into nested expressions
    private static final int LIBRARIES = 4;

    private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    private final Map<List<List<String>>, StandardJavaFileManager> libraries =
            new LinkedHashMap<>(16, 0.75f, true);

    public static void main(String[] args) throws IOException {
        Channel.open().serve("compiler", STACK_BYTES, new CompileWorker()::answer);
    }

    /** Whatever javac throws is the answer to this request; the client replaces this process afterwards. */
    private byte[] answer(DataInputStream request) throws IOException {
        try {
            return compile(request);
        } catch (Throwable crash) {
            Throwable cause = crash;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return failure("crash", cause.toString());
        }
    }

    private static byte[] failure(String status, String message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        Channel.writeText(out, status);
        Channel.writeText(out, String.valueOf(message));
        return bytes.toByteArray();
    }

    private byte[] compile(DataInputStream request)
            throws IOException, URISyntaxException, NoSuchAlgorithmException {
        boolean wantBytes = request.readBoolean();
        String patchedModule = Channel.readText(request);
        List<String> options = Channel.readTexts(request);
        List<String> classpath = Channel.readTexts(request);
        List<String> sourcepath = Channel.readTexts(request);
        List<MemoryFiles.Source> units = new ArrayList<>();
        for (int left = request.readInt(); left > 0; left--) {
            units.add(new MemoryFiles.Source(Channel.readText(request), Channel.readText(request)));
        }
        MemoryFiles files = new MemoryFiles(libraries(options, classpath, sourcepath), patchedModule);
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StringWriter log = new StringWriter();
        JavaCompiler.CompilationTask task;
        try {
            task = javac.getTask(log, files, diagnostics, options, null, units);
        } catch (IllegalArgumentException option) {
            return failure("refused", option.getMessage());
        }
        boolean ok = task.call();
        if (!ok && diagnostics.getDiagnostics().stream().noneMatch(CompileWorker::isError)) {
            return failure("crash", log.toString());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        Channel.writeText(out, ok ? "ok" : "errors");
        writeErrors(out, diagnostics.getDiagnostics());
        writeClasses(out, files.classes(), wantBytes);
        return bytes.toByteArray();
    }

    /** A file manager keeps its jars open: one for each set of paths, the least recently used closed. */
    private StandardJavaFileManager libraries(
            List<String> options, List<String> classpath, List<String> sourcepath) throws IOException {
        List<List<String>> key = List.of(options, classpath, sourcepath);
        StandardJavaFileManager known = libraries.get(key);
        if (known != null) {
            return known;
        }
        if (libraries.size() >= LIBRARIES) {
            libraries.remove(libraries.keySet().iterator().next()).close();
        }
        StandardJavaFileManager created =
                javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        // Without these javac would see our own classes, and the sources on the class path.
        created.setLocation(StandardLocation.CLASS_PATH, classpath.stream().map(File::new).toList());
        created.setLocation(StandardLocation.SOURCE_PATH, sourcepath.stream().map(File::new).toList());
        libraries.put(key, created);
        return created;
    }

    private static boolean isError(Diagnostic<?> diagnostic) {
        return diagnostic.getKind() == Diagnostic.Kind.ERROR;
    }

    private static void writeErrors(
            DataOutputStream out, List<Diagnostic<? extends JavaFileObject>> diagnostics) throws IOException {
        var errors = diagnostics.stream().filter(CompileWorker::isError).toList();
        out.writeInt(errors.size());
        for (var error : errors) {
            String path = "";
            long column = error.getColumnNumber();
            if (error.getSource() instanceof MemoryFiles.Source source) {
                path = source.name;
                column = error.getPosition() == Diagnostic.NOPOS ? 0 : source.column(error.getPosition());
            } else if (error.getSource() != null) {
                path = error.getSource().getName();
            }
            Channel.writeText(out, path);
            out.writeInt((int) Math.max(0, error.getLineNumber()));
            out.writeInt((int) Math.max(0, column));
            Channel.writeText(out, error.getCode());
            Channel.writeText(out, error.getMessage(Locale.ROOT));
        }
    }

    private static void writeClasses(DataOutputStream out, Map<String, byte[]> classes, boolean wantBytes)
            throws IOException, NoSuchAlgorithmException {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        Map<String, byte[]> withoutCaptures = Captures.withoutNames(classes);
        out.writeInt(classes.size());
        for (var each : classes.entrySet()) {
            Channel.writeText(out, each.getKey());
            out.write(sha256.digest(each.getValue()));
            out.write(sha256.digest(withoutCaptures.get(each.getKey())));
            Channel.writeBytes(out, wantBytes ? each.getValue() : new byte[0]);
        }
    }
}
