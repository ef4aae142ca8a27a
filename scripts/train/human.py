raise SystemExit("human.py is called rated.py now")
