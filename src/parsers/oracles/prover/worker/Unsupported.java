package equimorph.proof;

/** Why a method cannot be proved: there is something that the checker does not model, or the two do not match. */
final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unsupported(String message) {
        super(message, null, false, false);
    }
}
