import unittest

from ledger.transfer import Refused, transfer


class TransferTest(unittest.TestCase):
    def test_cents_move(self):
        balances = {"a": 5, "b": 1}
        self.assertEqual(transfer(balances, "a", "b", 2), 6)
        self.assertEqual(balances, {"a": 3, "b": 3})

    def test_nothing_changes_where_too_little_is_there(self):
        balances = {"a": 5, "b": 1}
        with self.assertRaises(Refused):
            transfer(balances, "a", "b", 6)
        self.assertEqual(balances, {"a": 5, "b": 1})

    def test_nothing_changes_where_the_target_is_unknown(self):
        balances = {"a": 5}
        with self.assertRaises(Refused):
            transfer(balances, "a", "b", 2)
        self.assertEqual(balances, {"a": 5})
