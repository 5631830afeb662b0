import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.Pretty;
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.Modifier;
import javax.tools.*;

/**
 * Prints what javac's parser makes of Java files, without attribution: a line for each node, tab-separated kind, start, end, detail.
 *
 * Names of files are read from standard input. Each file starts with a line "F path" and, where javac finds a syntax error, has a
 * line "E message" instead of nodes. Offsets count UTF-16 units. Kinds are those of compare_trees.py; what javac only makes up
 * (the "-" of a negative literal, the statements around the parts of a for header) is undone here.
 */
public class DumpTree extends TreeScanner<Void, Void> {
    private final PrintStream out;
    private final SourcePositions positions;
    private final CompilationUnitTree unit;
    private final String text;

    DumpTree(PrintStream out, SourcePositions positions, CompilationUnitTree unit, String text) {
        this.out = out;
        this.positions = positions;
        this.unit = unit;
        this.text = text;
    }

    public static void main(String[] args) throws IOException {
        var out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false, "UTF-8");
        var names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String name; (name = names.readLine()) != null; ) {
            dump(name, out);
            out.flush();
        }
    }

    private static void dump(String name, PrintStream out) throws IOException {
        String read = Files.readString(Path.of(name));
        String text = read.startsWith("\ufeff") ? " " + read.substring(1) : read;
        var file = new SimpleJavaFileObject(URI.create("string:///" + Path.of(name).getFileName()), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignore) {
                return text;
            }
        };
        var found = new DiagnosticCollector<JavaFileObject>();
        var options = List.of("-proc:none", "-XDallowStringFolding=false");
        var task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, found, options, null, List.of(file));
        out.println("F " + name);
        var units = new ArrayList<CompilationUnitTree>();
        try {
            task.parse().forEach(units::add);
        } catch (RuntimeException | AssertionError crash) {
            // javac's parser fails on some texts that are not Java.
            out.println("E 0: javac crashed: " + crash.toString().replaceAll("\\s+", " "));
            return;
        }
        for (var problem : found.getDiagnostics()) {
            if (problem.getKind() == Diagnostic.Kind.ERROR) {
                out.println("E " + problem.getLineNumber() + ": " + problem.getMessage(Locale.ROOT).replaceAll("\\s+", " "));
                return;
            }
        }
        for (var unit : units) {
            new DumpTree(out, Trees.instance(task).getSourcePositions(), unit, text).scan(unit, null);
        }
    }

    private int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    private void line(String kind, int start, int end, Object detail) {
        out.println(kind + "\t" + start + "\t" + end + "\t" + detail);
    }

    private void node(String kind, Tree tree, Object detail) {
        int end = end(tree);
        // A resource without a declaration ends with the semicolon after it.
        if (end > 0 && text.charAt(end - 1) == ';' && (tree instanceof IdentifierTree || tree instanceof MemberSelectTree)) end--;
        line(kind, start(tree), end, detail);
    }

    private void node(String kind, Tree tree) {
        node(kind, tree, "");
    }

    // Types, told from expressions by where they stand.

    private void types(Iterable<? extends Tree> trees) {
        for (Tree tree : trees) type(tree);
    }

    private void type(Tree tree) {
        if (tree == null) return;
        if (tree instanceof IdentifierTree name) {
            node("tid", tree, name.getName());
        } else if (tree instanceof MemberSelectTree select) {
            node("tsel", tree, select.getIdentifier());
            type(select.getExpression());
        } else if (tree instanceof ParameterizedTypeTree generic) {
            node("generic", tree);
            type(generic.getType());
            types(generic.getTypeArguments());
        } else if (tree instanceof ArrayTypeTree array) {
            node("arraytype", tree);
            type(element(array));
        } else if (tree instanceof AnnotatedTypeTree annotated) {
            scan(annotated.getAnnotations(), null);
            type(annotated.getUnderlyingType());
        } else if (tree instanceof WildcardTree wildcard) {
            node("wild", tree);
            type(wildcard.getBound());
        } else if (tree instanceof PrimitiveTypeTree primitive) {
            node("prim", tree, primitive.getPrimitiveTypeKind().toString().toLowerCase(Locale.ROOT));
        } else if (tree instanceof UnionTypeTree union) {
            types(union.getTypeAlternatives());
        } else if (tree instanceof IntersectionTypeTree intersection) {
            types(intersection.getBounds());
        } else {
            node("?" + tree.getKind(), tree);
        }
    }

    /** What an array type is made of, without its brackets; annotations of the brackets are printed on the way. */
    private Tree element(Tree tree) {
        if (tree instanceof ArrayTypeTree array) return element(array.getType());
        if (tree instanceof AnnotatedTypeTree annotated && bare(annotated) instanceof ArrayTypeTree array) {
            scan(annotated.getAnnotations(), null);
            return element(array);
        }
        return tree;
    }

    private static Tree bare(Tree tree) {
        return tree instanceof AnnotatedTypeTree annotated ? annotated.getUnderlyingType() : tree;
    }

    private static int dimensions(Tree tree) {
        return bare(tree) instanceof ArrayTypeTree array ? 1 + dimensions(array.getType()) : 0;
    }

    // Declarations.

    @Override
    public Void visitCompilationUnit(CompilationUnitTree tree, Void none) {
        return scan(tree.getTypeDecls(), null);
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
        if (!tree.getSimpleName().isEmpty()) node("class", tree, tree.getSimpleName());
        scan(tree.getModifiers(), null);
        scan(tree.getTypeParameters(), null);
        type(tree.getExtendsClause());
        types(tree.getImplementsClause());
        types(tree.getPermitsClause());
        return scan(tree.getMembers(), null);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        node("method", tree, tree.getReturnType() == null && tree.getName().contentEquals("<init>") ? "" : tree.getName());
        scan(tree.getModifiers(), null);
        scan(tree.getTypeParameters(), null);
        type(element(tree.getReturnType()));
        if (tree.getReceiverParameter() != null) {
            scan(tree.getReceiverParameter().getModifiers(), null);
            type(tree.getReceiverParameter().getType());
        }
        // The parser gives a compact constructor the parameters of the record.
        if ((((JCTree.JCMethodDecl) tree).mods.flags & Flags.COMPACT_RECORD_CONSTRUCTOR) == 0) scan(tree.getParameters(), null);
        types(tree.getThrows());
        scan(tree.getDefaultValue(), null);
        return scan(tree.getBody(), null);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
        int at = ((JCTree.JCVariableDecl) tree).pos;
        if ((((JCTree.JCVariableDecl) tree).mods.flags & Flags.ENUM) != 0) {
            // An annotated constant is said to be where its annotations are.
            for (var annotation : tree.getModifiers().getAnnotations()) at = text.indexOf(tree.getName().toString(), end(annotation));
            line("enumconst", at, at + tree.getName().length(), tree.getName());
            scan(tree.getModifiers(), null);
            if (tree.getInitializer() instanceof NewClassTree value) {
                scan(value.getArguments(), null);
                if (value.getClassBody() != null) scan(value.getClassBody().getMembers(), null);
            }
            return null;
        }
        line("var", at, at + tree.getName().length(), tree.getName() + "/" + dimensions(tree.getType()));
        scan(tree.getModifiers(), null);
        type(element(tree.getType()));
        return scan(tree.getInitializer(), null);
    }

    @Override
    public Void visitTypeParameter(TypeParameterTree tree, Void none) {
        scan(tree.getAnnotations(), null);
        types(tree.getBounds());
        return null;
    }

    @Override
    public Void visitAnnotation(AnnotationTree tree, Void none) {
        node("anno", tree);
        for (var argument : tree.getArguments()) {
            scan(argument instanceof AssignmentTree pair ? pair.getExpression() : argument, null);
        }
        return null;
    }

    // Statements.

    @Override
    public Void visitBlock(BlockTree tree, Void none) {
        line("block", tree.isStatic() ? text.indexOf('{', start(tree)) : start(tree), end(tree), "");
        return super.visitBlock(tree, none);
    }

    @Override
    public Void visitIf(IfTree tree, Void none) {
        node("if", tree);
        return super.visitIf(tree, none);
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Void none) {
        node("while", tree);
        return super.visitWhileLoop(tree, none);
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Void none) {
        node("do", tree);
        return super.visitDoWhileLoop(tree, none);
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void none) {
        node("for", tree);
        unwrapped(tree.getInitializer());
        scan(tree.getCondition(), null);
        unwrapped(tree.getUpdate());
        return scan(tree.getStatement(), null);
    }

    private void unwrapped(Iterable<? extends Tree> trees) {
        for (Tree tree : trees) scan(tree instanceof ExpressionStatementTree part ? part.getExpression() : tree, null);
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void none) {
        node("foreach", tree);
        return super.visitEnhancedForLoop(tree, none);
    }

    @Override
    public Void visitLabeledStatement(LabeledStatementTree tree, Void none) {
        node("labeled", tree, tree.getLabel());
        return super.visitLabeledStatement(tree, none);
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void none) {
        node("switch", tree, "statement");
        return super.visitSwitch(tree, none);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void none) {
        node("switch", tree, "expression");
        return super.visitSwitchExpression(tree, none);
    }

    @Override
    public Void visitCase(CaseTree tree, Void none) {
        boolean rule = tree.getCaseKind() == CaseTree.CaseKind.RULE;
        String word = tree.getExpressions().isEmpty() ? "default" : "case";
        line(rule ? "rule" : "label", start(tree), rule ? end(tree) : start(tree) + word.length(), word);
        scan(tree.getExpressions(), null);
        if (rule) unwrapped(List.of(tree.getBody()));
        else scan(tree.getStatements(), null);
        return null;
    }

    @Override
    public Void visitSynchronized(SynchronizedTree tree, Void none) {
        node("synchronized", tree);
        return super.visitSynchronized(tree, none);
    }

    @Override
    public Void visitTry(TryTree tree, Void none) {
        node("try", tree);
        return super.visitTry(tree, none);
    }

    @Override
    public Void visitCatch(CatchTree tree, Void none) {
        node("catch", tree);
        return super.visitCatch(tree, none);
    }

    @Override
    public Void visitReturn(ReturnTree tree, Void none) {
        node("return", tree);
        return super.visitReturn(tree, none);
    }

    @Override
    public Void visitThrow(ThrowTree tree, Void none) {
        node("throw", tree);
        return super.visitThrow(tree, none);
    }

    @Override
    public Void visitBreak(BreakTree tree, Void none) {
        node("break", tree, tree.getLabel() == null ? "" : tree.getLabel());
        return null;
    }

    @Override
    public Void visitContinue(ContinueTree tree, Void none) {
        node("continue", tree, tree.getLabel() == null ? "" : tree.getLabel());
        return null;
    }

    @Override
    public Void visitYield(YieldTree tree, Void none) {
        node("yield", tree);
        return super.visitYield(tree, none);
    }

    @Override
    public Void visitAssert(AssertTree tree, Void none) {
        node("assert", tree);
        return super.visitAssert(tree, none);
    }

    @Override
    public Void visitEmptyStatement(EmptyStatementTree tree, Void none) {
        node("empty", tree);
        return null;
    }

    @Override
    public Void visitExpressionStatement(ExpressionStatementTree tree, Void none) {
        if (tree.getExpression() instanceof MethodInvocationTree call) {
            var select = call.getMethodSelect();
            String name = select instanceof IdentifierTree simple ? simple.getName().toString()
                : select instanceof MemberSelectTree member ? member.getIdentifier().toString() : "";
            if (name.equals("this") || name.equals("super")) {
                node("ctorcall", tree, name);
                types(call.getTypeArguments());
                if (select instanceof MemberSelectTree member) scan(member.getExpression(), null);
                return scan(call.getArguments(), null);
            }
        }
        node("exprstmt", tree);
        return super.visitExpressionStatement(tree, none);
    }

    // Expressions.

    @Override
    public Void visitBinary(BinaryTree tree, Void none) {
        node("binary", tree, operator(tree));
        return super.visitBinary(tree, none);
    }

    private String operator(Tree tree) {
        JCTree.Tag tag = ((JCTree) tree).getTag();
        return new Pretty(new StringWriter(), false).operatorName(tree instanceof CompoundAssignmentTree ? tag.noAssignOp() : tag);
    }

    @Override
    public Void visitUnary(UnaryTree tree, Void none) {
        boolean postfix = tree.getKind() == Tree.Kind.POSTFIX_INCREMENT || tree.getKind() == Tree.Kind.POSTFIX_DECREMENT;
        node(postfix ? "postfix" : "prefix", tree, operator(tree));
        return super.visitUnary(tree, none);
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void none) {
        node("assign", tree, "=");
        return super.visitAssignment(tree, none);
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void none) {
        node("assign", tree, operator(tree) + "=");
        return super.visitCompoundAssignment(tree, none);
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Void none) {
        node("conditional", tree);
        return super.visitConditionalExpression(tree, none);
    }

    @Override
    public Void visitTypeCast(TypeCastTree tree, Void none) {
        node("cast", tree);
        type(tree.getType());
        return scan(tree.getExpression(), null);
    }

    @Override
    public Void visitInstanceOf(InstanceOfTree tree, Void none) {
        if (tree.getPattern() instanceof BindingPatternTree binding) {
            node("instanceof", tree, binding.getVariable().getName());
            scan(binding.getVariable().getModifiers(), null);
            type(binding.getVariable().getType());
        } else {
            node("instanceof", tree);
            type(tree.getType());
        }
        return scan(tree.getExpression(), null);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void none) {
        var select = tree.getMethodSelect();
        types(tree.getTypeArguments());
        if (select instanceof MemberSelectTree member) {
            node("call", tree, member.getIdentifier());
            scan(member.getExpression(), null);
        } else if (select instanceof IdentifierTree simple) {
            node("call", tree, simple.getName());
        } else {
            node("?call", tree);
        }
        return scan(tree.getArguments(), null);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void none) {
        if (tree.getIdentifier().contentEquals("class")) {
            node("classlit", tree);
            type(tree.getExpression());
            return null;
        }
        node("select", tree, tree.getIdentifier());
        return scan(tree.getExpression(), null);
    }

    @Override
    public Void visitArrayAccess(ArrayAccessTree tree, Void none) {
        node("index", tree);
        return super.visitArrayAccess(tree, none);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void none) {
        node("new", tree, tree.getClassBody() == null ? "" : "body");
        scan(tree.getEnclosingExpression(), null);
        types(tree.getTypeArguments());
        type(tree.getIdentifier());
        scan(tree.getArguments(), null);
        return tree.getClassBody() == null ? null : scan(tree.getClassBody().getMembers(), null);
    }

    @Override
    public Void visitNewArray(NewArrayTree tree, Void none) {
        node(tree.getType() == null ? "arrayinit" : "newarray", tree, tree.getDimensions().size());
        type(element(tree.getType()));
        scan(tree.getAnnotations(), null);
        for (var annotations : tree.getDimAnnotations()) scan(annotations, null);
        scan(tree.getDimensions(), null);
        return scan(tree.getInitializers(), null);
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree tree, Void none) {
        node("lambda", tree);
        return super.visitLambdaExpression(tree, none);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void none) {
        boolean new_ = tree.getMode() == MemberReferenceTree.ReferenceMode.NEW;
        node("mref", tree, new_ ? "new" : tree.getName());
        ambiguous(tree.getQualifierExpression());
        if (tree.getTypeArguments() != null) types(tree.getTypeArguments());
        return null;
    }

    /** Before `::` only attribution tells types from expressions. */
    private void ambiguous(Tree tree) {
        if (tree instanceof IdentifierTree name) {
            node("aid", tree, name.getName());
        } else if (tree instanceof MemberSelectTree select && !(select.getIdentifier().contentEquals("class"))) {
            node("asel", tree, select.getIdentifier());
            ambiguous(select.getExpression());
        } else if (tree instanceof ParameterizedTypeTree || tree instanceof ArrayTypeTree || tree instanceof AnnotatedTypeTree
            || tree instanceof PrimitiveTypeTree) {
            type(tree);
        } else {
            scan(tree, null);
        }
    }

    @Override
    public Void visitParenthesized(ParenthesizedTree tree, Void none) {
        node("paren", tree);
        return super.visitParenthesized(tree, none);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void none) {
        node("id", tree, tree.getName());
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree tree, Void none) {
        int start = start(tree);
        if (text.charAt(start) == '-') {
            node("prefix", tree, "-");
            while (!Character.isDigit(text.charAt(start))) start++;
        }
        line("lit", start, end(tree), "");
        return null;
    }

    @Override
    public Void visitErroneous(ErroneousTree tree, Void none) {
        node("?erroneous", tree);
        return null;
    }
}
