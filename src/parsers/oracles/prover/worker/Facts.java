package equimorph.proof;

import equimorph.proof.Term.Op;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What holds on a path: conditions that are known, and values that are known to be a constant. */
final class Facts {
    private final Terms terms;
    private final Map<Term, Boolean> known;
    private final Map<Term, Term> constants;
    /** Strings that are known to have the text of a constant. */
    private final Map<Term, Term> texts = new HashMap<>();
    private boolean impossible;
    /** What {@code simple} found; empty after each new constant. */
    private final Map<Term, Term> simplified = new HashMap<>();

    Facts(Terms terms) {
        this(terms, new HashMap<>(), new HashMap<>());
    }

    private Facts(Terms terms, Map<Term, Boolean> known, Map<Term, Term> constants) {
        this.terms = terms;
        this.known = known;
        this.constants = constants;
    }

    Facts copy() {
        Facts copy = new Facts(terms, new HashMap<>(known), new HashMap<>(constants));
        copy.texts.putAll(texts);
        copy.impossible = impossible;
        return copy;
    }

    Map<Term, Boolean> known() {
        return known;
    }

    /** The term with its known parts replaced. */
    Term simple(Term term) {
        return constants.isEmpty() ? term : terms.replaced(term, constants, simplified);
    }

    /** Whether a condition holds; null where that is not known. */
    Boolean decide(Condition condition) {
        Boolean found = truth(condition.term());
        return found == null ? null : found == condition.positive();
    }

    private Boolean truth(Term given) {
        Term term = simple(given);
        if (term.isConst()) {
            return term != terms.zero;
        }
        Boolean found = known.get(term);
        if (found != null) {
            return found;
        }
        return switch (term.op) {
            case EQ -> equal(term.args[0], term.args[1]);
            case LT -> isTrue(terms.less(term.args[1], term.args[0])) || isTrue(terms.equal(term.args[0], term.args[1]))
                    ? Boolean.FALSE : null;
            case STRING_EQUALS -> sameText(term.args[0], term.args[1]);
            case INSTANCE -> isTrue(terms.equal(term.args[0], terms.nil)) ? Boolean.FALSE : null;
            case CAST -> isTrue(terms.instance((String) term.payload, term.args[0]))
                    || isTrue(terms.equal(term.args[0], terms.nil)) ? Boolean.TRUE : null;
            default -> null;
        };
    }

    private boolean isTrue(Term term) {
        return term == terms.one || !term.isConst() && Boolean.TRUE.equals(known.get(term));
    }

    private boolean isFalse(Term term) {
        return term == terms.zero || !term.isConst() && Boolean.FALSE.equals(known.get(term));
    }

    private Boolean equal(Term a, Term b) {
        if (b == terms.zero && a.bool) {
            Boolean truth = a.isConst() ? null : truth(a);
            if (truth != null && a.op != Op.SYMBOL) {
                return !truth;
            }
        }
        return isTrue(terms.less(a, b)) || isTrue(terms.less(b, a)) ? Boolean.FALSE : null;
    }

    /** Strings of different hashes differ. */
    private Boolean sameText(Term a, Term b) {
        String text = Terms.string(b);
        if (text == null) {
            return null;
        }
        Term other = texts.get(a);
        if (other != null) {
            return other == b;
        }
        Term hash = simple(terms.stringHash(a));
        Term wanted = terms.constant(text.hashCode());
        return hash.isConst() && hash != wanted || isFalse(terms.equal(hash, wanted)) ? Boolean.FALSE : null;
    }

    boolean isNonNull(Term term) {
        Term found = simple(term);
        return found.nonNull || found != terms.nil && isFalse(terms.equal(found, terms.nil));
    }

    /** Takes a condition as true that was not decided. */
    void assume(Condition condition) {
        assume(simple(condition.term()), condition.positive());
    }

    private void assume(Term term, boolean truth) {
        if (term.isConst()) {
            return;
        }
        known.put(term, truth);
        switch (term.op) {
            case EQ -> {
                Term value = term.args[0];
                Term other = term.args[1];
                if (truth && other.isConst()) {
                    substitute(value, other);
                } else if (!truth && value.bool && other == terms.zero) {
                    substitute(value, terms.one);
                }
            }
            case INSTANCE -> {
                if (truth) {
                    known.put(terms.equal(term.args[0], terms.nil), false);
                }
            }
            case STRING_EQUALS -> {
                String text = Terms.string(term.args[1]);
                if (truth && text != null) {
                    texts.put(term.args[0], term.args[1]);
                    substitute(terms.stringHash(term.args[0]), terms.constant(text.hashCode()));
                }
            }
            default -> { }
        }
        if (term.bool) {
            substitute(term, truth ? terms.one : terms.zero);
        }
    }

    private void substitute(Term term, Term constant) {
        if (term.isConst()) {
            return;
        }
        constants.put(term, constant);
        simplified.clear();
        for (Map.Entry<Term, Boolean> each : List.copyOf(known.entrySet())) {
            Term simple = simple(each.getKey());
            if (simple.isConst() && each.getKey() != term) {
                impossible |= (simple != terms.zero) != each.getValue();
            } else if (simple != each.getKey() && known.get(simple) == null) {
                assume(simple, each.getValue());
            }
        }
    }

    /** Whether the facts contradict each other: no run comes here. */
    boolean isImpossible() {
        return impossible;
    }
}
