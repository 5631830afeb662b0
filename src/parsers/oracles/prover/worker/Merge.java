package equimorph.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The most specific state that two states at one place are instances of (anti-unification, Plotkin 1970).
 *
 * <p>A symbol stands for a pair of terms; places with the same pair keep the same symbol, so what was equal in both stays equal.
 * A symbol that was made for this place may be used again for one pair, so that a state that is general enough does not change.
 */
final class Merge {
    private record Pair(Term old, Term incoming) {}

    /** Two terms without their offsets, and by how much the offsets differ. */
    private record Shift(Term old, Term incoming, long difference, Class<?> type) {}

    /** The symbol of the first pair with a shift, and the offset of its old term. */
    private record Base(Term symbol, long offset) {}

    private final Terms terms;
    private final Set<Term> own;
    private final Facts oldFacts;
    private final Facts newFacts;
    private final Map<Pair, Term> found = new HashMap<>();
    private final Map<Term, List<Pair>> byOld = new HashMap<>();
    private final Map<Shift, Base> bases = new HashMap<>();
    private final Set<Term> taken = new HashSet<>();
    private boolean changed;

    /** {@code own} has the symbols that were made for this place; new ones are added. */
    private Merge(Terms terms, Set<Term> own, Facts oldFacts, Facts newFacts) {
        this.terms = terms;
        this.own = own;
        this.oldFacts = oldFacts;
        this.newFacts = newFacts;
    }

    /** The merged state; {@code old} itself if it is general enough already. */
    static State of(Terms terms, Set<Term> own, State old, State incoming, boolean keepHeap) {
        Merge merge = new Merge(terms, own, old.facts, incoming.facts);
        Frame before = merge.frames(old.before, incoming.before);
        Frame after = merge.frames(old.after, incoming.after);
        Term heap = keepHeap ? old.heap : merge.merged(old.heap, incoming.heap);
        State kept = old.copy();
        boolean same = kept.mergeMade(incoming, merge::merged) & kept.mergeReads(incoming, merge::place);
        same &= !kept.texts.entrySet().removeIf(
                each -> own.contains(each.getKey()) || !each.getValue().equals(incoming.texts.get(each.getKey())));
        Facts facts = merge.facts();
        if (!merge.changed && same && heap == old.heap) {
            return old;
        }
        before.made.keySet().retainAll(kept.before.made.keySet());
        after.made.keySet().retainAll(kept.after.made.keySet());
        return kept.with(before, after, facts, heap);
    }

    private Frame frames(Frame old, Frame incoming) {
        Frame merged = old.copy();
        for (int i = 0; i < old.locals.length; i++) {
            merged.locals[i] = slot(old.locals[i], incoming.locals[i]);
        }
        for (int i = 0; i < old.depth; i++) {
            merged.stack[i] = slot(old.stack[i], incoming.stack[i]);
        }
        if (old.thrown != null) {
            merged.thrown = slot(old.thrown, incoming.thrown);
        }
        return merged;
    }

    /** A slot without a value, or with one that nobody reads, is null. */
    private Term slot(Term old, Term incoming) {
        if (old == null || incoming == null) {
            changed |= old != null;
            return null;
        }
        Term simple = oldFacts.simple(old);
        Term merged = merged(simple, newFacts.simple(incoming));
        changed |= merged != simple;
        return merged;
    }

    private Term merged(Term old, Term incoming) {
        if (old == incoming && old.args.length == 0 && !own.contains(old)) {
            return old;
        }
        Pair pair = new Pair(old, incoming);
        Term known = found.get(pair);
        if (known != null) {
            return known;
        }
        Term result = old.args.length > 0 && sameOperation(old, incoming) ? operation(old, incoming) : shifted(old, incoming);
        found.put(pair, result);
        byOld.computeIfAbsent(old, term -> new ArrayList<>()).add(pair);
        return result;
    }

    private static boolean sameOperation(Term old, Term incoming) {
        return old.op == incoming.op && old.args.length == incoming.args.length
                && Objects.equals(old.payload, incoming.payload)
                && (Sum.of(old).offset() == 0 || Sum.of(old).offset() == Sum.of(incoming).offset());
    }

    private Term operation(Term old, Term incoming) {
        Term[] args = new Term[old.args.length];
        boolean same = true;
        for (int i = 0; i < args.length; i++) {
            args[i] = merged(old.args[i], incoming.args[i]);
            same &= args[i] == old.args[i];
        }
        return same ? old : terms.with(old, args);
    }

    /** A symbol, or one that was made for two terms which differ by as much: i and i + 1 stay so when i is another one. */
    private Term shifted(Term old, Term incoming) {
        Sum from = Sum.of(old);
        Sum to = Sum.of(incoming);
        Class<?> type = from.type() != null ? from.type() : to.type();
        if (type == null || to.type() != null && to.type() != type) {
            return symbol(old, old.bool && incoming.bool);
        }
        Shift shift = new Shift(from.base(), to.base(), to.offset() - from.offset(), type);
        Base base = bases.get(shift);
        if (base == null) {
            boolean bare = own.contains(from.base());
            Term fresh = symbol(bare ? from.base() : old, from.offset() == 0 && old.bool && incoming.bool);
            base = new Base(fresh, bare ? 0 : from.offset());
            bases.put(shift, base);
        }
        return Sum.shifted(terms, base.symbol, from.offset() - base.offset, type);
    }

    /** The given symbol, if it was made for this place and is free; otherwise a new one. */
    private Term symbol(Term wanted, boolean bool) {
        boolean reuse = own.contains(wanted) && wanted.bool == bool && taken.add(wanted);
        Term result = reuse ? wanted : terms.symbol(bool, false);
        own.add(result);
        return result;
    }

    /** What both know. */
    private Facts facts() {
        Facts kept = new Facts(terms);
        for (Map.Entry<Term, Boolean> each : oldFacts.known().entrySet()) {
            List<Pair> instances = instances(each.getKey());
            boolean same = false;
            for (Pair instance : instances) {
                Condition incoming = new Condition(instance.incoming, each.getValue());
                if (instance.incoming == null || !Boolean.TRUE.equals(newFacts.decide(incoming))) {
                    continue;
                }
                Term merged = instance.old; // here: the term of the merged state
                kept.assume(new Condition(merged, each.getValue()));
                same |= merged == each.getKey();
            }
            changed |= !same;
        }
        for (Map.Entry<Pair, Term> each : found.entrySet()) {
            Pair pair = each.getKey();
            if (oldFacts.isNonNull(pair.old) && newFacts.isNonNull(pair.incoming) && !kept.isNonNull(each.getValue())) {
                kept.assume(new Condition(terms.equal(each.getValue(), terms.nil), false));
            }
        }
        return kept;
    }

    /** What a key of a state became, and what it is in the other state. */
    record Instance(Object merged, Object incoming) {}

    /** The first one for a place in the heap; null for none. */
    private Instance place(Term place) {
        List<Pair> found = instances(place);
        return found.isEmpty() ? null : new Instance(found.get(0).old, found.get(0).incoming);
    }

    private static final int MOST = 8;

    /** What a term of the old state became: pairs of the merged and the incoming term. */
    private List<Pair> instances(Term term) {
        List<Pair> result = new ArrayList<>();
        for (Pair pair : byOld.getOrDefault(term, List.of())) {
            result.add(new Pair(found.get(pair), pair.incoming));
        }
        if (term.args.length == 0) {
            if (!own.contains(term) || term.isConst()) {
                result.add(new Pair(term, term));
            }
            return result;
        }
        List<Term[]> merged = new ArrayList<>(List.of(new Term[][] {new Term[term.args.length]}));
        List<Term[]> incoming = new ArrayList<>(List.of(new Term[][] {new Term[term.args.length]}));
        for (int i = 0; i < term.args.length; i++) {
            List<Term[]> moreMerged = new ArrayList<>();
            List<Term[]> moreIncoming = new ArrayList<>();
            for (Pair choice : instances(term.args[i])) {
                for (int j = 0; j < merged.size() && moreMerged.size() < MOST; j++) {
                    Term[] one = merged.get(j).clone();
                    Term[] other = incoming.get(j).clone();
                    one[i] = choice.old;
                    other[i] = choice.incoming;
                    moreMerged.add(one);
                    moreIncoming.add(other);
                }
            }
            merged = moreMerged;
            incoming = moreIncoming;
        }
        for (int j = 0; j < merged.size(); j++) {
            result.add(new Pair(terms.with(term, merged.get(j)), terms.with(term, incoming.get(j))));
        }
        return result;
    }
}
