import unittest

from grid.sums import column_sums, largest_column


class SumsTest(unittest.TestCase):
    def test_the_first_of_equal_columns_is_returned(self):
        self.assertEqual(largest_column([[1, 2], [1, 0]]), 0)

    def test_later_columns_can_be_larger(self):
        self.assertEqual(largest_column([[1, 2, 3], [1]]), 2)

    def test_an_empty_grid_has_none(self):
        self.assertIsNone(largest_column([]))

    def test_short_rows_end_with_zeros(self):
        self.assertEqual(column_sums([[1, 2], [5]]), [6, 2])
