python -m unittest -q tests.test_calls.CallsTest.test_the_last_try_counts
python -m unittest -q tests.test_calls.CallsTest.test_there_is_an_end_of_tries
