package equimorph.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** Both methods side by side, and what is known of their common values. */
final class State {
    final Frame before;
    final Frame after;
    final Facts facts;
    /** The contents of the heap, which is the same for both. */
    Term heap;
    /** New objects by what they are, in the order in which each method makes them. */
    private final Map<Object, List<Term>> made;
    /** How much more often the mutant has read each field, or elements, since the last event that both share. */
    private final Map<Object, Integer> ahead;
    /** What new strings consist of. */
    final Map<Term, Text> texts = new HashMap<>();
    /** What the original has read since then. */
    private final Set<Object> read = new HashSet<>();

    State(Frame before, Frame after, Facts facts, Term heap) {
        this(before, after, facts, heap, new HashMap<>(), new HashMap<>());
    }

    private State(
            Frame before, Frame after, Facts facts, Term heap, Map<Object, List<Term>> made, Map<Object, Integer> ahead) {
        this.before = before;
        this.after = after;
        this.facts = facts;
        this.heap = heap;
        this.made = made;
        this.ahead = ahead;
    }

    /** A state like this one, with other values. */
    State with(Frame newBefore, Frame newAfter, Facts newFacts, Term newHeap) {
        State copy = copy();
        State next = new State(newBefore, newAfter, newFacts, newHeap, copy.made, copy.ahead);
        next.read.addAll(read);
        next.texts.putAll(texts);
        return next;
    }

    State copy() {
        Map<Object, List<Term>> copies = new HashMap<>();
        made.forEach((key, terms) -> copies.put(key, new ArrayList<>(terms)));
        State copy = new State(before.copy(), after.copy(), facts.copy(), heap, copies, new HashMap<>(ahead));
        copy.read.addAll(read);
        copy.texts.putAll(texts);
        return copy;
    }

    /** The heap may be another one from here on. */
    void newHeap(Terms terms) {
        heap = terms.symbol(false, false);
    }

    private static final int FAR_AHEAD = 50;

    /** Counts a read of a place in the heap: by the place, and by what all places of its kind have in common. */
    void count(Frame frame, Term place) {
        int times = frame == after ? 1 : -1;
        for (Object key : List.of(place, List.of(place.op, place.payload))) {
            if (ahead.merge(key, times, Integer::sum) > FAR_AHEAD) {
                throw readsMore(place.payload);
            }
            if (frame == before) {
                read.add(key);
            }
        }
    }

    private static Unsupported readsMore(Object what) {
        return new Unsupported("the mutant reads " + what + " more often");
    }

    /** Both are at the same event. Another thread may write between two reads: who reads more often may see more, JLS 17, 17.4. */
    void checkReads() {
        ahead.forEach((key, times) -> {
            // One read that the original does not make has nothing to be compared with.
            if (times > 1 || times == 1 && read.contains(key)) {
                throw readsMore(key);
            }
        });
        ahead.clear();
        read.clear();
    }

    /**
     * Takes the larger counts of two states; returns whether all stays as it was.
     *
     * @param translated finds for a place of this state its place in the merged one and in the other one; null for none
     */
    boolean mergeReads(State incoming, Function<Term, Merge.Instance> translated) {
        Map<Object, Integer> merged = new HashMap<>();
        Set<Object> both = new HashSet<>();
        Set<Object> seen = new HashSet<>();
        for (Map.Entry<Object, Integer> each : ahead.entrySet()) {
            Object mine = each.getKey();
            Merge.Instance instance = mine instanceof Term place ? translated.apply(place) : new Merge.Instance(mine, mine);
            if (instance == null) {
                forget(mine, each.getValue());
                continue;
            }
            seen.add(instance.incoming());
            merged.merge(instance.merged(), Math.max(each.getValue(), incoming.ahead.getOrDefault(instance.incoming(), 0)), Math::max);
            if (read.contains(mine) || incoming.read.contains(instance.incoming())) {
                both.add(instance.merged());
            }
        }
        for (Map.Entry<Object, Integer> each : incoming.ahead.entrySet()) {
            if (!seen.contains(each.getKey())) {
                if (each.getKey() instanceof Term) {
                    forget(each.getKey(), each.getValue());
                } else {
                    merged.put(each.getKey(), Math.max(0, each.getValue()));
                    both.addAll(incoming.read.contains(each.getKey()) ? Set.of(each.getKey()) : Set.of());
                }
            }
        }
        boolean same = merged.equals(ahead) && both.equals(read);
        ahead.clear();
        ahead.putAll(merged);
        read.clear();
        read.addAll(both);
        return same;
    }

    /** A place that only one of two ways knows is not counted any more. */
    private void forget(Object place, int times) {
        if (times > 1) {
            throw readsMore(place);
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
