python -m unittest -q tests.test_sums.SumsTest.test_the_first_of_equal_columns_is_returned
