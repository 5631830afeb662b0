import unittest

from words.title import title


class TitleTest(unittest.TestCase):
    def test_a_small_word_may_be_second(self):
        self.assertEqual(title("lord of the rings"), "Lord of the Rings")

    def test_the_first_word_is_large(self):
        self.assertEqual(title("the end of it"), "The End of It")

    def test_an_empty_text_stays(self):
        self.assertEqual(title(""), "")
