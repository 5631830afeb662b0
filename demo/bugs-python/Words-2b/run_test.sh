python -m unittest -q tests.test_nesting.NestingTest.test_an_open_bracket_matches_nothing
