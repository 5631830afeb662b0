"""Faulty methods with their fixes, as rows, from checkouts of Defects4J or a clone of QuixBugs."""
