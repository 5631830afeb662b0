package equimorph.proof;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The classes on a class path, and those of the JDK. */
final class ClassPath implements Library, AutoCloseable {
    private final URLClassLoader loader;
    private final List<String> places;
    private final Map<String, Optional<ClassModel>> known = new HashMap<>();
    /** The classes below each class; null until somebody asks. */
    private Map<String, List<ClassModel.Line>> heirs;

    ClassPath(List<String> places) throws MalformedURLException {
        List<URL> addresses = new ArrayList<>();
        for (String each : places) {
            addresses.add(new File(each).toURI().toURL());
        }
        this.places = places;
        loader = new URLClassLoader(addresses.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
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
    public List<ClassModel.Line> heirs(String name) {
        if (heirs == null) {
            Map<String, List<ClassModel.Line>> found = new HashMap<>();
            places.forEach(place -> readAll(Path.of(place), found));
            heirs = found;
        }
        return heirs.getOrDefault(name, List.of());
    }

    /** Reads all classes of a folder or of a jar. */
    private static void readAll(Path place, Map<String, List<ClassModel.Line>> heirs) {
        try (FileSystem jar = Files.isRegularFile(place) ? FileSystems.newFileSystem(place) : null) {
            List<Path> roots = new ArrayList<>();
            (jar == null ? List.of(place) : jar.getRootDirectories()).forEach(roots::add);
            for (Path root : roots) {
                List<Path> files;
                try (Stream<Path> found = Files.exists(root) ? Files.walk(root) : Stream.empty()) {
                    files = found.filter(each -> each.toString().endsWith(".class")).toList();
                }
                for (Path file : files) {
                    ClassModel.Line line = ClassReading.line(Files.readAllBytes(file));
                    heirs.computeIfAbsent(line.parent(), parent -> new ArrayList<>()).add(line);
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            throw new Unsupported("a place of the class path cannot be read: " + place);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
