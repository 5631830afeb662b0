import unittest

from words.nesting import depth


class NestingTest(unittest.TestCase):
    def test_an_open_bracket_matches_nothing(self):
        self.assertEqual(depth("(a[b]"), -1)

    def test_brackets_may_be_nested(self):
        self.assertEqual(depth("(a[b(c)])[d]"), 3)

    def test_other_brackets_do_not_match(self):
        self.assertEqual(depth("(a]"), -1)

    def test_a_plain_text_has_none(self):
        self.assertEqual(depth("a"), 0)
