package equimorph;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;

/** The classes of one program; the worker's own are not visible to it. */
final class Loader extends URLClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes, URL[] classpath) {
        super(classpath, ClassLoader.getPlatformClassLoader());
        this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] data = classes.get(name);
        return data == null ? super.findClass(name) : defineClass(name, data, 0, data.length);
    }
}
