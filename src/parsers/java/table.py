"""Facts about java.lang, java.util and a few neighbours, as data: fields, methods, constants.

Every entry is checked by reflection against JDK 17 (tests/parsers/java/test_types.py). An entry holds only
where the simple name can mean nothing else; `parsers.java.names.classes.FileTypes.means` answers that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "BOXES",
    "CONSTANTS",
    "FIELDLESS",
    "INFERRED",
    "ITERABLES",
    "KNOWN",
    "MAPS",
    "MEMBER_TYPES",
    "MEMBER_TYPES_OF_ENUM",
    "METHODS",
    "NEVER_NULL",
    "OF_OBJECT",
    "SERIALIZABLE",
    "STATIC_OF_STRING",
    "MethodFact",
    "fieldless_package",
    "known_package",
]

BOXES = {
    "Boolean": "boolean",
    "Byte": "byte",
    "Short": "short",
    "Character": "char",
    "Integer": "int",
    "Long": "long",
    "Float": "float",
    "Double": "double",
}
"""Boxes of java.lang and what they unbox to (JLS 5.1.8)."""

_FIELDLESS = {
    "java.lang": """
        Appendable AutoCloseable CharSequence ClassLoader Cloneable Comparable Enum InheritableThreadLocal
        Iterable Number
        Object Package Process ProcessHandle Readable Record Runnable Runtime ThreadLocal""",
    "java.util": """
        AbstractCollection AbstractQueue AbstractSet Collection Comparator Deque Enumeration EventListener
        Iterator List
        ListIterator Map NavigableMap NavigableSet PrimitiveIterator Queue RandomAccess Set SortedMap
        SortedSet
        StringTokenizer Timer TreeSet""",
    "java.util.function": """
        BiConsumer BiFunction BiPredicate BinaryOperator BooleanSupplier Consumer DoubleBinaryOperator
        DoubleConsumer
        DoubleFunction DoublePredicate DoubleSupplier DoubleToIntFunction DoubleToLongFunction
        DoubleUnaryOperator Function
        IntBinaryOperator IntConsumer IntFunction IntPredicate IntSupplier IntToDoubleFunction
        IntToLongFunction
        IntUnaryOperator LongBinaryOperator LongConsumer LongFunction LongPredicate LongSupplier
        LongToDoubleFunction
        LongToIntFunction LongUnaryOperator ObjDoubleConsumer ObjIntConsumer ObjLongConsumer Predicate
        Supplier
        ToDoubleBiFunction ToDoubleFunction ToIntBiFunction ToIntFunction ToLongBiFunction ToLongFunction
        UnaryOperator""",
    "java.util.concurrent": """
        BlockingDeque BlockingQueue Callable CompletionService CompletionStage ConcurrentMap
        ConcurrentNavigableMap Delayed
        Executor ExecutorService Future FutureTask RejectedExecutionHandler RunnableFuture
        RunnableScheduledFuture
        ScheduledExecutorService ScheduledFuture ThreadFactory TransferQueue""",
    "java.util.stream": "BaseStream Collector DoubleStream IntStream LongStream Stream",
    "java.lang.reflect": "InvocationHandler",
    "java.nio.file": "FileVisitor PathMatcher SimpleFileVisitor",
    "java.security": "PrivilegedAction PrivilegedExceptionAction",
    "java.io": """
        Closeable DataInput DataOutput Externalizable FileFilter FilenameFilter Flushable InputStream
        ObjectInput
        ObjectInputValidation ObjectOutput OutputStream Serializable""",
}
_FIELDLESS_PACKAGE = {name: package for package, names in _FIELDLESS.items() for name in names.split()}

FIELDLESS = frozenset(_FIELDLESS_PACKAGE)
"""Simple names of classes and interfaces without any field that a subclass could inherit, supertypes
included."""


_MEMBER_TYPES = """
    Collector ConcurrentMap ConcurrentNavigableMap DoubleStream Enum IntStream LongStream Map NavigableMap
    PrimitiveIterator ProcessHandle Runtime SortedMap Stream"""
MEMBER_TYPES = frozenset(_MEMBER_TYPES.split())
"""Those of `FIELDLESS` that have public or protected member types, such as `Map.Entry`, inherited ones included."""
MEMBER_TYPES_OF_ENUM = frozenset({"EnumDesc"})
"""The member types that every enum inherits from java.lang.Enum, since Java 12."""
SERIALIZABLE = frozenset({"Enum", "Externalizable", "Number", "Serializable", "TreeSet"})
"""Those of `FIELDLESS` that are subtypes of java.io.Serializable."""


def fieldless_package(simple_name: str) -> str | None:
    """Return the package of a type in `FIELDLESS`, or None."""
    return _FIELDLESS_PACKAGE.get(simple_name)


_OTHERS = {
    "java.lang": """
        Boolean Byte Character Class Double Error Exception Float IllegalArgumentException IllegalStateException
        IndexOutOfBoundsException Integer InterruptedException Long Math NullPointerException RuntimeException Short
        StackTraceElement StrictMath String StringBuffer StringBuilder System Thread Throwable
        UnsupportedOperationException Void""",
    "java.util": """
        AbstractList AbstractMap ArrayDeque ArrayList Arrays BitSet Calendar Collections Date EnumMap EnumSet HashMap
        HashSet Hashtable IdentityHashMap LinkedHashMap LinkedHashSet LinkedList Locale Objects Optional OptionalDouble
        OptionalInt OptionalLong PriorityQueue Properties Random Scanner Stack StringJoiner TreeMap UUID Vector""",
    "java.io": "File IOException InputStreamReader PrintStream PrintWriter Reader Writer",
}
KNOWN = {
    **{name: package for package, names in _OTHERS.items() for name in names.split()},
    **_FIELDLESS_PACKAGE,
}
"""Simple name to package of every class that the table knows at all; none is a type variable, only `BOXES`
unbox."""


_ITERABLES = """
    AbstractCollection AbstractList AbstractQueue AbstractSet ArrayDeque ArrayList BlockingDeque BlockingQueue
    Collection Deque HashSet Iterable LinkedHashSet LinkedList List NavigableSet PriorityQueue Queue Set SortedSet
    Stack TransferQueue TreeSet Vector"""
ITERABLES = frozenset(_ITERABLES.split())
"""Those of `KNOWN` with one type parameter, the type of what an iterator gives."""


MAPS = frozenset({"Map", "HashMap", "TreeMap", "LinkedHashMap", "SortedMap", "NavigableMap"})
"""Those of `KNOWN` with two type parameters, of keys and values, and the views `keySet`, `values` and `entrySet`."""


_INFERRED = """
    collect getAnnotation getDeclaredAnnotation invokeAny max min reduce requireNonNull requireNonNullElse
    requireNonNullElseGet transform valueOf"""
INFERRED = frozenset(_INFERRED.split())
"""Names of those methods of `KNOWN` whose result type is a type variable of their own (JLS 18.5.2), inherited ones included."""

OF_OBJECT = frozenset(
    ["clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"]
)
"""Names of the methods that every class has (JLS 4.3.2)."""


def known_package(simple_name: str) -> str | None:
    """Return the package of a type in `KNOWN`, or None."""
    return KNOWN.get(simple_name)


Throwing = Literal["none", "npe", "any"]


@dataclass(frozen=True, slots=True)
class MethodFact:
    """The facts known of a method.

    Attributes:
        result: the result type: a primitive, a class in `KNOWN`, an array of these, or "promote" for the promotion of the
            arguments' types (JLS 5.6), "same" for a method with an overload char -> char beside int -> int.
        pure: it cannot be overridden, writes nothing and calls no code but its own, for arguments of the
            types in `takes`.
        throws: what it may throw beside the NullPointerException of a null receiver or of unboxing an
            argument.
        reads: it reads what others may change (the content of a StringBuilder).
        takes: what the arguments must be for `pure`: "primitive", "number" (a numeric primitive), "String",
            "text" (a primitive or a String), or "any".
    """

    result: str
    pure: bool = False
    throws: Throwing = "none"
    reads: bool = False
    takes: tuple[str, ...] = ()
    static: bool = False


def _entries(class_: str, rows: str, static: bool) -> dict[tuple[str, str, int, bool], MethodFact]:
    """Return the rows ``result name(takes) [throws] [reads]`` of pure methods and ``result name/count`` of others, by method."""
    found: dict[tuple[str, str, int, bool], MethodFact] = {}
    for row in rows.split(";"):
        words = row.split()
        if not words:
            continue
        result, signature, *rest = words
        if "/" in signature:
            name, count = signature.split("/")
            found[class_, name, int(count), static] = MethodFact(result, static=static)
            continue
        name, _, listed = signature.rstrip(")").partition("(")
        takes = tuple(part for part in listed.split(",") if part)
        throws: Throwing = "any" if "any" in rest else "npe" if "npe" in rest else "none"
        found[class_, name, len(takes), static] = MethodFact(
            result, True, throws, "reads" in rest, takes, static
        )
    return found


_NUMBER = """byte byteValue(); short shortValue(); int intValue(); long longValue(); float floatValue();
    double doubleValue(); int hashCode(); String toString(); boolean equals(any)"""
_VIRTUAL = {
    "Object": "int hashCode/0; boolean equals/1; String toString/0; Class getClass()",
    "String": """int length(); boolean isEmpty(); boolean isBlank(); int hashCode(); String toString();
    String trim();
        String strip(); String stripLeading(); String stripTrailing(); String intern(); char
        charAt(primitive) any;
        int codePointAt(primitive) any; boolean equals(any); boolean equalsIgnoreCase(String); int
        compareTo(String) npe;
        int compareToIgnoreCase(String) npe; boolean startsWith(String) npe; boolean endsWith(String) npe;
        boolean startsWith(String,primitive) npe; boolean contains(String) npe; int indexOf(text) npe; int
        lastIndexOf(text) npe;
        int indexOf(text,primitive) npe; int lastIndexOf(text,primitive) npe; String concat(String) npe;
        String substring(primitive) any; String substring(primitive,primitive) any; String
        replace(primitive,primitive);
        String repeat(primitive) any; String toLowerCase/0; String toUpperCase/0; boolean matches/1; String
        replaceAll/2;
        String replaceFirst/2; boolean contentEquals/1; char[] toCharArray/0;
        byte[] getBytes/0; String[] split/1; String[] split/2""",
    "StringBuilder": """int length() reads; int capacity() reads; char charAt(primitive) any reads; String
    toString() reads;
        int indexOf/1; int lastIndexOf/1; String substring/1; String substring/2""",
    "StringBuffer": """int length/0; char charAt/1; String toString/0; int indexOf/1; String substring/1;
        String substring/2""",
    "Boolean": "boolean booleanValue(); int hashCode(); String toString(); boolean equals(any)",
    "Character": "char charValue(); int hashCode(); String toString(); boolean equals(any)",
    **dict.fromkeys(("Byte", "Short", "Integer", "Long"), _NUMBER),
    **dict.fromkeys(("Float", "Double"), _NUMBER + "; boolean isNaN(); boolean isInfinite()"),
    "Number": """byte byteValue/0; short shortValue/0; int intValue/0; long longValue/0; float floatValue/0;
        double doubleValue/0""",
    "CharSequence": "int length/0; char charAt/1",
    "Iterator": "boolean hasNext/0",
    "ListIterator": "boolean hasNext/0; boolean hasPrevious/0; int nextIndex/0; int previousIndex/0",
    "Enumeration": "boolean hasMoreElements/0",
    **dict.fromkeys(
        MAPS,
        "int size/0; boolean isEmpty/0; boolean containsKey/1; boolean containsValue/1;"
        "Set keySet/0; Set entrySet/0; Collection values/0",
    ),
    **dict.fromkeys(
        tuple(
            """
            Collection Set HashSet LinkedHashSet TreeSet Queue Deque SortedSet NavigableSet
            """.split()
        ),
        "int size/0; boolean isEmpty/0; boolean contains/1",
    ),
    **dict.fromkeys(
        ("List", "ArrayList", "LinkedList", "Vector", "Stack"),
        "int size/0; boolean isEmpty/0; boolean contains/1; int indexOf/1; int lastIndexOf/1",
    ),
    "Optional": "boolean isPresent(); boolean isEmpty()",
    "Class": """String getName/0; String getSimpleName/0; boolean isArray/0; boolean isInterface/0;
        boolean isInstance/1""",
    "File": """boolean exists/0; boolean isDirectory/0; boolean isFile/0; long length/0; String getName/0;
        String getPath/0""",
    "Random": "int nextInt/0; int nextInt/1; boolean nextBoolean/0; double nextDouble/0; long nextLong/0",
}
_LETTERS = (
    "isDigit",
    "isLetter",
    "isLetterOrDigit",
    "isWhitespace",
    "isUpperCase",
    "isLowerCase",
    "isSpaceChar",
)
_REAL = tuple(
    """
    sqrt sin cos tan exp log log10 floor ceil cbrt toRadians toDegrees
    """.split()
)
_STATIC = {
    "Math": "promote abs(number); promote max(number,number); promote min(number,number);"
    + "double pow(number,number);"
    + "double random/0; int toIntExact/1;"
    + ";".join(f"double {name}(number)" for name in _REAL),
    "Character": "int getNumericValue(number); same toUpperCase(number); same toLowerCase(number);"
    + "int compare(number,number);"
    + ";".join(f"boolean {name}(number)" for name in _LETTERS),
    "Integer": """int compare(number,number); int bitCount(number); int signum(number); int parseInt(String)
    any;
        int parseInt(String,primitive) any; int reverse(number); int highestOneBit(number); int
        numberOfLeadingZeros(number);
        String toString(number); String toHexString(number); String toBinaryString(number)""",
    "Long": """int compare(number,number); int bitCount(number); int signum(number); long parseLong(String)
    any;
        String toString(number); String toHexString(number)""",
    "Short": "int compare(number,number); short parseShort(String) any; String toString(number)",
    "Byte": "int compare(number,number); byte parseByte(String) any; String toString(number)",
    "Float": """boolean isNaN(number); boolean isInfinite(number); int compare(number,number);
        int floatToIntBits(number)""",
    "Double": """boolean isNaN(number); boolean isInfinite(number); int compare(number,number);
        long doubleToLongBits(number); double parseDouble(String) any; String toString(number)""",
    "Boolean": "boolean parseBoolean(String); int compare(primitive,primitive); String toString(primitive)",
    "Objects": """boolean isNull(any); boolean nonNull(any); boolean equals/2; int hashCode/1; boolean
    deepEquals/2;
        String toString/1""",
    "Arrays": "boolean equals/2; boolean deepEquals/2; String deepToString/1",
    "System": "long currentTimeMillis/0; long nanoTime/0; int identityHashCode/1; String lineSeparator/0",
    "Collections": "int frequency/2; boolean disjoint/2",
}

METHODS: dict[tuple[str, str, int, bool], MethodFact] = {}
"""(class, method, number of arguments, called on the class itself) to what is known of it."""
for _class, _rows in _VIRTUAL.items():
    METHODS.update(_entries(_class, _rows, False))
for _class, _rows in _STATIC.items():
    METHODS.update(_entries(_class, _rows, True))

_NEVER_NULL = {
    "String": """concat intern repeat replace replaceAll replaceFirst strip stripLeading stripTrailing substring toLowerCase
        toString toUpperCase trim""",
    **dict.fromkeys(("StringBuilder", "StringBuffer"), "substring toString"),
    **dict.fromkeys(BOXES, "toString"),
    "Integer": "toBinaryString toHexString toString",
    "Long": "toHexString toString",
    "Class": "getName getSimpleName",
    "System": "lineSeparator",
}
NEVER_NULL = frozenset((name, method) for name, methods in _NEVER_NULL.items() for method in methods.split())
"""Methods of final classes, and static ones, that return an object whenever they return, as pairs of class and method."""
STATIC_OF_STRING = frozenset({"copyValueOf", "format", "join", "valueOf"})
"""Names of the static methods of java.lang.String; a call of one through a variable does not look at its value (JLS 15.12.4.1)."""

CONSTANTS: dict[tuple[str, str], tuple[str, int | float]] = {
    ("Math", "PI"): ("double", 3.141592653589793),
    ("Math", "E"): ("double", 2.718281828459045),
}
"""(class, field) to the type and value of constant variables of java.lang (JLS 4.12.4)."""
for _box, _type, _bits in (
    ("Byte", "byte", 8),
    ("Short", "short", 16),
    ("Integer", "int", 32),
    ("Long", "long", 64),
):
    CONSTANTS[_box, "MAX_VALUE"] = (_type, (1 << (_bits - 1)) - 1)
    CONSTANTS[_box, "MIN_VALUE"] = (_type, -(1 << (_bits - 1)))
    CONSTANTS[_box, "SIZE"] = ("int", _bits)
    CONSTANTS[_box, "BYTES"] = ("int", _bits // 8)
CONSTANTS["Character", "MAX_VALUE"] = ("char", 0xFFFF)
CONSTANTS["Character", "MIN_VALUE"] = ("char", 0)
