package equimorph.proof;

/** Whether two effects are the same, but for names that belong to each other. */
interface Matcher {
    /** Compares what the instructions name, and the values that they take. */
    boolean matches(Event before, Event after);

    /** Pairs the classes that two instructions name, if both are free; returns whether it did. */
    boolean meets(Code.Insn before, Code.Insn after);
}
