"""Trees, tokens and members of Java text, by the grammar alone (JLS 3, 14, 15): what a text says, not what it means."""
