import unittest

from ledger.account import Account


class AccountTest(unittest.TestCase):
    def test_all_of_it_can_be_withdrawn(self):
        self.assertEqual(Account(500).withdraw(500), 0)

    def test_more_than_that_cannot(self):
        with self.assertRaises(ValueError):
            Account(500).withdraw(501)

    def test_a_large_amount_has_a_fee(self):
        self.assertEqual(Account(30_000).withdraw(20_000), 9_980)

    def test_nothing_cannot_be_withdrawn(self):
        with self.assertRaises(ValueError):
            Account(500).withdraw(0)
