raise SystemExit("samples.py is called mockfish_samples.py now")
