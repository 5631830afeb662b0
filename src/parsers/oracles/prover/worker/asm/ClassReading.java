package equimorph.proof;

import static equimorph.proof.Opcodes.LDC;
import static equimorph.proof.Opcodes.NEWARRAY;
import static equimorph.proof.Opcodes.NOP;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import jdk.internal.org.objectweb.asm.Attribute;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.Type;
import jdk.internal.org.objectweb.asm.tree.AbstractInsnNode;
import jdk.internal.org.objectweb.asm.tree.ClassNode;
import jdk.internal.org.objectweb.asm.tree.FieldInsnNode;
import jdk.internal.org.objectweb.asm.tree.FieldNode;
import jdk.internal.org.objectweb.asm.tree.IincInsnNode;
import jdk.internal.org.objectweb.asm.tree.InnerClassNode;
import jdk.internal.org.objectweb.asm.tree.InsnList;
import jdk.internal.org.objectweb.asm.tree.IntInsnNode;
import jdk.internal.org.objectweb.asm.tree.InvokeDynamicInsnNode;
import jdk.internal.org.objectweb.asm.tree.JumpInsnNode;
import jdk.internal.org.objectweb.asm.tree.LabelNode;
import jdk.internal.org.objectweb.asm.tree.LdcInsnNode;
import jdk.internal.org.objectweb.asm.tree.LookupSwitchInsnNode;
import jdk.internal.org.objectweb.asm.tree.MethodInsnNode;
import jdk.internal.org.objectweb.asm.tree.MethodNode;
import jdk.internal.org.objectweb.asm.tree.MultiANewArrayInsnNode;
import jdk.internal.org.objectweb.asm.tree.ParameterNode;
import jdk.internal.org.objectweb.asm.tree.RecordComponentNode;
import jdk.internal.org.objectweb.asm.tree.TableSwitchInsnNode;
import jdk.internal.org.objectweb.asm.tree.TryCatchBlockNode;
import jdk.internal.org.objectweb.asm.tree.TypeInsnNode;
import jdk.internal.org.objectweb.asm.tree.VarInsnNode;
import jdk.internal.org.objectweb.asm.util.Textifier;
import jdk.internal.org.objectweb.asm.util.TraceClassVisitor;

/** Reads class files with the ASM that JDK 17 to 23 use themselves. */
final class ClassReading {
    private ClassReading() {}

    /** A class file as a tree; ASM of JDK 17 has the subclasses of a sealed class under another name than that of JDK 18. */
    private static final class Tree extends ClassNode {
        private final List<String> permitted = new ArrayList<>();

        Tree() {
            super(Opcodes.ASM8);
        }

        public void visitPermittedSubclassExperimental(String name) {
            permitted.add(name);
        }

        public void visitPermittedSubclass(String name) {
            permitted.add(name);
        }
    }

    static ClassModel read(byte[] data) {
        Tree node = new Tree();
        reader(data).accept(node, ClassReader.SKIP_FRAMES);
        Code.MethodRef enclosing = node.outerClass == null
                ? null : new Code.MethodRef(node.outerClass, node.outerMethod, node.outerMethodDesc);
        ClassModel model = new ClassModel(
                node.access, new ClassModel.Line(node.name, node.superName, node.interfaces), enclosing);
        for (FieldNode field : node.fields) {
            model.fields.add(new ClassModel.Field(field.access, field.name, field.desc,
                    text(node, field, null) + unknown(field.attrs, data)));
        }
        for (MethodNode method : node.methods) {
            Code code = method.instructions.size() == 0 ? null : code(method);
            var read = new ClassModel.Method(
                    method.access, method.name, method.desc, method.signature, isMarked(method),
                    text(node, null, method) + unknown(method.attrs, data), code);
            model.methods.put(read.key(), read);
        }
        // In the order of the text, which is no behaviour.
        TreeSet<String> nested = new TreeSet<>();
        for (InnerClassNode inner : node.innerClasses) {
            // The others are named because the code uses them.
            if ((inner.name + "$").startsWith(node.name + "$")) {
                nested.add("nested '" + inner.name + "' of '" + inner.outerName + "' " + inner.innerName + " " + inner.access);
            }
        }
        for (String member : node.nestMembers == null ? List.<String>of() : node.nestMembers) {
            nested.add("nest member '" + member + "'");
        }
        for (String subclass : node.permitted) {
            nested.add("permits '" + subclass + "'");
        }
        model.head.add(text(node, null, null) + unknown(node.attrs, data));
        for (RecordComponentNode component : node.recordComponents == null ? List.<RecordComponentNode>of() : node.recordComponents) {
            model.head.add(unknown(component.attrs, data));
        }
        model.head.addAll(nested);
        return model;
    }

    /** Reads what a class says of its supertypes. */
    static ClassModel.Line line(byte[] data) {
        ClassReader reader = reader(data);
        return new ClassModel.Line(reader.getClassName(), reader.getSuperName(), List.of(reader.getInterfaces()));
    }

    /** ASM does not look at the first bytes. */
    private static ClassReader reader(byte[] data) {
        if (data.length < 4 || ByteBuffer.wrap(data).getInt() != 0xCAFEBABE) {
            throw new Unsupported("this is no class file");
        }
        return new ClassReader(data);
    }

    /** What attributes say that ASM does not know: it is only equal in two files that are equal. */
    private static String unknown(List<Attribute> attributes, byte[] file) {
        return attributes == null ? "" : "attributes of the file " + UUID.nameUUIDFromBytes(file);
    }

    private static boolean isMarked(MethodNode method) {
        return method.visibleAnnotations != null
                && method.visibleAnnotations.stream().anyMatch(each -> !each.desc.startsWith("Ljava/lang/"));
    }

    /** Prints one member, or else the class without its members. */
    private static String text(ClassNode node, FieldNode field, MethodNode method) {
        ClassNode copy = new ClassNode();
        copy.version = node.version;
        copy.name = field == null && method == null ? node.name : "Member";
        if (field != null) {
            copy.fields.add(anonymous(field));
        } else if (method != null) {
            copy.methods.add(anonymous(method));
        } else {
            copy.access = node.access;
            copy.superName = node.superName;
            copy.interfaces = node.interfaces;
            copy.signature = node.signature;
            copy.visibleAnnotations = node.visibleAnnotations;
            copy.invisibleAnnotations = node.invisibleAnnotations;
            copy.visibleTypeAnnotations = node.visibleTypeAnnotations;
            copy.invisibleTypeAnnotations = node.invisibleTypeAnnotations;
            copy.nestHostClass = node.nestHostClass;
            copy.recordComponents = node.recordComponents;
            copy.module = node.module;
        }
        StringWriter text = new StringWriter();
        copy.accept(new TraceClassVisitor(null, new Textifier(), new PrintWriter(text)));
        return text.toString();
    }

    private static FieldNode anonymous(FieldNode field) {
        FieldNode copy = new FieldNode(field.access, "member", field.desc, field.signature, field.value);
        copy.visibleAnnotations = field.visibleAnnotations;
        copy.invisibleAnnotations = field.invisibleAnnotations;
        copy.visibleTypeAnnotations = field.visibleTypeAnnotations;
        copy.invisibleTypeAnnotations = field.invisibleTypeAnnotations;
        return copy;
    }

    private static MethodNode anonymous(MethodNode method) {
        MethodNode copy = new MethodNode(
                method.access, "member", "()V", null, method.exceptions.toArray(String[]::new));
        copy.annotationDefault = method.annotationDefault;
        copy.visibleAnnotations = method.visibleAnnotations;
        copy.invisibleAnnotations = method.invisibleAnnotations;
        copy.visibleTypeAnnotations = method.visibleTypeAnnotations;
        copy.invisibleTypeAnnotations = method.invisibleTypeAnnotations;
        copy.visibleParameterAnnotations = method.visibleParameterAnnotations;
        copy.invisibleParameterAnnotations = method.invisibleParameterAnnotations;
        // Their names are those of local variables.
        copy.parameters = method.parameters == null ? null
                : method.parameters.stream().map(each -> new ParameterNode(null, each.access)).toList();
        return copy;
    }

    private static Code code(MethodNode method) {
        Map<LabelNode, Integer> places = new HashMap<>();
        List<AbstractInsnNode> nodes = new ArrayList<>();
        InsnList list = method.instructions;
        for (AbstractInsnNode each : list) {
            if (each instanceof LabelNode label) {
                places.put(label, nodes.size());
            } else if (each.getOpcode() >= 0 && each.getOpcode() != NOP) {
                nodes.add(each);
            }
        }
        List<Code.Insn> insns = new ArrayList<>();
        for (AbstractInsnNode each : nodes) {
            insns.add(insn(each, places));
        }
        List<Code.Handler> handlers = new ArrayList<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            handlers.add(new Code.Handler(
                    places.get(block.start), places.get(block.end), places.get(block.handler), block.type));
        }
        return new Code(insns, handlers, method.maxLocals);
    }

    private static Code.Insn insn(AbstractInsnNode node, Map<LabelNode, Integer> places) {
        int opcode = node.getOpcode();
        if (node instanceof VarInsnNode each) {
            return new Code.Insn(opcode, each.var, null);
        } else if (node instanceof IincInsnNode each) {
            return new Code.Insn(opcode, each.var, each.incr);
        } else if (node instanceof JumpInsnNode each) {
            return new Code.Insn(opcode, places.get(each.label), null);
        } else if (node instanceof FieldInsnNode each) {
            return new Code.Insn(opcode, 0, new Code.FieldRef(each.owner, each.name, each.desc));
        } else if (node instanceof MethodInsnNode each) {
            return new Code.Insn(opcode, each.itf ? 1 : 0, new Code.MethodRef(each.owner, each.name, each.desc));
        } else if (node instanceof TypeInsnNode each) {
            return new Code.Insn(opcode, 0, each.desc);
        } else if (node instanceof IntInsnNode each) {
            return opcode == NEWARRAY ? new Code.Insn(opcode, each.operand, null) : new Code.Insn(LDC, 0, each.operand);
        } else if (node instanceof LdcInsnNode each) {
            return new Code.Insn(LDC, 0, constant(each.cst));
        } else if (node instanceof InvokeDynamicInsnNode each) {
            return new Code.Insn(opcode, 0, dynamic(each.name, each.desc, each.bsm, List.of(each.bsmArgs)));
        } else if (node instanceof MultiANewArrayInsnNode each) {
            return new Code.Insn(opcode, each.dims, each.desc);
        } else if (node instanceof TableSwitchInsnNode each) {
            List<Integer> keys = new ArrayList<>();
            for (int key = each.min; keys.size() < each.labels.size(); key++) {
                keys.add(key);
            }
            return new Code.Insn(opcode, 0, switchOf(keys, each.labels, each.dflt, places));
        } else if (node instanceof LookupSwitchInsnNode each) {
            return new Code.Insn(opcode, 0, switchOf(each.keys, each.labels, each.dflt, places));
        }
        return new Code.Insn(opcode >= 1 && opcode <= 15 ? LDC : opcode, 0, small(opcode));
    }

    /** The constants of aconst_null to dconst_1; null for the null reference, too. */
    private static Object small(int opcode) {
        if (opcode >= 2 && opcode <= 8) {
            return opcode - 3;
        } else if (opcode == 9 || opcode == 10) {
            return opcode - 9L;
        } else if (opcode >= 11 && opcode <= 13) {
            return opcode - 11f;
        }
        return opcode == 14 || opcode == 15 ? opcode - 14d : null;
    }

    private static Code.Switch switchOf(
            List<Integer> keys, List<LabelNode> labels, LabelNode otherwise, Map<LabelNode, Integer> places) {
        int last = places.get(otherwise);
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (places.get(labels.get(i)) != last) {
                kept.add(i);
            }
        }
        List<Integer> values = kept.stream().map(keys::get).toList();
        List<Integer> targets = kept.stream().map(i -> places.get(labels.get(i))).toList();
        return new Code.Switch(values, targets, last);
    }

    private static Code.DynamicRef dynamic(String name, String type, Handle bootstrap, List<Object> arguments) {
        return new Code.DynamicRef(name, type, handle(bootstrap), arguments.stream().map(ClassReading::constant).toList());
    }

    private static Code.HandleRef handle(Handle handle) {
        var method = new Code.MethodRef(handle.getOwner(), handle.getName(), handle.getDesc());
        return new Code.HandleRef(handle.getTag(), method, handle.isInterface());
    }

    private static Object constant(Object value) {
        if (value instanceof Type type) {
            return new Code.TypeRef(type.getDescriptor());
        } else if (value instanceof Handle each) {
            return handle(each);
        } else if (value instanceof ConstantDynamic each) {
            List<Object> arguments = new ArrayList<>();
            for (int i = 0; i < each.getBootstrapMethodArgumentCount(); i++) {
                arguments.add(each.getBootstrapMethodArgument(i));
            }
            return dynamic(each.getName(), each.getDescriptor(), each.getBootstrapMethod(), arguments);
        }
        return value;
    }
}
