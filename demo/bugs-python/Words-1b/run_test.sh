python -m unittest -q tests.test_title.TitleTest.test_a_small_word_may_be_second
python -m unittest -q tests.test_title.TitleTest.test_the_first_word_is_large
