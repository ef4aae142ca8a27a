raise SystemExit("human_nets.py is called rated_nets.py now")
