python -m unittest -q tests.test_windows.WindowsTest.test_the_last_window_counts
