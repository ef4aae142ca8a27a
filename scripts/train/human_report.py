raise SystemExit("human_report.py is called rated_report.py now")
