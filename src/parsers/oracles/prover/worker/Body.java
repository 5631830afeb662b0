package equimorph.proof;

/** A method under proof: its code, and what its names mean. */
final class Body {
    final Terms terms;
    final Code code;
    final ClassModel.Method method;
    final ClassModel owner;
    final Scope scope;

    Body(Terms terms, ClassModel owner, ClassModel.Method method, Scope scope) {
        this.terms = terms;
        this.code = method.code();
        this.owner = owner;
        this.method = method;
        this.scope = scope;
    }
}
