package equimorph.proof;

import static equimorph.proof.Opcodes.*;

import equimorph.proof.Term.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Proves that two methods do the same: a bisimulation of their instructions.
 *
 * <p>Both run side by side on common symbolic values. What nobody can see, each does for itself. A choice whose outcome is not
 * known is followed both ways, and the other method then knows its outcome. Effects, possible exceptions and ends must be the
 * same on both sides, in the same order and on the same values. Where ways join, the states of all ways are merged into one
 * that each is an instance of, until nothing changes. No cycle may let only one of the two go on.
 */
final class MethodProof {
    /** Of instructions, and of facts that are copied where a path forks. */
    private static final int MOST_STEPS = 500_000;
    private static final int MOST_PLACES = 20_000;

    private record Edge(State.Place to, boolean before, boolean after) {}

    private static final class Node {
        State state;
        boolean ownHeap;
        boolean queued;
        final Set<Term> own = new HashSet<>();
        List<Edge> edges = new ArrayList<>();
    }

    private final Terms terms;
    private final Stepper stepper;
    private final Matcher matcher;
    private final Map<State.Place, Node> nodes = new HashMap<>();
    private final Deque<Node> queue = new ArrayDeque<>();
    private final Deque<State> paths = new ArrayDeque<>();
    /** Whose choice is followed first where both have one: what the first one knows helps the second one, not the other way. */
    private final boolean mutantFirst;
    private int steps;

    private MethodProof(Terms terms, Matcher matcher, boolean mutantFirst) {
        this.mutantFirst = mutantFirst;
        this.terms = terms;
        this.stepper = new Stepper(terms);
        this.matcher = matcher;
    }

    /**
     * Returns if the methods do the same.
     *
     * @param extra index of the parameter that only the second one has; -1 for none
     * @throws Unsupported with the first place that could not be matched
     */
    static void prove(Terms terms, Body before, Body after, int extra, Matcher matcher) {
        try {
            prove(terms, before, after, extra, matcher, false);
        } catch (Unsupported first) {
            try {
                prove(terms, before, after, extra, matcher, true);
            } catch (Unsupported second) {
                throw first;
            }
        }
    }

    private static void prove(Terms terms, Body before, Body after, int extra, Matcher matcher, boolean mutantFirst) {
        MethodProof proof = new MethodProof(terms, matcher, mutantFirst);
        State start = new State(new Frame(before), new Frame(after), new Facts(terms), terms.symbol(false, false));
        proof.parameters(start, extra);
        start.before.jump(0);
        start.after.jump(0);
        proof.paths.push(start);
        proof.follow(new Node()); // nothing leads back to it
        while (!proof.queue.isEmpty()) {
            proof.explore(proof.queue.poll());
        }
        proof.checkProgress();
    }

    private void parameters(State state, int extra) {
        Body before = state.before.body;
        int at = 0;
        int other = 0;
        if (!before.method.isStatic()) {
            state.before.locals[at++] = terms.symbol(false, true);
            state.after.locals[other++] = state.before.locals[0];
        }
        List<String> types = Types.parameters(state.after.body.method.type());
        for (int i = 0; i < types.size(); i++) {
            String type = types.get(i);
            Term value = terms.symbol(type.equals("Z"), false);
            Term filler = Types.isWide(type) ? terms.second : null;
            state.after.locals[other++] = value;
            if (filler != null) {
                state.after.locals[other++] = filler;
            }
            if (i == extra) {
                continue;
            }
            state.before.locals[at++] = value;
            if (filler != null) {
                state.before.locals[at++] = filler;
            }
        }
    }

    private void explore(Node node) {
        node.queued = false;
        node.edges = new ArrayList<>();
        State start = node.state.copy();
        for (Frame frame : List.of(start.before, start.after)) {
            frame.moved = false;
            frame.parked = false;
        }
        paths.push(start);
        follow(node);
    }

    private void follow(Node from) {
        while (!paths.isEmpty()) {
            State next = paths.pop();
            if (!next.facts.isImpossible()) {
                run(next, from);
            }
        }
    }

    /** Follows one path until it ends, forks, or comes to a place where ways join. */
    private void run(State state, Node from) {
        while (true) {
            Event before = advance(state.before, state);
            Event after = advance(state.after, state);
            if (state.before.parked || state.after.parked) {
                arrive(state, from);
                return;
            }
            if (before.isChoice() && (!mutantFirst || !after.isChoice())) {
                fork(state, before, true);
                return;
            }
            if (after.isChoice()) {
                fork(state, after, false);
                return;
            }
            if (before.kind() == Event.Kind.CHECK && after.kind() == Event.Kind.CHECK && matcher.meets(before.insn(), after.insn())) {
                continue; // once more, with one name for both
            }
            boolean same = sameEvents(before, after);
            if (!same && (split(state, before, true) || split(state, after, false))) {
                return;
            }
            if (!same) {
                throw mismatch(state, before, after);
            }
            if (!passed(state, before, after)) {
                return;
            }
        }
    }

    private Event advance(Frame frame, State state) {
        while (!frame.parked) {
            if (++steps > MOST_STEPS) {
                throw new Unsupported("the methods have too many paths");
            }
            Event event = stepper.step(frame, state);
            if (event != null) {
                return event;
            }
        }
        return null;
    }

    private void fork(State state, Event choice, boolean first) {
        steps += state.facts.known().size();
        if (choice.kind() == Event.Kind.BRANCH) {
            for (boolean holds : new boolean[] {true, false}) {
                State next = state.copy();
                next.facts.assume(holds ? choice.condition() : choice.condition().not());
                Frame frame = first ? next.before : next.after;
                if (choice.insn() != null) {
                    Stepper.drop(frame, choice.insn());
                }
                frame.follow(holds);
                paths.push(next);
            }
            return;
        }
        Code.Switch targets = (Code.Switch) choice.insn().data();
        Term value = choice.args()[0];
        State otherwise = state.copy();
        for (int i = 0; i < targets.keys().size(); i++) {
            Condition chosen = stepper.key(value, targets.keys().get(i));
            if (Boolean.FALSE.equals(state.facts.decide(chosen))) {
                continue;
            }
            State next = state.copy();
            next.facts.assume(chosen);
            go(first ? next.before : next.after, choice.insn(), targets.targets().get(i));
            paths.push(next);
            otherwise.facts.assume(chosen.not());
        }
        go(first ? otherwise.before : otherwise.after, choice.insn(), targets.otherwise());
        paths.push(otherwise);
    }

    private static void go(Frame frame, Code.Insn insn, int target) {
        Stepper.drop(frame, insn);
        frame.jump(target);
    }

    private boolean sameEvents(Event before, Event after) {
        return before.kind() == after.kind() && sameValues(before, after);
    }

    /** Follows a check both ways, as a choice: the method goes on, or throws an exception of its own. */
    private boolean split(State state, Event check, boolean first) {
        if (check.kind() != Event.Kind.CHECK || check.heap()) {
            return false;
        }
        Condition holds = check.condition();
        Object exception = exception(check.insn().opcode(), holds);
        if (holds.term().op == Op.IN_BOUNDS && !state.facts.isNonNull(holds.term().args[0])) {
            holds = new Condition(terms.equal(holds.term().args[0], terms.nil), false);
            exception = NULL_POINTER;
        }
        if (!Boolean.FALSE.equals(state.facts.decide(holds))) {
            State next = state.copy();
            next.facts.assume(holds);
            paths.push(next);
        }
        State failed = state.copy();
        failed.facts.assume(holds.not());
        Frame frame = first ? failed.before : failed.after;
        frame.raise(failed.make(terms, frame, exception));
        paths.push(failed);
        return true;
    }

    /** An exception that the JVM makes; of the same type and message are those with the same cause. */
    private record Thrown(String type, Term cause) {}

    private static final Thrown NULL_POINTER = new Thrown("java/lang/NullPointerException", null);

    /** What an instruction throws where its check fails, JVMS 17, 6.5; some messages name the index, or the class. */
    private static Thrown exception(int opcode, Condition failed) {
        return switch (opcode) {
            case IDIV, LDIV, IREM, LREM -> new Thrown("java/lang/ArithmeticException", null);
            case CHECKCAST -> new Thrown("java/lang/ClassCastException", failed.term());
            case IALOAD, LALOAD, FALOAD, DALOAD, AALOAD, BALOAD, CALOAD, SALOAD ->
                    new Thrown("java/lang/ArrayIndexOutOfBoundsException", failed.term());
            default -> NULL_POINTER;
        };
    }

    /** Goes on behind two equal events; returns whether the path does. */
    private boolean passed(State state, Event before, Event after) {
        switch (before.kind()) {
            case RETURN, THROW:
                state.checkReads();
                return false;
            case CHECK:
                if (before.heap()) {
                    state.checkReads();
                }
                thrown(state, before.heap());
                state.facts.assume(before.condition());
                if (before.heap()) {
                    state.newHeap(terms);
                }
                return true;
            default:
                state.checkReads();
                thrown(state, true);
                effect(state, before, after);
                return true;
        }
    }

    private boolean sameValues(Event before, Event after) {
        return switch (before.kind()) {
            case EFFECT -> matcher.matches(before, after);
            case CHECK -> before.condition().equals(after.condition()) && before.heap() == after.heap();
            default -> java.util.Arrays.equals(before.args(), after.args());
        };
    }

    /** Follows the exception that an effect or a check may throw. */
    private void thrown(State state, boolean heap) {
        State next = state.copy();
        Term exception = terms.symbol(false, true);
        next.before.raise(exception);
        next.after.raise(exception);
        if (next.before.candidate() == null && next.after.candidate() == null) {
            next.checkReads(); // it leaves both
            return;
        }
        if (heap) {
            next.newHeap(terms);
        }
        paths.push(next);
    }

    private void effect(State state, Event before, Event after) {
        state.newHeap(terms);
        int opcode = before.insn().opcode();
        Term[] args = before.args();
        Term result = null;
        if (before.result() != null && !before.result().equals("V")) {
            boolean made = opcode == NEW || opcode >= NEWARRAY && opcode <= ANEWARRAY || opcode == MULTIANEWARRAY
                    || opcode == INVOKEDYNAMIC;
            result = terms.symbol(before.result().equals("Z"), made);
        }
        for (Frame frame : List.of(state.before, state.after)) {
            frame.depth -= frame == state.before ? before.slots() : after.slots();
            if (result != null) {
                frame.push(result, Types.isWide(before.result()));
            }
            frame.next();
        }
        boolean object = opcode == PUTFIELD || opcode == GETFIELD || opcode == MONITORENTER
                || opcode >= INVOKEVIRTUAL && opcode <= INVOKEINTERFACE && opcode != INVOKESTATIC;
        boolean array = opcode >= IASTORE && opcode <= SASTORE;
        if ((object || array) && !state.facts.isNonNull(args[0])) {
            state.facts.assume(new Condition(terms.equal(args[0], terms.nil), false));
        }
        if (array) {
            state.facts.assume(new Condition(terms.of(Op.IN_BOUNDS, null, args[0], args[1]), true));
        }
    }

    private void arrive(State state, Node from) {
        State.Place place = state.place();
        state.forgetMade();
        from.edges.add(new Edge(place, state.before.moved, state.after.moved));
        Node node = nodes.get(place);
        if (node == null) {
            if (nodes.size() >= MOST_PLACES) {
                throw new Unsupported("the methods have too many pairs of places");
            }
            node = new Node();
            nodes.put(place, node);
            node.state = simplified(state);
            node.ownHeap = state.before.body.code.loop[place.before()] || state.after.body.code.loop[place.after()];
            if (node.ownHeap) {
                node.state.newHeap(terms);
            }
            enqueue(node);
            return;
        }
        State merged = Merge.of(terms, node.own, node.state, state, node.ownHeap);
        if (merged != node.state) {
            node.state = merged;
            enqueue(node);
        }
    }

    private State simplified(State state) {
        State simple = state.copy();
        for (Frame frame : List.of(simple.before, simple.after)) {
            for (int i = 0; i < frame.locals.length; i++) {
                frame.locals[i] = frame.locals[i] == null ? null : state.facts.simple(frame.locals[i]);
            }
            for (int i = 0; i < frame.depth; i++) {
                frame.stack[i] = frame.stack[i] == null ? null : state.facts.simple(frame.stack[i]);
            }
        }
        return simple;
    }

    private void enqueue(Node node) {
        if (!node.queued) {
            node.queued = true;
            queue.add(node);
        }
    }

    /** A cycle in which one method stands still: the other may stay in it for ever. */
    private void checkProgress() {
        for (Predicate<Edge> stands : List.<Predicate<Edge>>of(edge -> !edge.before, edge -> !edge.after)) {
            Map<Node, Integer> seen = new HashMap<>();
            for (Node node : nodes.values()) {
                if (hasCycle(node, stands, seen)) {
                    throw new Unsupported("a loop has no counterpart");
                }
            }
        }
    }

    /** Depth first, without recursion; 1 is on the path, 2 is done. */
    private boolean hasCycle(Node start, Predicate<Edge> stands, Map<Node, Integer> seen) {
        Deque<Node> path = new ArrayDeque<>(List.of(start));
        while (!path.isEmpty()) {
            Node node = path.peek();
            if (seen.getOrDefault(node, 0) != 0) {
                seen.put(node, 2);
                path.pop();
                continue;
            }
            seen.put(node, 1);
            for (Edge edge : node.edges) {
                Node next = nodes.get(edge.to);
                if (stands.test(edge)) {
                    if (seen.getOrDefault(next, 0) == 1) {
                        return true;
                    }
                    if (seen.getOrDefault(next, 0) == 0) {
                        path.push(next);
                    }
                }
            }
        }
        return false;
    }

    private static Unsupported mismatch(State state, Event before, Event after) {
        return new Unsupported("original, instruction " + state.before.pc + ": " + before.text()
                + "; mutant, instruction " + state.after.pc + ": " + after.text());
    }
}
