raise SystemExit("export_pattern.py is called pattern_export.py now")
