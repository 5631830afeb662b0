package equimorph.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;

/** Both methods side by side, and what is known of their common values. */
final class State {
    final Frame before;
    final Frame after;
    final Facts facts;
    /** The contents of the heap, which is the same for both. */
    Term heap;
    /** New objects by what they are, in the order in which each method makes them. */
    private final Map<Object, List<Term>> made;
    /** Whether it is known how often each method has read each place since the heap was another one. */
    private boolean counting = true;

    State(Frame before, Frame after, Facts facts, Term heap) {
        this(before, after, facts, heap, new HashMap<>());
    }

    private State(Frame before, Frame after, Facts facts, Term heap, Map<Object, List<Term>> made) {
        this.before = before;
        this.after = after;
        this.facts = facts;
        this.heap = heap;
        this.made = made;
    }

    /** A state like this one, with other values. */
    State with(Frame newBefore, Frame newAfter, Facts newFacts, Term newHeap) {
        State copy = copy();
        return new State(newBefore, newAfter, newFacts, newHeap, copy.made).counting(counting);
    }

    private State counting(boolean value) {
        counting = value;
        return this;
    }

    State copy() {
        Map<Object, List<Term>> copies = new HashMap<>();
        made.forEach((key, terms) -> copies.put(key, new ArrayList<>(terms)));
        return new State(before.copy(), after.copy(), facts.copy(), heap, copies).counting(counting);
    }

    /** The heap may be another one from here on. */
    void newHeap(Terms terms) {
        checkReads();
        heap = terms.symbol(false, false);
        before.reads.clear();
        after.reads.clear();
        counting = true;
    }

    boolean counts() {
        return counting;
    }

    /** Forgets how often places were read, since one of the two is ahead. */
    void countNoMore() {
        before.reads.clear();
        after.reads.clear();
        counting = false;
    }

    /** Another thread may write between two reads: who reads more often may see more, JLS 17, 17.4. */
    void checkReads() {
        if (counting) {
            after.reads.forEach((place, times) -> {
                if (before.reads.containsKey(place) && times > before.reads.get(place)) {
                    throw new Unsupported("the mutant reads " + place.payload + " more often");
                }
            });
        }
    }

    /** The next object of a kind that a method makes: its n-th one is the counterpart of the n-th one of the other. */
    Term make(Terms terms, Frame frame, Object kind) {
        List<Term> objects = made.computeIfAbsent(kind, key -> new ArrayList<>());
        int number = frame.made.merge(kind, 1, Integer::sum) - 1;
        if (number == objects.size()) {
            objects.add(terms.symbol(false, true));
        }
        return objects.get(number);
    }

    /** Forgets the objects that both have made. */
    void forgetMade() {
        for (Object kind : List.copyOf(made.keySet())) {
            int one = before.made.getOrDefault(kind, 0);
            int other = after.made.getOrDefault(kind, 0);
            int both = Math.min(one, other);
            made.get(kind).subList(0, both).clear();
            before.made.put(kind, one - both);
            after.made.put(kind, other - both);
            if (one == other) {
                forgetMade(kind);
            }
        }
    }

    private void forgetMade(Object kind) {
        made.remove(kind);
        before.made.remove(kind);
        after.made.remove(kind);
    }

    /** Keeps of the objects that only one has made those that it has made in another state, too; returns whether that is all. */
    boolean mergeMade(State incoming, BinaryOperator<Term> merged) {
        boolean same = true;
        for (Object kind : List.copyOf(made.keySet())) {
            List<Term> mine = made.get(kind);
            if (Objects.equals(before.made.get(kind), incoming.before.made.get(kind))
                    && Objects.equals(after.made.get(kind), incoming.after.made.get(kind))) {
                List<Term> theirs = incoming.made.get(kind);
                for (int i = 0; i < mine.size(); i++) {
                    Term both = merged.apply(mine.get(i), theirs.get(i));
                    same &= both == mine.get(i);
                    mine.set(i, both);
                }
            } else {
                forgetMade(kind);
                same = false;
            }
        }
        return same;
    }

    /** Where both are; -1 for each that looks for no handler. */
    record Place(int before, int handlerBefore, int after, int handlerAfter) {}

    Place place() {
        return new Place(
                before.pc, before.thrown == null ? -1 : before.handler, after.pc, after.thrown == null ? -1 : after.handler);
    }
}
