"""Operator changes that are none: what each filter knows, shown by running both, and what it must let pass."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from mutators.java.operator_mutation.filters import FILTERS, equivalent
from mutators.java.operator_mutation.operators import Change, changes
from parsers.java.method import Method
from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile
from tests.laws.corpus import trap_folder

_MARK = re.compile("«(.*?)→(.*?)»")
_FILTERS = {found.name: found for found in FILTERS}
_GROUPS = {
    **dict.fromkeys(("<", "<=", ">", ">="), "relational"),
    **dict.fromkeys(("==", "!="), "equality"),
    **dict.fromkeys(("&&", "||"), "conditional"),
    **dict.fromkeys(("&", "|", "^"), "bitwise"),
    **dict.fromkeys(("<<", ">>", ">>>"), "shift"),
}

# "parameters: body", or "type name(parameters): body"; «old→new» is the change. What stands here is run.
SAME = {
    "neutral-constant": [
        "int x: return x «*→/» 1;",
        "int x: return x «/→*» 1;",
        "double d: return d «*→/» 1;",
        "double d: return d «+→-» 0.0 == 0.0;",
        "int x: return x «+→-» 0;",
        "long l: return l «-→+» 0L;",
        "int x: return x «*→/» -1;",
        "int x: return x «<<→>>» 0;",
        "int x: return x «>>→>>>» 32;",
        "long l: return l «>>>→<<» 64;",
        "int x: return x «|→^» 0;",
        "int x: return 0 «^→|» x;",
        "int x: return 0 «/→%» x;",
        "int x: return 0 «<<→>>» x;",
        "int x: x «+=→-=» 0; return x;",
        "int x: x «*=→/=» 1; return x;",
        "byte b: b «|=→^=» 0; return b;",
        "boolean p: p «|=→^=» false; return p;",
        "int x: return 2 «+→*» 2;",
        "int x: final int two = 2; return two «*→+» two;",
    ],
    "same-operands": [
        "int x: return x «&→|» x;",
        "long l: return (l) «|→&» l;",
        "boolean p: p «&=→|=» p; return p;",
    ],
    "known-order": [
        "int[] a: return a.length «==→<=» 0;",
        "int[] a: return a.length «>→!=» 0;",
        "String s: return 0 «!=→<» s.length();",
        "String s: return s.indexOf('b') «==→<=» -1;",
        "String s: return s.indexOf('b') «>→!=» -1;",
        "List<Integer> list: return list.size() «<=→==» 0;",
        "char c: return c «==→<=» 0;",
        "char c: return c «<→!=» '\\uffff';",
        "int x: return (x & 7) «==→>=» 7;",
        "int x: return (x & 7) «<→!=» 7;",
        "int x: return x >>> 3 «==→<=» 0;",
        "int x: int n = x & 0xff; return n «!=→>» 0;",
        "int x: return x % 3 «<→!=» 2;",
        "int x: return x «==→>=» Integer.MAX_VALUE;",
        "int x: return x «==→>=» x;",
        "double d: return d «==→<=» d;",
        "double d: return d «<→>» d;",
        "int x: return x «!=→<» x;",
        "int x, int y: if (x == y) return 0; return x «<→<=» y ? -1 : 1;",
        "double d, double e: if (d == e) return 0; return d «<→<=» e ? -1 : 1;",
        "double d: if (d == 0) { return 0; } return d «>→>=» 0 ? -1 : 1;",
        "int x, int y: if (x == y) { return 0; } else { return y «>→>=» x ? -1 : 1; }",
        "int x, int y: return x < y ? -1 : (x «>→!=» y ? 1 : 0);",
        "int x, int y: return x < y ? -1 : x «==→<=» y ? 0 : 1;",
        "int x, int y: return x != y && x «<→<=» y;",
        "int x, int y: return x == y || x «<=→<» y;",
        "int x: if (x < 0) return -1; return x «==→<=» 0;",
        "int x, int y: x = y & 63; return x «!=→>» 0;",
        "int x: if (x <= 0) return -1; return x - 1 «==→<=» 0;",
        "int x: if (x == 0) return 1; if (x < 0) return 2; return x «==→<=» 1;",
        "int x: if (!(x >= 0) || x > 9) return 1; return x «<→!=» 9;",
        "int[] a: int n = 0; for (int i = 0; i < a.length; i++) { if (i «<→!=» a.length - 1) n++; } return n;",
        "int[] a: int n = 0; for (int i = 0; i < a.length; i++) { if (i «>→!=» 0) n += a[i]; } return n;",
        "int[] a: int n = 0; for (int v : a) { if (v > 0) n++; } return n «==→<=» 0;",
        "String s: int n = s.length(); return n «<=→==» 0;",
        "int x, int y: if (x <= y) calls = 1; else return 1; return x «<→!=» y;",
        "short x: while (x > 9) { x -= 3; } return x «==→>=» 9;",
        "List<Integer> list, int x: if (list.size() > 3) return 0; return list.size() «==→>=» 3;",
        "int x: switch (x & 3) { case 0: if (x == 4) return 1; return x «<→<=» 4; default: return 2; }",
        "int x: boolean p = x > 2 ? x «==→<=» 3 : x > 7; return p;",
    ],
    "canonical-loop": [
        "int[] a: int n = 0; for (int i = 0; i «<→!=» a.length; i++) n += a[i]; return n;",
        "int[] a: int n = 0; for (int i = a.length; i «>→!=» 0; i--) n += a[i - 1]; return n;",
        "String s: int i = 0; while (s.length() «>→!=» i && s.charAt(i) == 'a') { i += 1; } return i;",
        "int[] a: int i = 0; while (true) { if (i «==→>=» a.length) break; i++; } return i;",
        "int[] a: int n = 0, i = a.length; while (i-- «>→!=» 0) n += a[i]; return n;",
        "int[] a, int x: int i = 0; for (;;) { if (i «>=→==» a.length || a[i] == x) return i; ++i; }",
    ],
    "either-of-equals": [
        "int x, int y: return x «<→<=» y ? x : y;",
        "int x, int y: return (x «>=→>» y) ? (x) : y;",
        "long l: return l «<→<=» 0 ? -l : l;",
        "int[] a: int min = 9; for (int v : a) if (v «<→<=» min) min = v; return min;",
        "int[] a: int max = -9; for (int v : a) { if (max «<→<=» v) { max = v; } } return max;",
        "int x: if (x «<→<=» 0) x = 0; return x;",
        "int x: if (x «<→<=» 0) { x = -x; } return x;",
        "int x, int y: if (x «<→<=» y) return x; return y;",
        "int x, int y: if (x «<→<=» y) { return x + 1; } else return y + 1;",
        "int x, int y: int z; if (x «>→>=» y) z = x; else z = y; return z;",
        "int x, int y: if (x «>→>=» 0) y += x; return y;",
    ],
    "short-circuit": [
        "int x, boolean p: return p «&&→&» x > 1;",
        "int x, boolean p: return p «|→||» (x ^ 3) == 2;",
        "boolean p, boolean q: if (p «||→|» q) return 1; return 2;",
        "boolean p: return p «&&→&» true;",
        "boolean p, String s: return p «&&→&» s.isEmpty();",
    ],
    "same-conditions": ["boolean p: return p «&&→||» p;", "boolean p: return p «|→&» p;"],
    "excluding-conditions": [
        "int x: return x == 1 «||→^» x == 2;",
        "int x: return x < 0 «|→^» x > 9;",
        "int x: return x < 0 «||→^» 9 < x;",
        "int x, int y: return x < y «^→||» x > y;",
        "boolean p: return p «^→|» false;",
        "int x: return !(x >= 0) «||→^» x > 0;",
    ],
    "never-counts": [
        "int x: return true || x «>→>=» 1;",
        "int x: return 1 > 2 && x «>→>=» 1;",
        "int x: return true | x «>→>=» 1;",
        "int x: return x «>→<» 1 & false;",
        "int x: return 1 < 2 ? x : x «+→-» 1;",
        "int x: return 2 < 1 ? x «+→-» 1 : x;",
        "int x: if (false) { x = x «+→-» 1; } return x;",
        "int x: if (true) return x; else return x «+→-» 1;",
    ],
    "same-bits": [
        "int x, int y: return (x << 8) «|→^» (y & 0xff);",
        "byte b, byte c: return (b & 0xff) << 8 «^→|» (c & 0xff);",
        "int x, int y: return (x << 16 | (y & 0xff) << 8) «|→^» x >>> 24;",
        "long l, int x: return (l << 32) «|→^» (x & 0xffffffffL);",
        "int x: int r = x & 0x0f; r «|=→^=» 0x10; return r;",
        "char c, int x: return (x << 16) «|→^» c;",
        "long l, char c: return (l & ~0xffffL) «^→|» c;",
    ],
    "known-values": [
        "char c: return c «>>→>>>» 3;",
        "int x: return (x & 0xff) «>>>→>>» 3;",
        "int[] a: return a.length «>>→>>>» 1;",
        "char c: c «>>>=→>>=» 2; return c;",
        "byte b: b «>>=→>>>=» 2; return b;",
        "int x: if (x < 0) return 0; return x «>>→>>>» 2;",
        "int x: int s = 1; s «*=→=» x; return s;",
        "int x: int s = 0; s «+=→=» x; return s;",
        "int x: int s; s = 0; s «|=→^=» x; return s;",
    ],
    "narrowed": [
        "int x: return (byte) (x «>>→>>>» 8);",
        "int x: return (x «>>>→>>» 8) & 0xff;",
        "long l: return (int) (l «>>→>>>» 32);",
        "int x: return 0xff & (byte) (x «>>→>>>» 24);",
        "int x: return «-→»x == 0;",
        "int x: return «→-»x != 0;",
        "int x: return «-→»x % 3 == 0;",
        "int x: return Math.abs(«→-»x);",
        "double d: return Math.abs(«-→»d);",
        "int x, int y: return (x «+→-» y) % 2 == 0;",
        "int x: int zero = 0; return «→-»zero;",
        "int x, int y: return x << (y «+→-» 64);",
    ],
    "unused-value": [
        "int x: «x++→++x»; return x;",
        "int x: for (int i = 0; i < 3; «i++→++i») x += i; return x;",
    ],
    "unread-value": [
        "int x: return x«++→--»;",
        "int x: int n = 0; n«++→--»; return x;",
        "int x: int n = x «+→-» 1; return 2;",
        "int x, int y: int n; n = 3 * (x «^→&» y); return y;",
        "int x: int n = 0; for (int i = 0; i < 3; i++) { n «+=→-=» i; } return x;",
        "int x, int y: y = x; y «+=→*=» x; return x;",
        "int[] a: int i = 0; return a.length > 0 ? a[i«++→--»] : -1;",
    ],
    "capacity": [
        "int x: return new ArrayList<Integer>((x & 7) «+→*» 1).size();",
        "int x: return new StringBuilder(16 «*→+» (x & 7)).append(x).toString();",
        "int x: return new java.util.HashMap<String, String>((x & 7) «<<→>>» 1).size();",
        "int x: ArrayList<Integer> l = new ArrayList<>(); l.ensureCapacity((x & 3) «+→-» 9); return l.size();",
    ],
    "in-assertion": [
        "int x: assert x > 0 : x «+→-» 1; return x;",
    ],
    "in-message": [
        'int x: throw new IllegalStateException("at " + (x «+→-» 1));',
        'int x: throw (new IllegalStateException("at " + 3 * (x «+→-» 1) + "!"));',
        'int x: throw new IllegalStateException(String.format("%d", x «*→-» 2));',
    ],
}
LIKELY = {
    "any-hash": [
        "int hashCode(): return 31 «*→+» a + b;",
        "int hashCode(): int h = 17; h «*=→+=» 31; return h + Objects.hash(a | b);",
        "int hashCode(): return a «^→&» (b >>> 32);",
    ],
    "delay": ["int x: Thread.sleep(x «*→+» 1000); return 1;"],
    "short-circuit": [
        "Foo o, Foo k: return o.isOpen() «&&→&» !k.hasName(o);",
        "char c: return Foo.isUpper(c) «||→|» Foo.isTitle(c);",
        "Foo t, Foo list: while (t != null «&&→&» !list.contains(t)) t = t.next(); return 1;",
        "boolean[] done, Foo[] f, int i: return done[i] «||→|» f.length > 3;",
        "boolean p, Foo o: return p «&&→&» o.isReady();",
        "Foo o: return o.count > 1 «||→|» o.size() == 2;",
    ],
    "known-order": ["Foo o: return o.items.size() «==→<=» 0;", "Foo o: return o.name.length() + 1 «>→!=» 1;"],
    "same-operands": ["int x: return x «-→%» x;"],
    "capacity": ["StringBuilder b, int n: b.ensureCapacity(b.length() + «→-»n); return 1;"],
    "narrowed": [
        "long l, int i: return (int) (0xF & (l «>>→>>>» i * 4));",
        "double d: return Double.isNaN(«→-»d);",
        "Foo o: return «→-»o.count == 0;",
    ],
    "neutral-constant": ["Foo o: return o.count «*→/» 1;"],
    "same-bits": ["Foo o: return (o.a & 0xf0) «|→^» (o.b & 0x0f);"],
    "in-assertion": ["int x: assert x «>→<» 0 : x + 1; return x;"],
    "excluding-conditions": [
        "int x, int[] a: return x < 0 «||→^» x >= a.length;",
        "int x: return x < 0 «||→^» 9 < x - 1;",
    ],
    "canonical-loop": ["int x: int n = 0; for (int i = 0; i «<→!=» x; i++) n += i; return n;"],
}
DIFFERENT = {
    "neutral-constant": [
        "int x: return x «*→/» 2;",
        "int x: return 1 «*→/» x;",
        "int x: return 0 «*→/» x;",
        "int x: return 0 «+→-» x;",
        "int x: return x «+→-» 1;",
        "int x: return x «|→&» 0;",
        "int x: return x «|→^» -1;",
        "int x: return x «>>→>>>» 31;",
        "int x: return 1 «<<→>>» x;",
        "long l: return l «<<→>>» 32;",
        "int x: return 3 «+→*» 2;",
        "boolean p: p «|=→^=» true; return p;",
        "int x: x «*=→/=» 2; return x;",
    ],
    "same-operands": [
        "int x: return x «&→^» x;",
        "int x, int y: return x «&→|» y;",
        "int x: return next() «-→*» next();",
        "int x: return next() «|→&» next();",
    ],
    "known-order": [
        "int[] a: return a.length «==→<=» 1;",
        "int[] a: return a.length «>→>=» 0;",
        "String s: return s.indexOf('b') «==→<=» 0;",
        "int x: return Math.abs(x) «==→<=» 0;",
        "int x: return (x & -8) «==→<=» 0;",
        "int x: return x % 3 «==→<=» 0;",
        "int x: return x >> 3 «==→<=» 0;",
        "double d: return d «!=→<» d;",
        "int x, int y: if (x == y) x = y; return x «<→<=» y ? -1 : 1;",
        "int x, int y: if (x == y) return 0; y &= 3; return x «<→<=» y ? -1 : 1;",
        "double d, double e: return d < e ? -1 : (d «>→!=» e ? 1 : 0);",
        "double d: if (d <= 0) return 0; return d «>→>=» 1;",
        "int x: for (int i = 0; i < 3; i++) x++; int n = 0; for (int i = 0; i «<=→==» 3; i++) n++; return n;",
        "int x, int y: return x == y && x «<→<=» y;",
        "int x, int y: return x != y || x «<=→<» y;",
        "int x: if (x < 0) return -1; x--; return x «==→<=» 0;",
        "int x: if (x < 0) return -1; return x «==→<=» 1;",
        "int[] a: int n = 0; for (int i = 0; i < a.length; i++) { if (i «<→!=» a.length - 2) n++; } return n;",
        "int[] a: int n = 0; for (int v : a) { if (v > 1) n--; } return n «==→<=» 0;",
        "int[] a: int n = 0; for (int v : a) { if (n «==→<=» 0) n += v; } return n;",
        "short x: while (x > 9) { if (x == 12) break; x -= 3; } return x «==→>=» 9;",
        "int x: if (x > 4) return 0; for (int i = 0; i < 9; i++) { if (x «==→>=» 4) return i; x += 2; } return 10;",
        "int x: if (calls > 0) return 0; next(); return calls «==→>=» 0 ? x : 1;",
        "int x: Runnable r = () -> { int y = x; calls = y «==→<=» 0 ? 1 : 2; }; r.run(); return calls;",
        "int x: if (calls > 0) return 0; java.util.function.IntSupplier later = () -> calls «==→>=» 0 ? 1 : 2;"
        " calls = 3; return later.getAsInt();",
        "int x: switch (x & 3) { case 1: if (x == 4) return 1; default: return x «<→<=» 4; }",
        "int x: try { if (x < 0) return 1; throw new RuntimeException(); } catch (RuntimeException e) { return x «==→>=» 0; }",
    ],
    "canonical-loop": [
        "int[] a: int n = 0; for (int i = 0; i «<→!=» a.length; i += 2) n += a[i]; return n;",
        "int[] a: int n = 0; for (int i = 0; i «<→<=» a.length; i++) n += a[i]; return n;",
        "int[] a: int i = 0, j = a.length; while (i «<→!=» j && i < 9) { i++; j--; } return i;",
        "int[] a: int i = 0; for (int v : a) { i++; if (i «==→>=» 2) continue; calls++; } return i;",
        "int[] a: int i = 0, n = 0; for (int v : a) { i++; if (v > 1) { if (i «==→>=» 2) break; } n++; } return n;",
        "int x, boolean p: int n = 0; for (int i = 0; i «<→!=» 3 && n < 50; i++) { n++; if (p) { p = false; i = 7; } } return n;",
        "int[] a: int i = 0, n = 0; for (int v : a) { i++; if (i «==→>=» 2 && v > 2) break; n++; } return n;",
    ],
    "either-of-equals": [
        "int x, int y: return x «<→<=» y ? x : x - y;",
        "int x, int y: return x «<→==» y ? x : y;",
        "int x, int y: if (x «<→<=» y) { x = y; calls++; } return x;",
        "int x, int y: if (x «<→<=» 1) x = 0; return x;",
        "int x, int y: if (x «<→<=» y) return x; y++; return y;",
        "int x, int y: if (x «<→<=» y) return x + 1; else return y - 1;",
        "int x: if (x «>→>=» 0) calls += 1; return x;",
        "int x: if (x «<→<=» 1) x = -x; return x;",
        "int x, int y: return next() «<→<=» 1 ? next() : 1;",
    ],
    "short-circuit": [
        "String s, boolean p: s = p ? s : null; return s != null «&&→&» s.isEmpty();",
        "String s, int i: return i < s.length() «&&→&» s.charAt(i) == 'a';",
        "List<Integer> l, int i: return l.size() <= i «||→|» l.get(i) > 2;",
        "int[] a, int i: return i >= 0 && i < a.length «&&→&» a[i] > 2;",
        "String s, boolean p: s = p ? s : null; return java.util.Objects.isNull(s) «||→|» s.length() > 3;",
        'Integer w, boolean p: Object x = p ? w : ""; return x instanceof String «&&→&» ((String) x).isEmpty();',
        "int[] a, int x: return x < a.length «&&→&» a[x] == 1;",
        "boolean p: return p «||→|» next() > 0;",
        "int x, int y: return y != 0 «&&→&» x / y > 0;",
        "List<Integer> list, boolean p: if (p) list = null; return list != null «&&→&» list.isEmpty();",
        "Integer w, boolean p: w = p ? w : null; return w != null «&&→&» w > 0;",
        "boolean p, int x: return p «&&→&» x++ > 0 ? x : x;",
        "boolean p, boolean q: return p «&&→||» q;",
    ],
    "same-conditions": ["boolean p: return next() > 1 «&&→||» next() > 1;", "boolean p: return p «&→^» p;"],
    "excluding-conditions": [
        "int x: return x == 1 «||→^» x > 0;",
        "int x: return x <= 0 «|→^» x >= 0;",
        "int x, int y: return x == 1 «||→^» y == 2;",
        "boolean p, boolean q: return p «^→|» q;",
        "int x: return next() == 1 «||→^» next() == 2;",
        "int x: return x == 1 «||→&&» x == 2;",
    ],
    "never-counts": [
        "int x: return false || x «>→>=» 1;",
        "int x: return true ^ x «>→>=» 1;",
        "int x: return x «>→>=» 1 | false;",
        "int x: return 1 < 2 ? x «+→-» 1 : x;",
        "int x: if (x «>→>=» 1) return 2; else return 3;",
        "int x: if (true) { x = x «+→-» 1; } return x;",
    ],
    "same-bits": [
        "int x, int y: return (x << 8) «|→^» (y & 0x1ff);",
        "byte b, byte c: return (b << 8) «|→^» c;",
        "int x, int y: return (x << 8) «|→&» (y & 0xff);",
        "long l, int x: return (l << 32) «|→^» x;",
        "int x, int y: return (x >> 8) «|→^» (y << 24);",
        "int x, int y: return (1 << x) «|→^» 4;",
        "byte b, int y: return ((byte) y & 0xf0) «|→^» ((byte) b >> 2);",
    ],
    "known-values": [
        "int x: return x «>>→>>>» 3;",
        "byte b: b «>>=→>>>=» 25; return b;",
        "int x: if (x < -5) return 0; return x «>>→>>>» 2;",
        "int x: int s = 0; if (x > 1) s = 2; s «+=→=» x; return s;",
        "int[] a: int s = 0; for (int v : a) { s «+=→=» v; } return s;",
        "int x: int s = 0; s «-=→=» x; return s;",
        "int x, int y: return (x & 3) «+→-» (y & 3);",
    ],
    "narrowed": [
        "int x: return (byte) (x «>>→>>>» 25);",
        "int x: return (x «>>→>>>» 25) & 0xff;",
        "long l: return (int) (l «>>→>>>» 33);",
        "int x: return «-→»x == 1;",
        "int x: return «-→»x == 12;",
        "int x: return «→-»x > 0;",
        "int x: return «→-»x % 3 == 1;",
        "int x: return «→~»x == 0;",
        "int x, int y: return (x «+→-» y) % 3 == 0;",
        "int x: return Math.abs(«→~»x);",
        "int x, int y: return x << (y «+→-» 1);",
        "int x, int y: return (x «*→+» y) & 1;",
    ],
    "unused-value": ["int x: int y = «x++→++x»; return y;", "int x: x«++→--»; return x;"],
    "unread-value": [
        "int x: return «++→--»x;",
        "int x: int n = 0; while (x«--→++» > 0 && n < 9) { n++; } return n;",
        "int x: int n = 0; for (int i = 0; i < 3; i++) { if (n > 1) return i; n«++→--»; } return -1;",
        "int x: int n = x «+→-» 1; return n;",
        "int x, int y: int n = x «+→/» y; return 2;",
        "int x: try { return x«++→--»; } finally { calls = x; }",
        "int x: calls = x «+→-» 1; return 2;",
        "int x: calls «+=→-=» x; return 2;",
        "int[] a, int x: int[] b = a.clone(); int[] c = b; b[0] = x «+→-» 1; return c[0];",
        "int x: return (x«++→--») + x;",
        "boolean p: boolean q = p «&&→||» next() > 0; return p;",
        "int[] a: int n = a[calls «+→-» 1]; return 1;",
    ],
    "capacity": [
        "byte b: return new ArrayList<Integer>(«→-»b).size();",
        'int x: return new StringBuilder("a" + (x «+→-» 1)).toString();',
        "int x: return new java.util.concurrent.atomic.AtomicInteger(x «+→-» 1).get();",
        "int x, int y: return new ArrayList<Integer>((x & 3) «+→/» (y & 3)).size();",
    ],
    "delay": ["int x: return nap(x «+→-» 1);"],
    "in-message": [
        "int x: throw new Failure(x «+→-» 1);",
        'int x, int y: throw new IllegalStateException("at " + (x «+→/» y));',
        'int x: throw new IllegalStateException("at " + note(x «+→-» 1));',
        'int x: return new IllegalStateException("at " + (x «+→-» 1)).getMessage();',
        'int x: throw new IllegalStateException("at " + calls«++→--»);',
    ],
    "any-hash": [
        "int hashCode(int x): return 31 «*→+» x;",
        "long hashCode(): calls = 3; return 31 «*→+» calls;",
        "int hashCode(): int[] a = {1, 2}; return a[calls «+→-» 1];",
        "int hashOf(): return 31 «*→+» 2 + calls;",
    ],
}
_PROGRAM = """
import java.util.*;
import java.lang.reflect.Method;
public class Rows {
    static int calls;
    static int next() { return ++calls; }
    static int nap(int x) { calls = x; return 1; }
    static int note(int x) { return calls = x; }
    static class Failure extends RuntimeException { Failure(int x) { calls = x; } }
    static Object[] values(Class<?> type) {
        if (type == int.class)
            return new Object[] {
                0, 1, 2, 3, 4, 5, 9, 10, 12, 255, 1 << 30, Integer.MAX_VALUE, -1, -2, -3, -8, -256, Integer.MIN_VALUE};
        if (type == short.class) return new Object[] {(short) 0, (short) 9, (short) 12, (short) 13, (short) -1};
        if (type == long.class) return new Object[] {0L, 1L, -1L, 7L, -300L, 1L << 31, -(1L << 40), Long.MAX_VALUE, Long.MIN_VALUE};
        if (type == byte.class) return new Object[] {(byte) 0, (byte) 1, (byte) -1, (byte) 77, (byte) -128};
        if (type == char.class) return new Object[] {'\\0', 'a', '\\u00ff', '\\u8000', '\\uffff'};
        if (type == double.class) return new Object[] {0.0, 1.0, 0.5, -1.0, -2.5, 1e9, Double.NaN, Double.POSITIVE_INFINITY};
        if (type == boolean.class) return new Object[] {true, false};
        if (type == Integer.class) return new Object[] {1, -1};
        if (type == String.class) return new Object[] {"", "b", "ab", "aab"};
        if (type == List.class) return new Object[] {List.of(), List.of(1), List.of(1, 2, 3), List.of(1, 2, 3, 4)};
        if (type == int[].class) return new Object[] {new int[0], new int[] {1}, new int[] {3, 1, 2}, new int[] {-2, 1},
                new int[] {2, 2, -1, 3}};
        throw new AssertionError(type);
    }
    static String run(Method method, Object[] arguments) throws Exception {
        calls = 0;
        try {
            return method.invoke(null, arguments) + " " + calls;
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause().getClass().getName() + " " + calls;
        }
    }
    static boolean same(Method one, Method other, List<Object> chosen) throws Exception {
        Class<?>[] types = one.getParameterTypes();
        if (chosen.size() == types.length) return run(one, chosen.toArray()).equals(run(other, chosen.toArray()));
        for (Object value : values(types[chosen.size()])) {
            List<Object> more = new ArrayList<>(chosen);
            more.add(value);
            if (!same(one, other, more)) return false;
        }
        return true;
    }
    public static void main(String[] args) throws Exception {
        Map<String, Method> methods = new TreeMap<>();
        for (Method method : Rows.class.getDeclaredMethods()) methods.put(method.getName(), method);
        for (int i = 0; methods.containsKey("o" + i); i++)
            System.out.println(same(methods.get("o" + i), methods.get("m" + i), List.of()) ? "same" : "different");
    }
"""


def _rows(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(name, row) for name, rows in table.items() for row in rows]


def _written(row: str, name: str = "") -> str:
    """The method of a row, with its mark; perhaps under another name."""
    head, _, body = row.partition(": ")
    signature = head if "(" in head else f"Object f({head})"
    if name:
        signature = re.sub(r"\w+\(", f"{name}(", signature, count=1)
    return f"static {signature} throws Exception {{ {body} }}"


def _texts(row: str, name: str = "") -> tuple[str, str]:
    """The method of a row and its mutant."""
    return _MARK.sub(r"\1", _written(row, name)), _MARK.sub(r"\2", _written(row, name))


def _change(row: str) -> tuple[Method, Change]:
    source = SourceFile.from_text(_texts(row)[0])
    (method,) = source.methods
    assert method.untrusted is None
    mark = _MARK.search(_written(row))
    assert mark is not None
    return method, _found(method, len(_written(row)[: mark.start()].encode()), mark[1], mark[2])


def _found(method: Method, start: int, old: str, new: str) -> Change:
    if not old:
        operands = [
            n for n in method.root.walk() if n.start == start and n.type in ("identifier", "field_access")
        ]
        return Change("unary", operands[0], "", new)
    if re.search("[a-z]", old):
        node = next(n for n in method.root.walk() if n.start == start and n.type == "update_expression")
        return Change("increment", node, *(re.sub("[a-z]+", "x", text) for text in (old, new)))
    token = next(
        n for n in method.root.walk() if n.start == start and not n.named and method.node_text(n) == old
    )
    node = token.parent
    assert node is not None
    if node.type == "update_expression":
        return Change(
            "increment", node, *(f"x{s}" if node.children[0].named else f"{s}x" for s in (old, new))
        )
    if node.type == "unary_expression":
        return Change("unary", node, old, new)
    if node.type == "assignment_expression":
        return Change("assignment", node, old, new)
    group = _GROUPS.get(old, "arithmetic")
    logical = group == "bitwise" and (method.types.of(node).is_boolean or new in ("&&", "||"))
    return Change("conditional" if logical else group, node, old, new)


@pytest.mark.parametrize(("name", "row"), [*_rows(SAME), *_rows(LIKELY)])
def test_a_filter_knows_its_pattern(name: str, row: str) -> None:
    method, change = _change(row)
    assert _FILTERS[name].holds(method, change)
    assert equivalent(method, change) is not None


@pytest.mark.parametrize("row", [row for _, row in _rows(DIFFERENT)])
def test_what_differs_passes_all_filters(row: str) -> None:
    method, change = _change(row)
    assert [found.name for found in FILTERS if found.holds(method, change)] == []
    assert equivalent(method, change) is None


def test_each_filter_has_rows_of_both_kinds() -> None:
    assert SAME.keys() | LIKELY.keys() == _FILTERS.keys()
    assert DIFFERENT.keys() | {"in-assertion"} == _FILTERS.keys()


def test_rows_do_when_they_run_what_they_say(jdk: Jdk) -> None:
    rows = [*((row, "same") for _, row in _rows(SAME)), *((row, "different") for _, row in _rows(DIFFERENT))]
    members = []
    for number, (row, _) in enumerate(rows):
        members += [_texts(row, f"o{number}")[0], _texts(row, f"m{number}")[1]]
    program = {"Rows.java": _PROGRAM + "\n".join(members) + "\n}\n"}
    compiled = jdk.compile(program, bytes_=True)
    assert compiled.ok, compiled.diagnostics
    run = jdk.run(compiled, "Rows", timeout=60)
    found = run.stdout.decode().split()
    wrong = [row for (row, expected), said in zip(rows, found, strict=True) if said != expected]
    assert wrong == [], wrong


def _all_changes() -> Iterator[tuple[Method, Change]]:
    folder = trap_folder()
    assert folder is not None
    for path in sorted(folder.rglob("*.java")):
        for method in SourceFile(path.read_bytes()).methods:
            if method.untrusted is None:
                yield from ((method, change) for change in changes(method))


@pytest.mark.usefixtures("traps")
def test_filters_answer_everywhere_and_let_most_changes_pass() -> None:
    found = Counter(equivalent(method, change) for method, change in _all_changes())
    assert found[None] > 0.6 * found.total()
    assert len(found) > 8
