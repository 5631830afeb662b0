package equimorph.proof;

import static equimorph.proof.Opcodes.*;

import java.lang.classfile.*;
import java.lang.classfile.attribute.*;
import java.lang.classfile.constantpool.*;
import java.lang.classfile.instruction.*;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads class files with the {@code java.lang.classfile} of JDK 24 and later, JEP 484. */
final class ClassReading {
    /** The attribute Deprecated as a flag, as ASM has it. */
    private static final int DEPRECATED = 0x20000;
    /** In the order of the instructions for local variables. */
    private static final List<TypeKind> VARIANTS =
            List.of(TypeKind.INT, TypeKind.LONG, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.REFERENCE);

    private final CodeAttribute body;
    /** The index of the instruction at each offset of the body. */
    private final int[] places;

    private ClassReading(CodeAttribute body) {
        this.body = body;
        this.places = new int[body.codeLength() + 1];
    }

    static ClassModel read(byte[] data) {
        var file = ClassFile.of(ClassFile.DebugElementsOption.DROP_DEBUG).parse(data);
        String name = file.thisClass().asInternalName();
        ClassModel model = new ClassModel(access(file.flags(), file), line(file), file.findAttribute(Attributes.enclosingMethod())
                .map(each -> enclosing(each)).orElse(null));
        for (FieldModel field : file.fields()) {
            int access = access(field.flags(), field);
            String type = field.fieldType().stringValue();
            model.fields.add(new ClassModel.Field(access, field.fieldName().stringValue(), type,
                    "field " + access + " " + type + attributes(field, data)));
        }
        for (MethodModel method : file.methods()) {
            int access = access(method.flags(), method);
            Code code = method.findAttribute(Attributes.code()).map(each -> new ClassReading(each).code()).orElse(null);
            String signature = method.findAttribute(Attributes.signature())
                    .map(each -> each.signature().stringValue()).orElse(null);
            var read = new ClassModel.Method(access, method.methodName().stringValue(), method.methodType().stringValue(),
                    signature, isMarked(method), "method " + access + attributes(method, data)
                    + method.findAttribute(Attributes.code()).map(each -> unknown(each, data)).orElse(""), code);
            model.methods.put(read.key(), read);
        }
        model.head.add("class '" + name + "' " + access(file.flags(), file) + " of version " + file.majorVersion() + "."
                + file.minorVersion() + " extends '" + model.parent + "' implements " + model.interfaces + attributes(file, data));
        // In the order of the text, which is no behaviour.
        TreeSet<String> nested = new TreeSet<>();
        file.findAttribute(Attributes.innerClasses()).ifPresent(found -> found.classes().forEach(inner -> {
            String each = inner.innerClass().asInternalName();
            // The others are named because the code uses them.
            if ((each + "$").startsWith(name + "$")) {
                String outer = inner.outerClass().map(ClassEntry::asInternalName).orElse(null);
                String own = inner.innerName().map(Utf8Entry::stringValue).orElse(null);
                nested.add("nested '" + each + "' of '" + outer + "' " + own + " " + inner.flagsMask());
            }
        }));
        file.findAttribute(Attributes.nestMembers()).ifPresent(found ->
                names(found.nestMembers()).forEach(each -> nested.add("nest member '" + each + "'")));
        file.findAttribute(Attributes.permittedSubclasses()).ifPresent(found ->
                names(found.permittedSubclasses()).forEach(each -> nested.add("permits '" + each + "'")));
        model.head.addAll(nested);
        return model;
    }

    /** Reads what a class says of its supertypes. */
    static ClassModel.Line line(byte[] data) {
        return line(ClassFile.of().parse(data));
    }

    private static ClassModel.Line line(java.lang.classfile.ClassModel file) {
        return new ClassModel.Line(file.thisClass().asInternalName(), file.superclass().map(ClassEntry::asInternalName).orElse(null),
                names(file.interfaces()));
    }

    private static Code.MethodRef enclosing(EnclosingMethodAttribute attribute) {
        return new Code.MethodRef(attribute.enclosingClass().asInternalName(),
                attribute.enclosingMethodName().map(Utf8Entry::stringValue).orElse(null),
                attribute.enclosingMethodType().map(Utf8Entry::stringValue).orElse(null));
    }

    private static boolean isMarked(MethodModel method) {
        return method.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .flatMap(found -> found.annotations().stream())
                .anyMatch(each -> !each.className().stringValue().startsWith("Ljava/lang/"));
    }

    private static int access(AccessFlags flags, AttributedElement element) {
        return flags.flagsMask() | (element.findAttribute(Attributes.deprecated()).isPresent() ? DEPRECATED : 0)
                | (element.findAttribute(Attributes.synthetic()).isPresent() ? ClassModel.SYNTHETIC : 0);
    }

    private static List<String> names(List<ClassEntry> classes) {
        return classes.stream().map(ClassEntry::asInternalName).toList();
    }

    /** The attributes that are not elsewhere in the model and that do not only help to debug, sorted, a line each. */
    private static String attributes(AttributedElement element, byte[] file) {
        return element.attributes().stream().map(each -> attribute(element, each, file)).filter(line -> !line.isEmpty()).sorted()
                .map(line -> "\n" + line).collect(Collectors.joining());
    }

    private static String attribute(AttributedElement element, Attribute<?> attribute, byte[] file) {
        String name = attribute.attributeName().stringValue() + " ";
        return switch (attribute) {
            case CodeAttribute _, DeprecatedAttribute _, SyntheticAttribute _, InnerClassesAttribute _, NestMembersAttribute _,
                    PermittedSubclassesAttribute _, BootstrapMethodsAttribute _, EnclosingMethodAttribute _,
                    SourceFileAttribute _, SourceDebugExtensionAttribute _ -> "";
            // Their names are those of local variables.
            case MethodParametersAttribute each -> name + list(each.parameters(), one -> "" + one.flagsMask());
            case NestHostAttribute each -> name + "'" + each.nestHost().asInternalName() + "'";
            case SignatureAttribute each -> element instanceof MethodModel ? "" : name + each.signature().stringValue();
            case ExceptionsAttribute each -> name + names(each.exceptions());
            case ConstantValueAttribute each -> name + quoted(each.constant().constantValue());
            case AnnotationDefaultAttribute each -> name + value(each.defaultValue());
            case RecordAttribute each -> name + list(each.components(), part ->
                    part.name().stringValue() + " " + part.descriptor().stringValue() + attributes(part, file));
            case RuntimeVisibleAnnotationsAttribute each -> name + plain(each.annotations());
            case RuntimeInvisibleAnnotationsAttribute each -> name + plain(each.annotations());
            case RuntimeVisibleParameterAnnotationsAttribute each -> name + list(each.parameterAnnotations(), one -> plain(one));
            case RuntimeInvisibleParameterAnnotationsAttribute each -> name + list(each.parameterAnnotations(), one -> plain(one));
            case RuntimeVisibleTypeAnnotationsAttribute each -> name + list(each.annotations(), ClassReading::onType);
            case RuntimeInvisibleTypeAnnotationsAttribute each -> name + list(each.annotations(), ClassReading::onType);
            default -> name + "of the file " + UUID.nameUUIDFromBytes(file);
        };
    }

    /** What attributes of a body say that the JVM does not know: it is only equal in two files that are equal. */
    private static String unknown(CodeAttribute body, byte[] file) {
        return body.attributes().stream().map(each -> switch (each) {
            case StackMapTableAttribute _, LineNumberTableAttribute _, LocalVariableTableAttribute _,
                    LocalVariableTypeTableAttribute _, RuntimeVisibleTypeAnnotationsAttribute _,
                    RuntimeInvisibleTypeAnnotationsAttribute _ -> "";
            default -> "\n" + each.attributeName().stringValue() + " of the file " + UUID.nameUUIDFromBytes(file);
        }).collect(Collectors.joining());
    }

    private static <T> String list(List<T> parts, Function<? super T, String> text) {
        return parts.stream().map(text).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String plain(List<Annotation> annotations) {
        return list(annotations, ClassReading::annotation);
    }

    private static String annotation(Annotation annotation) {
        return "@" + annotation.className().stringValue()
                + list(annotation.elements(), each -> each.name().stringValue() + " = " + value(each.value()));
    }

    private static String onType(TypeAnnotation annotation) {
        String target = annotation.targetInfo().targetType().targetTypeValue() + " " + switch (annotation.targetInfo()) {
            case TypeAnnotation.EmptyTarget _ -> "";
            case TypeAnnotation.SupertypeTarget each -> each.supertypeIndex();
            case TypeAnnotation.ThrowsTarget each -> each.throwsTargetIndex();
            case TypeAnnotation.FormalParameterTarget each -> each.formalParameterIndex();
            case TypeAnnotation.TypeParameterTarget each -> each.typeParameterIndex();
            case TypeAnnotation.TypeParameterBoundTarget each -> each.typeParameterIndex() + " " + each.boundIndex();
            default -> throw new Unsupported("an annotation of a type is in the wrong place");
        };
        return target + list(annotation.targetPath(), each -> each.typePathKind().tag() + " " + each.typeArgumentIndex())
                + annotation(annotation.annotation());
    }

    private static String value(AnnotationValue value) {
        return (char) value.tag() + " " + switch (value) {
            case AnnotationValue.OfConstant each -> quoted(each.resolvedValue());
            case AnnotationValue.OfClass each -> each.className().stringValue();
            case AnnotationValue.OfEnum each -> each.className().stringValue() + " " + each.constantName().stringValue();
            case AnnotationValue.OfAnnotation each -> annotation(each.annotation());
            case AnnotationValue.OfArray each -> list(each.values(), ClassReading::value);
            default -> throw new Unsupported("the value " + value + " of an annotation is not known");
        };
    }

    /** A constant with its type and length, so that no text looks like the rest of an annotation. */
    private static String quoted(Object value) {
        String text = value.toString();
        return value.getClass().getSimpleName() + " " + text.length() + " \"" + text + "\"";
    }

    private Code code() {
        Map<Integer, Instruction> found = new TreeMap<>();
        int offset = 0;
        for (CodeElement element : body) {
            if (element instanceof Instruction each) {
                places[offset] = found.size();
                if (!(each instanceof NopInstruction)) {
                    found.put(offset, each);
                }
                offset += each.sizeInBytes();
            }
        }
        places[offset] = found.size();
        List<Code.Insn> insns = new ArrayList<>();
        found.forEach((at, each) -> insns.add(insn(each, at)));
        List<Code.Handler> handlers = new ArrayList<>();
        for (ExceptionCatch each : body.exceptionHandlers()) {
            handlers.add(new Code.Handler(place(each.tryStart()), place(each.tryEnd()), place(each.handler()),
                    each.catchType().map(ClassEntry::asInternalName).orElse(null)));
        }
        return new Code(insns, handlers, body.maxLocals());
    }

    private int place(Label label) {
        return places[body.labelToBci(label)];
    }

    private Code.Insn insn(Instruction instruction, int offset) {
        int opcode = instruction.opcode() == Opcode.GOTO_W ? GOTO : instruction.opcode().bytecode();
        return switch (instruction) {
            case LoadInstruction each -> new Code.Insn(ILOAD + VARIANTS.indexOf(each.typeKind()), each.slot(), null);
            case StoreInstruction each -> new Code.Insn(ISTORE + VARIANTS.indexOf(each.typeKind()), each.slot(), null);
            case IncrementInstruction each -> new Code.Insn(IINC, each.slot(), each.constant());
            case BranchInstruction each -> new Code.Insn(opcode, place(each.target()), null);
            case FieldInstruction each -> new Code.Insn(opcode, 0, new Code.FieldRef(
                    each.owner().asInternalName(), each.name().stringValue(), each.type().stringValue()));
            case InvokeInstruction each -> new Code.Insn(opcode, each.isInterface() ? 1 : 0, method(each.method()));
            case InvokeDynamicInstruction each -> new Code.Insn(opcode, 0, dynamic(each.invokedynamic()));
            case NewObjectInstruction each -> new Code.Insn(opcode, 0, each.className().asInternalName());
            case NewReferenceArrayInstruction each -> new Code.Insn(opcode, 0, each.componentType().asInternalName());
            case TypeCheckInstruction each -> new Code.Insn(opcode, 0, each.type().asInternalName());
            case NewPrimitiveArrayInstruction each -> new Code.Insn(opcode, each.typeKind().newarrayCode(), null);
            case NewMultiArrayInstruction each -> new Code.Insn(opcode, each.dimensions(), each.arrayType().asInternalName());
            case ConstantInstruction.LoadConstantInstruction each -> new Code.Insn(LDC, 0, constant(each.constantEntry()));
            case ConstantInstruction each -> new Code.Insn(LDC, 0, each.constantValue() instanceof Number number ? number : null);
            case TableSwitchInstruction _ -> new Code.Insn(opcode, 0, table(offset));
            case LookupSwitchInstruction each -> new Code.Insn(opcode, 0, switchOf(
                    each.cases().stream().map(one -> new int[] {one.caseValue(), place(one.target())}).toList(),
                    place(each.defaultTarget())));
            default -> new Code.Insn(opcode, 0, null);
        };
    }

    /** Reads a tableswitch from its bytes: with the largest int among its keys, JDK 25 reads on behind its end. */
    private Code.Switch table(int offset) {
        ByteBuffer code = ByteBuffer.wrap(body.codeArray());
        int start = (offset & ~3) + 4;
        int low = code.getInt(start + 4);
        List<int[]> cases = new ArrayList<>();
        for (int i = 0; i <= code.getInt(start + 8) - low; i++) {
            cases.add(new int[] {low + i, places[offset + code.getInt(start + 12 + 4 * i)]});
        }
        return switchOf(cases, places[offset + code.getInt(start)]);
    }

    /** Takes a key and a target each. */
    private static Code.Switch switchOf(List<int[]> cases, int otherwise) {
        List<int[]> kept = cases.stream().filter(each -> each[1] != otherwise).toList();
        return new Code.Switch(
                kept.stream().map(each -> each[0]).toList(), kept.stream().map(each -> each[1]).toList(), otherwise);
    }

    private static Code.MethodRef method(MemberRefEntry entry) {
        return new Code.MethodRef(entry.owner().asInternalName(), entry.name().stringValue(), entry.type().stringValue());
    }

    private static Code.HandleRef handle(MethodHandleEntry entry) {
        return new Code.HandleRef(entry.kind(), method(entry.reference()), entry.reference() instanceof InterfaceMethodRefEntry);
    }

    private static Code.DynamicRef dynamic(DynamicConstantPoolEntry entry) {
        BootstrapMethodEntry bootstrap = entry.bootstrap();
        return new Code.DynamicRef(entry.name().stringValue(), entry.type().stringValue(), handle(bootstrap.bootstrapMethod()),
                bootstrap.arguments().stream().map(ClassReading::constant).toList());
    }

    private static Object constant(LoadableConstantEntry entry) {
        return switch (entry) {
            case ClassEntry each -> new Code.TypeRef(
                    each.asInternalName().startsWith("[") ? each.asInternalName() : "L" + each.asInternalName() + ";");
            case MethodTypeEntry each -> new Code.TypeRef(each.descriptor().stringValue());
            case MethodHandleEntry each -> handle(each);
            case ConstantDynamicEntry each -> dynamic(each);
            case ConstantValueEntry each -> each.constantValue();
            default -> throw new Unsupported("the constant " + entry + " is not known");
        };
    }
}
