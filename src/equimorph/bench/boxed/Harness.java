import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Runs `main` of the class that is named, and writes the line of standard input when it has come to its end.
 *
 * Arguments: the class, the length of the line, the places of the classes of tests and candidate and of libraries, and the names of the
 * classes of the tests, and of those of the candidate that are the reference's, byte for byte.
 *
 * The line is only in a local variable: no other code of this JVM can read it, as there is neither Unsafe nor /proc.
 */
final class Harness {
    private Harness() {}

    static final Set<Class<?>> trusted = new HashSet<>();
    static final Set<String> libraries = new HashSet<>();
    static ClassLoader loader;

    /** Loads tests and candidate; neither can turn assertions off. */
    private static final class Loader extends URLClassLoader {
        Loader(URL[] places) {
            super(places);
        }

        @Override
        public void setDefaultAssertionStatus(boolean on) {}

        @Override
        public void setPackageAssertionStatus(String name, boolean on) {}

        @Override
        public void setClassAssertionStatus(String name, boolean on) {}

        @Override
        public void clearAssertionStatus() {}
    }

    public static void main(String[] args) throws Exception {
        byte[] nonce = new byte[Integer.parseInt(args[1])];
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        for (int at = 0; at < nonce.length; ) {
            int count = in.read(nonce, at, nonce.length - at);
            if (count < 0) {
                return;
            }
            at += count;
        }
        String[] places = args[2].split(":");
        URL[] urls = new URL[places.length];
        for (int i = 0; i < places.length; i++) {
            urls[i] = Path.of(places[i]).toUri().toURL();
        }
        Loader loader = new Loader(urls);
        for (int i = 3; i < args.length; i++) {
            trusted.add(Class.forName(args[i], false, loader)); // before the candidate can define a class of this name
        }
        for (int i = 2; i < urls.length; i++) {
            libraries.add(urls[i].toString());
        }
        Harness.loader = loader;
        Class.forName("EquimorphFence");
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        try {
            Method main = Class.forName(args[0], true, loader).getMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            String name = cause.getClass().getName();
            // Any text but that of the fence may be the candidate's.
            boolean ours = cause.getClass() == AssertionError.class
                    && cause.getStackTrace().length > 0
                    && cause.getStackTrace()[0].getClassName().equals("EquimorphFence");
            String reason = ours ? name + ": " + cause.getMessage() : name;
            out.write(("\nFAILED " + reason + "\n").getBytes(StandardCharsets.UTF_8));
            Runtime.getRuntime().halt(1);
        }
        out.write('\n');
        out.write(nonce);
        Runtime.getRuntime().halt(0);
    }
}
