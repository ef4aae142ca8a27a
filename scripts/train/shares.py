raise SystemExit("shares.py is called cooperative_samples.py now")
