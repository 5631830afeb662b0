package equimorph.proof;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Where one of the two methods is, and its values. */
final class Frame {
    final Body body;
    final Term[] locals;
    Term[] stack;
    int depth;
    int pc;
    /** An exception that looks for its handler, from the one of this number on; null while there is none. */
    Term thrown;
    int handler;
    /** How many objects of each kind it made. */
    final Map<Object, Integer> made;
    /** Whether it went on since the last node, and whether it stopped since at a place where ways join. */
    boolean moved;
    boolean parked;

    Frame(Body body) {
        this(body, new Term[body.code.locals], new Term[8], new HashMap<>());
    }

    private Frame(Body body, Term[] locals, Term[] stack, Map<Object, Integer> made) {
        this.body = body;
        this.locals = locals;
        this.stack = stack;
        this.made = made;
    }

    Frame copy() {
        Frame copy = new Frame(body, locals.clone(), stack.clone(), new HashMap<>(made));
        copy.depth = depth;
        copy.pc = pc;
        copy.thrown = thrown;
        copy.handler = handler;
        copy.moved = moved;
        copy.parked = parked;
        return copy;
    }

    void push(Term term) {
        if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
        }
        stack[depth++] = term;
    }

    void push(Term term, boolean wide) {
        push(term);
        if (wide) {
            push(body.terms.second);
        }
    }

    Term pop() {
        if (depth == 0) {
            throw new Unsupported("no valid byte code: the stack is empty");
        }
        return stack[--depth];
    }

    /** The value of a local variable. */
    Term local(int slot) {
        if (slot >= locals.length || locals[slot] == null) {
            throw new Unsupported("no valid byte code: a variable without a value");
        }
        return locals[slot];
    }

    void setLocal(int slot, Term value) {
        if (slot >= locals.length) {
            throw new Unsupported("no valid byte code: no such variable");
        }
        locals[slot] = value;
    }

    /** The value so many slots below the top of the stack; that of the top for 1. */
    Term below(int slots) {
        if (depth < slots) {
            throw new Unsupported("no valid byte code: the stack is empty");
        }
        return stack[depth - slots];
    }

    Term pop(boolean wide) {
        if (wide) {
            pop();
        }
        return pop();
    }

    Code.Insn insn() {
        return body.code.insns.get(pc);
    }

    void jump(int target) {
        pc = target;
        moved = true;
        parked = body.code.join[target];
    }

    /** Goes on to the next instruction. */
    void next() {
        jump(pc + 1);
    }

    /** Begins to look for a handler. */
    void raise(Term exception) {
        thrown = exception;
        handler = 0;
        moved = true;
    }

    /** The handler that is next in line where an exception was thrown; null for none. */
    Code.Handler candidate() {
        while (handler < body.code.handlers.size()) {
            Code.Handler found = body.code.handlers.get(handler);
            if (found.start() <= pc && pc < found.end()) {
                return found;
            }
            handler++;
        }
        return null;
    }

    void enter(Code.Handler found) {
        Term exception = thrown;
        thrown = null;
        depth = 0;
        push(exception);
        jump(found.target());
    }

    /** Follows a branch. */
    void follow(boolean holds) {
        if (thrown != null) {
            if (holds) {
                enter(candidate());
            } else {
                handler++;
                moved = true;
            }
        } else if (holds) {
            jump(insn().operand());
        } else {
            next();
        }
    }
}
