"""Enter the box: a program of its own, which makes the box around itself and then becomes the command.

It takes one argument, a JSON object:
    command: the program and its arguments.
    isolated: whether namespaces and the filter of system calls are wanted; limits hold in any case.
    network: whether the network is left as it is.
    show: folders and files that can be read in the box, at their own paths.
    put: pairs of a path here and a path in the box, where it can be read.
    root: an empty folder, on which the box's file system is mounted.
    folder: the working folder, inside the box if it is isolated.
    scratch: bytes that the box's files may have together.
    address_space, processor, file_size, open_files, threads: limits, as of setrlimit.
    parent: the process id of who asks.
    status: a file descriptor; gets a line of JSON: what went wrong, or how the command ended and the seconds of processor
        time that it took. The command does not inherit it.

Sources: namespaces(7), pivot_root(2), mount_setattr(2), seccomp(2), capabilities(7).
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import resource
import signal
import stat
import struct
import sys
from pathlib import Path
from typing import Any

_LIBC = ctypes.CDLL(None, use_errno=True)

_NEWNS, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = (
    *(0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000),
)
_NOSUID, _NODEV, _NOEXEC, _BIND, _REC, _PRIVATE = 2, 4, 8, 4096, 16384, 1 << 18
_DETACH = 2
_AT_RECURSIVE, _ATTR_READ_ONLY, _ATTR_NOSUID = 0x8000, 1, 2
_PIVOT_ROOT, _MOUNT_SETATTR = {"x86_64": (155, 442), "aarch64": (41, 442)}, 442
_SET_DEATH_SIGNAL, _SET_NO_NEW_PRIVS, _SET_SECCOMP, _FILTER_MODE = 1, 38, 22, 2
_NOBODY = 65534
_DEVICES = ("null", "zero", "full", "random", "urandom")

_ARCHITECTURES = {
    # audit's number; clone; clone3; what is denied
    "x86_64": (
        *(0xC000003E, 56, 435),
        # socket, fork, vfork, ptrace, memfd_create, memfd_secret, io_uring_setup, add_key, request_key, keyctl, bpf,
        # userfaultfd, perf_event_open, unshare, setns, shmget, semget, msgget, process_vm_readv, process_vm_writev, pidfd_getfd
        (41, 57, 58, 101, 319, 447, 425, 248, 249, 250, 321, 323, 298, 272, 308, 29, 64, 68, 310, 311, 438),
    ),
    "aarch64": (
        *(0xC00000B7, 220, 435),
        (198, 117, 279, 447, 425, 217, 218, 219, 280, 282, 241, 97, 268, 194, 190, 186, 270, 271, 438),
    ),
}
_CONTROL = {"x86_64": 157, "aarch64": 167}
_X32 = 0x40000000
_THREAD = 0x10000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _DENY, _UNKNOWN = 0x7FFF0000, 0x80000000, 0x50000 | 1, 0x50000 | 38


class Denied(Exception):
    """A step of the isolation that the machine does not allow."""


def main(asked: dict[str, Any]) -> int:
    """Make the box, run the command in it, and report how it ended."""
    status: int = asked["status"]
    os.set_inheritable(status, False)
    try:
        _LIBC.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != asked["parent"]:
            raise Denied("the process that asked for the box is no more")
        if asked["isolated"]:
            _unshare(asked["network"])
        child = os.fork()
    except (OSError, Denied) as error:
        _report(status, {"error": str(error)})
        return 1
    if child:
        ended = os.waitpid(child, 0)[1]
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        _report(status, {"code": os.waitstatus_to_exitcode(ended), "seconds": used.ru_utime + used.ru_stime})
        return 0
    try:
        _become(asked)
    except (OSError, Denied) as error:
        _report(status, {"error": str(error)})
    os._exit(1)


def _report(status: int, what: dict[str, Any]) -> None:
    os.write(status, json.dumps(what).encode() + b"\n")


def _become(settings: dict[str, Any]) -> None:
    """Become the command; return only by an error."""
    _LIBC.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if settings["isolated"]:
        _mounts(settings)
    os.chdir(settings["folder"])
    os.umask(0o077)
    for limit, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, settings["processor"]),
        (resource.RLIMIT_AS, settings["address_space"]),
        (resource.RLIMIT_FSIZE, settings["file_size"]),
        (resource.RLIMIT_NOFILE, settings["open_files"]),
        (resource.RLIMIT_NPROC, settings["threads"]),
    ):
        least = min(
            [value, *[bound for bound in resource.getrlimit(limit) if bound != resource.RLIM_INFINITY]]
        )
        resource.setrlimit(limit, (least, least))
    _checked(_LIBC.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    if settings["isolated"]:
        _filter(settings["network"])
    command: list[str] = settings["command"]
    os.execv(command[0], command)


def _checked(result: int, what: str) -> None:
    if result < 0:
        raise Denied(f"{what}: {os.strerror(ctypes.get_errno())}")


def _unshare(network: bool) -> None:
    user, group = os.geteuid(), os.getegid()
    spaces = _NEWUSER | _NEWNS | _NEWPID | _NEWIPC | _NEWUTS | (0 if network else _NEWNET)
    _checked(_LIBC.unshare(spaces), "namespaces (unshare)")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{_NOBODY} {user} 1"),
        ("gid_map", f"{_NOBODY} {group} 1"),
    ):
        Path(f"/proc/self/{name}").write_text(text)


def _mount(source: str, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind, data)]
    _checked(_LIBC.mount(texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3]), f"mount {target}")


def _read_only(target: str, recursive: int = _AT_RECURSIVE) -> None:
    attributes = struct.pack("QQQQ", _ATTR_READ_ONLY | _ATTR_NOSUID, 0, 0, 0)
    done = _LIBC.syscall(_MOUNT_SETATTR, -100, os.fsencode(target), recursive, attributes, len(attributes))
    _checked(done, f"read-only {target}")


def _mounts(settings: dict[str, Any]) -> None:
    """Make a file system of what is shown, read-only, and of one empty folder, and go there."""
    root: str = settings["root"]
    _mount("none", "/", None, _REC | _PRIVATE)
    _mount("tmpfs", root, "tmpfs", _NOSUID | _NODEV, "size=1m,mode=755")
    for path in settings["show"]:
        _show(path, root + path)
    for path, place in settings["put"]:
        _show(path, root + place)
    for name in _DEVICES:
        _bind(f"/dev/{name}", f"{root}/dev/{name}")
    folder = root + settings["folder"]
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - a path of the box
    # What a candidate writes is no program, nor machine code that a JVM loads.
    flags = _NOSUID | _NODEV | _NOEXEC
    _mount("tmpfs", folder, "tmpfs", flags, f"size={settings['scratch']},nr_inodes=4096,mode=700")
    _read_only(root, 0)
    os.chdir(root)
    _checked(_LIBC.syscall(_PIVOT_ROOT[platform.machine()][0], b".", b"."), "pivot_root")
    _checked(_LIBC.umount2(b".", _DETACH), "leave the old file system")
    os.chdir("/")


def _show(path: str, target: str) -> None:
    """Let a path be read in the box; a link stays one."""
    here = Path(path)
    if here.is_symlink():
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).symlink_to(here.readlink())
    elif here.exists():
        _bind(path, target)
        _read_only(target)


def _bind(path: str, target: str) -> None:
    place = Path(target)
    if stat.S_ISDIR(Path(path).stat().st_mode):
        place.mkdir(parents=True, exist_ok=True)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    _mount(path, target, None, _BIND | _REC)


def _filter(network: bool) -> None:
    """Deny new processes, sockets, and calls that a candidate has no use for."""
    architecture = _ARCHITECTURES.get(platform.machine())
    if architecture is None:
        raise Denied(f"no filter of system calls is known for {platform.machine()}")
    audit, clone, clone3, denied = architecture
    steps: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _KILL),
        (_EQUAL, 0, 1, clone3),
        (_RETURN, 0, 0, _UNKNOWN),
    ]
    for number in denied[1:] if network else denied:
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _DENY)]
    steps += [
        (_EQUAL, 0, 4, _CONTROL[platform.machine()]),  # a command that outlives who asked for it
        (_LOAD, 0, 0, 16),
        (_EQUAL, 0, 1, _SET_DEATH_SIGNAL),
        (_RETURN, 0, 0, _DENY),
        (_RETURN, 0, 0, _ALLOW),
        (_EQUAL, 0, 3, clone),
        (_LOAD, 0, 0, 16),
        (_ANY_BIT, 1, 0, _THREAD),
        (_RETURN, 0, 0, _DENY),
        (_RETURN, 0, 0, _ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(code))
    _checked(_LIBC.prctl(_SET_SECCOMP, _FILTER_MODE, program, 0, 0), "filter of system calls")


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
