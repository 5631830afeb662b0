python -m unittest -q tests.test_fill.FillTest.test_the_border_ends_an_area
python -m unittest -q tests.test_fill.FillTest.test_a_field_may_be_alone
