package equimorph.proof;

import static equimorph.proof.Opcodes.*;

import equimorph.proof.Term.Op;
import java.util.List;

/** Carries out instructions on terms: what nobody can see at once, all else as an event. */
final class Stepper {
    private final Terms terms;

    Stepper(Terms terms) {
        this.terms = terms;
    }

    /** Goes on by one instruction and returns null; or returns what must be matched first, and changes nothing. */
    Event step(Frame frame, State state) {
        Facts facts = state.facts;
        if (frame.thrown != null) {
            return dispatch(frame, facts);
        }
        Code.Insn insn = frame.insn();
        int opcode = insn.opcode();
        if (opcode >= ILOAD && opcode <= ALOAD) {
            frame.push(facts.simple(frame.local(insn.operand())), opcode == LLOAD || opcode == DLOAD);
        } else if (opcode >= ISTORE && opcode <= ASTORE) {
            boolean wide = opcode == LSTORE || opcode == DSTORE;
            frame.setLocal(insn.operand(), frame.pop(wide));
            if (wide) {
                frame.setLocal(insn.operand() + 1, terms.second);
            }
        } else if (opcode >= POP && opcode <= SWAP) {
            shuffle(frame, opcode);
        } else if (opcode == IINC) {
            Term old = facts.simple(frame.local(insn.operand()));
            frame.setLocal(insn.operand(), terms.binary(IADD, old, terms.constant(insn.data())));
        } else if (opcode == LDC) {
            constant(frame, insn.data());
        } else if (opcode >= IADD && opcode <= DCMPG) {
            return arithmetic(frame, facts, insn);
        } else if (Code.isJump(opcode)) {
            return jump(frame, facts, insn);
        } else if (opcode == TABLESWITCH || opcode == LOOKUPSWITCH) {
            return choose(frame, facts, insn);
        } else if (opcode >= IRETURN && opcode <= RETURN) {
            return Event.end(Event.Kind.RETURN, insn, opcode == RETURN ? new Term[0]
                    : new Term[] {facts.simple(top(frame, opcode == LRETURN || opcode == DRETURN))});
        } else {
            return object(frame, state, insn);
        }
        frame.next();
        return null;
    }

    private Event dispatch(Frame frame, Facts facts) {
        Code.Handler found = frame.candidate();
        if (found == null) {
            return Event.end(Event.Kind.THROW, null, facts.simple(frame.thrown));
        }
        if (found.type() == null || found.type().equals("java/lang/Throwable")) {
            frame.enter(found);
            return null;
        }
        Term fits = terms.instance(frame.body.scope.type(found.type()), facts.simple(frame.thrown));
        return branch(frame, facts, null, Condition.nonZero(terms, fits));
    }

    private static Term top(Frame frame, boolean wide) {
        return frame.below(wide ? 2 : 1);
    }

    private Event branch(Frame frame, Facts facts, Code.Insn insn, Condition condition) {
        Boolean holds = facts.decide(condition);
        if (holds == null) {
            return Event.branch(insn, condition);
        }
        if (insn != null) {
            drop(frame, insn);
        }
        frame.follow(holds);
        return null;
    }

    /** Takes the operands of a jump or switch from the stack, once its way is known. */
    static void drop(Frame frame, Code.Insn insn) {
        boolean two = insn.opcode() >= IF_ICMPEQ && insn.opcode() <= IF_ACMPNE;
        frame.depth -= insn.opcode() == GOTO ? 0 : two ? 2 : 1;
    }

    private Event jump(Frame frame, Facts facts, Code.Insn insn) {
        int opcode = insn.opcode();
        if (opcode == GOTO) {
            frame.jump(insn.operand());
            return null;
        }
        boolean two = opcode >= IF_ICMPEQ && opcode <= IF_ACMPNE;
        Term right = two ? facts.simple(top(frame, false))
                : opcode == IFNULL || opcode == IFNONNULL ? terms.nil : terms.zero;
        Term left = facts.simple(frame.below(two ? 2 : 1));
        return branch(frame, facts, insn, Condition.of(terms, opcode, left, right));
    }

    private Event choose(Frame frame, Facts facts, Code.Insn insn) {
        Term value = facts.simple(top(frame, false));
        Code.Switch targets = (Code.Switch) insn.data();
        boolean none = true;
        for (int i = 0; i < targets.keys().size(); i++) {
            Boolean chosen = facts.decide(key(value, targets.keys().get(i)));
            if (Boolean.TRUE.equals(chosen)) {
                drop(frame, insn);
                frame.jump(targets.targets().get(i));
                return null;
            }
            none &= chosen != null;
        }
        if (!none) {
            return Event.choice(insn, value);
        }
        drop(frame, insn);
        frame.jump(targets.otherwise());
        return null;
    }

    Condition key(Term value, int key) {
        return Condition.of(terms, IF_ICMPEQ, value, terms.constant(key));
    }

    private void constant(Frame frame, Object data) {
        if (data == null) {
            frame.push(terms.nil);
        } else if (data instanceof Code.TypeRef type) {
            frame.push(terms.constant(new Code.TypeRef(descriptor(frame, type.type()))));
        } else if (data instanceof Code.DynamicRef || data instanceof Code.HandleRef) {
            throw new Unsupported("a constant of the class file is a method handle, or is computed");
        } else {
            frame.push(terms.constant(data), data instanceof Long || data instanceof Double);
        }
    }

    /** A type or method type by the names of the original. */
    private static String descriptor(Frame frame, String type) {
        if (type.startsWith("(")) {
            throw new Unsupported("a constant of the class file is a method type");
        }
        boolean name = type.startsWith("L");
        String found = name ? "L" + frame.body.scope.type(type.substring(1, type.length() - 1)) + ";" : frame.body.scope.type(type);
        if (Pairing.isMadeUp(type) && !frame.body.scope.isPaired(type)) {
            throw new Unsupported("a constant is a class that has no counterpart yet");
        }
        return found;
    }

    private Event arithmetic(Frame frame, Facts facts, Code.Insn insn) {
        int opcode = insn.opcode();
        if (opcode >= LCMP) {
            boolean wide = opcode == LCMP || opcode >= DCMPL;
            Term right = facts.simple(frame.pop(wide));
            frame.push(terms.compare(opcode, facts.simple(frame.pop(wide)), right));
        } else if (opcode >= I2L) {
            int kind = opcode == I2B || opcode == I2C || opcode == I2S ? -1 : opcode - I2L;
            boolean from = kind >= 3 && kind < 6 || kind >= 9;
            boolean to = opcode == I2L || opcode == I2D || opcode == L2D || opcode == F2L || opcode == F2D || opcode == D2L;
            frame.push(terms.unary(opcode, facts.simple(frame.pop(from))), to);
        } else if (opcode >= INEG && opcode <= DNEG) {
            boolean wide = (opcode - INEG) % 2 == 1;
            frame.push(terms.unary(opcode, facts.simple(frame.pop(wide))), wide);
        } else {
            boolean shift = opcode >= ISHL && opcode <= LUSHR;
            boolean wide = opcode < ISHL ? (opcode - IADD) % 2 == 1 : (opcode - ISHL) % 2 == 1;
            boolean division = opcode >= IDIV && opcode <= LREM && (opcode < FDIV || opcode > DDIV);
            if (division) {
                Term divisor = facts.simple(top(frame, wide));
                Term none = wide ? terms.constant(0L) : terms.zero;
                Condition nonZero = new Condition(terms.equal(divisor, none), false);
                if (!Boolean.TRUE.equals(facts.decide(nonZero))) {
                    return Event.check(insn, nonZero, false);
                }
            }
            Term right = facts.simple(frame.pop(wide && !shift));
            frame.push(terms.binary(opcode, facts.simple(frame.pop(wide)), right), wide);
        }
        frame.next();
        return null;
    }

    private static void shuffle(Frame frame, int opcode) {
        int taken = switch (opcode) {
            case POP, DUP -> 1;
            case POP2, DUP2, DUP_X1, SWAP -> 2;
            case DUP_X2, DUP2_X1 -> 3;
            default -> 4;
        };
        Term[] t = new Term[taken]; // the top is the last
        for (int i = taken - 1; i >= 0; i--) {
            t[i] = frame.pop();
        }
        int[] order = switch (opcode) {
            case POP, POP2 -> new int[0];
            case DUP -> new int[] {0, 0};
            case DUP2 -> new int[] {0, 1, 0, 1};
            case DUP_X1 -> new int[] {1, 0, 1};
            case DUP_X2 -> new int[] {2, 0, 1, 2};
            case DUP2_X1 -> new int[] {1, 2, 0, 1, 2};
            case DUP2_X2 -> new int[] {2, 3, 0, 1, 2, 3};
            default -> new int[] {1, 0};
        };
        for (int each : order) {
            frame.push(t[each]);
        }
    }

    private Condition nonNull(Term value) {
        return new Condition(terms.equal(value, terms.nil), false);
    }

    /** A check that a reference is not null; null where that is known. */
    private Event nullCheck(Facts facts, Code.Insn insn, Term value) {
        return facts.isNonNull(value) ? null : Event.check(insn, nonNull(value), false);
    }

    /** Instructions on objects and arrays, and calls. */
    private Event object(Frame frame, State state, Code.Insn insn) {
        Facts facts = state.facts;
        int opcode = insn.opcode();
        Scope scope = frame.body.scope;
        switch (opcode) {
            case IALOAD, LALOAD, FALOAD, DALOAD, AALOAD, BALOAD, CALOAD, SALOAD:
                return element(frame, state, insn);
            case IASTORE, LASTORE, FASTORE, DASTORE, AASTORE, BASTORE, CASTORE, SASTORE: {
                boolean wide = opcode == LASTORE || opcode == DASTORE;
                return effect(frame, facts, insn, null, List.of("[", "I", wide ? "J" : "I"));
            }
            case ARRAYLENGTH: {
                Term array = facts.simple(top(frame, false));
                Event check = nullCheck(facts, insn, array);
                if (check != null) {
                    return check;
                }
                frame.pop();
                frame.push(terms.of(Op.ARRAY_LENGTH, null, array));
                break;
            }
            case GETFIELD, GETSTATIC:
                return field(frame, state, insn);
            case PUTFIELD, PUTSTATIC: {
                String type = ((Code.FieldRef) insn.data()).type();
                return effect(frame, facts, insn, null, opcode == PUTFIELD ? List.of("L", type) : List.of(type));
            }
            case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE:
                return call(frame, facts, insn);
            case INVOKEDYNAMIC:
                return dynamic(frame, state, insn);
            case NEW:
                // An object of a class without a name is an effect, so that the class finds its counterpart.
                if (Pairing.isMadeUp((String) insn.data()) || !scope.isQuiet((String) insn.data())) {
                    return effect(frame, facts, insn, "L", List.of());
                }
                frame.push(state.make(terms, frame, scope.type((String) insn.data())));
                break;
            case NEWARRAY, ANEWARRAY: {
                Term length = facts.simple(top(frame, false));
                if (!(length.isConst() && (Integer) length.payload >= 0)) {
                    return effect(frame, facts, insn, "[", List.of("I"));
                }
                frame.pop();
                Object element = opcode == NEWARRAY ? insn.operand() : scope.type((String) insn.data());
                frame.push(state.make(terms, frame, List.of("array", element, length.payload)));
                break;
            }
            case MULTIANEWARRAY:
                return effect(frame, facts, insn, "[", java.util.Collections.nCopies(insn.operand(), "I"));
            case ATHROW: {
                Term exception = facts.simple(top(frame, false));
                Event check = nullCheck(facts, insn, exception);
                if (check == null) {
                    frame.raise(exception);
                }
                return check;
            }
            case CHECKCAST: {
                Term value = facts.simple(top(frame, false));
                Condition fits = new Condition(terms.of(Op.CAST, scope.type((String) insn.data()), value), true);
                if (!Boolean.TRUE.equals(facts.decide(fits))) {
                    return Event.check(insn, fits, false);
                }
                break;
            }
            case INSTANCEOF: {
                Term value = facts.simple(frame.pop());
                frame.push(terms.instance(scope.type((String) insn.data()), value));
                break;
            }
            case MONITORENTER, MONITOREXIT:
                return effect(frame, facts, insn, null, List.of("L"));
            default:
                throw new Unsupported(Names.of(insn));
        }
        frame.next();
        return null;
    }

    /** An effect that takes values of these types from the stack. */
    private static Event effect(Frame frame, Facts facts, Code.Insn insn, String result, List<String> types) {
        Term[] args = new Term[types.size()];
        int slots = 0;
        for (int i = args.length - 1; i >= 0; i--) {
            slots += Types.isWide(types.get(i)) ? 2 : 1;
            args[i] = facts.simple(frame.below(slots));
        }
        return Event.effect(insn, result, slots, args);
    }

    private Event element(Frame frame, State state, Code.Insn insn) {
        Facts facts = state.facts;
        Term heap = state.heap;
        Term index = facts.simple(top(frame, false));
        Term array = facts.simple(frame.below(2));
        Condition within = new Condition(terms.of(Op.IN_BOUNDS, null, array, index), true);
        if (!Boolean.TRUE.equals(facts.decide(within))) {
            return Event.check(insn, within, false);
        }
        frame.depth -= 2;
        boolean wide = insn.opcode() == LALOAD || insn.opcode() == DALOAD;
        frame.push(read(frame, state, Op.ELEMENT, insn.opcode(), false, array, index, heap), wide);
        frame.next();
        return null;
    }

    private Event field(Frame frame, State state, Code.Insn insn) {
        Facts facts = state.facts;
        Term heap = state.heap;
        Code.FieldRef named = (Code.FieldRef) insn.data();
        Code.FieldRef field = frame.body.scope.field(named);
        boolean isStatic = insn.opcode() == GETSTATIC;
        Term object = isStatic ? null : facts.simple(top(frame, false));
        if (!frame.body.scope.isPlain(named)) {
            return effect(frame, facts, insn, named.type(), isStatic ? List.of() : List.of("L"));
        }
        if (isStatic) {
            Condition ready = new Condition(terms.of(Op.INITIALISED, field), true);
            boolean known = frame.body.scope.declares(frame.body.owner, named) || frame.body.scope.isQuiet(named.owner());
            if (!known && !Boolean.TRUE.equals(facts.decide(ready))) {
                return Event.check(insn, ready, true);
            }
        } else {
            Event check = nullCheck(facts, insn, object);
            if (check != null) {
                return check;
            }
            frame.pop();
        }
        boolean bool = named.type().equals("Z");
        Term value = isStatic ? read(frame, state, Op.FIELD, field, bool, heap) : read(frame, state, Op.FIELD, field, bool, object, heap);
        frame.push(value, Types.isWide(named.type()));
        frame.next();
        return null;
    }

    private Term read(Frame frame, State state, Op op, Object payload, boolean bool, Term... args) {
        Term place = terms.read(op, payload, bool, args);
        state.count(frame, place);
        return place;
    }

    /** A concatenation of strings and primitives calls nothing: it makes an object. */
    private Event dynamic(Frame frame, State state, Code.Insn insn) {
        Code.DynamicRef call = (Code.DynamicRef) insn.data();
        List<String> types = Types.parameters(call.type());
        Event effect = effect(frame, state.facts, insn, Types.result(call.type()), types);
        if (!Text.isConcatenation(call)) {
            return effect;
        }
        Text text = Text.of(state.texts, call, effect.args());
        if (text.parts().size() < 2) {
            return effect; // of one value it need not be a new string
        }
        Term made = state.make(terms, frame, text);
        state.texts.put(made, text);
        frame.depth -= effect.slots();
        frame.push(made);
        frame.next();
        return null;
    }

    private Event call(Frame frame, Facts facts, Code.Insn insn) {
        Code.MethodRef method = (Code.MethodRef) insn.data();
        List<String> types = new java.util.ArrayList<>(Types.parameters(method.type()));
        if (insn.opcode() != INVOKESTATIC) {
            types.add(0, "L");
        }
        Event call = effect(frame, facts, insn, Types.result(method.type()), types);
        Term[] args = call.args();
        boolean known = insn.operand() == 0; // a method of a class
        boolean text = known && insn.opcode() == INVOKEVIRTUAL && method.owner().equals("java/lang/String");
        String signature = method.name() + method.type();
        Term value;
        if (text && signature.equals("equals(Ljava/lang/Object;)Z")) {
            value = terms.stringEquals(args[0], args[1]);
        } else if (text && signature.equals("hashCode()I")) {
            value = terms.stringHash(args[0]);
        } else if (known && Pure.isPure(insn.opcode(), method)) {
            value = terms.call(method.owner() + "." + signature, call.result().equals("Z"), signature.startsWith("getClass()"), args);
        } else {
            return call;
        }
        if (insn.opcode() != INVOKESTATIC) {
            Event check = nullCheck(facts, insn, args[0]);
            if (check != null) {
                return check;
            }
        }
        frame.depth -= call.slots();
        frame.push(facts.simple(value), Types.isWide(call.result()));
        frame.next();
        return null;
    }
}
