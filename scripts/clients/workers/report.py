"""What the scripts of this folder print."""

import json


def check(what: str, passed: bool, detail: object = "") -> None:
    print(json.dumps({"what": what, "passed": bool(passed), "detail": str(detail)}), flush=True)
