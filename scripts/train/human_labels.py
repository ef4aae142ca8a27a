raise SystemExit("human_labels.py is called rated_labels.py now")
