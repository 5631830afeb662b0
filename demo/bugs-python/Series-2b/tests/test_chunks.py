import unittest

from series.chunks import chunks


class ChunksTest(unittest.TestCase):
    def test_the_rest_is_a_part(self):
        self.assertEqual(list(chunks([3, 4, 2, 1], 7)), [[3, 4], [2, 1]])

    def test_a_large_value_is_alone(self):
        self.assertEqual(list(chunks([9, 1], 7)), [[9], [1]])

    def test_nothing_has_no_parts(self):
        self.assertEqual(list(chunks([], 7)), [])
