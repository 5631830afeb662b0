python -m unittest -q tests.test_recent.RecentTest.test_a_read_is_a_use
python -m unittest -q tests.test_recent.RecentTest.test_a_second_value_is_a_use
