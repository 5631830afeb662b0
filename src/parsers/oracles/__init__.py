"""Oracles: compilers, virtual machines and interpreters, asked in processes of their own.

Everything else in `parsers` reads texts alone and starts no process.
"""
