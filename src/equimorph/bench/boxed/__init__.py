"""Programs that run inside the box, with the standard library alone: nothing else is there."""
