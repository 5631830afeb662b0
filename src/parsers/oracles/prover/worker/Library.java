package equimorph.proof;

import java.util.List;

/** The classes that a compilation uses. */
interface Library {
    /** Reads a class by its internal name; null if it is not found. */
    ClassModel find(String name);

    /** The classes that extend a class directly. */
    List<ClassModel.Line> heirs(String name);
}
