"""Faulty methods with their fixes, as rows: of checkouts of Defects4J, and of a clone of QuixBugs."""
