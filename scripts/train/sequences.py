raise SystemExit("sequences.py is called pattern_samples.py now")
