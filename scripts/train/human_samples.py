raise SystemExit("human_samples.py is called rated_samples.py now")
