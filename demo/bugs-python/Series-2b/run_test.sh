python -m unittest -q tests.test_chunks.ChunksTest.test_the_rest_is_a_part
python -m unittest -q tests.test_chunks.ChunksTest.test_a_large_value_is_alone
