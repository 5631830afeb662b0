"""Controls of the byte-code checker: random changes of single instructions, and what the checker proves of them.

    python scripts/prove_controls.py CLASSES [--each 20] [--seed 1] [--classpath JAR:DIR]

CLASSES is a folder of class files. Each changed class is compared with its original. What is proved is printed, unless the JVM
refuses the changed class; it has to be shown equivalent by hand. Exit code 1 if there is any.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from class_changes import changes
from parsers.oracles.jdk import find_jdk
from parsers.oracles.prover import Prover

# Prints the classes that pass verification: to list the methods links a class, and linking verifies it (JVMS 17, 5.4.1).
_VERIFY = """
import java.nio.file.*;
class Verify {
    static java.net.URL[] urls(String paths) throws Exception {
        var found = new java.util.ArrayList<java.net.URL>();
        for (String each : paths.split(java.io.File.pathSeparator)) found.add(Path.of(each).toUri().toURL());
        return found.toArray(java.net.URL[]::new);
    }
    public static void main(String[] args) throws Exception {
        for (int i = 1; i < args.length; i += 2) {
            byte[] data = Files.readAllBytes(Path.of(args[i + 1]));
            String name = args[i];
            ClassLoader loader = new java.net.URLClassLoader(urls(args[0])) {
                @Override protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                    if (!wanted.equals(name)) return super.loadClass(wanted, resolve);
                    Class<?> known = findLoadedClass(name);
                    return known != null ? known : defineClass(name, data, 0, data.length);
                }
            };
            try {
                loader.loadClass(name).getDeclaredMethods();
                System.out.println(args[i + 1]);
            } catch (VerifyError | ClassFormatError refused) {
                continue;
            } catch (Throwable other) {
                System.out.println(args[i + 1]);
            }
        }
    }
}
"""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("classes", type=Path)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--classpath", default="")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    proved: list[tuple[str, str, bytes]] = []
    started = time.monotonic()
    extra = [part for part in options.classpath.split(":") if part]
    with Prover(classpath=[options.classes, *extra]) as prover:
        for path in sorted(options.classes.rglob("*.class")):
            data = path.read_bytes()
            name = path.relative_to(options.classes).with_suffix("").as_posix().replace("/", ".")
            for change in changes(data, options.each, options.seed):
                proof = prover.prove_classes({name: data}, {name: change.data})
                counts[proof.verdict] += 1
                if (proof.reason or "").startswith("the checker"):
                    counts["failed"] += 1
                    print(f"{name}: {change.text}: {proof.reason}")
                if proof:
                    proved.append((name, change.text, change.data))
    valid = _accepted([str(options.classes), *extra], proved)
    seconds = time.monotonic() - started
    print(
        f"{counts.total()} changes, {dict(counts)}, {seconds:.0f} s; proved and accepted by the JVM: {len(valid)}"
    )
    for name, text, _ in valid:
        print(f"{name}: {text}")
    return 1 if valid else 0


def _accepted(classpath: list[str], changed: list[tuple[str, str, bytes]]) -> list[tuple[str, str, bytes]]:
    """Return those that pass the JVM's verification."""
    with TemporaryDirectory() as folder:
        names = []
        for number, (name, _, data) in enumerate(changed):
            Path(folder, f"{number}").write_bytes(data)
            names += [name, f"{folder}/{number}"]
        Path(folder, "Verify.java").write_text(_VERIFY)
        command = [
            str(find_jdk() / "bin" / "java"),
            f"{folder}/Verify.java",
            os.pathsep.join(classpath),
            *names,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [changed[int(Path(line).name)] for line in done.stdout.split()]


if __name__ == "__main__":
    sys.exit(main())
