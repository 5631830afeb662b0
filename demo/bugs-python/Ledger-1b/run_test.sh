python -m unittest -q tests.test_account.AccountTest.test_all_of_it_can_be_withdrawn
