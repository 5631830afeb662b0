import unittest

from grid.fill import area


class FillTest(unittest.TestCase):
    def test_the_border_ends_an_area(self):
        self.assertEqual(area(["aab", "abb"], (0, 0)), 3)

    def test_a_field_may_be_alone(self):
        self.assertEqual(area(["aba", "bab", "aba"], (1, 1)), 1)
