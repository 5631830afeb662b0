package equimorph.proof;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The classes on a class path, and those of the JDK. */
final class ClassPath implements Library, AutoCloseable {
    private final URLClassLoader loader;
    private final Map<String, Optional<ClassModel>> known = new HashMap<>();

    ClassPath(List<String> path) throws MalformedURLException {
        List<URL> places = new ArrayList<>();
        for (String each : path) {
            places.add(new File(each).toURI().toURL());
        }
        loader = new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @Override
    public ClassModel find(String name) {
        return known.computeIfAbsent(name, this::read).orElse(null);
    }

    private Optional<ClassModel> read(String name) {
        try (InputStream data = loader.getResourceAsStream(name + ".class")) {
            return data == null ? Optional.empty() : Optional.of(ClassReading.read(data.readAllBytes()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
