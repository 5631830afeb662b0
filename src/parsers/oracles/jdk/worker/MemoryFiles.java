package equimorph;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/** The files of one compilation: its sources and classes in memory, libraries from a lasting file manager. */
final class MemoryFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final String patchedModule;
    private final Map<String, ClassFile> classes = new HashMap<>();

    /** An empty {@code patchedModule} compiles into the unnamed module. */
    MemoryFiles(StandardJavaFileManager libraries, String patchedModule) {
        super(libraries);
        this.patchedModule = patchedModule;
    }

    /** The class files written, by binary name, in the order of the names. */
    Map<String, byte[]> classes() {
        Map<String, byte[]> written = new TreeMap<>();
        classes.forEach((name, file) -> written.put(name, file.data.toByteArray()));
        return written;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
        return classes.computeIfAbsent(className, ClassFile::new);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        if (a instanceof Source || b instanceof Source) {
            return a == b;
        }
        return super.isSameFile(a, b);
    }

    @Override
    public boolean hasLocation(Location location) {
        if (location == StandardLocation.PATCH_MODULE_PATH) {
            return !patchedModule.isEmpty();
        }
        return super.hasLocation(location);
    }

    /** Puts the sources into the patched module, as {@code --patch-module} does for files on disk. */
    @Override
    public Location getLocationForModule(Location location, JavaFileObject file) throws IOException {
        if (location == StandardLocation.PATCH_MODULE_PATH) {
            return file instanceof Source && !patchedModule.isEmpty() ? new Patch(patchedModule) : null;
        }
        return super.getLocationForModule(location, file);
    }

    @Override
    public String inferModuleName(Location location) throws IOException {
        return location instanceof Patch patch ? patch.module() : super.inferModuleName(location);
    }

    /** The libraries are the next compilation's too. */
    @Override
    public void close() {}

    private record Patch(String module) implements JavaFileManager.Location {
        @Override
        public String getName() {
            return "patch of " + module;
        }

        @Override
        public boolean isOutputLocation() {
            return false;
        }
    }

    /** A source in memory. */
    static final class Source extends SimpleJavaFileObject {
        final String name;
        final String text;

        Source(String name, String text) throws URISyntaxException {
            super(new URI("memory", null, "/" + name.replaceFirst("^/+", ""), null), Kind.SOURCE);
            this.name = name;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        /** The 1-based column of a position, in characters (javac's own count expands tabs). */
        long column(long position) {
            int end = (int) Math.min(position, text.length());
            int start = end;
            while (start > 0 && text.charAt(start - 1) != '\n' && text.charAt(start - 1) != '\r') {
                start--;
            }
            return text.codePointCount(start, end) + 1L;
        }
    }

    /** A class file in memory. */
    static final class ClassFile extends SimpleJavaFileObject {
        private final ByteArrayOutputStream data = new ByteArrayOutputStream();

        ClassFile(String className) {
            super(URI.create("memory:///" + className.replace('.', '/') + Kind.CLASS.extension), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            data.reset();
            return data;
        }
    }
}
