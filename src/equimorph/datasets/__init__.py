"""Clean data sets: fixes mined from git repositories, without the bugs of benchmarks, split so that nothing overlaps."""
