raise SystemExit("human_fixture.py is called rated_fixture.py now")
