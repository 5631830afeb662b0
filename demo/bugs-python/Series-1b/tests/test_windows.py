import unittest

from series.windows import windows


class WindowsTest(unittest.TestCase):
    def test_the_last_window_counts(self):
        self.assertEqual(list(windows("abcd", 3)), [("a", "b", "c"), ("b", "c", "d")])

    def test_a_series_may_be_too_short(self):
        self.assertEqual(list(windows("ab", 3)), [])

    def test_a_window_has_a_value(self):
        with self.assertRaises(ValueError):
            next(windows("ab", 0))
