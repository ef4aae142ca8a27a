#!/usr/bin/env python3
"""Fills in OpenBench's form for a sequential test or an SPSA session and prints the address of its page.

    scripts/openbench/submit.py test|tune [preset=STC] [FIELD=VALUE]...

`scripts/openbench.sh test` and `spsa` call it. Server, user and password come from OPENBENCH_SERVER,
OPENBENCH_USERNAME and OPENBENCH_PASSWORD, as for OpenBench's own programs; the values of fields that are not given
from the presets of the engine and from the form's own defaults. A field `both_…` stands for `dev_…` and `base_…`.
"""

import os
import re
import sys
from html import unescape

import requests

FORM = {
    "dev_engine": "Motley",
    "dev_network": "",
    "base_engine": "Motley",
    "base_network": "",
    "test_mode": "SPRT",
    "test_max_games": "N/A",
    "upload_pgns": "FALSE",
    "priority": "0",
    "throughput": "1000",
    "syzygy_wdl": "DISABLED",
    "syzygy_adj": "DISABLED",
    "info": "",
    "spsa_reporting_type": "BATCHED",
    "spsa_distribution_type": "SINGLE",
    "spsa_alpha": "0.602",
    "spsa_gamma": "0.101",
    "spsa_A_ratio": "0.1",
    "spsa_iterations": "25000",
    "spsa_pairs_per": "8",
}


def both(fields: dict[str, str]) -> dict[str, str]:
    """The same fields, each `both_…` replaced by two."""
    result: dict[str, str] = {}
    for name, value in fields.items():
        ending = name.removeprefix("both_")
        names = [name] if ending == name else [f"dev_{ending}", f"base_{ending}"]
        result |= dict.fromkeys(names, value)
    return result


class Server:
    def __init__(self, address: str, user: str, password: str) -> None:
        self.address = address
        self.session = requests.Session()
        self.post("/login/", {"username": user, "password": password})

    def post(self, path: str, fields: dict[str, str]) -> str:
        """The page that follows a form, which the server protects by a token."""
        self.session.get(self.address + path).raise_for_status()
        token = {"csrfmiddlewaretoken": self.session.cookies["csrftoken"]}
        response = self.session.post(self.address + path, data=fields | token)
        response.raise_for_status()
        return response.text

    def fields(self, kind: str, preset: str) -> dict[str, str]:
        """The form as the server's own page fills it in."""
        engine = self.session.get(f"{self.address}/api/config/Motley/").json()
        presets = engine[f"{kind}_presets"]
        if preset not in presets:
            raise SystemExit(f"there is no preset {preset}, only {', '.join(presets)}")
        source = {"dev_repo": engine["source"], "base_repo": engine["source"]}
        scale = {"scale_nps": str(engine["nps"]), "scale_method": "BASE" if kind == "test" else "DEV"}
        return FORM | source | scale | both(presets["default"]) | both(presets[preset])

    def newest(self, kind: str) -> int:
        """The number of the workload that was made last, 0 where there is none."""
        page = self.session.get(f"{self.address}/index/").text
        return max((int(number) for number in re.findall(rf"/{kind}/(\d+)", page)), default=0)


def error_of(page: str) -> str:
    """What the server complains about."""
    found = re.search(r'class="error-message">\s*<pre>(.*?)</pre>', page, re.DOTALL)
    return unescape(found[1]).strip() if found else "the server refused the form"


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in ("test", "tune"):
        raise SystemExit(__doc__)
    kind, *given = sys.argv[1:]
    if wrong := [field for field in given if "=" not in field]:
        raise SystemExit(f"{wrong[0]} is not of the form FIELD=VALUE")
    fields = dict(field.split("=", 1) for field in given)
    address = os.environ["OPENBENCH_SERVER"]
    server = Server(address, os.environ["OPENBENCH_USERNAME"], os.environ["OPENBENCH_PASSWORD"])
    before = server.newest(kind)
    preset = fields.pop("preset", "STC")
    page = server.post(f"/{kind}/new/", server.fields(kind, preset) | both(fields))
    if (number := server.newest(kind)) == before:
        raise SystemExit(error_of(page))
    print(f"{address}/{kind}/{number}/")


if __name__ == "__main__":
    main()
