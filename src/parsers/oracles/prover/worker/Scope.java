package equimorph.proof;

/** What one side's names mean: those of the mutant are translated to those of the original. */
interface Scope {
    /** A class, or an array type, by its name in the original. */
    String type(String name);

    /** Whether all classes in a descriptor have counterparts. */
    boolean isPaired(String descriptor);

    /** A field by its name in the original. */
    Code.FieldRef field(Code.FieldRef field);

    /** Whether reads of a field see no more than the heap of this thread: it is known, and not volatile. */
    boolean isPlain(Code.FieldRef field);

    /** Whether nobody can see that a class is initialised. */
    boolean isQuiet(String type);

    /** Whether a class declares a static field itself. */
    boolean declares(ClassModel owner, Code.FieldRef field);
}
