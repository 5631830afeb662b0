package equimorph.proof;

/** The classes that a compilation uses. */
interface Library {
    /** Reads a class by its internal name; null if it is not found. */
    ClassModel find(String name);
}
