"""The JDK as an oracle for compilation, equality of classes, and output.

    with Jdk(classpath=["lib.jar"]) as jdk:
        jdk.compile({"Foo.java": source}).diagnostics
        jdk.same_classes({"Foo.java": original}, {"Foo.java": mutant})
        jdk.run({"Foo.java": source}, "Foo").stdout

One JVM compiles and another runs programs; both are kept between calls and replaced when a program or javac
has broken them. The Java side is in the folder `worker`, compiled once into the user's cache folder.
"""

from parsers.oracles.errors import JdkError, JdkNotFound
from parsers.oracles.jdk.client import Jdk
from parsers.oracles.jdk.home import find_jdk
from parsers.oracles.jdk.results import ClassFile, Comparison, Compilation, Diagnostic, Run, compare

__all__ = [
    "ClassFile",
    "Comparison",
    "Compilation",
    "Diagnostic",
    "Jdk",
    "JdkError",
    "JdkNotFound",
    "Run",
    "compare",
    "find_jdk",
]
