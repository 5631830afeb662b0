import unittest

from retry.calls import Failed, again


class CallsTest(unittest.TestCase):
    def setUp(self):
        self.calls = 0

    def fail(self, until):
        self.calls += 1
        if self.calls < until:
            raise OSError(self.calls)
        return self.calls

    def test_the_last_try_counts(self):
        self.assertEqual(again(3)(self.fail)(3), 3)

    def test_there_is_an_end_of_tries(self):
        with self.assertRaises(Failed):
            again(3)(self.fail)(4)
        self.assertEqual(self.calls, 3)

    def test_a_first_try_may_do(self):
        self.assertEqual(again(2)(self.fail)(0), 1)
