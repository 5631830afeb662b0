import unittest

from cache.recent import Recent


class RecentTest(unittest.TestCase):
    def test_a_read_is_a_use(self):
        cache = Recent(2)
        cache.put("a", 1)
        cache.put("b", 2)
        cache.get("a")
        cache.put("c", 3)
        self.assertEqual(cache.keys, ["a", "c"])

    def test_a_second_value_is_a_use(self):
        cache = Recent(2)
        cache.put("a", 1)
        cache.put("b", 2)
        cache.put("a", 3)
        self.assertEqual(cache.keys, ["b", "a"])

    def test_a_missing_key_has_the_default(self):
        self.assertEqual(Recent(1).get("a", 7), 7)
