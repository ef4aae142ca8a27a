raise SystemExit("human_export.py is called rated_export.py now")
