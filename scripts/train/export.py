raise SystemExit("export.py is called mockfish_export.py now")
