"""What is reachable, which jumps leave what, and what is definitely assigned (JLS 14.22, 16)."""
